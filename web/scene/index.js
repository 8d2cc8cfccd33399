/** The scene: what a picture shows, where everything stands, and when. Pure functions from numbers to marks. */
export { createModel } from "./model.js";
export { createScene, renumber } from "./scene.js";
export { frame, layersAt } from "./frame.js";
export { curves, eases, move } from "./ease.js";
export { explain } from "./explain.js";
export { focusAt } from "./focus-text.js";
export { standing } from "./standing.js";
export { phaseOf } from "./stories/phases.js";
export { bringArrangements } from "./stories/attention/arrangements.js";
export { fetchStory, isPlain, loadStory, registerStories, runFor, stories } from "./stories/index.js";
