// The alignment of two sentences: who looks at whom, in what order; words that can be pointed at; any size up to forty.
import assert from "node:assert/strict";
import test, { after } from "node:test";
import { cellAt, cellsIn } from "../../web/render/cells.js";
import { highlight } from "../../web/scene/highlight.js";
import { heard } from "../../web/scene/heard.js";
import { frame } from "../../web/scene/index.js";
import { presets } from "../helpers/presets.js";
import { looking, sequence } from "./helpers/chains.js";
import { captionOf, cellOf, marksAt, said, stepOf } from "./helpers/marks.js";
import { walkThrough } from "./helpers/problems.js";
import { sceneOf } from "./helpers/scene-of.js";

const story = "alignment";

test("says what order the words follow: straight on, crossing, or none that can be told", () => {
  const of = (order) => captionOf(sceneOf(looking(order, 4), { story }), "order");
  assert.match(of([0, 1, 2, 3]), /same order/);
  assert.match(of([0, 0, 2, 3]), /no two rows cross/);
  assert.match(of([0, 2, 1, 3]), /^One pair of rows crosses: “out2” comes after “out1”/);
  assert.match(of([3, 2, 1]), /^Three pairs/);
  assert.match(of([-1, 2]), /no order to speak of/);
});

test("says who is read by whom, whom nobody looks at most, and which row looks at nothing", () => {
  const scene = sceneOf(looking([1, 1, -1, 3], 4), { story });
  assert.match(captionOf(scene, "columns"), /“in1”.*: “out0” and “out1”/);
  assert.doesNotMatch(captionOf(scene, "columns"), /No row looks most/);
  assert.match(captionOf(scene, "empty"), /^“out2” has nothing to look at/);
  const rings = marksAt(scene, stepOf(scene, "empty").hold).map(({ id }) => id);
  assert.deepEqual(rings.filter((id) => id.startsWith("empty.")), ["empty.2"]); // prettier-ignore
  assert.match(
    captionOf(sceneOf(looking([1, 1, 2], 4), { story }), "columns"),
    /No row looks most at “in0” or “in3”/,
  );
  assert.ok(!sceneOf(looking([0, 1], 2), { story }).steps.some(({ id }) => id === "empty"));
});

test("pointing at a word rings its row or column, says what it takes or gives, and leaves all others pale", () => {
  const scene = sceneOf(looking([1, 0, 2], 3), { story });
  const at = scene.steps.at(-1).hold;
  const picture = frame(scene, scene.timeline, at);
  for (const [id, index, text, read, pale] of [
    [
      "map.row1",
      [0, 0, 1, null],
      "“out1” exactly",
      "“out1” takes >99\u00a0% from “in0”, almost nothing from “in1” and “in2”.",
      ["out.0", "out.2"],
    ],
    [
      ...["map.column2", [0, 0, null, 2], "“in2” exactly"],
      ...[
        "“in2” makes up >99\u00a0% of the output of “out2”, almost nothing of that of “out0” and “out1”.",
        ["in.0", "in.1"],
      ],
    ],
  ]) {
    const { spot } = picture.marks.find((mark) => mark.id === id);
    const found = cellAt(picture.marks, spot.x + 1, spot.y + spot.height / 2);
    assert.deepEqual([found.tensor, found.index], ["weights", index]);
    const target = { tensor: "weights", index };
    const texts = highlight(scene, at, target).filter(({ type }) => type === "text");
    assert.equal(texts[0].text, text);
    assert.ok(heard(scene, at, target).startsWith(`${read} ${text}: `), heard(scene, at, target));
    const { marks } = frame(scene, scene.timeline, at, target);
    assert.ok(marks.some((mark) => mark.id === "focus.0" && mark.part === "ring"));
    const words = marks.filter(({ type, opacity }) => type === "text" && opacity < 1).map(({ id }) => id);
    assert.deepEqual(
      words.filter((id) => /^(out|in)\.\d+$/.test(id)),
      pale,
    );
  }
  const words = cellsIn(picture.marks).filter(({ index }) => index.includes(null));
  assert.equal(words.length, 6, "the keyboard comes to each word once");
});

