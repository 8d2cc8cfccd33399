// Edits of a problem, each of which returns a new problem: numbers, tokens, features, heads; undo and redo.
export { indexOf } from "../core/shapes.js";
export { drawn, DRAWS, isDrawable } from "./draw.js";
export { numberOf, stepAmong, stepped, textOf } from "./number.js";
export { add, changeSize, follow, remove, renamed, replaced, withParameters } from "./resize.js";
export { isScaled, withScaled, withScore } from "./score.js";
export { changeable, countedBy, isSelf } from "./sizes.js";
export { entriesOf, entryAt, givenIn, isMask, placeOf, tensorIn, withEntry } from "./tensors.js";
export { widthOf, withWords, wordsOf } from "./tokens.js";
