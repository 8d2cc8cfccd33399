/**
 * Options of long runs: the signal that ends one, and callbacks.
 */
import { unfit } from "../errors.js";
import { demanding } from "../readers.js";

/**
 * A property of the signal itself, whatever properties were laid over it.
 * @param {AbortSignal} signal
 * @param {"aborted" | "reason"} name
 */
export const signalValue = (signal, name) => Reflect.get(AbortSignal.prototype, name, signal);

/**
 * A signal itself, and not what looks like one: only the former can be signalValue.
 * @type {import("../readers.js").Reader}
 */
export function readSignal(value, where) {
  try {
    signalValue(/** @type {any} */ (value), "aborted");
    return value;
  } catch {
    throw unfit(where, value, "an AbortController's signal.");
  }
}

export const readCallback = demanding((value) => typeof value === "function", "a function.");

/** @param {AbortSignal} [signal] */
export function demandNotAborted(signal) {
  if (signal && signalValue(signal, "aborted")) throw signalValue(signal, "reason");
}
