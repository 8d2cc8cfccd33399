import cases from "./cases.js";
import en from "./en.js";
import zh from "./zh.js";

/** @type {import("../../index.js").StoryTexts} */
export default { id: "cross", cases, texts: { en, zh } };
