/** The player that the shell loads. It starts with a forward pass alone and loads all other parts when they are needed. */
import { createForward } from "./core/forward.js";
import { beginWith } from "./element/engine.js";

export { AttentionPlayer, beforeUse } from "./element/attention-player.js";

beginWith({
  forward: createForward,
  chain: async () => (await import("./core/chain.js")).createChain(),
});
