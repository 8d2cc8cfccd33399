/** The player that the shell brings: with the forward pass alone, whose further parts are fetched when they are needed. */
import { createForward } from "./core/forward.js";
import { beginWith } from "./element/engine.js";

export { AttentionPlayer } from "./element/attention-player.js";

beginWith(createForward);
