// Good files and links to be damaged, and what must come of a damaged one: it is read as what it says, or refused.
import assert from "node:assert/strict";
import {
  decodeLink,
  encodeLink,
  openSafetensors,
  readNpy,
  recognizeWeights,
} from "../../../web/input/index.js";
import { DTYPES, npyBytes, safetensorsBytes } from "./files.js";
import { isRefusal } from "./refused.js";

/** A Blob without the time that Node takes for one. @param {Uint8Array} bytes */
const blobOf = (bytes) => {
  const slice = (from, to) => ({ arrayBuffer: async () => Uint8Array.from(bytes.subarray(from, to)).buffer });
  return /** @type {any} */ ({ size: bytes.length, slice });
};

const product = (shape) => shape.reduce((a, b) => a * b, 1);

/** Every kind of .npy file there is. */
export const npyFiles = ["<f2", ">f4", "<f4", "<f8", "|i1", ">i2", "<i8", "|u1", "<u4", "|b1"].flatMap(
  (descr, i) => {
    const values = [1, 0, 1, 0, 1, 1];
    const version = /** @type {[number, number]} */ ([1 + (i % 3), 0]);
    return [
      npyBytes({ descr, shape: [2, 3], values, version, fortran: i % 2 === 1 }),
      npyBytes({ descr, shape: [1, 3, 2], values }),
    ];
  },
);
export const safetensorsFiles = [
  safetensorsBytes(
    DTYPES.map((dtype) => ({ name: `${dtype}.weight`, dtype, shape: [2, 1], values: [1, 0] })),
  ),
  safetensorsBytes([{ name: "attn.c_attn.weight", shape: [1, 3], values: [1, 2, 3] }], { format: "pt", 爱: "猫" }), // prettier-ignore
  safetensorsBytes([{ name: "", shape: [], values: [1] }, { name: "empty", shape: [0, 4], values: [] }]), // prettier-ignore
];
export const states = [
  { problem: { x: [[1, 0, 1, 0], [0, 2, 0, 2]], labels: { x: ["我", "<b>"] } }, story: "walk-through", step: "softmax-1" }, // prettier-ignore
  { story: "scores", time: 1.5, lang: "zh", head: null, ask: true },
];
export const links = await Promise.all(states.map((state) => encodeLink(state)));

/** What a .npy file gives is as much as it says, and not more than it has. @param {Uint8Array} bytes */
export async function readsNpy(bytes) {
  const { shape, data } = await readNpy(blobOf(bytes));
  assert.ok(shape.length <= 4 && product(shape) === data.length && data.length <= bytes.length);
}

/** The same of each tensor of a .safetensors file. @param {Uint8Array} bytes */
export async function readsSafetensors(bytes) {
  const file = await openSafetensors(blobOf(bytes));
  recognizeWeights(file.tensors);
  for (const { name, shape } of file.tensors)
    await orRefused(async () => {
      const tensor = await file.read(name);
      assert.deepEqual(tensor.shape, shape);
      assert.ok(product(shape) === tensor.data.length && tensor.data.length <= bytes.length);
    }, name);
}

/** @param {string} link */
export async function readsLink(link) {
  const state = await decodeLink(link);
  assert.ok(typeof state === "object" && state !== null && !Array.isArray(state));
}

/** @param {() => Promise<void>} read @param {unknown} of @returns {Promise<boolean>} whether it was read */
export async function orRefused(read, of) {
  try {
    await read();
    return true;
  } catch (error) {
    isRefusal(error, of);
    return false;
  }
}
