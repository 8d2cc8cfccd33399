/** The ways of the data: from inputs to heads, through each head, to the joined matrix and the output. */

import { arrowItem } from "../layout.js";

/** @typedef {import("./multi-head-facts.js").Facts} Facts */
/** @typedef {import("./multi-head-layout.js").Layout} Layout */
/** @typedef {import("./multi-head-layout.js").Spot} Spot */

const CLEAR = 3;

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

/** Edges of a matrix along the flow: where data leave it and where they enter. @param {boolean} down */
function flowOf(down) {
  return {
    down,
    sign: down ? 1 : -1,
    exit: (/** @type {Spot} */ s) => (down ? s.y + s.height : s.y - (s.side ? 0 : s.label)),
    entry: (/** @type {Spot} */ s) => (down ? s.y - (s.below ? 0 : s.label) - CLEAR : s.y + s.height + CLEAR),
    leave: (/** @type {any} */ row) => (down ? row.y + row.height : row.y),
    enter: (/** @type {any} */ row) => (down ? row.y - CLEAR : row.y + row.height + CLEAR),
  };
}
/** @typedef {ReturnType<typeof flowOf>} Flow */
/** @typedef {(...id: any[]) => Spot | undefined} Find */

/** @param {Spot} s */
const middle = (s) => Math.round(s.x + s.width / 2);

/** The input fans out to the heads; learned matrices join its stem. @param {Facts} facts @param {any} stage @param {Find} get @param {Flow} flow */
function fans(facts, stage, get, flow) {
  const { at, sizes } = stage;
  const row = sizes.kv ? at.kv : at.lower;
  const list = stage.columns.flatMap((/** @type {any} */ column) => {
    const { b, h } = column;
    const from = get("in", "x", b, 0);
    const many = sizes.kv ? facts.shared : 1;
    if (!from || h % many) return sizes.kv ? [bracket(stage, get, flow, column, facts)] : [];
    const end = sizes.kv ? column.shared : column.middle;
    const enter = flow.enter(row);
    const level = enter - flow.sign * 14;
    const fan = arrowItem(
      `fan.${b}.${h}`,
      tidy([
        [middle(from), flow.exit(from)],
        [middle(from), level],
        [end, level],
        [end, enter],
      ]),
    );
    return sizes.kv ? [fan, bracket(stage, get, flow, column, facts)] : [fan];
  });
  // what keys and values are made from joins the same level line
  const others = facts.items.flatMap((b) =>
    ["x_kv", "x_v"].flatMap((kind) => {
      const own = get("in", kind, b, 0);
      const x = get("in", "x", b, 0);
      if (!own || !x) return [];
      const level = flow.enter(row) - flow.sign * 14;
      const points = [
        [middle(own), flow.exit(own)],
        [middle(own), level],
        [middle(x), level],
      ];
      return [arrowItem(`fan.${kind}.${b}`, points, { head: false })];
    }),
  );
  const makes = facts.items.flatMap((b) => {
    const from = get("in", "x", b, 0);
    const bench = stage.bench.get(b);
    if (!from || !bench) return [];
    const end = flow.down ? bench.y - CLEAR : bench.y + bench.height + CLEAR;
    const level = flow.enter(row) - flow.sign * 14;
    const points = [
      [middle(from), flow.exit(from)],
      [middle(from), level],
      [bench.middle, level],
      [bench.middle, end],
    ];
    return [arrowItem(`make.${b}`, tidy(points))];
  });
  return [...list, ...others, ...makes, ...feeds(facts, stage, get, flow, "learned", "in", "x")];
}

