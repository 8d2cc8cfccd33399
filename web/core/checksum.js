/**
 * The checksum of POSIX cksum: a CRC over the bytes and then over their count. Any single wrong bit changes it.
 */
const POLYNOMIAL = 0x04c11db7;

/** @returns {Uint32Array} the CRC of each byte, eight bits at a time */
function table() {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ POLYNOMIAL : crc << 1;
    return crc;
  });
}

/**
 * @param {Uint8Array} bytes
 * @returns {number}
 */
export function checksum(bytes) {
  const next = table();
  let crc = 0;
  for (let i = 0; i < bytes.length; i++) crc = (crc << 8) ^ next[(crc >>> 24) ^ bytes[i]];
  for (let left = bytes.length; left > 0; left = Math.floor(left / 256))
    crc = (crc << 8) ^ next[(crc >>> 24) ^ (left & 255)];
  return ~crc >>> 0;
}
