/**
 * Readers for the options of long runs: the abort signal, and callbacks.
 */
import { unfit } from "../errors.js";
import { demanding } from "../readers.js";

/**
 * Returns a property of the signal itself, ignoring own properties that override it.
 * @param {AbortSignal} signal
 * @param {"aborted" | "reason"} name
 */
export const signalValue = (signal, name) => Reflect.get(AbortSignal.prototype, name, signal);

/**
 * Reads an AbortSignal. Rejects objects that merely look like one, since signalValue cannot read them.
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

/** Throws the signal's reason if it is aborted. @param {AbortSignal} [signal] */
export function demandNotAborted(signal) {
  if (signal && signalValue(signal, "aborted")) throw signalValue(signal, "reason");
}
