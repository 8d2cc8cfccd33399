/**
 * Records the elements of a picture over time: each element once, with its attributes at every sampled moment. An element whose
 * text changes, or an attribute that cannot be animated, becomes a new element.
 */
import { drawn } from "../../render/svg.js";
import { parted } from "./values.js";

/** @typedef {import("../../render/node.js").Node} Node */
/** @typedef {import("./values.js").Value} Value */
/** @typedef {{ jumps: boolean, order: Recorded[], by: Map<string, Recorded[]>, last: Map<string, Last> }} List jumps: whether a path with other
 *   starting points is a new one; order: paint order; by: elements by look, several if the paint order changes; last: by key */
/** @typedef {{ raw: string, moving: Record<string, Value>, element: Recorded }} Last the most recent look of a node */
/**
 * @typedef {object} Recorded
 * @property {string} tag @property {Record<string, string>} fixed @property {string} [text] @property {Node[]} [spans] of a text element
 * @property {(Record<string, Value> | undefined)[]} seen by moment; undefined where it is absent
 * @property {List | null} children
 */

/** @param {boolean} jumps @returns {List} */
export const list = (jumps) => ({ jumps, order: [], by: new Map(), last: new Map() });

/** Adds the nodes of one moment. @param {List} into @param {Node[]} nodes @param {number} moment */
export function record(into, nodes, moment) {
  let before = -1;
  for (const node of nodes) {
    const { key, tag, attributes, text, children } = node;
    const spans = tag === "text" ? children : undefined;
    const raw = JSON.stringify([tag, attributes, text, spans]);
    let last = into.last.get(key);
    if (last?.raw !== raw || into.order.indexOf(last.element) <= before)
      into.last.set(key, (last = found(into, node, spans, raw, before)));
    const { element, moving } = last;
    before = into.order.indexOf(element);
    element.seen[moment] = moving;
    if (element.children) record(element.children, children ?? [], moment);
  }
}

/** Returns the element that a node belongs to, and adds one if there is none. @param {List} into @param {Node} node @param {Node[] | undefined} spans @param {string} raw @param {number} before the index of the element painted before it @returns {Last} */
function found(into, { key, tag, attributes, text, children }, spans, raw, before) {
  const { moving, fixed } = parted(drawn(attributes));
  const shapes = Object.entries(moving).map(([name, { shape }]) => name + shape);
  const starts = into.jumps && String(attributes.d ?? "").match(/M[^A-Za-z]*/g);
  const name = JSON.stringify([key, tag, fixed, text, spans, shapes, starts]);
  const alike = into.by.get(name) ?? [];
  into.by.set(name, alike);
  let element = alike.find((other) => into.order.indexOf(other) > before);
  if (!element) {
    element = { tag, fixed, text, spans, seen: [], children: children && !spans ? list(into.jumps) : null };
    alike.push(element);
    into.order.splice(before + 1, 0, element);
  }
  return { raw, moving, element };
}
