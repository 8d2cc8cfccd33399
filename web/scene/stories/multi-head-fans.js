/** From the inputs to the heads, and the level lines by which learned matrices join. */

import { arrowItem } from "../layout.js";
import { CLEAR, middle, tidy } from "./multi-head-flow.js";

/** @typedef {import("./multi-head-facts.js").Facts} Facts */
/** @typedef {import("./multi-head-layout.js").Spot} Spot */
/** @typedef {import("./multi-head-flow.js").Flow} Flow */
/** @typedef {import("./multi-head-flow.js").Find} Find */

/** The input fans out to the heads; learned matrices join its stem. @param {Facts} facts @param {any} stage @param {Find} get @param {Flow} flow */
export function fans(facts, stage, get, flow) {
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
export function feeds(facts, stage, get, flow, where, kind, tensor) {
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
