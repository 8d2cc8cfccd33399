// Tasks and guesses of a page: what a reader sees of them, what the page is told, and what its author got wrong.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { playerWindow, until } from "../helpers/player-window.js";

const { document } = playerWindow();
console.warn = () => {};

const PLAYER =
  '<attention-player id="cats" lang="en" preset="walk-through" story="matrices"></attention-player>';
const TASK =
  'data-attention-goal="weights:0,0,2,2 > 0.5" data-attention-change="w_q 1" data-attention-answer="w_q:0,0 = -1" data-for="cats"';

/** A page with a player and sentences, once they have been read. @param {string | string[]} attributes of each sentence */
async function open(attributes, player = PLAYER) {
  const [errors, goals] = [[], []];
  const hear = ({ detail: { code, where, message } }) => errors.push(`${code} ${where}: ${message}`);
  document.addEventListener("error", hear, true);
  const sentences = [attributes].flat().map((one) => `<p ${one}>Make “cats” look at itself.</p>`);
  document.body.innerHTML = player + sentences.join("");
  const [element, sentence] = [document.querySelector("attention-player"), document.querySelector("p")];
  document.body.addEventListener("goal", ({ target, detail: { state, value } }) =>
    goals.push([target.localName, state, Number(value.toFixed(2))]),
  );
  await element.ready;
  await new Promise((resolve) => setTimeout(resolve, 200));
  const panel = () => sentence.querySelector("span")?.shadowRoot;
  return {
    ...{ element, sentence, errors, goals, panel },
    state: () => sentence.getAttribute("data-attention-state"),
    /** Sets numbers of a tensor, each by its row and column. */
    change(...changes) {
      const problem = structuredClone(element.problem);
      for (const [name, row, column, value] of changes) problem[name][row][column] = value;
      assert.equal(element.edit(problem), null);
    },
    buttons: () =>
      [...panel().querySelectorAll("button")].filter((one) => !one.hidden).map((one) => one.textContent),
    press: (name) => [...panel().querySelectorAll("button")].find((one) => one.textContent === name).click(),
    said: () => [".line b", "output", "p"].map((part) => panel().querySelector(part).textContent),
  };
}

