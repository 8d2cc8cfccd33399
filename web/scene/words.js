/** Sentences, as the stories of this folder import them. */
export { fill, plain, spans, tensorName } from "../words/sentence.js";
/** @typedef {import("../words/sentence.js").Span} Span */
