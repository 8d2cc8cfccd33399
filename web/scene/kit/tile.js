/** Boxes in which something happens: dashed until it is their turn. A box that opens can be pressed. */

import { disc, path, rect } from "./marks.js";
import { sketch } from "./sketch.js";

/** @typedef {import("./place.js").Box} Box */

/**
 * @param {string} id @param {Box} box @param {{ strength: number, opens?: { label: string, box: Box } }} how opens: its label
 *   for screen readers, and the area that can be pressed
 */
export const tile = (id, box, { strength, opens }) => ({
  ...sketch(id, { opacity: 1, on: 0 }, (get) => {
    const isOn = get("on") > 0.5;
    const line = isOn ? { stroke: "outline", opacity: strength } : { stroke: "ghost", dash: "4 4" };
    const control = opens && { control: { name: id, ...opens } };
    const ground = rect(`${id}/ground`, box, { rx: 8, fill: "raised", part: "raised", ...control });
    return { ground: [ground, rect(id, box, { rx: 8, fill: "none", strokeWidth: 1.5, ...line })] };
  }),
  worked: opens !== undefined,
});

/** A plus in a circle, where two rows are added. @param {string} id @param {{ x: number, y: number, strength: number }} at */
export const plus = (id, { x, y, strength }) =>
  sketch(id, {}, () => {
    const line = { stroke: strength < 1 ? "ghost" : "outline", strokeWidth: 1.5 };
    const sign = path(`${id}/sign`, `M${x - 5} ${y}h10M${x} ${y - 5}v10`, { fill: "none", ...line });
    return { now: [path(id, disc(x, y, 9), { fill: "raised", ...line }), sign] };
  });
