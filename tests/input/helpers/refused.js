// What a refusal is: the player's error, with a place and one sentence.
import assert from "node:assert/strict";
import { AttentionError } from "../../../web/core/errors.js";

const CODES = ["value", "limit", "unsupported", "memory"];

/** Fails where an error is none that a reader can use. @param {unknown} error @param {unknown} [of] what was read */
export function isRefusal(error, of = "") {
  try {
    isGood(error);
  } catch (cause) {
    const read = of instanceof Uint8Array ? Buffer.from(of).toString("latin1") : of;
    throw new Error(`${JSON.stringify(read)}: ${error instanceof Error ? error.stack : String(error)}`, {
      cause,
    });
  }
}

/** @param {unknown} error */
function isGood(error) {
  assert.ok(error instanceof AttentionError);
  assert.ok(CODES.includes(error.code));
  assert.ok(typeof error.where === "string" && error.where !== "" && error.where.length <= 200);
  assert.match(error.message, /^[^\n]+[.。？?]$/u);
  assert.ok(error.message.length < 400);
  // what is quoted is somebody else's
  assert.doesNotMatch(error.message.replace(/"(?:[^"\\]|\\.)*"/g, ""), /undefined|\[object|\{\w+\}/);
}

/**
 * Expects a refusal and gives it.
 * @param {() => any} call
 * @param {{ code?: string, where?: string | RegExp, says?: RegExp }} [expected]
 */
export async function refused(call, { code, where, says } = {}) {
  try {
    await call();
  } catch (error) {
    isRefusal(error);
    if (code) assert.equal(error.code, code, error.message);
    if (typeof where === "string") assert.equal(error.where, where, error.message);
    if (where instanceof RegExp) assert.match(error.where, where);
    if (says) assert.match(error.message, says);
    return error;
  }
  assert.fail(`nothing was refused, and ${code} at ${where} was expected`);
}
