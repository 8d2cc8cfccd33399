// What the core says in words, asked of C itself: every sentence with every kind of number, in as little room as there is.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as structs from "../../web/core/structs.js";
import { loadCore } from "../../web/core/wasm.js";
import { LIMITS, STATUSES } from "../helpers/sizes.js";

const { ERROR } = structs;
const NOTHING = -1;
const NUMBERS = [0, 1, 2, 7, 10, 12, 640, 2.5, -1, -30, 2 ** 53, 9199999999999998976, 9.2e18, 2 ** 63];
const OTHERS = [Number.MAX_VALUE, Infinity, -Infinity, NaN];

function inWords(x) {
  if (Number.isNaN(x)) return "NaN";
  if (x < 0) return `-${inWords(-x)}`;
  if (x === Infinity) return "Infinity";
  return x >= 9.2e18 ? "more than 9223372036854775806" : String(BigInt(Math.trunc(x)));
}

/** Every number up to 1024 that divides another, and that itself. */
function divisorsOf(whole) {
  const found = [];
  for (let n = 1; n < whole && n <= 1024; n++) if (whole % n === 0) found.push(n);
  const last = inWords(whole);
  return whole > 1 ? `${found.join(", ")} or ${last}` : last;
}

describe("sentences", async () => {
  const { functions, arena, at } = await loadCore("auto");
  const text = (address) => arena.text(address);
  const [target, w_q] = ["target", "w_q"].map((wanted) => {
    for (let n = 0; ; n++) if (text(functions.attn_name(n)) === wanted) return n;
  });

  function put({ status, name, other, axis, got, expected }) {
    const view = arena.view();
    for (const [key, value] of Object.entries({ status, name, other, axis }))
      view.setInt32(at.error + ERROR.at[key], value, true);
    view.setFloat64(at.error + ERROR.at.got, got, true);
    view.setFloat64(at.error + ERROR.at.expected, expected, true);
  }
  function written(error, size = 1024) {
    put(error);
    assert.equal(functions.attn_error_text(at.error, at.text, size), at.text);
    return text(at.text);
  }
  /** The template with its placeholders filled in. */
  function told(template, { name, other, axis, got, expected }) {
    const number = { a: axis, g: got, e: expected };
    const names = { t: text(functions.attn_name(name)), o: text(functions.attn_name(other)) };
    return template
      .replace(/\{(\w)\|([^|]*)\|([^}]*)\}/g, (_, letter, one, more) => (number[letter] === 1 ? one : more))
      .replace(/%(\w)/g, (_, letter) =>
        letter === "d" ? divisorsOf(expected) : (names[letter] ?? inWords(number[letter])),
      );
  }

  for (const [status, name] of STATUSES.entries())
    test(name, () => {
      const template = text(functions.attn_status_sentence(status));
      const whole = template.includes("%d");
      for (const got of [...NUMBERS, ...OTHERS])
        for (const expected of whole ? [1, 2, 6, 12, 97, 1024, 2048, 2050, 2 ** 40] : [...NUMBERS, ...OTHERS])
          for (const axis of [0, 3]) {
            const error = { status, name: w_q, other: target, axis, got, expected };
            assert.equal(written(error), told(template, error));
          }
    });

  test("what does not fit is cut off, and nothing beyond is touched", () => {
    const error = { status: STATUSES.indexOf("AXIS"), name: w_q, other: w_q, axis: 1, got: 3, expected: 4 };
    const full = written(error);
    for (const size of [0, 1, 2, 20, full.length, full.length + 1, full.length + 2]) {
      arena.bytes().fill(126, at.text, at.text + 1024);
      const end = Math.min(size, full.length + 1);
      if (size > 0) assert.equal(written(error, size), full.slice(0, end - 1));
      else functions.attn_error_text(at.error, at.text, 0);
      assert.ok(
        arena
          .bytes()
          .subarray(at.text + end, at.text + 1024)
          .every((byte) => byte === 126),
      );
    }
  });

  test("what has no name is called so", () => {
    const lists = {
      attn_status_code: [STATUSES.length, "internal"],
      attn_status_sentence: [STATUSES.length, "Unknown status."],
      attn_limit_name: [Object.keys(LIMITS).length, ""],
      attn_tensor_name: [structs.TENSORS.length, ""],
      attn_decoder_tensor_name: [structs.DECODER_TENSORS.length, ""],
    };
    for (const [list, [count, none]] of Object.entries(lists)) {
      for (const n of [NOTHING, count, count + 1]) assert.equal(text(functions[list](n)), none, list);
      for (const n of [0, count - 1]) assert.notEqual(text(functions[list](n)), "", list);
    }
    assert.equal(text(functions.attn_name(NOTHING)), "a tensor");
    assert.equal(text(functions.attn_name(0)), "x");
    const limits = Object.values(LIMITS).map(Number);
    for (const n of [NOTHING, limits.length]) assert.equal(functions.attn_limit(n), 0);
    assert.deepEqual(
      limits.map((_, n) => functions.attn_limit(n)),
      limits,
    );
    for (const n of [NOTHING, 7]) assert.equal(functions.attn_struct_size(n), 0);
  });
});