test("what a mark such as ⟨end⟩ looks at decides nothing that is said of the words", () => {
  const scene = sceneOf(presets["english-french"].problem, { story });
  assert.match(
    captionOf(scene, "columns"),
    /^Each word is the first choice of at most one row\. “⟨end⟩” does not count/,
  );
  assert.doesNotMatch(captionOf(scene, "order"), /end/);
});

test("on a phone bands with stripes take the place of the map, and run 170 px or more", () => {
  const scene = sceneOf(presets["chinese-english"].problem, { story, width: 336, height: 404 });
  const marks = marksAt(scene, scene.duration).filter(({ opacity = 1 }) => opacity > 0);
  const streams = marks.filter(({ part }) => part === "stream");
  assert.ok(streams.length > 8 && !marks.some(({ grid }) => grid));
  for (const { curve } of streams) assert.ok(curve.y1 - curve.y2 >= 170, `${curve.y1 - curve.y2} px`);
  // lit is the word that most words look at most
  const strong = streams.filter(({ opacity }) => opacity > 0.2 * 0.9).map(({ belongs }) => belongs.key);
  assert.deepEqual([...new Set(strong)], [2]);
});

test("a decoder's row whose largest weight lies before any word hardly looks at the sentence, or as much as is left", () => {
  /** A decoder whose first row looks so much at the state before any word. @param {number} much */
  const first = (much) => {
    const problem = sequence({ words: 3, said: 2, initial_state: [much, 0, 0, 0, 0, 0] });
    const [encoder] = problem.stages;
    encoder.initial_state = [1, 0, 0, 0, 0, 0];
    encoder.w_in = { shape: [5, 6], data: new Float32Array(30) };
    encoder.w_state = { shape: [6, 6], data: new Float32Array(36) };
    return sceneOf(problem, { story });
  };
  assert.match(captionOf(first(30), "row-1"), /hardly looks at the sentence/);
  assert.match(captionOf(first(30), "empty"), /largest weight at the state before any word/);
  assert.ok(first(1).model.value("decoder.weights", [0, 0, 0, 0]) < 0.6);
  assert.match(captionOf(first(1), "row-1"), /only the rest of the weight lies on the sentence/);
});

test("a row without any weight looks at nothing, and is no state before any word", () => {
  const scene = sceneOf(looking([-1, 0], 2, { weights_override: [[0, 0], [1, 0]] }), { story }); // prettier-ignore
  assert.equal(captionOf(scene, "row-1"), "“out0” looks at nothing: all its weights are 0.");
});

test("up to forty by forty words every one can be read where there is room", () => {
  const order = Array.from({ length: 40 }, (_, i) => (i * 7) % 40);
  const many = looking(order, 40);
  const wide = sceneOf(many, { story });
  const texts = marksAt(wide, wide.duration).map(({ text }) => text);
  for (const name of [...many.labels.query, ...many.labels.key]) assert.ok(texts.includes(name), name);
});

test("where not all numbers of a map have room, those of the large weights stand", () => {
  const scene = sceneOf(sequence({ words: 9, said: 9 }), { story, width: 336, height: 404 });
  const written = marksAt(scene, stepOf(scene, "order").hold).flatMap(
    ({ type, cell }) => (type === "text" && cell) || [],
  );
  const { data } = scene.model.tensor("decoder.weights");
  const large = Array.from(data).filter((weight) => weight >= 0.095);
  assert.deepEqual(written.map((cell) => scene.model.value(...Object.values(cellOf(cell)))).sort(), large.sort()); // prettier-ignore
  assert.ok(large.length > 0 && large.length < data.length);
});

test("of learned numbers a step says plainly what they are, and of others nothing", () => {
  for (const [name, id] of [
    ["english-french", "alignment"],
    ["seq2seq", "seq2seq"],
  ])
    // prettier-ignore
    for (const learned of [true, false]) {
      const { steps } = sceneOf(presets[name].problem, { story: id, options: { learned } });
      assert.equal(steps.some((step) => /trained on a toy grammar/.test(said(step))), learned);
    }
});

test("what has no words, none to look at, or too many is told otherwise", () => {
  for (const problem of [
    walkThrough(),
    looking(Array(42).fill(0), 3),
    sequence({ words: 0, encoder: false }),
  ])
    assert.ok(!sceneOf(problem, { story }).stories.includes(story));
});
