// From one scene to the next: the same place in the computation.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { stepIndex } from "../../web/element/range.js";
import { placeAt, stepAt, timeOf } from "../../web/element/same-place.js";
import { fewOrMany } from "../helpers/full.js";
import { playerWindow } from "../helpers/player-window.js";
import { presets } from "../helpers/presets.js";
import { seeded, walkThrough } from "../scene/helpers/problems.js";
import { sceneOf } from "../scene/helpers/scene-of.js";

const { document } = playerWindow();

const step = (id, start, duration, more = {}) => ({ id, start, duration, ...more });
const scene = (story, ...steps) => ({ story, steps, chapters: [] });
const samePlace = (next, former, time) => timeOf(next, placeAt(former, time));

describe("the same place in another scene", () => {
  const former = scene(
    "walk-through",
    step("title", 0, 2),
    step("scores-2", 2, 4, { place: { at: "scores", query: 1 }, chapter: "scores" }),
  );

  test("of the same story is as far in the step of the same name", () => {
    const next = scene("walk-through", step("scores-2", 10, 8), step("title", 20, 1));
    assert.equal(samePlace(next, former, 3), 12);
    assert.equal(samePlace(next, former, 1), 20.5);
    // beyond its end is at its end
    assert.equal(samePlace(next, former, 99), 18);
  });

  test("of another story is the step at the same query, else at the same tensor, else of the same name", () => {
    const same = step("b", 30, 4, { place: { at: "scores", query: 1 } });
    const near = step("a", 20, 4, { place: { at: "scores", query: 0 } });
    const named = step("scores-2", 10, 4, { place: { at: "weights" } });
    assert.equal(samePlace(scene("matrices", named, near, same), former, 4), 32);
    assert.equal(samePlace(scene("matrices", named, near), former, 4), 22);
    assert.equal(samePlace(scene("matrices", named), former, 4), 12);
    assert.equal(samePlace(scene("matrices", step("title", 5, 2)), former, 1), 6);
  });

  test("of the same story without that step is the chapter it was in", () => {
    const next = { ...scene("walk-through", step("else", 0, 1)), chapters: [{ id: "scores", start: 7 }] };
    assert.equal(samePlace(next, former, 4), 7);
    assert.equal(samePlace(next, former, 1), 0);
  });

  test("a step without a place is no place of another without one", () => {
    assert.equal(samePlace(scene("matrices", step("x", 5, 1)), scene("a", step("y", 0, 2)), 1), 0);
  });

  test("a step that takes no time is its start; where nothing stood it is the start of all", () => {
    const next = scene("walk-through", step("title", 4, 2));
    assert.equal(samePlace(next, scene("walk-through", step("title", 3, 0)), 3), 4);
    assert.equal(samePlace(next, scene("walk-through"), 3), 0);
  });
});

test("the step at a time is the last that has begun; before all of them the first", () => {
  const steps = [step("a", 1, 1), step("b", 2, 1)];
  const at = (time) => stepAt(steps, time)?.id;
  assert.deepEqual([0, 1, 1.9, 2, 2 - 1e-12, 9].map(at), ["a", "a", "a", "b", "b", "b"]);
  assert.equal(stepAt([], 0), undefined);
});

/** Parts of the computation that are told as one. */
const ONE = [/^(score|scores)$/, /^softmax/, /^(weight|sum)$/, /^(inputs|project)$/];
const isSamePart = (a, b) => a === b || ONE.some((some) => some.test(a) && some.test(b));

/** Every place of a scene: the middle of each step or, of one that tells several parts, of each part. */
const placesOf = (scene) =>
  scene.steps.flatMap(({ start, duration, place: { parts } }) => {
    const starts = parts ? [start, ...parts.slice(1).map((part) => part.start)] : [start];
    return starts.map((from, k) => placeAt(scene, (from + (starts[k + 1] ?? start + duration)) / 2));
  });

