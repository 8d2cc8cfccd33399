/** A line of text that changes with the steps of a run. */

import { placeable } from "./place.js";
import { sketch } from "./sketch.js";
import { textMark } from "./text.js";

/**
 * @param {string} id
 * @param {{ width: number, said: (step: number) => import("./text.js").Run[], size?: number }} what
 */
export function reading(id, { width, said, size = 13 }) {
  const item = sketch(id, { at: 0 }, (get, _, { x, y, height }) => {
    const runs = said(Math.floor(get("at") + 1e-6));
    const at = { x, y: y + height / 2 + size * 0.36, runs, size };
    return { label: runs.length ? [textMark(id, at, { copy: true })] : [] };
  });
  return placeable({ ...item, width, height: size * 1.3 }, { align: "start" });
}
