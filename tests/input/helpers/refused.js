// What a refusal is: the player's error, with a place and one sentence.
import assert from "node:assert/strict";
import { AttentionError } from "../../../web/core/errors.js";

const CODES = ["value", "limit", "unsupported", "memory"];

/** Fails where text for a reader is not one sentence, with nothing left to fill in. @param {string} text */
export function isSentence(text) {
  assert.ok(text.length > 10 && text.length < 700);
  assert.match(text, /^[^\n]+[.。？?]$/u);
  assert.doesNotMatch(text, /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
  // what is quoted is somebody else's
  assert.doesNotMatch(
    text.replace(/"(?:[^"\\]|\\.)*"/g, ""),
    /undefined|\[object|(?<!\\begin|\\end)\{~?\w+\}/,
  );
}

/** Fails where an error is none that a reader can use. @param {unknown} error @returns {AttentionError} */
export function isRefusal(error) {
  if (!(error instanceof AttentionError)) throw error;
  assert.ok(CODES.includes(error.code), error.code);
  assert.ok(typeof error.where === "string" && error.where !== "" && error.where.length <= 200, error.where);
  isSentence(error.message);
  return error;
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

/** Expects a refusal at the same place in English and in Chinese. @param {(options?: { lang: string }) => any} call @param {Parameters<typeof refused>[1]} expected */
export async function refusedInBoth(call, expected) {
  const { code, where } = await refused(call, expected);
  await refused(() => call({ lang: "zh" }), { code, where, says: /[\u4e00-\u9fff].*[。？]$/ });
}
