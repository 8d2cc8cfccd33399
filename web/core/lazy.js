/**
 * Lazy loading of the parts that only some asynchronous calls need: workers, layers, training. The first such call fetches
 * them; a one-file build already contains them.
 */
import { AttentionError } from "./errors.js";

/**
 * @template T
 * @param {() => Promise<T>} load
 * @returns {Promise<T>}
 * @throws {AttentionError} `unsupported` if the file cannot be loaded; the next call tries again
 */
export async function loadLazily(load) {
  try {
    return await load();
  } catch (cause) {
    const message = "Part of the engine could not be loaded; check the connection and call again.";
    throw Object.assign(new AttentionError("unsupported", "files", message), { cause });
  }
}
