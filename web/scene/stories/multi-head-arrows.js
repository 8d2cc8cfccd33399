/** The ways of the data: from inputs to heads, through each head, to the joined matrix and the output. */

import { arrowItem } from "../layout.js";
import { fans, feeds } from "./multi-head-fans.js";
import { CLEAR, flowOf, middle, tidy } from "./multi-head-flow.js";

/** @typedef {import("./multi-head-facts.js").Facts} Facts */
/** @typedef {import("./multi-head-layout.js").Layout} Layout */
/** @typedef {import("./multi-head-layout.js").Spot} Spot */
/** @typedef {import("./multi-head-flow.js").Flow} Flow */
/** @typedef {import("./multi-head-flow.js").Find} Find */

/** @param {Facts} facts @param {Layout & Record<string, any>} stage */
export function arrows(facts, stage) {
  const byId = new Map(stage.spots.map((one) => [one.id, one]));
  const get = (/** @type {string[]} */ ...id) => byId.get(id.join("."));
  const flow = flowOf(stage.compact);
  return [
    ...fans(facts, stage, get, flow),
    ...inner(facts, stage, get, flow),
    ...joins(facts, stage, get, flow),
    ...outs(facts, stage, get, flow),
  ];
}

/** Within a head: to the scores, to the weights, to the result. @param {Facts} facts @param {any} stage @param {Find} get @param {Flow} flow */
function inner(facts, stage, get, flow) {
  if (stage.sizes.lens) return [];
  const { at } = stage;
  return stage.columns.flatMap((/** @type {any} */ { b, h }) => {
    const s = /** @type {Spot} */ (get("head", "scores", b, h));
    const a = /** @type {Spot} */ (get("head", "weights", b, h));
    const z = /** @type {Spot} */ (get("head", "mixed", b, h));
    const start = flow.leave(at.upper);
    const end = flow.enter(at.mixed);
    const levels = stage.sizes.aligned ? 0 : Math.min(h, facts.heads - 1 - h);
    // outer heads bend further on, so that no way crosses another
    const bend = Math.round(end - flow.sign * (10 + 12 * (Math.ceil(facts.heads / 2) - 1 - levels)));
    // beside the sums of the rows the middle of a head is not where its weights are
    const x = get("head", "row_max", b, h) || !stage.sizes.aligned ? middle(a) : middle(z);
    const up = tidy([
      [x, start],
      [x, bend],
      [middle(z), bend],
      [middle(z), end],
    ]);
    const list = [
      arrowItem(`inner.${b}.${h}`, [
        [middle(s), flow.leave(at.lower)],
        [middle(s), flow.enter(at.upper)],
      ]),
      arrowItem(`up.${b}.${h}`, up),
    ];
    const from = get("head", "row_max", b, h) ?? s;
    const level = s.y === a.y && a.x - from.x - from.width >= 18;
    const y = Math.round(s.y + s.height / 2);
    return level
      ? [
          ...list,
          arrowItem(`across.${b}.${h}`, [
            [from.x + from.width, y],
            [a.x - CLEAR, y],
          ]),
        ]
      : list;
  });
}

/** From each head to its place in the joined matrix. @param {Facts} facts @param {any} stage @param {Find} get @param {Flow} flow */
function joins(facts, stage, get, flow) {
  return stage.columns.flatMap((/** @type {any} */ { b, h }) => {
    const z = get("head", "mixed", b, h);
    const joined = get("joined", "joined", b, 0);
    if (!z || !joined) return [];
    return [
      arrowItem(`join.${b}.${h}`, [
        [middle(z), flow.exit(z)],
        [middle(z), flow.entry(joined)],
      ]),
    ];
  });
}

/** From the joined matrix to the output. @param {Facts} facts @param {any} stage @param {Find} get @param {Flow} flow */
function outs(facts, stage, get, flow) {
  const list = facts.items.flatMap((b) => {
    const out = get("out", "output", b, 0);
    const from = get("joined", "joined", b, 0) ?? get("head", "mixed", b, 0);
    if (!out || !from) return [];
    const x = middle(out);
    const inside = x > from.x + 4 && x < from.x + from.width - 4;
    const leave = flow.leave(from);
    const level = flow.entry(out) - flow.sign * 12;
    const points = inside
      ? [
          [x, leave],
          [x, flow.entry(out)],
        ]
      : [
          [middle(from), leave],
          [middle(from), level],
          [x, level],
          [x, flow.entry(out)],
        ];
    return [arrowItem(`out.${b}`, tidy(points))];
  });
  return [...list, ...feeds(facts, stage, get, flow, "last", "out", "output")];
}
