// Writes the bytes of a module as text, one character per byte, so that Node, pages and bundlers load it like any script.
// Compressed by a server, this is a tenth smaller than base64. The most common byte, zero, would need an escape, so every
// byte is XORed with TURN, which makes the text 3 % smaller (decode in web/core/wasm.js reverses it). A checksum (checksum
// in wasm.js) lets the loader notice even a single flipped bit.
//
//   node c/tools/module-text.mjs in.wasm out.js

import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";

const [, , from, to] = process.argv;
const TURN = 105;
const bytes = readFileSync(from);

// characters that a string literal cannot hold, and zeros, which HTML would replace
const escapes = { "\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\0": "\\0" };
const text = bytes
  .map((byte) => byte ^ TURN)
  .toString("latin1")
  .replace(/\0(?=\d)/g, "\\x00")
  .replace(/\\x00|[\\"\n\r\0]/g, (found) => escapes[found] ?? found);

let sum = 0;
for (let i = 0; i < bytes.length; i++) sum ^= bytes[i] << (8 * (i & 3));

writeFileSync(
  to,
  `// Made by build.sh: the bytes of ${basename(from)}, one XORed character per byte, and their checksum.
/** @type {string} */
export const text = "${text}";
export const sum = ${sum >>> 0};
`,
);
