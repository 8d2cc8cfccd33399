/** What a tag needs first: defines <attention-player>, which shows a poster and brings its player when it is needed. */
import { define } from "./element/define.js";
import { AttentionPlayer as Shell } from "./shell.js";

/** @typedef {import("./element/attention-player.js").AttentionPlayer} AttentionPlayer */

/** Once the player has come, every member of it. */
export const AttentionPlayer = /** @type {typeof import("./element/attention-player.js").AttentionPlayer} */ (
  /** @type {unknown} */ (Shell)
);

define(AttentionPlayer);
