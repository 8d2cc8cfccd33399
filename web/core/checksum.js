/**
 * A checksum by 32-bit words, little-endian, the last one filled up with zeros: sum <- 31 sum + word, modulo 2^32. Each step
 * is a bijection, so any single wrong word changes the result, and no start waits long for it.
 * @param {Uint8Array<ArrayBuffer>} bytes that begin where their buffer begins
 * @returns {number}
 */
export function checksum(bytes) {
  const whole = bytes.length >> 2;
  const words = new Uint32Array(bytes.buffer, 0, whole);
  let sum = 0;
  for (let i = 0; i < whole; i++) sum = (Math.imul(sum, 31) + words[i]) | 0;
  if (bytes.length > 4 * whole) {
    let last = 0;
    for (let i = bytes.length - 1; i >= 4 * whole; i--) last = (last << 8) | bytes[i];
    sum = (Math.imul(sum, 31) + last) | 0;
  }
  return sum >>> 0;
}
