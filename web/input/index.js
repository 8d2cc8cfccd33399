// The public API of input: reads problems from text, files and links, and writes them as code. Importing it has no side effects.
export { readMatrix } from "./text/matrix.js";
export { readProblem } from "./text/problem.js";
export { openNpy, readNpy } from "./files/npy.js";
export { openSafetensors } from "./files/safetensors.js";
export { readWeight, recognizeWeights } from "./files/weights.js";
export { toCsv, toJson, toNpy } from "./write.js";
export { decodeLink, encodeLink } from "./link/link.js";
export { code } from "./code/index.js";

/** @typedef {import("./code/index.js").Code} Code */
/** @typedef {import("./code/index.js").Language} Language */
/** @typedef {import("./files/npy.js").NpyFile} NpyFile */
/** @typedef {import("./files/safetensors.js").SafetensorsFile} SafetensorsFile */
/** @typedef {import("./files/safetensors.js").TensorInfo} TensorInfo */
/** @typedef {import("./files/slice.js").ReadOptions} ReadOptions */
/** @typedef {import("./files/weights.js").Layer} Layer */
/** @typedef {import("./files/weights.js").Weight} Weight */
/** @typedef {import("./link/state.js").State} State */
/** @typedef {import("./text/matrix.js").Format} Format */
/** @typedef {import("./text/matrix.js").Matrix} Matrix */
/** @typedef {import("./text/problem.js").PastedProblem} PastedProblem */
/** @typedef {import("../core/types.js").Problem} Problem */
/** @typedef {import("../core/types.js").Tensor} Tensor */
