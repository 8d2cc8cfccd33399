// What pointing at a cell shows: where its rings lie, round what, and how they look.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { contrast, over } from "../helpers/contrast.js";
import { presets } from "../helpers/presets.js";
import { colours, palettes } from "../../web/render/themes.js";
import { highlight } from "../../web/scene/highlight.js";
import { focusAt, frame, standing } from "../../web/scene/index.js";
import { cellOf, flat, marksAt, stepOf } from "./helpers/marks.js";
import { walkThrough } from "./helpers/problems.js";
import { sceneOf } from "./helpers/scene-of.js";

/** A story at the end of a step: where its cells stand, and what is ringed when one of them is pointed at. */
function at(scene, id) {
  const { hold } = stepOf(scene, id);
  const boxes = new Map();
  for (const { cell, box } of marksAt(scene, hold)) if (cell && box && !boxes.has(cell)) boxes.set(cell, box);
  const over = (target) => highlight(scene, hold, typeof target === "string" ? cellOf(target) : target);
  const of = (part) => (target) =>
    over(target)
      .filter((mark) => mark.part === part)
      .map(({ x, y, width, height, stroke, strokeWidth, rx, fill, dash }) => {
        assert.equal(fill, "none");
        return { box: { x, y, width, height }, look: [stroke, strokeWidth, rx, dash].join(" ").trim() };
      })
      .sort((a, b) => a.box.x - b.box.x || a.box.y - b.box.y);
  return { scene, hold, boxes, over, rings: of("ring"), effects: of("effect") };
}

/** A box so many px larger on each side. @param {{ x: number, y: number, width: number, height: number }} box */
const grown = ({ x, y, width, height }, by) => ({
  ...{ x: x - by, y: y - by },
  ...{ width: width + 2 * by, height: height + 2 * by },
});

/** The box round some cells. */
function round(boxes, ...names) {
  const all = names.map((name) => boxes.get(name));
  const [x, y] = [Math.min(...all.map((one) => one.x)), Math.min(...all.map((one) => one.y))];
  const right = Math.max(...all.map((one) => one.x + one.width));
  const bottom = Math.max(...all.map((one) => one.y + one.height));
  return { x, y, width: right - x, height: bottom - y };
}

const [INSIDE, WHOLE, THIN, EFFECT] = ["ring-in 3 1", "focus 3 4", "focus 2 1", "ring-in 1.5 1 3 2"];
const inside = (box) => ({ box: grown(box, -1.5), look: INSIDE });
const whole = (box) => ({ box: grown(box, 2), look: WHOLE });
const sorted = (list) => list.sort((a, b) => a.box.x - b.box.x || a.box.y - b.box.y);
const row = (name, length) => Array.from({ length }, (_, k) => `${name}${k}`);

describe("rings, where the first score has been computed", () => {
  const stage = at(sceneOf(walkThrough()), "score-1");
  const { boxes, rings, effects, over } = stage;

  test("a number among others has its ring inside its own edge, the whole row that it is made of one outside", () => {
    assert.deepEqual(
      rings("query:0,0,0,1"),
      sorted([inside(boxes.get("query:0,0,0,1")), whole(round(boxes, ...row("x:0,0,", 4)))]),
    );
    assert.deepEqual(rings("x:0,0,1"), [inside(boxes.get("x:0,0,1"))]);
  });

  test("a score is ringed with the whole query and the whole key, and with nothing else", () => {
    assert.deepEqual(
      rings("scores:0,0,0,0"),
      sorted([
        whole(boxes.get("scores:0,0,0,0")),
        whole(round(boxes, ...row("query:0,0,0,", 3))),
        whole(round(boxes, ...row("key:0,0,0,", 3))),
      ]),
    );
    assert.deepEqual(effects("scores:0,0,0,0"), []);
  });

  test("what is made of it has a thin broken ring, and nothing else has", () => {
    assert.deepEqual(effects("query:0,0,0,1"), [
      { box: grown(boxes.get("scores:0,0,0,0"), -2), look: EFFECT },
    ]);
    const made = [...row("key:0,0,0,", 3), ...row("value:0,0,0,", 3), ...row("query:0,0,0,", 3)];
    assert.deepEqual(
      effects("x:0,0,1"),
      sorted(made.map((name) => ({ box: grown(boxes.get(name), -2), look: EFFECT }))),
    );
    const ids = over("x:0,0,1").map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, "every mark has a name of its own");
  });

  test("a row or a whole tensor has rings alone, without an equation", () => {
    const key = (i) => whole(round(boxes, ...row(`key:0,0,${i},`, 3)));
    const target = { tensor: "key", index: [0, 0, 1, null] };
    assert.deepEqual(rings(target), [key(1)]);
    assert.equal(over(target).length, 1);
    assert.deepEqual(rings({ tensor: "key" }), sorted([key(0), key(1), key(2)]));
    assert.deepEqual(rings({ tensor: "key", index: [0, 0, null, 2] }), [
      inside(boxes.get("key:0,0,0,2")),
      inside(boxes.get("key:0,0,1,2")),
      inside(boxes.get("key:0,0,2,2")),
    ]);
  });

  test("what does not stand on the stage shows nothing", () => {
    assert.deepEqual(over("weights:0,0,0,0"), []);
    assert.deepEqual(over({ tensor: "weights" }), []);
    const isThere = standing(stage.scene, stage.hold);
    for (const [tensor, there] of Object.entries({ x: true, query: true, scores: true, weights: false }))
      assert.equal(isThere({ tensor }), there, tensor);
    assert.equal(isThere({ tensor: "query", index: [0, 0, 0, null] }), true);
    assert.equal(isThere({ tensor: "query", index: [0, 0, 1, null] }), false);
  });
});

