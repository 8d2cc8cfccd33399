/**
 * What belongs together at the end of a story: to a query, its output and the streams that flow into it; to a key, its value and
 * the streams that leave it. Pointing at one of them pales the others; until then the one that the story asked about is lit.
 */

import { nameParts } from "../../core/graph/tensors.js";
import { pairs } from "../facts.js";
import { cellName } from "../model.js";
import { valueAt } from "../timeline.js";
import { changed, onPale } from "./draw.js";
import { rect } from "./marks.js";
import { around } from "./place.js";

/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {import("./place.js").Box} Box */
/** @typedef {import("../captions.js").Target} Target */
/** @typedef {{ query?: number, key?: number }} Belongs to the query and the key that something belongs to */
/** @typedef {{ views: import("../model.js").Model[], names: string[], at: number }} Lanes several attentions over the same keys, each with its name, for the query `at`: each lane stands in place of a query */
/** @typedef {{ query: number, key?: undefined } | { key: number, query?: undefined }} Group */
/** @typedef {{ id: string, kind: "focus", draw: import("./draw.js").Draw, model: import("../model.js").Model, asked: Group | null, rings: (group: Group) => Box[], group?: (target: Target) => Group | null, lanes?: Lanes, initial: { opacity: number } }} Focus */

/** The opacity that other things keep: streams, numbers and words, everything else; and the least of any, for readers who ask for more contrast. */
const PALE = { stream: 0.2, text: 0.9, other: 0.4, contrast: 0.6 };

/**
 * An item that, while it is on the stage, lights what belongs together when pointed at.
 * @param {import("../model.js").Model} model @param {{ id?: string, asked?: Group | null, rings: Focus["rings"], group?: Focus["group"], lanes?: Lanes }} what asked: what is lit
 *   until something is pointed at; rings: the boxes of a group; group: finds the group of a target outside this attention
 * @returns {Focus}
 */
export const focus = (model, { id = "focus", asked = null, ...what }) => ({
  ...{ id, kind: "focus", draw: () => ({}), model, asked, ...what, initial: { opacity: 0 } },
});

/** Marks an item as belonging to a query or a key; with both, it is what flows between them. @template {object} T @param {T} item @param {Belongs} belongs */
export const belonging = (item, belongs) => Object.assign(item, { belongs });

/**
 * Like `belonging`, but the item is visible only while what it belongs to is lit.
 * @template {{ id: string, draw: import("./draw.js").Draw }} T @param {T} item @param {Belongs} belongs @returns {T}
 */
export const whileLit = (item, belongs) => ({
  ...item,
  id: `${item.id}.lit`,
  draw: (copy, get, model) =>
    changed(item.draw(copy, get, model), (marks) => marks.map((mark) => ({ ...mark, only: true, belongs }))),
});

/** The query or key that a target names, if any. @param {Focus} focus @param {Target} target @returns {Group | null} for a weight, its query */
function groupOf({ model, lanes }, { tensor, index }) {
  const [stage, name] = nameParts(tensor);
  const views = lanes?.views ?? [model];
  const lane = views.findIndex((view) => nameParts(view.full("weights"))[0] === stage);
  // the query is the same in all lanes
  if (!index || lane < 0 || (lanes && name === "query")) return null;
  const axes = views[lane].node(tensor)?.axes ?? [];
  const at = (/** @type {string[]} */ names) => index[axes.findIndex((axis) => names.includes(axis))] ?? null;
  const [query, key] = [at(["query", "step"]), at(["key"])];
  return query !== null ? { query: lanes ? lane : query } : key !== null ? { key } : null;
}

/**
 * What is lit at a moment, and how strongly.
 * @param {any} scene @param {number} time @param {Target | null} [target] what is pointed at @param {boolean} [only] whether
 *   nothing is lit if the target names nothing @returns {{ focus: Focus, group: Group, strength: number } | null}
 */
export function litAt({ items, timeline }, time, target = null, only = false) {
  const shown = (/** @type {Focus} */ { id }) =>
    valueAt(timeline.tracks.get(id)?.get("opacity"), time, 0, { from: -Infinity, until: Infinity });
  const focus = /** @type {Focus | undefined} */ (
    items.find((/** @type {any} */ item) => item.kind === "focus" && shown(item) > 0)
  );
  if (!focus) return null;
  const asked = only ? null : focus.asked;
  const group = (target && (focus.group?.(target) ?? groupOf(focus, target))) ?? asked;
  const { q_len: rows, kv_len } = focus.model;
  const q_len = focus.lanes?.views.length ?? rows;
  // what was pointed at may have gone when the problem changed
  if (!group || (group.query ?? 0) >= q_len || (group.key ?? 0) >= kv_len) return null;
  return { focus, group, strength: shown(focus) };
}
/** @typedef {NonNullable<ReturnType<typeof litAt>>} Lit */

/** Whether something belongs to the group that is lit. @param {Belongs} belongs @param {Group} group */
const isOf = ({ query, key }, group) =>
  group.query === undefined ? key === undefined || key === group.key : query === undefined || query === group.query; // prettier-ignore

/**
 * Whether a mark is visible only while what it belongs to is lit, and that is not lit now.
 * @param {Mark} mark @param {Group} group
 */
const isHidden = ({ only, belongs }, group) =>
  only && (belongs.query !== group.query || (belongs.key !== undefined && belongs.key !== group.key));

/**
 * The marks of an item, paled unless they belong to the group that is lit; within a mark, what is lit lies on top.
 * @param {Lit} lit @param {any} item @param {Mark[]} marks @returns {Mark[]}
 */
export function paled(lit, item, marks) {
  const { strength } = lit;
  const { contrast } = lit.focus.model.options;
  const pale = (/** @type {Mark} */ mark) => {
    const least = PALE[mark.type === "text" ? "text" : mark.part === "stream" ? "stream" : "other"];
    const share = contrast ? Math.max(least, PALE.contrast) : least;
    return { ...onPale(mark), opacity: (mark.opacity ?? 1) * (1 - (1 - share) * strength) };
  };
  const of = (/** @type {Mark} */ mark) => {
    const belongs = mark.belongs ?? item.belongs;
    return !belongs || isOf(belongs, lit.group);
  };
  return marks
    .filter((mark) => !isHidden(mark, lit.group))
    .map((mark) => {
      if (mark.only) return { ...mark, opacity: (mark.opacity ?? 1) * strength };
      if (!mark.children) return of(mark) ? mark : pale(mark);
      const [lit, others] = [
        mark.children.filter(of),
        mark.children.filter((/** @type {Mark} */ child) => !of(child)),
      ];
      return { ...mark, children: [...others.map(pale), ...lit] };
    });
}

/** Rings round what is lit. @param {Lit} lit @returns {import("./draw.js").Drawn} */
export const ringsOf = ({ focus, group, strength }) => ({
  label: focus.rings(group).map((box, k) => {
    const style = { fill: "none", rx: 4, stroke: "focus", strokeWidth: 3, opacity: strength, part: "ring" };
    // round a low row the ring keeps clear of the digits beside it
    return rect(`focus.${k}`, around([box], box.height < 20 ? 1.5 : 4), style);
  }),
});

/** The name of all weights of a query or a key, which the words beside it point at. @param {import("../model.js").Model} model @param {Group} group */
export function meansOf(model, { query, key }) {
  const [batch, head] = pairs(model, 0)[0];
  return cellName(model.full("weights"), [batch, head, query ?? null, key ?? null]);
}
