// Every equation that a hover says or a tooltip draws: "=" only where it holds in the digits shown, else "≈". Read with a
// parser of its own, out of the finished text.
import assert from "node:assert/strict";
import test from "node:test";
import { explain, frame } from "../../web/scene/index.js";
import { tooltip } from "../../web/scene/tooltip.js";
import { rightSide } from "../../web/scene/explain.js";
import { tensorStyle } from "../../web/core/graph/tensors.js";
import { fewOrMany } from "../helpers/full.js";
import { chance } from "../helpers/random.js";
import { cellOf, flat, numbersOf, read, says } from "./helpers/marks.js";
import { anyProblem, walkThrough } from "./helpers/problems.js";
import { sceneOf } from "./helpers/scene-of.js";
import { attentionStories } from "./helpers/stories.js";

/**
 * What an expression comes to: numbers, + − · ÷, parentheses, max(…), tanh(…), √, e^x, ln. Throws at what it does not know.
 * @param {string} text
 */
function worth(text) {
  const tokens =
    text.match(
      /∞|NaN|\d+(?:\.\d+)?(?: × 10⁻?[⁰¹²³⁴-⁹]+)?|max|tanh|ln|e(?= to the power of)|to the power of|[+−·÷(),√]/g,
    ) ?? [];
  assert.equal(tokens.join("").replaceAll(" ", ""), text.replace(/\s/g, ""), `not all of “${text}” was read`);
  let at = 0;
  const take = (wanted) => (tokens[at] === wanted ? ++at : 0);
  const need = (wanted) => assert.ok(take(wanted), `“${wanted}” is missing in “${text}”`);
  /** @returns {number} */
  const unary = () => {
    if (take("−")) return -unary();
    if (take("√")) return Math.sqrt(unary());
    if (take("ln")) return Math.log(unary());
    if (take("tanh")) return Math.tanh(unary());
    if (take("max")) {
      need("(");
      const all = [sum()];
      while (take(",")) all.push(sum());
      need(")");
      return Math.max(...all);
    }
    if (take("e")) {
      need("to the power of");
      return Math.exp(unary());
    }
    if (take("(")) {
      const inner = sum();
      need(")");
      return inner;
    }
    return read(tokens[at++]);
  };
  const product = () => {
    let value = unary();
    for (;;) {
      if (take("·")) value *= unary();
      else if (take("÷")) value /= unary();
      else return value;
    }
  };
  /** @returns {number} */
  function sum() {
    let value = product();
    for (;;) {
      if (take("+")) value += product();
      else if (take("−")) value -= product();
      else return value;
    }
  }
  const value = sum();
  assert.equal(at, tokens.length, `“${text}” goes on after ${at} tokens`);
  return value;
}

/** What is wrong with an equation, or "". @param {string} text "s₁₂ = 1 · 4 + 0 · 4 = 4" */
function wrong(text) {
  const [, , made] = /^(.+?) = (.*)$/.exec(text) ?? [];
  if (!made) return `no equation: ${text}`;
  const [, left, sign, right] = /^(.*) ([=≈]) ([^ ]+(?: × \S+)?)$/.exec(made) ?? [];
  if (!sign) return ""; // a name and its number, or more terms than are written
  // a weight of less than a millionth has no digits
  if (/[…✕]/.test(left) || (sign === "≈" && /[<>]/.test(made))) return "";
  const [a, b] = [worth(left), read(right)];
  const off = Object.is(a, b) || a === b ? 0 : Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b));
  if (sign === "=" && !(off <= 1e-11)) return `${text}: the left side is ${a}`;
  if (sign === "≈" && (off <= 1e-14 || !(Math.abs(a - b) <= 1e-4 * Math.max(1, Math.abs(b)))))
    return `${text}: the left side is ${a}`;
  return "";
}

test("every cell of every tensor is explained, and every equation holds in the digits shown", () => {
  const draw = chance(12);
  let equations = 0;
  const found = [];
  for (let k = 0; k < fewOrMany(24, 200); k++) {
    const problem = anyProblem(draw, { most: draw.one([2, 3, 4]) });
    const options = { softmax: /** @type {const} */ ("open"), head: k % (problem.heads ?? 1) };
    const scene = sceneOf(problem, { story: k % 3 ? "walk-through" : "fused", options });
    for (const { tensor, shape } of scene.model.graph) {
      const count = shape.reduce((a, b) => a * b, 1);
      // of large tensors some cells
      for (let n = 0; n < count; n += 1 + Math.floor(count / 24)) {
        let rest = n;
        const index = shape
          .toReversed()
          .map((size) => [rest % size, (rest = Math.floor(rest / size))][0])
          .toReversed();
        const said = explain(scene, tensor, index);
        assert.ok(said, `${tensor} ${index}`);
        assert.doesNotMatch(said.text, /undefined|null|Infinity|[{}|^]|\d-\d/, said.text);
        equations += Number(/ [=≈] .* [=≈] /.test(said.text));
        const fault = wrong(said.text);
        if (fault) found.push(`${tensor}: ${fault}`);
        const [, shown] = said.text.match(/(\S+(?: × 10\S+)?)$/);
        // a weight has six decimals
        const same = /weights$/.test(tensor)
          ? says(shown, said.value)
          : Object.is(Math.fround(read(shown)) + 0, said.value + 0);
        assert.ok(/✕/.test(said.text) || same, `${said.text}, ${said.value}`);
      }
    }
  }
  assert.deepEqual(found.slice(0, 10), [], `${found.length} of ${equations} equations do not hold`);
  assert.ok(equations > fewOrMany(1000, 10000), `${equations} equations`);
});

