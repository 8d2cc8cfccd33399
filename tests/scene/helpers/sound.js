/**
 * What must hold of every scene, whatever it tells: at the end of each step nothing overlaps and nothing leaves the stage,
 * digits can be read, each number is the core's and is what its sources make, and no sentence has a hole.
 */

import assert from "node:assert/strict";
import { explain, frame } from "../../../web/scene/index.js";
import { recompute } from "../../helpers/oracle.js";
import { contains, faults } from "./boxes.js";
import { cellOf, flat, said, says } from "./marks.js";

/** px of the digits of a cell, and of any text, at least. */
const LEAST = 11.9;
const SMALL = 11;

/** A value that is missing, or a placeholder that was not filled in. One test calls a token "{queryName}", which may stand. */
const MISSING = /undefined|null|\[object|Infinity|\{(?!queryName\})\w*\}/;

/** What says where a mark is. */
const PLACES = new Set(["d", "x", "y", "width", "height", "size", "opacity", "scale", "dx", "dy"]);

/** What the oracle has no rule for: gradients of norms and of geometry, which their own tests recompute. */
const UNKNOWN = /^(normalize_gradient|geometry_gradient|softmax_gradient_of_norm)$/;

/** A number is what its sources make, in float64. @param {any} model @param {string} cell */
export function prove(model, cell) {
  const { tensor, index } = cellOf(cell);
  const exact = model.value(tensor, index);
  // a decoder masks nothing
  const { allowed = true, ...made } = model.origin(tensor, index);
  const origin = { allowed, ...made };
  if (origin.op === "given" || UNKNOWN.test(origin.op)) return;
  const valueOf = (one) => model.value(one.tensor, one.index);
  const sources = origin.terms.flat().map(valueOf);
  // what float64 holds may be too large for float32
  const expected = recompute(origin, valueOf);
  const is = Math.fround(expected);
  // the core leaves out what has no weight, even NaN and ∞; what is made of them may be NaN
  if (!sources.every(Number.isFinite) && (Number.isNaN(is) || Number.isNaN(exact))) return;
  if (!Number.isFinite(is)) return assert.equal(exact, is, cell);
  // float32 is as far off as the size of its terms
  const { constants, by = 1 } = origin;
  const sizes = { ...origin, then: undefined, by: Math.abs(by), constants: constants?.map(Math.abs) };
  const size = origin.sum
    ? recompute(sizes, (one) => Math.abs(valueOf(one)))
    : Math.max(...(origin.op === "normalize" ? sources : [expected]).map(Math.abs));
  const far = Math.abs(exact - expected);
  assert.ok(far <= 4e-6 * Math.max(1, size), `${cell}: ${exact}, not ${expected}`);
}

/** A tensor, row or cell that the trace has and that says what it is made of. @param {any} scene @param {{ tensor: string, index?: any[] }} target */
function isKnown(scene, { tensor, index }) {
  const shape = scene.model.tensor(tensor)?.shape;
  if (!shape || !index) return Boolean(shape);
  return index.includes(null) ? index.length === shape.length : explain(scene, tensor, index) !== null;
}

/**
 * @param {any} scene @param {string} [where] what is told, for messages
 * @returns {Map<string, any>} the numbers that were seen, by cell
 */
export function sound(scene, where = "") {
  const { model, width, height } = scene;
  const stage = { id: "stage", kind: "box", x: 0, y: 0, width, height };
  const told = `${where}, ${scene.story}, ${scene.lang}, ${width} × ${height} px`;
  /** @type {Map<string, any>} */
  const numbers = new Map();
  const odd = Object.values(model.trace).some(({ data }) => data && !Array.from(data).every(isFinite));
  for (const step of scene.steps) {
    const at = `${told}, end of ${step.id}`;
    const picture = frame(scene, scene.timeline, step.hold);
    assert.deepEqual(faults(picture).slice(0, 3), [], at);
    const marks = flat(picture.marks);
    for (const mark of marks) {
      const { id, type, part, cell, text, size, value } = mark;
      for (const [name, place] of Object.entries(mark))
        if (PLACES.has(name))
          assert.doesNotMatch(String(place), /NaN|Infinity|undefined/, `${name} of ${id}: ${at}`);
      if (part === "card") assert.ok(contains(stage, mark), `${id} leaves the stage: ${at}`);
      for (const { size: px = size } of type === "text" ? (mark.runs ?? [mark]) : [])
        assert.ok(px >= SMALL, `${id} is ${px} px: ${at}`);
      if (type !== "text" || !cell) continue;
      assert.ok(size >= LEAST, `${id} is ${size} px: ${at}`);
      const exact = model.value(cellOf(cell).tensor, cellOf(cell).index);
      if (value !== undefined) assert.equal(Math.fround(Number(value)), exact, `${cell}: ${at}`);
      assert.ok(says(text, exact), `${cell} shows ${text} for ${exact}: ${at}`);
      if (!numbers.has(cell)) prove(model, cell);
      if (!numbers.has(cell))
        assert.ok(isKnown(scene, cellOf(cell)), `${cell} is no cell of the trace: ${at}`);
      numbers.set(cell, mark);
    }
    for (const { target } of step.caption)
      assert.ok(!target || isKnown(scene, target), `${JSON.stringify(target)} is not in the trace: ${at}`);
    const sentences = [said(step), step.text, step.title, step.subtitle ?? ""];
    for (const one of sentences) assert.doesNotMatch(one, MISSING, at);
    // nor does a listener hear of a number that is none
    if (!odd) assert.doesNotMatch(step.text, /NaN/, at);
    // labels are shortened
    assert.ok(said(step).length > 5 && said(step).length < 1500, at);
    assert.ok(marks.length < 4000, `${marks.length} marks: ${at}`);
  }
  const { formula, badges, invitation, chapters } = scene;
  assert.doesNotMatch(JSON.stringify([formula, badges, invitation, chapters]), /undefined|√0/, told);
  return numbers;
}
