/**
 * What a dot product means: two arrows in the plane, their lengths, their angle, the shadow of one on the other. Then a query
 * among its keys: the scores are dot products, and whoever drags an arrow sees scores, weights and output follow.
 */

import { having, from, play } from "../kit/steps.js";
import { belonging, focus } from "../kit/focus.js";
import { angle, corner, shadow, vector } from "../kit/plane.js";
import { span } from "../kit/plane/span.js";
import { mi, mo, part, row } from "../formula.js";
import { spokenText } from "../facts.js";
import { arrange } from "./geometry/arrangement.js";
import { sumOf } from "./geometry/sum.js";
import { factsOf, kindOf, nameOf, nameRuns, partsOf } from "./geometry/parts.js";
import * as geometryTexts from "../../build/words/stories/geometry.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../scene.js").Room} Room */
/** @typedef {import("../kit/steps.js").Step} Step */
/** @typedef {import("./geometry/parts.js").Parts} Parts */

/** @type {import("./index.js").Story} */
export default {
  texts: [geometryTexts],
  tell,
  supports: (model) => partsOf(model) !== null,
  formula: formulaOf,
};

/** a · b = |a| |b| cos θ, and what attention makes of it. @param {import("../model.js").Model} model */
function formulaOf(model) {
  const { plane, attention } = /** @type {Parts} */ (partsOf(model));
  const named = (/** @type {string} */ id, /** @type {string} */ role, /** @type {string} */ said) => ({
    ...part(id, role, mi(said)),
    tensor: plane.full(id),
  });
  const dot = [named("a", "query", "a"), mo("·"), named("b", "key", "b")];
  const lengths = [named("length_a", "query", "|a|"), named("length_b", "key", "|b|")];
  const meaning = [mo("="), ...lengths, mi("cos"), named("angle", "weight", "θ")];
  const then = attention
    ? [
        mo("→"),
        { ...part("weights", "weight", mi("softmax")), tensor: attention.full("weights") },
        mo("→"),
        { ...part("output", "output", mi("o")), tensor: attention.full("output") },
      ]
    : [];
  return row(...dot, ...meaning, ...then);
}

/** Seconds in which values shrink, and in which one is laid where those before it lead: the first, the second, all others. */
const SHRINK = 0.5;
const LAID = [1.2, 0.8, 0.32];

/** @param {Script} script @param {Room} room @returns {import("../scene.js").StoryResult} */
function tell(script, room) {
  const { model } = script;
  const parts = /** @type {Parts} */ (partsOf(model));
  const w = model.words.stories.geometry;
  const stage = stageOf(model, parts, room, w);
  play(script, steps(model, parts, stage, w), { scenery: [stage.picture] });
  return { height: stage.height, invitation: w.invitation({}, script.time), held: stage.picture.reach };
}

/** All that there is, in its place. @param {import("../model.js").Model} model @param {Parts} parts @param {Room} room @param {any} w */
function stageOf(model, parts, room, w) {
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
  const sum = sumOf(model, parts, picture, w.vector({ name: "o" }));
  const values = { plane: picture, rows: sum?.addends ?? [] };
  return {
    ...{ ...arranged, a, b, sum, movable: moves("a") || moves("b") },
    between: angle("angle", { plane: picture, from: first, to: a, right: isRight[0] }),
    corners: b
      .filter((_, j) => isRight[j])
      .map((from) => corner(`corner.${from.id}`, { plane: picture, from, to: a })),
    shade: shadow("shadow", {
      ...{ plane: picture, of: a, on: first, role: "weighted" },
      ...{ tensor: plane.full("projection"), index: [0, 0] },
    }),
    figure: sum && span("span", { ...values, outputs: model.more?.outputs }),
    focus:
      attention &&
      board &&
      focus(attention, {
        group: ({ tensor, index }) =>
          tensor === plane.full("b") && index && index[0] !== null ? { key: index[0] } : null,
        rings: ({ key }) =>
          key === undefined
            ? []
            : [board.rows[key].key, ...(board.terms.length ? [board.terms[key].weighted] : [])],
      }),
  };
}

