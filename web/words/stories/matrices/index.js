import cases from "./cases.js";
import en from "./en.js";
import zh from "./zh.js";

/** @type {import("../../index.js").StoryTexts} */
export default { id: "matrices", cases, texts: { en, zh } };
