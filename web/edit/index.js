// Changes to a problem, each a new problem: numbers, tokens, features, heads; and the way back.
export { isScaled, withScaled, withScore } from "./score.js";
export { History } from "./history.js";
export { numberOf, stepAmong, stepped, textOf } from "./number.js";
export {
  add,
  changeable,
  countedBy,
  isSelf,
  changeSize,
  remove,
  renamed,
  replaced,
  sizesOf,
  withHeads,
} from "./sizes.js";
export {
  asWritten,
  entriesOf,
  entryAt,
  givenIn,
  isMask,
  placeOf,
  tensorIn,
  withEntry,
  withTensor,
  written,
} from "./tensors.js";
