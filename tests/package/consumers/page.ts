// The element in a page's script.
import {
  AttentionPlayer,
  presets,
  type AttentionPlayerEventMap,
  type Step,
  type Story,
} from "attention-player/player.js";
import "attention-player/core-player.js";
import type { Problem, Tensor } from "attention-player";

const player = document.querySelector("attention-player");
if (player) {
  const same: AttentionPlayer = player;
  player.problem = { x: [[1, 2]] };
  player.problem = null;
  const problem: Problem | null = player.problem;
  const ready: AttentionPlayer = await player.ready;
  const weights: Tensor | undefined = player.trace?.weights;
  const steps: Step[] = player.steps;
  player.step = 2;
  player.step = "softmax-1";
  player.story = "matrices";
  const stories: Story[] = player.stories;
  player.theme = "dark";
  player.autoplay = true;
  player.currentTime = player.duration / 2;
  await player.play();
  const told = player
    .explain("weights", [0, 0, 1, 2])
    ?.sources.map(({ tensor, index }) => tensor + index.join());
  console.log(same, problem, ready, weights, steps, stories, told);

  player.addEventListener("stepchange", (event) =>
    console.log(event.detail.id, event.detail.index.toFixed()),
  );
  player.addEventListener("change", ({ detail }) => (player.compare = detail.problem));
  player.addEventListener("error", ({ detail }) => console.log(detail.code === "shape", detail.where), {
    once: true,
  });
  player.addEventListener("click", (event) => console.log(event.clientX));
  const stepped = (event: AttentionPlayerEventMap["stepchange"]) => console.log(event.detail.id);
  player.removeEventListener("stepchange", stepped);

  // @ts-expect-error no such story
  player.story = "matrix";
  // @ts-expect-error no such theme
  player.theme = "drak";
  // @ts-expect-error only read
  player.duration = 3;
  // @ts-expect-error no such key
  player.problem = { x: [[1, 2]], head: 2 };
}
const made = document.createElement("attention-player");
made.setAttribute("x", "1 0; 0 1");
document.body.append(made);
AttentionPlayer.attention.then(({ build }) => console.log(build, Object.keys(presets)));
