// Links as anybody may write them: of any JSON text, right or wrong, packed by Node's zlib.
import { deflateRawSync } from "node:zlib";
import { crc32 } from "../../../web/input/link/crc32.js";

/** @param {string | Uint8Array} json @param {{ level?: number, checksum?: string }} [how] */
export function linkOf(json, { level = 9, checksum } = {}) {
  const bytes = Buffer.from(json);
  return `v1.${deflateRawSync(bytes, { level }).toString("base64url")}.${checksum ?? crc32(bytes)}`;
}
