/**
 * A checksum: all 32-bit words, little-endian, the last one filled up with zeros, by exclusive or. Any single wrong word
 * changes it, and a start pays for little more than reading them: this loop runs once, before any compiler knows of it.
 * @param {Uint8Array<ArrayBuffer>} bytes that begin where their buffer begins
 * @returns {number}
 */
export function checksum(bytes) {
  const whole = bytes.length >> 2;
  const words = new Int32Array(bytes.buffer, 0, whole);
  let sum = words.reduce((sum, word) => sum ^ word, 0);
  for (let i = 4 * whole; i < bytes.length; i++) sum ^= bytes[i] << (8 * (i & 3));
  return sum >>> 0;
}