/** Level lines by which parameters join a stem. @param {Facts} facts @param {any} stage @param {Find} get @param {Flow} flow @param {string} where @param {string} kind @param {string} tensor */
function feeds(facts, stage, get, flow, where, kind, tensor) {
  const learned = stage.spots.filter((/** @type {Spot} */ s) => s.id.startsWith(where + "."));
  const several = kind === "in" && (facts.kinds.has("x_kv") || facts.kinds.has("x_v"));
  if (!learned.length || stage.compact || several) return [];
  const left = Math.min(...learned.map((/** @type {Spot} */ s) => s.x));
  const right = Math.max(...learned.map((/** @type {Spot} */ s) => s.x + s.width));
  const low = Math.max(...learned.map((/** @type {Spot} */ s) => s.y + s.height));
  const high = Math.min(...learned.map((/** @type {Spot} */ s) => s.y - s.label));
  return facts.items.flatMap((b) => {
    const own = get(kind, tensor, b, 0);
    // parameters that stand beyond their matrix have no free way to its stem
    if (!own || (kind === "in" ? high > own.y + own.height : low < own.y)) return [];
    const x = middle(own);
    // level with the stem between the matrix and the panel, from the near side of the parameters
    const y = kind === "in" ? Math.round(own.y - 9) : Math.round(own.y + own.height + 12);
    const inside = y > high && y < low;
    const from = left > x ? left - 4 : right + 4;
    const points = inside
      ? [
          [from, y],
          [x + (left > x ? 2 : -2), y],
        ]
      : [
          [left > x ? left + 8 : right - 8, kind === "in" ? high - 2 : low + 3],
          [left > x ? left + 8 : right - 8, y],
          [x + (left > x ? 2 : -2), y],
        ];
    return [arrowItem(`feed.${where}.${b}`, points)];
  });
}

/** Which heads a shared key and value serve. @param {any} stage @param {Find} get @param {Flow} flow @param {any} column @param {Facts} facts */
function bracket(stage, get, flow, { b, h, middle: x, shared: centre }, facts) {
  const key = get("head", "key", b, h - (h % facts.shared));
  const from = flow.leave(stage.at.kv);
  const to = flow.enter(stage.at.lower);
  const level = Math.round((from + to + CLEAR * flow.sign) / 2);
  return arrowItem(
    `share.${b}.${h}`,
    key
      ? tidy([
          [centre, from],
          [centre, level],
          [x, level],
          [x, to],
        ])
      : [],
    { head: false },
  );
}

/** Within a head: to the scores, to the weights, to the result. @param {Facts} facts @param {any} stage @param {Find} get @param {Flow} flow */
function inner(facts, stage, get, flow) {
  if (stage.sizes.lens) return [];
  const { at } = stage;
  return stage.columns.flatMap((/** @type {any} */ { b, h, middle: x }) => {
    const s = /** @type {Spot} */ (get("head", "scores", b, h));
    const a = /** @type {Spot} */ (get("head", "weights", b, h));
    const z = /** @type {Spot} */ (get("head", "mixed", b, h));
    const start = flow.leave(at.upper);
    const end = flow.enter(at.mixed);
    const levels = stage.sizes.aligned ? 0 : Math.min(h, facts.heads - 1 - h);
    // outer heads bend further on, so that no way crosses another
    const bend = Math.round(end - flow.sign * (10 + 12 * (Math.ceil(facts.heads / 2) - 1 - levels)));
    const up = stage.sizes.aligned
      ? [
          [middle(z), start],
          [middle(z), end],
        ]
      : tidy([
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
    const level = s.y === a.y && a.x - s.x - s.width >= 18;
    const y = Math.round(s.y + s.height / 2);
    return level
      ? [
          ...list,
          arrowItem(`across.${b}.${h}`, [
            [s.x + s.width, y],
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
    const leave = flow.down ? from.y + from.height : from.y - (inside && from.width > 240 ? 0 : 0);
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

/** Without points that lie on the way of their neighbours. @param {number[][]} points */
function tidy(points) {
  return points.filter(([x, y], k) => {
    const before = points[k - 1];
    const next = points[k + 1];
    if (!before || !next) return true;
    return !((before[0] === x && x === next[0]) || (before[1] === y && y === next[1]));
  });
}
