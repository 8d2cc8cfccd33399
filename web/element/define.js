/** Registers <attention-player>. Safe to load twice, in two versions, and where there is no page at all. */
import { AttentionPlayer } from "./attention-player.js";

const name = "attention-player";

/** @param {CustomElementRegistry | undefined} [registry] */
export function define(registry = globalThis.customElements) {
  if (!registry) return;
  if (!registry.get(name)) registry.define(name, AttentionPlayer);
  else if (registry.get(name) !== AttentionPlayer) {
    console.info(`<${name}> is already defined on this page; this second copy is not used.`);
  }
}
