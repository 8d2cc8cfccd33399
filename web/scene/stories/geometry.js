/**
 * What a dot product means: two arrows in the plane, their lengths, their angle, the shadow of one on the other. Then a query
 * among its keys: the scores are dot products, and whoever drags an arrow sees scores, weights and output follow.
 */

import { cellBox } from "../kit/block.js";
import { card, cardSize } from "../kit/card.js";
import {
  FADE,
  addUp,
  staggerGroups,
  copyTo,
  grow,
  fadeOut,
  staggerItems,
  enterNumbers,
  enterBox,
  rise,
  fadeIn,
  dim,
  enter,
  animate,
} from "../kit/moves.js";
import { angle, corner, shadow, vector } from "../kit/plane.js";
import { mi, mo, part, row } from "../formula.js";
import { spokenText } from "../facts.js";
import { after, tween, sequence, together } from "../timeline.js";
import { arrange } from "./geometry/arrangement.js";
import { laidOut, sumOf } from "./geometry/sum.js";
import { factsOf, kindOf, nameOf, nameRuns, partsOf } from "./geometry/parts.js";
import * as geometryTexts from "../../build/words/stories/geometry.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../scene.js").Room} Room */
/** @typedef {import("../timeline.js").Tween} Beat */
/** @typedef {import("../kit/block.js").Block} Block */
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