/** @param {import("../model.js").Model} model @param {Parts} parts @param {ReturnType<typeof stageOf>} stage @param {any} w @returns {Generator<Step | import("../kit/steps.js").Chapter>} */
function* steps(model, parts, stage, w) {
  const { plane, attention, keys } = parts;
  const { a, b, table, board, sum, between, shade, corners, figure, movable } = stage;
  const facts = factsOf(parts, movable);
  /** @param {string} id @param {string[]} active @param {() => string} spoken @param {Step["states"]} states @returns {Step} */
  const step = (id, active, spoken, ...states) => ({
    id,
    title: w.steps[id],
    caption: () => w[id](facts),
    active,
    spoken,
    rest: 1.1,
    states,
  });
  const spokenVectors = (/** @type {"a" | "b"} */ tensor, /** @type {number[]} */ rows) =>
    spokenText(
      model,
      plane.full(tensor),
      rows.flatMap((r) => [0, 1].map((c) => [r, c])),
    );
  const chapter = (/** @type {string} */ id) => ({ chapter: id, title: w.chapters[id] });

  yield chapter("pair");
  const [one, other] = table.vectors.map(({ letter, block }) => [[letter, block]]);
  yield step(
    "vectors",
    ["a", "b"],
    () => `${spokenVectors("a", [0])} ${spokenVectors("b", [0])}`,
    { "pair a": one, a },
    { "pair b": other, b: [b[0]] },
  );
  yield* quantities();
  if (attention && board) yield* among(attention, board);

  /** The numbers of the pair, one after another, and what is drawn of them. */
  function* quantities() {
    const lines = (/** @type {string[]} */ names) =>
      names.map((name) => {
        const line = table.lines.find(({ tensor }) => tensor === name);
        return { [`line ${name}`]: line && [[line.letter, line.block, line.equation]] };
      });
    const spoken = (/** @type {string} */ tensor) => () =>
      spokenText(model, plane.full(tensor), [(model.tensor(plane.full(tensor))?.shape ?? []).map(() => 0)]);
    yield step("dot", ["a", "b"], spoken("dot"), ...lines(["dot"]));
    yield step("length", ["length_a", "length_b"], spoken("length_a"), ...lines(["length_a", "length_b"]));
    yield step("cosine", ["angle"], spoken("cosine"), ...lines(["cosine"]));
    yield step("angle", ["angle"], spoken("angle"), { between }, ...lines(["angle"]));
    yield step("projection", ["a", "b"], spoken("projection"), { shade }, ...lines(["projection"]));
  }

  /** The query among all keys, and what becomes of their scores. @param {import("../model.js").Model} attention @param {NonNullable<typeof board>} board */
  function* among(attention, { panel, query, rows, heads, terms, output }) {
    const spoken = (/** @type {string} */ name) => () =>
      spokenText(attention, attention.full(name), keys.map(parts.score));
    const outputs = () =>
      spokenText(
        attention,
        attention.full("output"),
        Array.from({ length: attention.d_v }, (_, c) => [0, 0, c]),
      );
    const leaves = { only: true, a, b: [b[0]], panel, query: [[query.letter, query.block]] };
    yield chapter("keys");
    yield step("keys", ["a", "b"], () => spokenVectors("b", keys), leaves, {
      lag: 0.35,
      keys: rows.map(({ letter, key }) => [letter, key]),
      b: [b],
    });
    yield step(
      "scores",
      ["a", "b"],
      spoken("scores"),
      { "score head": heads.score },
      { lag: 0.5, scores: rows.map(({ score, key }) => from(score, [query.block, key])) },
      { corners: [corners] },
    );
    if (attention.scaled)
      yield step("scale", ["a", "b"], spoken("scaled_scores"), {
        lag: 0.2,
        scaled: rows.map(({ scaled, score }) => from(scaled, [score])),
      });
    yield step(
      "softmax",
      ["weights"],
      spoken("weights"),
      { bars: rows.map(({ bar }) => bar) },
      { "weight head": heads.weight, weights: rows.map(({ weight }) => weight) },
    );

    if (terms.length || sum) yield chapter("steps");
    if (terms.length)
      yield step(
        "mix",
        ["weights", "value"],
        outputs,
        {
          lag: 0.3,
          terms: terms.map(({ times, value, equals, weighted }, k) => [
            times,
            value,
            equals,
            from(weighted, [rows[k].weight]),
          ]),
        },
        { output: output && [[output.letter, output.block]] },
      );
    if (sum) yield { ...step("arrow", ["weights", "output"], outputs, ...laid(sum)), rest: 1.8 };

    yield chapter("output");
    const stands = { a, b: [b], figure, focus: stage.focus };
    yield { ...step("turn", ["a", "b"], spoken("weights"), stands), rest: 3 };
  }

  /** The values shrink to their weights and are laid tip to tail, other arrows fainter; the output grows. @param {NonNullable<typeof sum>} sum @returns {Step["states"]} */
  function laid({ addends, output }) {
    const faint = {
      a: having(a, { dim: 1 }),
      b: [b.map((one) => having(one, { dim: 1 }))],
    };
    const standing = (/** @type {number} */ count, /** @type {number} */ seconds) => ({
      addends: [
        addends.map((one, k) =>
          having(one, k < count ? { shrunk: 1, laid: 1 } : { shrunk: 1 }, k === count - 1 ? seconds : SHRINK),
        ),
      ],
    });
    return [
      faint,
      { addends: [addends] },
      standing(0, SHRINK),
      ...addends.map((_, k) => standing(k + 1, LAID[k] ?? LAID[2])),
      { arrow: output },
    ];
  }
}
