// Text, files and links to problems, and problems to code: the public names. Importing this has no side effect.
export { readMatrix } from "./text/matrix.js";
export { readProblem } from "./text/problem.js";
export { openNpy, readNpy } from "./npy.js";
export { openSafetensors } from "./safetensors.js";
export { readWeight, recognizeWeights } from "./weights.js";
export { toCsv, toJson, toNpy } from "./write.js";
export { decodeLink, encodeLink } from "./link.js";
export { code } from "./code/index.js";