test("in place of a source that does not stand on the stage, what that is made of is ringed", () => {
  const { boxes, rings } = at(sceneOf(walkThrough()), "outputs");
  assert.ok(!boxes.has("mixed:0,0,0,0"));
  assert.deepEqual(
    rings("output:0,1,1"),
    sorted([
      inside(boxes.get("output:0,1,1")),
      whole(round(boxes, ...row("weights:0,0,1,", 3))),
      ...[0, 1, 2].map((j) => inside(boxes.get(`value:0,0,${j},1`))),
    ]),
  );
});

test("a square of colour has a thin ring just outside it, neighbours have one together", () => {
  const scene = sceneOf(presets["eight-heads"].problem, { story: "matrices" });
  const { hold, over, rings, scene: told } = at(scene, "output");
  const map = frame(told, told.timeline, hold).marks.find(({ grid }) => grid?.tensor === "joined");
  const { x, y, width, height, grid } = map;
  const [w, h] = [width / grid.columns, height / grid.rows];
  const square = (r, c, columns = 1) => ({
    box: grown({ x: x + c * w, y: y + r * h, width: columns * w, height: h }, 1),
    look: THIN,
  });
  const near = (got, want) => {
    assert.equal(got.look, want.look);
    for (const side of ["x", "y", "width", "height"])
      assert.ok(Math.abs(got.box[side] - want.box[side]) < 1e-9, `${side}: ${got.box[side]}`);
  };
  const target = { tensor: "joined", index: [0, 1, 5] };
  const on = rings(target).filter(({ look }) => look === THIN);
  near(on[0], square(1, 5));
  const [line, ...more] = rings({ tensor: "joined", index: [0, 1, null] });
  near(line, square(1, 0, grid.columns));
  assert.deepEqual(more, []);
  // its equation stands beside it
  const [tip] = over(target).filter(({ id }) => id === "tooltip");
  const cell = square(1, 5).box;
  const apart = (start, size) =>
    Math.max(tip[start] - cell[start] - cell[size], cell[start] - tip[start] - tip[size]);
  const [across, down] = [apart("x", "width"), apart("y", "height")];
  assert.ok(Math.max(across, down) > 0 && Math.max(across, down) < 60, `${across}, ${down}`);
});

