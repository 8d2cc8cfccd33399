// Text, files and links to problems, and problems to code: the public names. Importing this has no side effect.
export { readMatrix } from "./text/matrix.js";
export { readProblem } from "./text/problem.js";
export { openNpy, readNpy } from "./files/npy.js";
export { openSafetensors } from "./files/safetensors.js";
export { readWeight, recognizeWeights } from "./files/weights.js";
export { toCsv, toJson, toNpy } from "./write.js";
export { decodeLink, encodeLink } from "./link/link.js";
export { code } from "./code/index.js";
