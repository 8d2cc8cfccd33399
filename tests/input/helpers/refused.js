// What a refusal is: the player's error, with a place and one sentence.
import assert from "node:assert/strict";
import { AttentionError } from "../../../web/core/errors.js";

const CODES = ["value", "limit", "unsupported", "memory"];

/** Fails where an error is none that a reader can use. @param {unknown} error @param {string} [of] */
export function isRefusal(error, of = "") {
  const said = `${of}: ${error instanceof Error ? error.stack : String(error)}`;
  assert.ok(error instanceof AttentionError, said);
  assert.ok(CODES.includes(error.code), said);
  assert.ok(typeof error.where === "string" && error.where !== "" && error.where.length <= 200, said);
  assert.match(error.message, /^[^\n]+[.。？?]$/u, said);
  assert.ok(error.message.length < 400, said);
  // what is quoted is somebody else's
  assert.doesNotMatch(error.message.replace(/"(?:[^"\\]|\\.)*"/g, ""), /undefined|\[object|\{\w+\}/, said);
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