/** @param {Script} script @param {Room} room @returns {import("../scene.js").StoryResult} */
function tell(script, room) {
  const { model } = script;
  const parts = /** @type {Parts} */ (partsOf(model));
  const { plane, attention, keys } = parts;
  const w = model.words.stories.geometry;
  const { picture, table, board, cardRoom, height } = arrange(parts, room, model.options.held);
  const moves = (/** @type {string} */ key) => typeof model.problem.stages[0][key] !== "string";
  const facts = factsOf(parts, moves("a") || moves("b"));
  const arrows = {
    a: arrowOf("a", 0, "query"),
    b: keys.map((j) => arrowOf("b", j, "key")),
  };
  const [first, ...others] = arrows.b;
  const isRight = keys.map((j) => kindOf(parts, j) === "right");
  const between = angle("angle", { plane: picture, from: first, to: arrows.a, right: isRight[0] });
  const corners = arrows.b
    .filter((_, j) => isRight[j])
    .map((from) => corner(`corner.${from.id}`, { plane: picture, from, to: arrows.a }));
  const shade = shadow("shadow", {
    ...{ plane: picture, of: arrows.a, on: first, role: "weighted" },
    ...{ tensor: plane.full("projection"), index: [0, 0] },
  });
  const sum = sumOf(model, parts, picture, w.vector({ name: "o" }));
  const flat = sum ? [...sum.addends, sum.output] : [];
  for (const item of [picture, shade, between, ...corners, ...others, first, arrows.a, ...flat])
    script.add(item);
  /** What leaves when the next step begins. @type {any[]} */
  let former = [];
  pairSteps();
  if (board && attention) keySteps(board, attention);
  return {
    height,
    invitation: w.invitation({}, script.time),
    held: picture.reach,
  };

  /** @param {"a" | "b"} tensor @param {number} at @param {string} role */
  function arrowOf(tensor, at, role) {
    return vector(`${tensor}${tensor === "b" ? at : ""}`, {
      ...{ plane: picture, tensor: plane.full(tensor), row: at, role, moves: moves(tensor) },
      name: nameRuns(parts, tensor, at, 15),
      said: tensor === "a" ? w.vector({ name: "a" }) : w.vector({ name: nameOf(parts, at) }),
      says: plane.full("dot"),
    });
  }

  /** Where an operand stands in the table. @param {import("../model.js").Cell} cell */
  function source({ tensor, index }) {
    for (const { block } of [...table.vectors, ...table.lines]) {
      const k = block.tensor === tensor ? block.indices.findIndex((at) => String(at) === String(index)) : -1;
      if (k >= 0) return cellBox(block, k);
    }
  }

  /** @param {string} id @param {string} tensor @param {Beat[][]} beats @param {Partial<import("../script.js").About>} [more] */
  function step(id, tensor, beats, more) {
    const about = {
      ...{ id, title: w.steps[id], caption: () => w[id](facts), active: [tensor], rest: 1.4 },
      spoken: () => spokenOf(tensor),
    };
    script.step({ ...about, ...more }, ...beats);
  }

  /** The numbers of some vectors. @param {"a" | "b"} tensor @param {number[]} rows */
  function spokenVectors(tensor, rows) {
    const cells = rows.flatMap((r) => [0, 1].map((c) => [r, c]));
    return spokenText(model, plane.full(tensor), cells);
  }

  /** @param {string} tensor */
  function spokenOf(tensor) {
    const shape = model.tensor(plane.full(tensor))?.shape ?? [];
    return spokenText(model, plane.full(tensor), [shape.map(() => 0)]);
  }

  /** Two arrows alone. */
  function pairSteps() {
    script.chapter("pair", w.chapters.pair);
    const [a, b] = table.vectors;
    for (const { letter, block } of table.vectors) [letter, block].map(script.add);
    const arrives = (/** @type {any} */ vector, /** @type {any} */ arrow) =>
      together(fadeIn(vector.letter), enter(vector.block), grow(arrow));
    step("vectors", "a", [arrives(a, arrows.a), arrives(b, first)], {
      active: ["a", "b"],
      spoken: () => `${spokenVectors("a", [0])} ${spokenVectors("b", [0])}`,
    });
    step("dot", "dot", lineMoves("dot"), { active: ["a", "b"] });
    step("length", "length_a", [...lineMoves("length_a"), ...lineMoves("length_b")], {
      active: ["length_a", "length_b"],
    });
    step("cosine", "cosine", lineMoves("cosine"), { active: ["angle"] });
    const [come, ...lands] = lineMoves("angle");
    step("angle", "angle", [together(come, grow(between)), ...lands]);
    const [comes, ...falls] = lineMoves("projection");
    step("projection", "projection", [together(comes, grow(shade)), ...falls], { active: ["a", "b"] });
  }

  /** A number of the pair: close up where there is room, then in its place. @param {string} tensor @returns {Beat[][]} */
  function lineMoves(tensor) {
    const line = /** @type {typeof table.lines[number]} */ (table.lines.find((row) => row.tensor === tensor));
    const { letter, block, equation, cell } = line;
    for (const item of [letter, block, equation]) if (item) script.add(item);
    const lands = together(enterNumbers(block), fadeIn(equation));
    const there = together(fadeIn(letter), enterBox(block));
    const away = fadeOut(...former);
    former = [];
    if (!cardRoom) return [[...away, ...there], lands];
    const { x, y, width } = cardRoom;
    const item = card(model, {
      ...{ id: `card.${tensor}`, cell, home: block, size: table.size, source },
      room: { x, y: y + 4, width, height: cardRoom.height },
    });
    if (!cardSize(item, model)) return [[...away, ...there], lands];
    script.add(item);
    former = [item];
    const { sum } = item.origin;
    const comes = together(away, there, after(FADE, fadeIn(item)));
    if (!sum) return [comes, [tween(item.id, "travel", 1, 0.5)], lands];
    return [comes, ...addUp(item, { products: 0.7 }), together(lands, [tween(item.id, "fall", 0, 0)])];
  }

  /** All keys, and what becomes of their scores. @param {import("./geometry/board.js").Board} board @param {import("../model.js").Model} attention */
  function keySteps(board, attention) {
    const {
      panel,
      query,
      keys: blocks,
      letters,
      scores,
      scaled,
      weights,
      values,
      output,
      bars,
      share,
      flow,
    } = board;
    const { word, matches } = board;
    const all = [panel, query, ...letters, ...blocks, ...scores, ...scaled, ...bars, share, ...weights];
    for (const item of [...all, ...values, output, flow, ...Object.values(word), ...matches])
      if (item) script.add(item);
    script.chapter("keys", w.chapters.keys);
    const pair = [...table.vectors, ...table.lines].flatMap((line) => [
      line.letter,
      line.block,
      /** @type {any} */ (line).equation,
    ]);
    const away = fadeOut(...former, ...pair, between, shade);
    const arrive = keys.map((j) => [
      ...(blocks[j] ? enter(blocks[j]) : []),
      ...fadeIn(letters[j]),
      ...(j ? grow(arrows.b[j]) : []),
    ]);
    const tensor = (/** @type {string} */ name) => () =>
      spokenText(attention, attention.full(name), keys.map(parts.score));
    step(
      "keys",
      "b",
      [away, [...fadeIn(panel), ...(query ? enter(query) : [])], staggerGroups(arrive, 0.35)],
      {
        active: ["a", "b"],
        spoken: () => spokenVectors("b", keys),
      },
    );
    const meet = (/** @type {number} */ j) =>
      sequence(
        enterBox(scores[j]),
        together(
          matches[j] ? grow(matches[j]) : [],
          query ? copyTo(script, query, scores[j]) : [],
          blocks[j] ? copyTo(script, blocks[j], scores[j]) : [],
        ),
        enterNumbers(scores[j]),
      );
    step("scores", "scores", [staggerGroups(keys.map(meet), 0.7), grow(...corners)], {
      active: ["a", "b"],
      spoken: tensor("scores"),
    });
    if (scaled.length)
      step(
        "scale",
        "scaled_scores",
        [
          staggerGroups(
            keys.map((j) =>
              sequence(enterBox(scaled[j]), copyTo(script, scores[j], scaled[j]), enterNumbers(scaled[j])),
            ),
            0.2,
          ),
        ],
        { active: ["a", "b"], spoken: tensor("scaled_scores") },
      );
    const slides = share
      ? [
          [...staggerItems(bars, (bar) => rise(bar), 0.12)],
          fadeIn(share),
          [...animate(share, "funnel", 1), ...animate(share, "slide", 1, 0.7)],
          animate(share, "named", 1),
        ]
      : [];
    const lands = staggerItems(weights, (weight) => enter(weight), 0.12);
    step("softmax", "weights", [...slides, [...fadeIn(word.weights), ...lands]], {
      spoken: tensor("weights"),
      rest: 1.8,
    });
    if (output)
      step(
        "mix",
        "output",
        [
          [...fadeIn(word.value), ...staggerItems(values, (value) => enter(value), 0.1)],
          [...(flow ? grow(flow) : []), ...fadeIn(word.output), ...enterBox(output)],
          enterNumbers(output),
        ],
        { spoken: () => spokenText(attention, attention.full("output"), output.indices) },
      );
    if (sum)
      step("arrow", "output", laidOut(sum, [arrows.a, ...arrows.b]), {
        ...{ active: ["weights", "output"], rest: 1.8 },
        spoken: () =>
          spokenText(
            attention,
            attention.full("output"),
            [0, 1].map((c) => [0, 0, c]),
          ),
      });
    step("turn", "dot", sum ? [[...dim(0, arrows.a, ...arrows.b), ...fadeOut(...sum.addends)]] : [], {
      active: ["a", "b"],
      rest: 3,
      spoken: tensor("weights"),
    });
  }
}
