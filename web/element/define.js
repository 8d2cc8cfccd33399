/** Registers <attention-player>. Safe to run twice, with two versions of the player, and where there is no DOM. */

const name = "attention-player";

/** @param {CustomElementConstructor} type */
export function define(type) {
  const registry = globalThis.customElements;
  if (!registry) return;
  if (!registry.get(name)) registry.define(name, type);
  else if (registry.get(name) !== type) {
    console.info(`<${name}> is already defined on this page; this second copy is not used.`);
  }
}
