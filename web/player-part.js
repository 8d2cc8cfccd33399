/** The player that the shell loads. It starts with a forward pass alone and loads all other parts when they are needed. */
import { createForward, loadPart } from "./core/forward.js";
import { beginWith } from "./element/engine.js";

export { AttentionPlayer, beforeUse } from "./element/attention-player.js";

beginWith({
  forward: createForward,
  async chain() {
    // together with the code that uses it, which reports what fails
    loadPart("chain").catch(() => {});
    return (await import("./core/chain.js")).createChain();
  },
});
