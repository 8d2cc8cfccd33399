/**
 * Hues that are as strong as a number is large, over the paper; and the colour of digits on them. In the light the paper is
 * almost white, in the dark it is dark, so a small number is never the brighter one there.
 */

/** How strong a weight's blue is: 0 is the paper, 1 all blue. @param {number} value */
export const heat = (value) => Math.min(1, Math.max(0, Number.isNaN(value) ? 0 : value));

/** From this strength on a hue over the paper is bright in the dark, too. @type {Record<string, number>} */
const BRIGHT = { full: 0.565, weighted: 0.433, key: 0.53 };

/** The colour of digits on a hue that lies over the paper. @param {string} role @param {number} strength of the hue */
export const inkOver = (role, strength) => (strength < (BRIGHT[role] ?? 1) ? "on-paper" : "on-full");

/** The colour of digits on a role's own hue. @param {string} role */
export const inkOn = (role) =>
  /^(output|value-(pale|deep))$/.test(role)
    ? `on-${role}`
    : /^(parameter|gradient)$|tint$/.test(role)
      ? "ink"
      : "on-role";

/** The colour of digits in cells of a style. @param {string} style @param {string} role @param {number} strength of what is over the paper */
export function inkIn(style, role, strength) {
  if (style === "plain") return "text";
  if (style === "heat") return inkOver("full", strength);
  if (style === "strength") return inkOver(role, strength);
  if (style === "passing") return "on-paper";
  return inkOn(style === "role" ? role : style);
}
