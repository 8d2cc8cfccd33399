/** The presets, all of them loaded. */
import { loadPresets } from "../../web/presets/index.js";

await loadPresets();

export * from "../../web/presets/index.js";
