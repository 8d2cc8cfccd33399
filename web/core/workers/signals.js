/**
 * What a caller hands over to be told of a long run, and to end it.
 */
import { unfit } from "../errors.js";

/**
 * What a signal itself says, whatever properties were laid over it.
 * @param {AbortSignal} signal
 * @param {"aborted" | "reason"} name
 */
export const asked = (signal, name) => Reflect.get(AbortSignal.prototype, name, signal);

/**
 * A signal itself, and not what looks like one: only the former can be asked.
 * @type {import("../readers.js").Reader}
 */
export function readSignal(value, where) {
  try {
    asked(/** @type {any} */ (value), "aborted");
    return value;
  } catch {
    throw unfit(where, value, "an AbortController's signal.");
  }
}

/** @type {import("../readers.js").Reader} */
export function readCallback(value, where) {
  if (typeof value === "function") return value;
  throw unfit(where, value, "a function.");
}

/** @param {AbortSignal} [signal] */
export function demandNotAborted(signal) {
  if (signal && asked(signal, "aborted")) throw asked(signal, "reason");
}