describe("a task", () => {
  test("goes from not yet by near to done, says so to the page and to a listener, and back", async () => {
    const page = await open(TASK);
    assert.equal(page.state(), "not-yet");
    assert.deepEqual(page.said(), ["Not yet", "0.12", ""]);
    assert.deepEqual(page.buttons(), ["Show me"]);
    page.change(["w_q", 0, 1, -3]);
    assert.deepEqual(page.said(), ["Near", "0.42", "Row 1, column 2: 0 → −3"]);
    assert.deepEqual(page.buttons(), ["Undo", "Start again", "Show me"]);
    page.press("Undo");
    assert.equal(page.state(), "not-yet");
    page.change(["w_q", 0, 2, 4]);
    assert.deepEqual(page.said(), ["Done", "0.73", "Row 1, column 3: 1 → 4"]);
    assert.equal(
      page.panel().querySelector("[role=status]").textContent,
      "Done. 0.73. Row 1, column 3: 1 → 4",
    );
    page.press("Start again");
    assert.deepEqual(page.element.problem.w_q[0], [1, 0, 1]);
    const all = [["near", 0.42], ["not-yet", 0.12], ["done", 0.73], ["not-yet", 0.12]]; // prettier-ignore
    assert.deepEqual(
      page.goals,
      all.map((one) => ["p", ...one]),
    );
  });

  test("counts numbers that differ from the start, however often they were changed; elsewhere any is too many", async () => {
    const page = await open(TASK);
    page.element.setAttribute("scale", "on");
    await page.element.ready;
    assert.equal(page.state(), "too-many");
    // a switch is no edit that could be undone
    assert.deepEqual(page.buttons(), ["Start again", "Show me"]);
    page.press("Start again");
    await until(() => page.state() === "not-yet");
    for (const value of [5, 3, 1]) page.change(["w_q", 0, 1, value]);
    page.change(["w_q", 0, 1, 0], ["w_q", 0, 2, 4]);
    assert.equal(page.state(), "done");
    page.change(["w_q", 0, 0, 0]);
    assert.deepEqual(page.said(), ["Too many changes", "0.73", "2 numbers of w_q are changed; the task allows 1."].with(1, page.said()[1])); // prettier-ignore
    page.press("Start again");
    page.change(["w_k", 0, 0, 3]);
    assert.equal(page.said()[2], "w_k is changed; the task leaves it as it is.");
  });

  test("shows its answer, which is not solved; the same number, typed, is", async () => {
    const page = await open(TASK);
    page.press("Show me");
    assert.deepEqual(page.said(), ["Shown, not solved", "0.79", "Row 1, column 1: 1 → −1"]);
    assert.deepEqual(page.buttons(), ["Try it yourself"]);
    assert.deepEqual(page.goals.length, 1);
    // with a switch turned, it is not the answer any more
    page.element.setAttribute("scale", "on");
    await page.element.ready;
    assert.equal(page.state(), "too-many");
    page.element.removeAttribute("scale");
    await page.element.ready;
    assert.equal(page.state(), "shown");
    page.press("Try it yourself");
    page.change(["w_q", 0, 0, -1]);
    assert.equal(page.state(), "done");
    // what a page sets is a change, too
    const problem = structuredClone(page.element.problem);
    problem.w_q[0][0] = 1;
    page.element.problem = problem;
    await page.element.ready;
    assert.equal(page.state(), "not-yet");
  });

  test("begins again with another problem that the page sets, not with the reader's own or a change that it allows", async () => {
    const page = await open(TASK);
    const set = async (change) => {
      page.element.problem = change(structuredClone(page.element.problem));
      await page.element.ready;
      await until(() => page.panel());
      return page.said()[2];
    };
    page.change(["w_k", 0, 0, 3]);
    // as frameworks do that keep the problem
    assert.equal(await set((problem) => problem), "w_k is changed; the task leaves it as it is.");
    page.press("Start again");
    assert.equal(await set((problem) => (problem.w_q[0][1] = -3, problem)), "Row 1, column 2: 0 → −3"); // prettier-ignore
    assert.equal(await set((problem) => (problem.w_v[0][0] = 5, problem)), ""); // prettier-ignore
    page.change(["w_q", 0, 1, 2]);
    assert.equal(page.said()[2], "Row 1, column 2: −3 → 2");
    page.press("Start again");
    assert.deepEqual([page.element.problem.w_q[0][1], page.element.problem.w_v[0][0]], [-3, 5]);
  });

  test("goes by its least advanced condition, and is never near where a number must be equal", async () => {
    const attributes = (goal) => `data-attention-goal="${goal}" data-attention-change="x; w_q"`;
    const both = await open(attributes("scores:0,0,0,0 >= 6; scores:0,0,2,2 > 11"));
    both.change(["x", 0, 0, 3]);
    const { trace } = both.element;
    assert.ok(trace.scores.data[0] >= 6 && trace.scores.data[8] === 10);
    assert.equal(both.state(), "not-yet");
    const equal = await open(attributes("query:0,0,2,0 = 6"));
    equal.change(["w_q", 0, 0, 4]);
    assert.deepEqual([equal.state(), equal.said()[1]], ["not-yet", "5"]);
    equal.change(["w_q", 0, 0, 5]);
    assert.equal(equal.state(), "done");
  });

  test("lets options be changed, typed with or without brackets, and names them as they were typed", async () => {
    const goal = "weights:0,0,0,2 = 0; weights:0,0,2,0 = 0; weights:0,0,2,1 > 0";
    const page = await open(
      `data-attention-goal="${goal}" data-attention-change="window; causal" data-attention-answer="window = 1 0"`,
    );
    const exercise = page.element.shadowRoot.querySelector("[part=exercise]").shadowRoot;
    const [window, causal] = exercise.querySelectorAll("label input");
    const type = (input, value) =>
      Object.assign(input, { value }).dispatchEvent(new document.defaultView.Event("change"));
    for (const text of ["1 0", "1，0", "[1, 0]"]) {
      type(window, "");
      type(window, text);
      assert.deepEqual([page.element.problem.window, page.state()], [[1, 0], "done"], text);
    }
    assert.deepEqual([page.said()[2], window.value], ["window: 1 0", "1 0"]);
    type(causal, "bottom-right");
    assert.deepEqual([page.said()[2], causal.value], ["window: 1 0, causal: bottom-right", "bottom-right"]);
    type(causal, "true");
    assert.equal(page.said()[2], "window: 1 0, causal: true");
  });

  test("stands on the exercise with the goal's row, where its number is changed by the keyboard", async () => {
    const page = await open(TASK);
    const exercise = page.element.shadowRoot.querySelector("[part=exercise]").shadowRoot;
    const numbers = (tensor) =>
      [...exercise.querySelectorAll(`[data-copy^="${tensor}:"]`)].map((one) => one.textContent);
    assert.deepEqual(numbers("w_q").length, 12);
    assert.deepEqual(numbers("weights").sort(), ["0.12", "0.88", "<.01"]);
    assert.equal(exercise.querySelectorAll("[data-cell]").length, 0);
    const { KeyboardEvent, Event } = document.defaultView;
    const stage = exercise.querySelector(".stage");
    const key = (target, key) => target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true })); // prettier-ignore
    stage.focus();
    const field = stage.querySelector("input");
    key(stage, "Enter");
    assert.equal(field.hidden, true);
    key(stage, "-");
    assert.equal(field.hidden, false);
    Object.assign(field, { value: "-1" }).dispatchEvent(new Event("input"));
    assert.equal(page.state(), "done");
  });

  test("goes with its sentence or its player, and leaves nothing", async () => {
    const page = await open(TASK);
    page.sentence.removeAttribute("data-attention-goal");
    await until(() => page.state() === null);
    assert.equal(page.sentence.textContent, page.sentence.innerHTML);
    assert.equal(page.element.shadowRoot.querySelector("[part=exercise]"), null);
    page.sentence.setAttribute("data-attention-goal", "weights:0,0,2,2 > 0.5");
    await until(() => page.state() === "not-yet");
    page.element.remove();
    await until(() => page.state() === null);
  });

  test("a wrong one is told once, and asks nothing", async () => {
    const wrong = [
      ['data-attention-goal="wieghts:0,0,2,2 > 0.5"', /goal "wieghts:0,0,2,2" names no tensor .* weights\./],
      ['data-attention-goal="constructor > 1"', /goal "constructor" names no tensor/],
      [
        'data-attention-goal="weights:0,0,2,7 > 0.5"',
        /goal "weights:0,0,2,7" is not a place in weights, which is 1×1×3×3/,
      ],
      [
        'data-attention-goal="weights:0,0,2,2 is 5"',
        /goal "weights:0,0,2,2 is 5" is not a goal; write one, such as/,
      ],
      ['data-attention-goal="weights:0,0,2,1 > 0.5"', /goal "weights:0,0,2,1 > 0.5" holds from the start/],
      [TASK.replace("w_q 1", "wq 1"), /change "wq" names nothing .* w_q\./],
      [TASK.replace("w_q 1", "one of w_q"), /change "one of w_q" is not a change/],
    ];
    const page = await open(wrong.map(([attributes]) => attributes));
    page.change(["w_v", 0, 0, 9]);
    assert.equal(page.errors.length, wrong.length);
    for (const [k, [, said]] of wrong.entries()) {
      assert.match(page.errors[k], said);
      assert.match(page.errors[k], /^value data-attention-(goal|change): data-attention-\1 "/);
    }
    assert.equal(document.querySelectorAll("[data-attention-state], p > *").length, 0);
  });

  test("a wrong answer is told, and there is nothing to show", async () => {
    const wrong = [
      ["w_q:0,9 = 1", /is not an answer/],
      ["window = 1", /cannot be shown: window/],
      ["onclick = alert(1)", /names nothing/],
    ];
    const page = await open(wrong.map(([answer]) => TASK.replace("w_q:0,0 = -1", answer)));
    assert.equal(page.errors.length, wrong.length);
    for (const [k, [, said]] of wrong.entries()) assert.match(page.errors[k], said);
    assert.equal(document.querySelectorAll("[data-attention-state=not-yet]").length, wrong.length);
    assert.deepEqual(page.buttons(), []);
  });
});

