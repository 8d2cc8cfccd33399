// Files and links from anywhere: damaged, cut, forged, hostile. Each is read as what it says, or refused in one sentence.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  decodeLink,
  encodeLink,
  openNpy,
  openSafetensors,
  readNpy,
  recognizeWeights,
} from "../../web/input/index.js";
import { chance } from "../helpers/random.js";
import { DTYPES, npyBytes, npyHead, safetensorsBytes, safetensorsOf } from "./helpers/files.js";
import { linkOf } from "./helpers/links.js";
import { isRefusal, refused } from "./helpers/refused.js";

/** A Blob without the time that Node takes for one. @param {Uint8Array} bytes */
const blobOf = (bytes) => {
  const slice = (from, to) => ({ arrayBuffer: async () => Uint8Array.from(bytes.subarray(from, to)).buffer });
  return /** @type {any} */ ({ size: bytes.length, slice });
};

const product = (shape) => shape.reduce((a, b) => a * b, 1);

/** Every kind of .npy file there is. */
const npyFiles = ["<f2", ">f4", "<f4", "<f8", "|i1", ">i2", "<i8", "|u1", "<u4", "|b1"].flatMap(
  (descr, i) => {
    const values = [1, 0, 1, 0, 1, 1];
    const version = /** @type {[number, number]} */ ([1 + (i % 3), 0]);
    return [
      npyBytes({ descr, shape: [2, 3], values, version, fortran: i % 2 === 1 }),
      npyBytes({ descr, shape: [1, 3, 2], values }),
    ];
  },
);
const safetensorsFiles = [
  safetensorsBytes(
    DTYPES.map((dtype) => ({ name: `${dtype}.weight`, dtype, shape: [2, 1], values: [1, 0] })),
  ),
  safetensorsBytes([{ name: "attn.c_attn.weight", shape: [1, 3], values: [1, 2, 3] }], { format: "pt", 爱: "猫" }), // prettier-ignore
  safetensorsBytes([{ name: "", shape: [], values: [1] }, { name: "empty", shape: [0, 4], values: [] }]), // prettier-ignore
];
const states = [
  { problem: { x: [[1, 0, 1, 0], [0, 2, 0, 2]], labels: { x: ["我", "<b>"] } }, story: "walk-through", step: "softmax-1" }, // prettier-ignore
  { story: "scores", time: 1.5, lang: "zh", head: null, ask: true },
];
const links = await Promise.all(states.map((state) => encodeLink(state)));

/** What a .npy file gives is as much as it says, and not more than it has. @param {Uint8Array} bytes */
async function readsNpy(bytes) {
  const { shape, data } = await readNpy(blobOf(bytes));
  assert.ok(shape.length <= 4 && product(shape) === data.length && data.length <= bytes.length);
}

