/** Entry point of the one-file build: defines <attention-player> and exports everything that web/index.js exports. */
import "./whole.js";
import { AttentionPlayer } from "./element/attention-player.js";
import { define } from "./element/define.js";

export * from "./index.js";
export * from "./element/types.js";
export { AttentionPlayer };
export { loadPresets, presets } from "./presets/index.js";

define(AttentionPlayer);
