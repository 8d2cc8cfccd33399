// Comparisons of tensors and errors, with messages that name the entry.
import assert from "node:assert/strict";

const bits = new DataView(new ArrayBuffer(4));

/** Returns the bits of a float32; "NaN" for every NaN. @param {number} value */
export function bitsOf(value) {
  if (Number.isNaN(value)) return "NaN";
  bits.setFloat32(0, value);
  return bits.getUint32(0);
}

/** Asserts the same shape and the same bits. */
export function sameBits(got, want, name = "tensor") {
  assert.deepEqual(got.shape, want.shape, `${name}: shape`);
  for (let i = 0; i < want.data.length; i++)
    if (bitsOf(got.data[i]) !== bitsOf(want.data[i]))
      assert.fail(`${name}: entry ${i} is ${got.data[i]}, not ${want.data[i]}`);
}

/** Asserts that two traces have the same names, tensors of the same bits and the same notes. */
export function sameTrace(got, want, name = "trace") {
  assert.deepEqual(Object.keys(got).sort(), Object.keys(want).sort(), name);
  for (const [tensor, one] of Object.entries(want))
    if (tensor === "notes") assert.deepEqual(got.notes, one, name);
    else sameBits(got[tensor], one, `${name}, ${tensor}`);
}

/** Returns the largest |got - want|, Infinity for a NaN; where want is NaN or infinite, got must be the same. */
export function largestDifference(got, want, { name = "tensor" } = {}) {
  assert.equal(got.length, want.length, `${name}: ${got.length} entries, not ${want.length}`);
  let largest = 0;
  for (let i = 0; i < want.length; i++) {
    if (!Number.isFinite(want[i])) {
      assert.ok(Object.is(got[i], want[i]), `${name}: entry ${i} is ${got[i]}, not ${want[i]}`);
      continue;
    }
    // a comparison with NaN is false, so a later entry would replace it
    const difference = Number.isNaN(got[i]) ? Infinity : Math.abs(got[i] - want[i]);
    largest = Math.max(largest, difference);
  }
  return largest;
}

/** Asserts |got - want| <= atol + rtol |want| for every entry. */
export function near(got, want, { atol = 1e-6, rtol = 1e-6, name = "tensor" } = {}) {
  assert.equal(got.length, want.length, `${name}: ${got.length} entries, not ${want.length}`);
  for (let i = 0; i < want.length; i++) {
    const same = Object.is(got[i], want[i]) || (got[i] === 0 && want[i] === 0);
    const allowed = atol + rtol * Math.abs(want[i]);
    if (same || Math.abs(got[i] - want[i]) <= allowed) continue;
    assert.fail(`${name}: entry ${i} is ${got[i]}, not ${want[i]} (off by ${Math.abs(got[i] - want[i])})`);
  }
}

/** Asserts that a call throws an AttentionError, and returns the error. */
export function refused(call, { code, where, message } = {}) {
  let error;
  try {
    call();
  } catch (thrown) {
    error = thrown;
  }
  assert.ok(error, "nothing was thrown");
  assert.equal(error.name, "AttentionError", String(error.stack ?? error));
  if (code !== undefined) assert.equal(error.code, code, error.message);
  if (where !== undefined) assert.equal(error.where, where, error.message);
  if (message !== undefined) assert.match(error.message, message);
  return error;
}
