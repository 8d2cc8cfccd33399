/** Words that highlight what they speak of. */
import { RING } from "./attributes.js";

/**
 * Highlights it, and tells the author if the picture does not show it.
 *
 * @param {HTMLElement} element `weights:0,0,1,*` is a row
 * @param {import("./prose.js").Driven} player
 */
export function point(element, player) {
  const text = element.getAttribute(RING)?.trim() ?? "";
  const [, tensor, index] = /^([\w.-]+)(?::([\d,*\s]+))?$/.exec(text) ?? [];
  const place = index?.split(",").map((at) => (at.trim() === "*" ? null : Number(at)));
  if (tensor && !player.highlight({ tensor, index: place })) player.tell(RING, text, "offstage");
}
