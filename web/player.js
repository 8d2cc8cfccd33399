/** What one tag needs: defines <attention-player>, and gives the names of web/index.js. */
import "./whole.js";
import { define } from "./element/define.js";

export * from "./index.js";
export * from "./element/types.js";
export { AttentionPlayer } from "./element/attention-player.js";
export { loadPresets, presets } from "./presets/index.js";

define();
