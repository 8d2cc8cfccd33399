// Files and links from anywhere: damaged, cut, forged, hostile. Each is read as what it says, or refused in one sentence.
import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, test } from "node:test";
import { Worker } from "node:worker_threads";
import { decodeLink, encodeLink, openNpy, openSafetensors, readNpy } from "../../web/input/index.js";
import { npyHead, safetensorsBytes, safetensorsOf } from "./helpers/files.js";
import {
  links,
  npyFiles,
  readsLink,
  readsNpy,
  readsSafetensors,
  safetensorsFiles,
} from "./helpers/good-files.js";
import { linkOf } from "./helpers/links.js";
import { refused } from "./helpers/refused.js";

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

test("100,000 mutants of good files and links are read as what they say, or refused", async () => {
  const worker = new Worker(new URL("helpers/mutants.js", import.meta.url));
  const [code] = await once(worker, "exit");
  assert.equal(code, 0);
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
      const lang = ["en", "zh"][i % 2];
      // one of each kind: to find the nearest of 255 long names takes a while
      if (i % deeds.length === 0) await refused(() => file.read(`${name} `, { lang }), { code: "value" });
      await refused(() => file.read(name, { lang, rows: [0, 1] }), { code: "value", where: "rows" });
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
