/**
 * A link's state as attributes of the player, which checks them.
 * @param {Record<string, any>} state of decodeLink; objects and null are left out, and the seed, which the numbers need no more
 * @returns {Record<string, string | null>} by attribute; null: a flag that is not set
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
