/** CRC-32 as in IEEE 802.3, ZIP and PNG: polynomial 0xEDB88320, bits reversed. */

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
  return byte;
});

/** @param {Uint8Array} bytes @returns {string} 8 lower-case hexadecimal digits */
export function crc32(bytes) {
  let crc = -1;
  for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ table[(crc ^ bytes[i]) & 255];
  return (~crc >>> 0).toString(16).padStart(8, "0");
}
