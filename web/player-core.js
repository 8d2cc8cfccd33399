/** Entry point of the light build: defines <attention-player>, which shows a poster and loads its player when it is needed. */
import { define } from "./element/define.js";
import { AttentionPlayer as Shell } from "./shell.js";

/** @typedef {import("./element/attention-player.js").AttentionPlayer} AttentionPlayer */

/** Typed as the full player, whose members replace the shell's once it is loaded. */
export const AttentionPlayer = /** @type {typeof import("./element/attention-player.js").AttentionPlayer} */ (
  /** @type {unknown} */ (Shell)
);

define(AttentionPlayer);
