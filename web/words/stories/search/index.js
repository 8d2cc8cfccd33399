import cases from "./cases.js";
import en from "./en.js";
import zh from "./zh.js";

/** @type {import("../../index.js").StoryTexts} */
export default { id: "search", cases, texts: { en, zh } };
