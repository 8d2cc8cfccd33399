/** The scene: what the pictures mean, where everything stands, and when. Pure functions from numbers to marks. */
export { createScene } from "./scene.js";
export { frame } from "./frame.js";
export { explain } from "./equation.js";
export { highlight } from "./highlight.js";
export { stories } from "./stories/index.js";