describe("a guess", () => {
  const GUESS = 'data-attention-guess="softmax-1" data-attention-choices="0.20 | *0.06 | 0"';
  const WALK = '<attention-player lang="en" preset="walk-through"></attention-player>';
  const guessed = ({ sentence }) => sentence.getAttribute("data-attention-guessed");
  const marks = (page) => [...page.panel().querySelectorAll(".choices button")].map((one) => one.dataset.is);

  test("is answered by choosing, which shows the step", async () => {
    const page = await open(GUESS, WALK);
    assert.deepEqual(page.buttons(), ["0.20", "0.06", "0", "Just show me"]);
    page.press("0.20");
    assert.equal(guessed(page), "wrong");
    assert.deepEqual(marks(page).slice(0, 3), ["wrong", "right", "other"]);
    assert.equal(page.panel().querySelector("p").textContent, "0.06. You guessed 0.20.");
    await until(() => page.element.step === "softmax-1");
    // the answer stands
    page.press("0");
    assert.equal(guessed(page), "wrong");
  });

  test("is answered by “Just show me”, or by going on; before that the reader is free to go anywhere", async () => {
    const shown = await open(GUESS, WALK);
    shown.press("Just show me");
    assert.deepEqual([guessed(shown), shown.buttons()], ["shown", ["0.20", "✓ 0.06", "0"]]);
    const gone = await open(GUESS, WALK);
    gone.element.step = "score-1";
    assert.equal(guessed(gone), null);
    // a story without the step
    for (const story of ["matrices", "walk-through"]) {
      gone.element.story = story;
      await gone.element.ready;
      assert.deepEqual([guessed(gone), gone.errors], [null, []]);
    }
    gone.element.step = "sum-1";
    assert.equal(guessed(gone), "shown");
  });

  test("choices without one right one are told once", async () => {
    const wrong = ["0.20 | 0.06", "*0.2 | *0.3", "*0.06 | 0.06", "*0.06", ""];
    const page = await open(
      wrong.map((choices) => `data-attention-guess="softmax-1" data-attention-choices="${choices}"`),
      WALK,
    );
    assert.equal(page.errors.length, wrong.length);
    for (const error of page.errors)
      assert.match(error, /^value data-attention-choices: .* a star before the right one/);
    assert.equal(document.querySelectorAll("p > *").length, 0);
  });

  test("before a step that is not there is told, with the nearest one", async () => {
    const page = await open(GUESS.replace("softmax-1", "softmax-11"), WALK);
    assert.match(page.errors.join(), /^value data-attention-guess: .* nearest one is softmax-1\.$/);
  });
});
