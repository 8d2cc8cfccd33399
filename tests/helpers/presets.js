/** The presets, every one of them here. */
import { loadPresets } from "../../web/presets/index.js";

await loadPresets();

export * from "../../web/presets/index.js";