describe("the end, where what belongs together is lit", () => {
  const scene = sceneOf(presets["walk-through"].problem);
  const { hold } = scene.steps.at(-1);
  /** Streams that stand out, by output and value, when something is pointed at. */
  const lit = (target, of = scene) =>
    flat(frame(of, of.timeline, hold, target).marks)
      .filter(({ part, opacity }) => part === "stream" && opacity > 0.5)
      .map(({ id }) => id.slice(-3))
      .sort();
  const sentence = (target) => focusAt(scene, hold, cellOf(target))?.text;

  test("it opens on the word that asked last, and keeps what others take at a fifth", () => {
    assert.deepEqual(lit(null), ["2.0", "2.1", "2.2"]);
    const pale = marksAt(scene, hold).filter(({ part, opacity }) => part === "stream" && opacity < 0.5);
    assert.equal(pale.length, 6);
    for (const { opacity } of pale) assert.ok(Math.abs(opacity - 0.2 * 0.9) < 1e-9);
  });

  test("a word, its output, its row and what flows into it are one; so are a value and what leaves it", () => {
    for (const name of ["output:0,0,1", "weights:0,0,0,2", "x:0,0,3"]) {
      assert.deepEqual(lit(cellOf(name)), ["0.0", "0.1", "0.2"], name);
      assert.equal(
        sentence(name),
        "Input 1 takes 47\u00a0% from input 2, 47\u00a0% from input 3, 6\u00a0% from itself.",
      );
    }
    assert.deepEqual(lit(cellOf("value:0,0,1,2")), ["0.1", "1.1", "2.1"]);
    assert.match(
      sentence("value:0,0,1,2"),
      /^Input 2 makes up 98\u00a0% of its own output, 88\u00a0% of that of input 3/,
    );
    assert.equal(focusAt(scene, scene.steps[3].hold, cellOf("x:0,0,3")), null, "only at the end");
  });

  test("so are a word at a block and its row, and a stripe and its query", () => {
    const points = new Set(marksAt(scene, hold).flatMap(({ spot, means }) => (spot ? means : [])));
    for (const name of ["x:0,1,*", "output:0,1,*", "value:0,0,1,*", "weights:0,0,1,*"])
      assert.ok(points.has(name), name);
  });

  test("its weights stand on a tooltip in six decimals, and say whether these add up to 1", () => {
    const said = (target) =>
      highlight(scene, hold, target)
        .flatMap(({ type, text }) => (type === "text" ? [text] : []))
        .join(" ");
    const row = (i) => ({ tensor: "weights", index: [0, 0, i, null] });
    assert.match(said(row(2)), /0\.000295 \+ 0\.880537 \+ 0\.119168 = 1$/);
    assert.match(said(row(0)), /0\.063379 \+ 0\.468311 \+ 0\.468311 ≈ 1$/);
  });

  test("a reader who asks for more contrast sees the others at three fifths", () => {
    const more = sceneOf(presets["walk-through"].problem, { options: { contrast: true } });
    const streams = marksAt(more, more.steps.at(-1).hold).filter(({ part }) => part === "stream");
    assert.ok(streams.length === 9 && streams.every(({ opacity }) => opacity >= 0.6 * 0.9 - 1e-9));
  });

  test("in any theme, what is pale beside it can be read, and what is dimmed be made out", () => {
    /** The least contrast of words and numbers of some opacity on their grounds. */
    const least = (id, c, opacity) => {
      const marks = marksAt(scene, stepOf(scene, id).hold);
      const grounds = marks.filter(({ type, fill }) => type === "rect" && c[fill]);
      const paint = (colour, mark, under) => over(c[colour], under, mark.opacity ?? 1);
      const all = marks.filter(
        (mark) => mark.cell && mark.type === "text" && mark.opacity?.toFixed(2) === opacity,
      );
      return all.map((mark) => {
        const at = ({ x, y, width, height }) =>
          mark.x >= x && mark.x <= x + width && mark.y >= y && mark.y <= y + height;
        const ground = grounds.filter(at).reduce((under, one) => paint(one.fill, one, under), c.page);
        return contrast(paint(mark.fill, mark, ground), ground);
      });
    };
    for (const theme of ["light", "dark"])
      for (const palette of Object.keys(palettes)) {
        const c = colours(theme, palette);
        const pale = least("outputs", c, "0.90");
        const dimmed = least("weight-1", c, "0.35");
        assert.ok(pale.length > 5 && Math.min(...pale) >= 4.5, `${theme} ${palette}: ${pale}`);
        assert.ok(dimmed.length > 5 && Math.min(...dimmed) >= 2, `${theme} ${palette}: ${dimmed}`);
      }
  });

  test("streams on a phone run 170 px or more, between names that are whole", () => {
    const labels = { x: ["because", "animals", "crossed", "the", "street", "quickly", "they", "vanish"] };
    const words = (d) => ({ x: labels.x.map((_, k) => Array(d).fill((k + 1) / 8)), labels });
    for (const problem of [presets["walk-through"].problem, words(1), words(2), words(8)]) {
      const phone = sceneOf(problem, { width: 336, height: 404 });
      const streams = marksAt(phone, phone.duration).filter(({ part }) => part === "stream");
      for (const { curve } of streams) assert.ok(curve.y1 - curve.y2 >= 170, `${curve.y1 - curve.y2} px`);
      assert.equal(streams.length, phone.model.q_len * phone.model.kv_len);
      const names = phone.items.filter(({ id }) => /^end\.key/.test(id)).map(({ text }) => text);
      if (problem.labels) assert.deepEqual(names, problem.labels.x);
    }
  });

  test("given weights are told by their numbers, however wide a stream can be", () => {
    const given = sceneOf(walkThrough({ weights_override: [[1.5, -0.5, 0], [0.2, 0.2, 0.2], [0, 0, 0]] })); // prettier-ignore
    const end = given.steps.at(-1).hold;
    const text = (i) => focusAt(given, end, { tensor: "weights", index: [0, 0, i, null] }).text;
    assert.equal(
      text(0),
      "Input 1 adds up 1.5 times input 1, −0.5 times input 2, 0 times input 3: these weights were given.",
    );
    assert.equal(text(2), "Input 3 takes nothing: all its weights are 0.");
    const [wide] = marksAt(given, end).filter(({ part }) => part === "stream");
    assert.ok(wide.curve.wide2 <= 138, `${wide.curve.wide2} px`);
  });
});

test("a label that the picture cuts is whole by one touch: of a number of its token, of its word at the map", () => {
  const label = "a label of some sixty characters, or a few more, without-a-break-at-its-very-end";
  for (const width of [232, 584, 1104]) {
    const scene = sceneOf(walkThrough({ labels: { x: [label, "love", "cats"] } }), { width });
    for (const [step, touched] of [
      ["inputs", "x:0,0,0"],
      ["outputs", "weights:0,0,0,*"],
    ]) {
      const tooltip = at(scene, step)
        .over(touched)
        .filter(({ id }) => id.startsWith("tooltip."));
      const said = tooltip.map(({ text = "" }) => text).join("");
      assert.ok(said.replaceAll(" ", "").includes(label.replaceAll(" ", "")), `${width} px, ${touched}`);
    }
  }
});
