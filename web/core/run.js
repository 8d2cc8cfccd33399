/**
 * Long runs off the main thread.
 */
import { AttentionError, unknownName } from "./errors.js";

const METHODS = ["forward", "backward", "fused"];

/**
 * @param {import("./attention.js").Attention} attention
 * @param {import("./core.js").Core} core
 * @param {string} method
 * @param {unknown} problem
 * @param {Record<string, any>} [options]
 * @param {AbortSignal} [closing] ends the run when the attention is closed
 * @returns {Promise<any>}
 */
export async function runOffThread(attention, core, method, problem, options = {}, closing) {
  if (!METHODS.includes(method)) throw unknownName(String(method), METHODS, "run", "method");
  const { signal, workers, onProgress, ...rest } = options;
  signal?.throwIfAborted();
  // one turn of the event loop, so that an abort right after the call is heard
  await new Promise((resolve) => setTimeout(resolve, 0));
  signal?.throwIfAborted();
  closing?.throwIfAborted();
  const calls = /** @type {Record<string, (problem: unknown, options: any) => unknown>} */ ({
    forward: (given, with_) => attention.forward(given, with_),
    backward: (given, with_) => attention.backward(given, with_),
    fused: (given) => attention.fused(given),
  });
  const result = calls[method](problem, rest);
  if (typeof onProgress === "function") onProgress(1);
  return result;
}
