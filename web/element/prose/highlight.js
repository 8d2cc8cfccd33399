/** Words that highlight what they speak of. */
import { nearest } from "../../core/errors.js";
import { RING } from "./attributes.js";

/** @typedef {import("./prose.js").Driven} Driven */

/** What a text speaks of: "weights:0,0,1,*" is a row. @param {HTMLElement} element */
function read(element) {
  const text = element.getAttribute(RING)?.trim() ?? "";
  const [, tensor, index] = /^([\w.-]+)(?::([\d,*\s]+))?$/.exec(text) ?? [];
  const place = index?.split(",").map((at) => (at.trim() === "*" ? null : Number(at)));
  return { text, target: tensor ? { tensor, index: place } : null };
}

/** Highlights it, and tells the author if the picture does not show it. @param {HTMLElement} element @param {Driven} player */
export function point(element, player) {
  const { text, target } = read(element);
  if (check(element, player) && target && !player.highlight(target)) player.tell(RING, text, "offstage");
}

/** Tells the author of a tensor that there is none of. @param {HTMLElement} element @param {Driven | undefined} player @returns {boolean} whether there is one */
export function check(element, player) {
  const { text, target } = read(element);
  const names = player?.tensors() ?? [];
  if (text === "" || names.length === 0 || names.includes(target?.tensor ?? "")) return true;
  player?.tell(RING, text, "near", { near: nearest(target?.tensor ?? text, names).name });
  return false;
}
