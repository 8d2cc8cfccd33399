// A transformer block: which chains it tells, what its boxes open, and what it says of the hidden units.
import assert from "node:assert/strict";
import test from "node:test";
import { frame } from "../../web/scene/index.js";
import { presets } from "../helpers/presets.js";
import { sameBits } from "../helpers/compare.js";
import { blockOf, nested } from "./helpers/chains.js";
import { numbersOf, said } from "./helpers/marks.js";
import { attention, sceneOf } from "./helpers/scene-of.js";

const { problem } = presets.block;
/** @param {any} chain @param {any} [how] */
const told = (chain, how) => sceneOf(chain, { story: "block", ...how });
const FEED = { w_in: [[1], [1]], w_out: [[1, 1]] };
const small = (look, feed = FEED) => blockOf({ id: "look", x: [[1, 2]], ...look }, feed);

test("it tells the six stages of a block small enough for its numbers, and no others", () => {
  const tells = (chain) => told(chain).stories.includes("block");
  assert.ok(tells(problem) && tells(small({})) && tells(small({ weights_override: [[0.5]] })));
  const { stages } = small({});
  assert.ok(!tells({ stages: stages.slice(0, 5) }), "no last norm");
  assert.ok(!tells({ stages: stages.with(2, { ...stages[2], op: "batch_norm" }) }), "another norm");
  assert.ok(!tells({ stages: stages.with(4, { ...stages[4], x: "look.x" }) }), "another sum");
  assert.ok(!tells(small({ x: nested([6, 2], () => 1) })), "too many words");
  assert.ok(!tells(small({ x: nested([2, 2, 2], () => 1) })), "a batch");
  assert.ok(!tells(small({ x_kv: [[1, 2]] })), "words of another sentence");
});

test("a number that one decimal would hide is written with two", () => {
  const texts = numbersOf(told(problem));
  assert.equal(texts.get("feed_forward.hidden:0,2,3").text, "−.03");
});

test("each box opens a problem that makes the numbers it makes here, and a story that tells it", () => {
  const scene = told(problem);
  const ends = {
    look: ["output", "attention.output"],
    norm: ["layer_norm_1.output", "layer_norm_1.output"],
    feed: ["feed_forward.output", "feed_forward.output"],
    last: ["layer_norm_2.output", "layer_norm_2.output"],
  };
  for (const [box, [there, here]] of Object.entries(ends)) {
    const { problem: part, story } = scene.opens(`open.${box}`);
    sameBits(attention.forward(part)[there], scene.model.trace[here], box);
    const opened = sceneOf(part, { story });
    assert.ok(opened.stories.includes(story) || opened.steps[0].id === "feed_forward.hidden", box);
  }
  assert.equal(scene.opens("zoom-in"), undefined);
  const { marks } = frame(scene, scene.timeline, scene.duration);
  const controls = marks.flatMap(({ control }) => (control?.label ? [control.name] : []));
  for (const box of Object.keys(ends)) assert.ok(controls.includes(`open.${box}.`), `${box}: ${controls}`);
});

test("it counts the units that a word activates, where what is below 0 falls silent", () => {
  const feed = (chain) => said(told(chain).steps[4]);
  assert.match(feed(problem), /activates 11 of 16 hidden units; ReLU makes the rest zero/);
  assert.match(
    feed(small({}, { ...FEED, activation: "gelu" })),
    /through 1 hidden unit and what the activation makes of it.$/,
  );
});