/** The text of a tooltip, powers written out. @param {any[]} marks */
const textOf = (marks) =>
  marks
    .filter(({ type }) => type === "text")
    .map(({ text, size }) => (size === 11 ? ` to the power of ${text}` : text))
    .join(" ")
    .replace(/\s+/g, " ");

for (const story of attentionStories)
  test(`every tooltip says the equation that explain says: ${story}`, () => {
    const draw = chance(13);
    for (let k = 0; k < fewOrMany(8, 150); k++) {
      const problem = k ? anyProblem(draw, { most: 3 }) : walkThrough();
      const scene = sceneOf(problem, {
        story,
        options: { softmax: k % 2 ? "open" : "closed" },
        ...(k % 3 ? {} : { width: 336, height: 404 }),
      });
      const picture = frame(scene, scene.timeline, scene.steps.at(-1).hold);
      for (const [name] of [...numbersOf(scene)].filter((_, n) => n % 7 === 0)) {
        const cell = cellOf(name);
        const home = { x: 20, y: 100, width: 30, height: 28 };
        const drawn = textOf(flat(tooltip(scene, picture, cell, home, [])));
        const said = explain(scene, cell.tensor, cell.index).text;
        // above it may stand the whole label of the token
        assert.ok(drawn.replaceAll(" ", "").endsWith(said.replaceAll(" ", "")), `${drawn}: ${said}`);
      }
    }
  });

test("in a tooltip, every number is underlined in its matrix's colour", () => {
  const draw = chance(29);
  for (let k = 0; k < fewOrMany(10, 60); k++) {
    const problem = k ? anyProblem(draw, { most: 3 }) : walkThrough();
    const scene = sceneOf(problem, { story: draw.one(attentionStories) });
    const picture = frame(scene, scene.timeline, draw.one(scene.steps).hold);
    for (const { box, cell } of picture.marks.filter((mark) => mark.cell && mark.box && draw.maybe(0.2))) {
      const [board, ...marks] = tooltip(scene, picture, cellOf(cell), box, []);
      const isInside = ({ x, y, width = 0, height = 0 }) =>
        x >= board.x &&
        x + width <= board.x + board.width &&
        y >= board.y &&
        y + height <= board.y + board.height;
      const lines = marks.filter(({ id }) => id.endsWith("/role"));
      const texts = new Map(marks.filter(({ type }) => type === "text").map((mark) => [mark.id, mark]));
      for (const mark of [...lines, ...Array.from(texts.values(), ({ x, y }) => ({ x, y }))])
        assert.ok(isInside(mark), `${cell}: it leaves its board`);
      const textOf = ({ id }) => texts.get(id.slice(0, -"/role".length));
      const named = rightSide(scene.model, cellOf(cell)).pieces.filter((piece) => piece.cell);
      assert.deepEqual(
        lines.map((line) => [textOf(line).text, line.fill]),
        named.map((piece) => [piece.text.trim(), tensorStyle(piece.cell.tensor).role]),
      );
      for (const { id, x, y, width, ...line } of lines) {
        const text = textOf({ id });
        assert.ok(
          Math.abs(x + width / 2 - text.x) < 1 && y > text.y && y - text.y < 8,
          `${id}: ${line.fill}`,
        );
      }
    }
  }
});

test("a tooltip may take the place of its own cell's label, but not of another's", () => {
  const scene = sceneOf(walkThrough());
  const home = { x: 300, y: 200, width: 30, height: 28 };
  const label = { type: "text", text: "scores of this query", size: 13, anchor: "start", x: 345, y: 220 };
  const cell = { id: "scores.0.0/n0", type: "rect", box: home };
  const besideIts = (id) => {
    const picture = { width: 1104, height: 424, marks: [cell, { ...label, id }] };
    const [{ x, y, height }] = tooltip(scene, picture, { tensor: "scores", index: [0, 0, 0, 0] }, home, []);
    return x === home.x + home.width + 9 && y + height / 2 === home.y + home.height / 2;
  };
  assert.ok(besideIts("scores.0.0/label0"));
  assert.ok(!besideIts("scores.0.1/label0"));
});
