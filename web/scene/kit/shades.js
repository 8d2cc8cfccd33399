/**
 * Hues over the paper that are as strong as a number is large, and the colour of digits on them. The paper is almost white in
 * light mode and dark in dark mode, so a small number is never the more conspicuous one.
 */

/** The opacity of a weight's blue: 0 shows the paper, 1 is all blue. @param {number} value */
export const heat = (value) => Math.min(1, Math.max(0, Number.isNaN(value) ? 0 : value));

/** The strength from which a hue over the paper is bright in dark mode too. @type {Record<string, number>} */
const BRIGHT = { full: 0.565, weighted: 0.433, key: 0.53 };

/** The colour of digits on a hue over the paper. @param {string} role @param {number} strength of the hue */
export const inkOver = (role, strength) => (strength < (BRIGHT[role] ?? 1) ? "on-paper" : "on-full");

/** The colour of digits on a role's own hue. @param {string} role */
export const inkOn = (role) =>
  /^(output|value-(pale|deep))$/.test(role)
    ? `on-${role}`
    : /^(parameter|gradient)$|tint$/.test(role)
      ? "ink"
      : "on-role";

/** The colour of digits in cells of a style. @param {string} style @param {string} role @param {number} strength of the hue over the paper */
export function inkIn(style, role, strength) {
  if (style === "plain") return "text";
  if (style === "heat") return inkOver("full", strength);
  if (style === "strength") return inkOver(role, strength);
  if (style === "passing") return "on-paper";
  return inkOn(style === "role" ? role : style);
}
