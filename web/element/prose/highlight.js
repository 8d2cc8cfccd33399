/** Words that highlight what they speak of. */
import { RING } from "./attributes.js";
import { targetOf } from "./check.js";

/**
 * Highlights it, and tells the author if the picture does not show it.
 *
 * @param {HTMLElement} element `weights:0,0,1,*` is a row
 * @param {import("./prose.js").Driven} player
 */
export function point(element, player) {
  const text = element.getAttribute(RING)?.trim() ?? "";
  const { tensor, index } = targetOf(text);
  if (tensor && !player.highlight({ tensor, index })) player.tell(RING, text, "offstage");
}
