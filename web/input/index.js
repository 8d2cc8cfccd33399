// Text, files and links to problems, and problems to code: the public names. Importing this has no side effect.
export { readMatrix } from "./text/matrix.js";
export { readProblem } from "./text/problem.js";
export { decodeLink, encodeLink } from "./link.js";
