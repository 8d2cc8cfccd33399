/**
 * The meaning of a dot product: two arrows in the plane, their lengths, their angle, and the projection of one onto the other.
 * Then a query among its keys: the scores are dot products, and dragging an arrow changes scores, weights and output.
 */

import { blank, having, from } from "../kit/arrivals.js";
import { tellSteps } from "../kit/steps.js";
import { laid } from "../kit/plane/chain.js";
import { belonging, focus } from "../kit/focus.js";
import { angle, corner, shadow, vector } from "../kit/plane.js";
import { span } from "../kit/plane/span.js";
import { mi, mo, part, row } from "../formula.js";
import { spokenText } from "../facts.js";
import { arrange } from "./geometry/arrangement.js";
import { sumOf } from "./geometry/sum.js";
import { factsOf, kindOf, nameOf, nameRuns, partsOf } from "./geometry/parts.js";
import * as geometryTexts from "../../build/words/stories/geometry.js";

/** @typedef {import("../kit/steps.js").Step} Step */
/** @typedef {import("./geometry/parts.js").Parts} Parts */

/** @type {import("./index.js").Story} */
export default {
  texts: [geometryTexts],
  tell: tellSteps("geometry", stageOf, steps),
  supports: (model) => partsOf(model) !== null,
  formula: formulaOf,
};

/** a · b = |a| |b| cos θ → softmax → o; without an attention, only the dot product. @param {import("../model.js").Model} model */
function formulaOf(model) {
  const { plane, attention } = /** @type {Parts} */ (partsOf(model));
  /** @param {import("../model.js").Model} of @param {string} id @param {string} role @param {string} said */
  const named = (of, id, role, said) => ({ ...part(id, role, mi(said)), tensor: of.full(id) });
  const dot = [named(plane, "a", "query", "a"), mo("·"), named(plane, "b", "key", "b")];
  const lengths = [named(plane, "length_a", "query", "|a|"), named(plane, "length_b", "key", "|b|")];
  const meaning = [mo("="), ...lengths, mi("cos"), named(plane, "angle", "weight", "θ")];
  const then = attention
    ? [
        mo("→"),
        named(attention, "weights", "weight", "softmax"),
        mo("→"),
        named(attention, "output", "output", "o"),
      ]
    : [];
  return row(...dot, ...meaning, ...then);
}

/** All items in their places. @param {import("../model.js").Model} model @param {import("../scene.js").Room} room */
function stageOf(model, room) {
  const parts = /** @type {Parts} */ (partsOf(model));
  const w = model.words.stories.geometry;
  const { plane, attention, keys } = parts;
  const arranged = arrange(parts, room, model.options.held);
  const { picture, board } = arranged;
  const moves = (/** @type {string} */ key) => typeof model.problem.stages[0][key] !== "string";
  /** @param {"a" | "b"} tensor @param {number} at @param {string} role */
  const arrowOf = (tensor, at, role) =>
    vector(`${tensor}${tensor === "b" ? at : ""}`, {
      ...{ plane: picture, tensor: plane.full(tensor), row: at, role, moves: moves(tensor) },
      name: nameRuns(parts, tensor, at, 15),
      said: w.vector({ name: tensor === "a" ? "a" : nameOf(parts, at) }),
      says: plane.full("dot"),
    });
  const a = arrowOf("a", 0, "query");
  const b = keys.map((j) => belonging(arrowOf("b", j, "key"), { key: j }));
  const [first] = b;
  const isRight = keys.map((j) => kindOf(parts, j) === "right");
  const between = angle("angle", { plane: picture, from: first, to: a, right: isRight[0] });
  // finds its places among the names and the angle's letter
  const sum = sumOf(model, parts, picture, w.vector({ name: "o" }));
  return {
    ...{ ...arranged, a, b, sum, between, parts, facts: factsOf(parts, moves("a") || moves("b")) },
    ...{ ground: [picture], shows: { held: picture.reach } },
    corners: b
      .filter((_, j) => isRight[j])
      .map((from) => corner(`corner.${from.id}`, { plane: picture, from, to: a })),
    shade: shadow("shadow", {
      ...{ plane: picture, of: a, on: first, role: "weighted" },
      ...{ tensor: plane.full("projection"), index: [0, 0] },
    }),
    figure: sum && span("span", { plane: picture, rows: sum.values, outputs: model.more?.outputs }),
    focus:
      attention &&
      board &&
      focus(attention, {
        group: ({ tensor, index }) =>
          tensor === plane.full("b") && index && index[0] !== null ? { key: index[0] } : null,
        rings({ key }) {
          if (key === undefined) return [];
          const { key: vector, score } = board.rows[key];
          return [vector ?? score, board.terms[key]?.weighted].filter(Boolean);
        },
      }),
  };
}

