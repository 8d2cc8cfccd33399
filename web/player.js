/** What one tag needs: defines <attention-player>, and gives the names of web/index.js. */
import "./whole.js";
import { AttentionPlayer } from "./element/attention-player.js";
import { define } from "./element/define.js";

export * from "./index.js";
export * from "./element/types.js";
export { AttentionPlayer };
export { loadPresets, presets } from "./presets/index.js";

define(AttentionPlayer);
