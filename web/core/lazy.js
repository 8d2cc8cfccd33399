/**
 * Parts of the engine that only some calls need, and only calls that are waited for: workers, layers, training. They are
 * fetched by the first such call; where everything is in one file they are at hand.
 */
import { AttentionError } from "./errors.js";

/**
 * @template T
 * @param {() => Promise<T>} load
 * @returns {Promise<T>}
 * @throws {AttentionError} `unsupported` where its file does not come; the next call tries again
 */
export async function loadLazily(load) {
  try {
    return await load();
  } catch (cause) {
    const message = "Part of the engine could not be loaded; check the connection and call again.";
    throw Object.assign(new AttentionError("unsupported", "files", message), { cause });
  }
}