/** @param {ReturnType<typeof stageOf>} stage @param {import("../kit/steps.js").StepMakers} make @returns {Generator<Step | import("../kit/steps.js").Chapter>} */
function* steps(stage, { chapter, ...make }) {
  const { a, b, table, board, sum, between, shade, corners, figure, parts } = stage;
  const { plane, attention, keys } = parts;
  /** @param {string} id @param {import("../model.js").Model} of @param {string} makes @param {string[]} active @param {Step["states"]} states @returns {Step} */
  const step = (id, of, makes, active, ...states) => make.step(id, { of, makes, active }, ...states);
  /** Numbers of the pair, each with its letter and its equation. @param {string[]} names */
  const lines = (...names) =>
    table.lines
      .filter(({ tensor }) => names.includes(tensor))
      .map(({ tensor, letter, block, equation }) => ({ [tensor]: [[letter, block, equation]] }));
  const vectors = ["a", "b"];

  yield chapter("pair");
  const [one, other] = table.vectors.map(({ letter, block }) => [[letter, block]]);
  const blanks = blank(Object.fromEntries(table.lines.map(({ tensor, block }) => [tensor, block])));
  const begins = [{ "pair a": one, a }, blanks];
  yield step("vectors", plane, "a", vectors, begins, { "pair b": other, b: [b[0]] });
  yield step("dot", plane, "dot", vectors, ...lines("dot"));
  yield step("length", plane, "length_a", ["length_a", "length_b"], ...lines("length_a", "length_b"));
  yield step("cosine", plane, "cosine", ["angle"], ...lines("cosine"));
  yield step("angle", plane, "angle", ["angle"], { between }, ...lines("angle"));
  yield step("projection", plane, "projection", vectors, { shade }, ...lines("projection"));
  if (!attention || !board) return;

  const { panel, query, rows, heads, terms, output } = board;
  const alone = { only: true, a, b: [b[0]], panel, query: query.key && [[query.letter, query.key]] };
  const among = { lag: 0.35, keys: rows.map(({ letter, key }) => [letter, key]), b: [b] };
  const weights = rows.map(({ weight }) => weight);
  const added = { output: output && [[output.letter, output.block]] };
  const made = terms.map(({ weighted }) => weighted);
  const ahead = blank({ scores: rows.map(({ score }) => score), weights, terms: made, ...added });
  yield chapter("keys");
  yield step("keys", plane, "b", vectors, { ...alone, ...ahead }, among);
  const scores = rows.map(({ score, key }, j) => from(score, [!j && query.key, key].filter(Boolean)));
  yield step("scores", attention, "scores", vectors, { "score head": heads.score }, { lag: 0.5, scores }, { corners: [corners] }); // prettier-ignore
  const scaled = rows.map(({ scaled, score }) => scaled && from(scaled, [score]));
  if (attention.scaled) yield step("scale", attention, "scaled_scores", vectors, { lag: 0.2, scaled });
  const bars = rows.map(({ bar }) => bar);
  const shown = { "weight head": heads.weight, weights };
  yield step("softmax", attention, "weights", ["weights"], { bars }, shown);

  if (terms.length || sum) yield chapter("steps");
  const weighed = terms.map(({ times, value, equals, weighted }, k) => [times, value, equals, from(weighted, [weights[k]])]); // prettier-ignore
  if (terms.length)
    yield step("mix", attention, "output", ["weights", "value"], { lag: 0.3, terms: weighed }, added);
  if (sum) {
    // the values shrink to their weights and are laid tip to tail, while other arrows are dimmed
    const faint = { a: having(a, { dim: 1 }), b: [b.map((item) => having(item, { dim: 1 }))] };
    const laying = [0, ...sum.addends.map((_, k) => k + 1)].map((k) => ({ addends: [laid(sum.addends, k)] }));
    const moves = [faint, { addends: [sum.addends] }, ...laying, { arrow: sum.output }];
    yield step("arrow", attention, "output", ["weights", "output"], ...moves);
  }
  yield chapter("output");
  const stands = { a, b: [b], figure, focus: stage.focus };
  const spoken = () => spokenText(attention, attention.full("weights"), keys.map(parts.score));
  yield { ...step("turn", attention, "weights", vectors, stands), spoken };
}
