/** Reads pasted text: a short one at once, a long one in a worker, so that the page stays responsive and the reader can stop it. */
import { readMatrix, readProblem } from "../input/index.js";

/** @typedef {{ shape: number[], data: Float32Array, notes?: string[], format?: string }} Matrix */
/** @typedef {{ problem?: Record<string, any>, matrix?: Matrix, notes: string[] }} Understood */

/** Maximum characters that are read within one frame, even on a slow machine. */
const SHORT = 10_000;

/** @typedef {{ lang: string, alone?: boolean }} How lang: of error messages; alone: looks for a matrix, not a problem */

/** @param {string} text @param {How} how @returns {Understood} */
export function understand(text, { lang, alone }) {
  const whole = alone ? null : readProblem(text, { lang });
  if (whole) return { problem: whole.problem, notes: whole.notes };
  const matrix = readMatrix(text, { lang });
  return { matrix, notes: matrix.notes ?? [] };
}

/**
 * @param {string} text
 * @param {How} how
 * @param {AbortSignal} signal
 * @returns {Promise<Understood>}
 */
export async function readText(text, how, signal) {
  if (text.length <= SHORT) return understand(text, how);
  const worker = new Worker(new URL("./read-text-worker.js", import.meta.url), { type: "module" });
  try {
    const found = await new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      worker.onmessage = ({ data: { found, message } }) =>
        found ? resolve(found) : reject(new Error(message));
      worker.onerror = () => resolve(null);
      worker.postMessage({ text, how });
    });
    // a browser that cannot start the worker reads here
    return found ?? understand(text, how);
  } finally {
    worker.terminate();
  }
}
