/**
 * Converts a link's state to attributes of the player, which validates them.
 * @param {Record<string, any>} state from decodeLink; objects and null are left out, and so is the seed, as the numbers are drawn already
 * @returns {Record<string, string | null>} values by attribute; null: the attribute is absent
 */
export function attributesOf(state) {
  const { seed: _, ...shown } = state;
  const plain = Object.entries(shown).filter(([, value]) => value !== undefined && typeof value !== "object");
  return Object.fromEntries(plain.map(([name, value]) => [name, textOf(name, value)]));
}

/** @param {string} name @param {string | number | boolean} value */
function textOf(name, value) {
  if (typeof value !== "boolean") return String(value);
  if (name === "ask") return value ? "" : null;
  if (name === "softmax") return value ? "open" : "closed";
  return value ? "on" : "off";
}