describe("from every step of a story to another", () => {
  const small = (more) => walkThrough({ labels: { x: ["I", "love", "cats"] }, ...more });
  const wide = seeded({ tokens: 3, features: 12 });
  const problems = { plain: small(), scaled: small({ score: "scaled_dot" }), causal: small({ causal: true }), heads: presets.layer.problem }; // prettier-ignore
  for (const [name, problem] of Object.entries(problems))
    for (const softmax of ["closed", "open"])
      test(`query and part stay, wherever the other tells them: ${name}, softmax ${softmax}`, () => {
        const scenes = ["walk-through", "matrices", "multi-head"].map((story) => sceneOf(problem, { story, options: { softmax } })); // prettier-ignore
        // with more features than can be drawn it is told tensor by tensor
        for (const scene of [...scenes, sceneOf(wide, { story: "one-query", options: { softmax } })])
          for (const other of scenes.filter((one) => one.story !== scene.story)) {
            const there = placesOf(other);
            for (const place of placesOf(scene)) {
              const lands = placeAt(other, timeOf(other, place));
              const where = `${scene.story} ${place.id} ${place.at} → ${other.story} ${lands.id} ${lands.at}`;
              const of = ({ query }) =>
                place.query === undefined || query === undefined || query === place.query;
              const told = there.filter((one) => isSamePart(one.at, place.at) && of(one));
              if (!told.length) continue;
              assert.ok(isSamePart(lands.at, place.at) && of(lands), where);
              // a step of this query alone goes before one of all
              if (told.some(({ query }) => query === place.query))
                assert.equal(lands.query, place.query, where);
            }
          }
      });

  test("where a query is told at a glance, each of its parts is a place", () => {
    const [walk, matrices] = ["walk-through", "matrices"].map((story) => sceneOf(small(), { story }));
    const cats = placesOf(walk).filter(({ id }) => id === "query-3");
    const lands = cats.map((place) => `${place.at} ${placeAt(matrices, timeOf(matrices, place)).id}`);
    assert.deepEqual(lands, ["query query", "score scores-all", "softmax weights-all", "weight mixed-all", "sum mixed-all"]); // prettier-ignore
  });

  test("in the player: to the matrices and back is where it was, and what has been looked at since stays", async () => {
    document.body.innerHTML = "<attention-player></attention-player>";
    const player = document.querySelector("attention-player");
    const { steps } = await player.ready;
    const turn = async (story) => {
      player.setAttribute("story", story);
      await player.ready;
      return player.step;
    };
    for (const { id, start, duration } of steps.filter((_, k) => k % fewOrMany(4, 1) === 0)) {
      const time = start + 0.6 * duration;
      player.currentTime = time;
      await turn("matrices");
      assert.equal(await turn("walk-through"), id);
      assert.ok(Math.abs(player.currentTime - time) < 1e-6, `${id}: ${player.currentTime}, not ${time}`);
    }
    player.step = "weight-2";
    assert.equal(await turn("matrices"), "mixed-all");
    assert.equal(player.problem.x[0].length, 4, "the problem stays");
    player.currentTime += 0.2;
    assert.equal(await turn("walk-through"), "sum-2");
    // what plays goes on playing, at the same step, when a switch is turned
    player.step = "weight-1";
    player.play();
    for (const name of ["scale", "causal"]) {
      player.setAttribute(name, "on");
      await player.ready;
      assert.deepEqual([player.step, player.paused], ["weight-1", false], name);
    }
  });
});

test("where few keys join steps, links to those that longer tellings have open the step that shows the same", () => {
  const { steps } = sceneOf(presets["two-words"].problem, { story: "walk-through" });
  const opened = ["sum-1", "scores-1", "softmax-2", "weight-2", "sum-9", "nothing-1"].map(
    (id) => steps[stepIndex(steps, id)]?.id,
  );
  assert.deepEqual(opened, ["weight-1", "score-1", "query-2", "query-2", undefined, undefined]);
});
