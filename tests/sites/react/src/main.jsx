import { StrictMode, useMemo, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import "attention-player/core-player.js";

const first = {
  x: [
    [1, 0],
    [0, 1],
    [1, 1],
  ],
};

/** An object as a property, a ref for what the element can do, and an event. */
function Whole({ problem }) {
  const player = useRef(null);
  const [step, setStep] = useState("");
  return (
    <>
      <attention-player
        id="whole"
        ref={player}
        story="matrices"
        problem={problem}
        onstepchange={(event) => setStep(event.detail.id)}
      ></attention-player>
      <button id="jump" onClick={() => (player.current.step = 2)}>
        third step
      </button>
      <output id="step">{step}</output>
    </>
  );
}

/** A problem made from a number: a new object only when the number is another. */
function OfNumber({ number }) {
  const problem = useMemo(
    () => ({
      x: [
        [number, 0],
        [0, 1],
        [1, 1],
      ],
    }),
    [number],
  );
  return <attention-player id="number" story="matrices" problem={problem}></attention-player>;
}

function Application() {
  const [problem, setProblem] = useState(first);
  const [number, setNumber] = useState(1);
  const [shown, setShown] = useState(true);
  return (
    <>
      <h1>An application of React</h1>
      <attention-player preset="walk-through" softmax="open"></attention-player>
      {shown && <Whole problem={problem} />}
      {shown && <OfNumber number={number} />}
      <button
        id="change"
        onClick={() =>
          setProblem({
            x: [
              [5, 0],
              [0, 1],
              [1, 1],
            ],
          })
        }
      >
        another problem
      </button>
      <button id="nudge" onClick={() => setNumber(5)}>
        another number
      </button>
      <button id="toggle" onClick={() => setShown(!shown)}>
        away and back
      </button>
    </>
  );
}

createRoot(document.getElementById("root")).render(
  <StrictMode>
    <Application />
  </StrictMode>,
);