/** The same of each tensor of a .safetensors file. @param {Uint8Array} bytes */
async function readsSafetensors(bytes) {
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
async function readsLink(link) {
  const state = await decodeLink(link);
  assert.ok(typeof state === "object" && state !== null && !Array.isArray(state));
}

/** @param {() => Promise<void>} read @param {string} of @returns {Promise<boolean>} whether it was read */
async function orRefused(read, of) {
  try {
    await read();
    return true;
  } catch (error) {
    isRefusal(error, of);
    return false;
  }
}

describe("malformed files and links, each refused", () => {
  let count = 0;
  const refusedNow = async (read) => {
    count++;
    return refused(read);
  };

  test("a file that is cut, wherever, or goes on", async () => {
    for (const [files, read] of /** @type {const} */ ([
      [npyFiles, readsNpy],
      [safetensorsFiles, readsSafetensors],
    ]))
      // prettier-ignore
      for (const bytes of files) {
        for (let length = 0; length < bytes.length; length++) await refusedNow(() => read(bytes.subarray(0, length)));
        await refusedNow(() => read(Buffer.concat([bytes, Uint8Array.of(0)])));
      }
  });

  test("a link that is cut, wherever, goes on, or has another character", async () => {
    for (const link of links) {
      for (let i = 0; i < link.length; i++) {
        await refusedNow(() => readsLink(link.slice(0, i)));
        await refusedNow(() => readsLink(link.slice(i + 1)));
        for (const sign of ["A", "0", "=", "😀"])
          if (link[i] !== sign)
            await refusedNow(() => readsLink(link.slice(0, i) + sign + link.slice(i + 1)));
      }
      await refusedNow(() => readsLink(`${link}a`));
      await refusedNow(() => readsLink(`##${link}`));
    }
  });

  test("claims of any size, in no time and no memory", async () => {
    const sizes = [2 ** 31, 2 ** 32, 2 ** 33 - 1, 2 ** 40, 2 ** 49, 1e15 - 1];
    const before = process.memoryUsage().arrayBuffers;
    const start = performance.now();
    const began = count;
    for (const a of sizes)
      for (const b of [1, 2 ** 16, 2 ** 32, 2 ** 49])
        for (const descr of ["|u1", "<f8"]) {
          const head = npyHead(`{'descr': '${descr}', 'fortran_order': False, 'shape': (${a}, ${b})}`);
          await refusedNow(() => readsNpy(head));
          const entry = { dtype: descr === "<f8" ? "F64" : "U8", shape: [a, b], data_offsets: [0, 8] };
          await refusedNow(() =>
            readsSafetensors(safetensorsOf(JSON.stringify({ a: entry }), new Uint8Array(8))),
          );
          const far = { ...entry, data_offsets: [0, Math.min(a * b, 1e15 - 1)] };
          await refusedNow(() =>
            readsSafetensors(safetensorsOf(JSON.stringify({ a: far }), new Uint8Array(8))),
          );
        }
    assert.ok(process.memoryUsage().arrayBuffers - before < 8e6);
    // far more than it takes: 0.1 ms each
    assert.ok((performance.now() - start) / (count - began) < 10);
  });

  test("more than a thousand of them", () => assert.ok(count > 1000, `${count}`));
});

describe("100,000 mutants of good files and links are read as what they say, or refused", () => {
  const random = chance(20240229);
  const interesting = [0, 1, 2, 7, 8, 9, 10, 32, 34, 39, 40, 41, 44, 45, 48, 49, 57, 58, 91, 92, 93, 123, 125, 127, 128, 255]; // prettier-ignore

  /** @param {Uint8Array} bytes @returns {Uint8Array<ArrayBuffer>} */
  function mutant(bytes) {
    let out = Uint8Array.from(bytes);
    for (let i = random.from(1, 3); i > 0; i--) {
      const at = random.below(out.length);
      const kind = random.below(6);
      if (kind === 0) out[at] ^= 1 << random.below(8);
      else if (kind === 1) out[at] = random.one(interesting);
      else if (kind === 2) out = out.slice(0, at + 1);
      else if (kind === 3)
        out = Uint8Array.from([...out.subarray(0, at), ...out.subarray(at + random.from(1, 8))]);
      else if (kind === 4)
        out = Uint8Array.from([...out.subarray(0, at), random.one(interesting), ...out.subarray(at)]); // prettier-ignore
      else out.copyWithin(at, random.below(out.length), random.below(out.length));
      if (out.length === 0) out = Uint8Array.of(0);
    }
    return out;
  }

  /** Of so many, some are read and most are refused. */
  async function allReadOrRefused(count, next, read) {
    let good = 0;
    for (let i = 0; i < count; i++) {
      const one = next();
      good += Number(await orRefused(() => read(one), JSON.stringify(one)));
    }
    assert.ok(good > count / 1000 && good < count, `${good} of ${count} were read`);
  }

  test("40,000 of .npy files", () => allReadOrRefused(40000, () => mutant(random.one(npyFiles)), readsNpy));

  test("35,000 of .safetensors files", () =>
    allReadOrRefused(35000, () => mutant(random.one(safetensorsFiles)), readsSafetensors));

  test("10,000 of links", () =>
    allReadOrRefused(
      10000,
      () => (random.maybe(0.01) ? random.one(links) : Buffer.from(mutant(Buffer.from(random.one(links)))).toString("latin1")), // prettier-ignore
      readsLink,
    ));

  test("15,000 of what links hold, with the right checksum", () =>
    allReadOrRefused(
      15000,
      () => linkOf(mutant(Buffer.from(JSON.stringify(random.one(states)))), { level: 1 }),
      readsLink,
    ));
});

describe("250 scripts as names, keys and texts stay text", () => {
  const deeds = ["hit()", "globalThis.hit()", "this.constructor.constructor('hit()')()", "import('data:text/javascript,hit()')", "eval('hit()')"]; // prettier-ignore
  const wraps = [
    (deed) => `<script>${deed}</script>`,
    (deed) => `<img src=x onerror="${deed}">`,
    (deed) => `<svg onload=${deed}>`,
    (deed) => `<svg><animate onbegin=${deed} attributeName=x>`,
    (deed) => `"><iframe srcdoc="<script>${deed}</script>">`,
    (deed) => `<a href="javascript:${deed}">`,
    (deed) => `javascript:${deed}`,
    (deed) => `data:text/html,<script>${deed}</script>`,
    (deed) => `\${${deed}}`,
    (deed) => `{{${deed}}}`,
    (deed) => `{where}{key}{~limit}${deed}`,
    (deed) => `'+${deed}+'`,
    (deed) => `"+${deed}+"`,
    (deed) => `\`;${deed};\``,
    (deed) => `');${deed};//`,
    (deed) => `__import__('os').system('${deed}')`,
    (deed) => `=HYPERLINK("javascript:${deed}")`,
    (deed) => `</style><script>${deed}</script>`,
    (deed) => `-->${deed}<!--`,
    (deed) => `]]>${deed}`,
    (deed) => `<details open ontoggle=${deed}>`,
    (deed) => `<input autofocus onfocus=${deed}>`,
    (deed) => `<math><mtext><script>${deed}</script>`,
    (deed) => `\u202e${deed}\u0000`,
    (deed) => `<template><script>${deed}</script></template>`,
    (deed) => `&#60;script&#62;${deed}`,
    (deed) => `\\u003cscript\\u003e${deed}`,
    (deed) => `<ScRiPt/x>${deed}</sCrIpT>`,
    (deed) => `<marquee onstart=${deed}>`,
    (deed) => `<x contenteditable onblur=${deed}>`,
    (deed) => `%3Cscript%3E${deed}%3C/script%3E`,
    (deed) => `(function(){${deed}})()`,
    (deed) => `;;${deed};;`,
    (deed) => `\u2028${deed}\u2029`,
    (deed) => `{"toString":"${deed}"}`,
    (deed) => `__proto__[${deed}]`,
    (deed) => `constructor.prototype.${deed}`,
    (deed) => `<base href="javascript:${deed}//">`,
    (deed) => `<link rel=import href="data:,${deed}">`,
    (deed) => `<object data="javascript:${deed}">`,
    (deed) => `<embed src="javascript:${deed}">`,
    (deed) => `<form action="javascript:${deed}"><button>`,
    (deed) => `<video><source onerror=${deed}>`,
    (deed) => `<body onpageshow=${deed}>`,
    (deed) => `<style>@import "javascript:${deed}"</style>`,
    (deed) => `<meta http-equiv=refresh content="0;url=javascript:${deed}">`,
    (deed) => `<svg><a xlink:href="javascript:${deed}">`,
    (deed) => `<img/src/onerror=${deed}//`,
    (deed) => `<noscript><p title="</noscript><img src onerror=${deed}>">`,
    (deed) => `<table background="javascript:${deed}">`,
    (deed) => `<xmp><script>${deed}</script>`,
  ];
  const scripts = wraps.flatMap((wrap) => deeds.map(wrap));
  /** @type {any} */ (globalThis).hit = () => assert.fail("a text was run");

  test("there are so many", () => assert.ok(scripts.length >= 250, `${scripts.length}`));

  test("as names of tensors they are listed and read, and named when refused", async () => {
    const file = await openSafetensors(new Blob([safetensorsBytes(scripts.map((name, i) => ({ name, shape: [1], values: [i] })), Object.fromEntries(scripts.map((script) => [script, script])))])); // prettier-ignore
    assert.deepEqual(file.tensors.map(({ name }) => name), scripts); // prettier-ignore
    for (const [i, name] of scripts.entries()) {
      assert.deepEqual([...(await file.read(name)).data], [i]);
      for (const lang of ["en", "zh"]) {
        await refused(() => file.read(`${name} `, { lang }), { code: "value" });
        await refused(() => file.read(name, { lang, rows: [0, 1] }), { code: "value", where: "rows" });
      }
    }
  });

  test("as keys, types and whole headers of files they are refused", async () => {
    for (const script of scripts) {
      const text = JSON.stringify(script);
      for (const header of [
        script,
        `{${text}: 1}`,
        `{'descr': ${text}, 'fortran_order': False, 'shape': (1,)}`,
        `{'descr': '<f4', ${script}: 0}`,
      ])
        // prettier-ignore
        await refused(() => readNpy(new Blob([npyHead(header)])));
      for (const header of [script, `{${text}:${text}}`, `{"a":{"dtype":${text}}}`, `{"a":{${text}:1}}`])
        await refused(() => openSafetensors(new Blob([safetensorsOf(header)])));
      const listed = await openNpy(
        new Blob([npyHead("{'descr': '|O', 'fortran_order': False, 'shape': ()}")]),
      );
      assert.equal(listed.dtype, "|O");
    }
  });

  test("as texts of a link they come back; as its keys they are refused", async () => {
    for (const script of scripts) {
      const state = { problem: { labels: { x: [script] } }, story: script, lang: script, compare: script };
      assert.deepEqual(await decodeLink(await encodeLink(state)), state);
      await refused(() => decodeLink(script), { code: "value" });
      await refused(() => decodeLink(linkOf(JSON.stringify({ [script]: 1 }))), { code: "value" });
      await refused(() => encodeLink({ [script]: 1 }), { code: "value" });
      await refused(() => encodeLink({ problem: { [script]: () => 1 } }), { code: "value" });
    }
  });
});
