// Words that look at a picture: what its patches hold is what is drawn, pointing lights either way, and another picture is told otherwise.
import assert from "node:assert/strict";
import test from "node:test";
import { frame } from "../../web/scene/index.js";
import { KINDS, coversOf, picture } from "../../web/scene/stories/regions/picture.js";
import { presets } from "../helpers/presets.js";
import { captionOf, said } from "./helpers/marks.js";
import { attention, sceneOf } from "./helpers/scene-of.js";

const { problem, translated } = presets.regions;
const sceneFor = (given, how = {}) => sceneOf(given, { story: "regions", ...how });
/** The marks while something is pointed at, at the end. */
const pointing = (scene, index) => frame(scene, scene.timeline, scene.duration, { tensor: "weights", index }).marks.map(({ id }) => id); // prettier-ignore

test("every patch adds up to 1, and holds what is drawn there", () => {
  const covers = coversOf(picture);
  for (const row of covers) assert.equal(row.reduce((a, b) => a + b), 1); // prettier-ignore
  const of = (kind, column, row) => covers[row * 12 + column][KINDS.indexOf(kind)];
  assert.ok(
    of("ball", 6, 5) > 0.3 && of("sun", 1, 0) > 0.4 && of("dog", 3, 5) > 0.5 && of("sky", 6, 0) === 1,
  );
  assert.ok(problem.x_kv.every((row, k) => row.every((share, c) => Math.abs(share - covers[k][c]) < 1e-4)));
});

test("each of the words that are to be said looks most at what it speaks of, in both captions", () => {
  for (const { x, x_kv, w_k, labels } of [problem, translated.zh.problem]) {
    const { output } = attention.forward({ x, x_kv, w_k });
    const kinds = { dog: "dog", chases: "legs", ball: "ball", sun: "sun", 狗: "dog", 追: "legs", 球: "ball", 太阳: "sun" }; // prettier-ignore
    for (const [i, word] of labels.x.entries())
      if (kinds[word]) assert.ok(output.data[i * KINDS.length + KINDS.indexOf(kinds[word])] > 0.4, word);
  }
  assert.match(captionOf(sceneFor(problem), "mix"), /“dog” sees adds up: 0\.\d+ dog/);
  assert.match(
    captionOf(sceneFor(translated.zh.problem, { lang: "zh" }), "mix"),
    /“狗”看到的加在一起：狗 0\.\d+/,
  );
});

test("a word under the pointer lifts its own veil, a patch names the words that look at it", () => {
  const scene = sceneFor(problem);
  const shown = (ids, what) => new Set(ids.filter((id) => id.startsWith(what)).map((id) => id.split(/[./]/)[1])); // prettier-ignore
  for (const i of [1, 4])
    assert.deepEqual([...shown(pointing(scene, [0, 0, i, null]), "veil.")], [String(i)]);
  const ball = 5 * 12 + 6;
  const ids = pointing(scene, [0, 0, null, ball]);
  assert.deepEqual([...shown(ids, "veil.")], []);
  assert.deepEqual(ids.filter((id) => id.startsWith("parts")), [`parts/4.${ball}`]); // prettier-ignore
});

test("until a word is lit, nothing is seen of what only pointing shows", () => {
  const scene = sceneFor(problem);
  const { start, duration } = scene.steps.at(-1);
  for (let time = start; time < start + duration; time += 0.1) {
    const { marks } = frame(scene, scene.timeline, time);
    const titles = marks.filter(({ id, opacity = 1 }) => /^title\.seen\.\d\.lit/.test(id) && opacity > 0.02);
    assert.ok(titles.length < 2, `${time}: ${titles.map(({ text }) => text)} lie on one another`);
  }
});

test("patches of another picture are told as any long input", () => {
  const x_kv = problem.x_kv.map((row, k) => (k ? row : [0.5, 0.5, ...row.slice(2)]));
  assert.ok(!sceneFor({ ...problem, x_kv }).stories.includes("regions"));
});
