// Links: what a player shows, in the part of an address after "#".
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { crc32 } from "../../../web/input/link/crc32.js";
import { readAddress } from "../../../web/embed/address.js";
import { decodeLink, encodeLink } from "../../../web/input/index.js";
import { chance } from "../../helpers/random.js";
import { linkOf } from "../helpers/links.js";
import { refused, refusedInBoth } from "../helpers/refused.js";

describe("a state goes through a link and comes back", () => {
  const same = async (state) => assert.deepEqual(await decodeLink(await encodeLink(state)), state);

  test("a problem, its story, its step and its language", () =>
    same({ problem: { x: [[1, 0.1], [-2.5e-8, 3]], causal: true }, story: "scores", step: "scores-2", lang: "en" })); // prettier-ignore

  test("every key there is", () =>
    same({ problem: {}, story: "compare", step: 3, time: 0.25, from: "scores", to: 5, lang: "zh", theme: "dark", palette: "safe", softmax: "open", head: 1, batch: 0, compare: { x: [[1]] }, speed: 2, controls: false, ask: true })); // prettier-ignore

  test("an empty state", () => same({}));

  test("labels in any script", () =>
    same({ problem: { labels: { x: ["我", "爱", "猫", "😀", "", '"\\'] } } }));

  test("a problem that is many times as long as its link", () =>
    same({ problem: { x: Array.from({ length: 300 }, (_, i) => Array(300).fill(i % 7)) } }));

  test("random problems, to the bit", async () => {
    const random = chance(11);
    for (let i = 0; i < 20; i++) {
      const x = Array.from({ length: 10 }, () => [random.normal(), -0, 5e-324, random.next() * 1e300, i]);
      await same({ problem: { x } });
    }
  });

  test("with the leading # of an address or without", async () => {
    const link = await encodeLink({ story: "scores" });
    assert.match(link, /^v1\.[A-Za-z0-9_-]+\.[0-9a-f]{8}$/);
    assert.deepEqual(await decodeLink(`#${link}`), { story: "scores" });
  });

  test("what JSON lacks becomes the texts that a problem may hold, and -0 stays", async () => {
    const x = [[NaN, Infinity], [-Infinity, -0]]; // prettier-ignore
    const { problem } = await decodeLink(await encodeLink({ problem: { x } }));
    assert.deepEqual(problem.x, [["NaN", "Infinity"], ["-Infinity", -0]]); // prettier-ignore
  });

  test("tensors become plain JSON, in the shortest decimals that give their float32", async () => {
    const data = Float32Array.of(0.1, -0, NaN, 1e-45, 3.4028234e38, 16777216);
    const tensor = { shape: [2, 3], data };
    const mask = { shape: [2], data: Uint8Array.of(1, 0) };
    const { problem } = await decodeLink(await encodeLink({ problem: { x: tensor, mask } }));
    assert.deepEqual(problem.x, { shape: [2, 3], data: [0.1, -0, "NaN", 1e-45, 3.4028235e38, 16777216] });
    assert.deepEqual(Float32Array.from(problem.x.data), data);
    assert.deepEqual(problem.mask, { shape: [2], data: [1, 0] });
  });

  test("a key that is undefined counts as absent", async () =>
    assert.deepEqual(await decodeLink(await encodeLink({ story: "scores", step: undefined })), { story: "scores" })); // prettier-ignore

  test("links of any packer are read", async () => {
    for (const level of [0, 1, 6, 9])
      assert.deepEqual(await decodeLink(linkOf('{ "story": "scores" }', { level })), { story: "scores" });
  });

  test("the checksum is that of ZIP and PNG", () =>
    assert.equal(crc32(new TextEncoder().encode("123456789")), "cbf43926"));

  test("a key __proto__ changes no object", async () => {
    const link = linkOf('{"problem":{"__proto__":{"polluted":1}}}');
    const { problem } = await decodeLink(link);
    assert.equal(problem.polluted, undefined);
    assert.equal(/** @type {any} */ ({}).polluted, undefined);
    await refused(() => decodeLink(linkOf('{"__proto__":{}}')), { code: "value", where: "__proto__" });
  });
});

// once published, a link opens for ever: these lines are only ever added to
const published = [
  [
    "a plain problem",
    "v1.q1YqKMpPyknNVbKqVqpQsoqONtQx0DHUMYjViTbQMdIx0DGK1Yk21AHD2FgdpfL4QrgqsIwBVC2EbwBTl5xYWpyYo2RVUlSaWlsLAA.27fe1bae",
    { problem: { x: [[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]], w_q: [[1, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 1]], causal: true } }, // prettier-ignore
  ],
  [
    "a story at a step, in a language",
    "v1.q1YqLskvqlSyUipPzMnWLckoyi9Nz1DSUSouSS1QslIqzk8ryU2s0DVU0lHKScxLV7JSSs1TqgUA.e32e2a90",
    { story: "walk-through", step: "softmax-1", lang: "en" },
  ],
  [
    "a chain",
    "v1.Nc1RCsMgEIThu8zzUjChL3sVkWDJpg0YFd2UFvHuJSF9Hfj-acglPYJs4Ia3lLqmCDaEqv4pFWwb1hmMmMoGQspgBP-VMl3LB2ytocGRHenuXKdLVAnLX3hViXq0T3DWbmnXvCsIL_FzBZvu-nEsGTz2Hw.847c1c5d",
    { problem: { version: 1, stages: [{ id: "norm", op: "layer_norm", x: [[1, 2], [3, 5]] }, { id: "self", op: "attention", x: "norm.output", heads: 1 }] }, step: 3 }, // prettier-ignore
  ],
  [
    "Chinese labels",
    "v1.NckxDkAwFIDhu_zzG1h7laZDxUOiReggpLvVUVyKa4jB-n070zxWQSNmZ8VYW0rhxBZSOicEX2lY_uM-ToTnuHA5fzu0GLYOIXUaFUPt5x5h8kFT-mDxjZJf.f89ac35f",
    { problem: { x: [[1, 0], [0, 1]], labels: { x: ["我", "爱"] } }, lang: "zh", theme: "dark", palette: "safe" }, // prettier-ignore
  ],
  [
    "what JSON lacks",
    "v1.q1YqKMpPyknNVbKqVqpQsoqOVvJL9FPSUfLMS8vMyyypVIrViVbShfN0dA1iY3WUchOLs0GKS4pKU3XSEnOKU2N1og11DGJja2sB.9a14d503",
    { problem: { x: [["NaN", "Infinity"], ["-Infinity", -0]], mask: [[true, false], [1, 0]] } }, // prettier-ignore
  ],
  [
    "every key of a state",
    "v1.PY07DgIxDETvMrVBBEHjE3AHRGEWQ1Zkk5B4JT7auyNT0I3evNF8UFs5J53AHzxmbS8PPUpV8DHQ9kS4iAn4uFkHCrra7U_LQuhW3MVQpipN4UQrGH0oTTsINk4KDtv1npAk38B4x9VB8q-M6i3SeIsGQpWkZk5qG7OTXq42yROMUjWDEFUu4A3hLDZEcKD_OSPJS5uvqqpbfjqUbK2kDr5K6kqQfgdbm3X5Ag.4081be79",
    { problem: { query: { shape: [1, 2], data: [0.1, 1e-45] } }, story: "compare", step: "scores", time: 12.5, lang: "zh-Hans", theme: "light", palette: "print", softmax: "open", head: 0, batch: 1, compare: "layer", speed: 0.5, controls: false, ask: true }, // prettier-ignore
  ],
  [
    "a comparison with a problem, all heads",
    "v1.q1YqKMpPyknNVbKqVqpQsoqONoyNrdVRykhNTFGyyivNydFRSs7PLUgsSoWrMIqNra0FAA.d8fac459",
    { problem: { x: [[1]] }, head: null, compare: { x: [[2]] } },
  ],
  [
    "markup as a label",
    "v1.q1YqKMpPyknNVbKqVqpQsoqONoyN1VHKSUxKzSmGiSnZZOamKxQXJdtWKOTnpRYV5RfZJuakFpVoGGraKcXW1tYCAA.54662e5f",
    { problem: { x: [[1]], labels: { x: ["<img src=x onerror=alert(1)>"] } } },
  ],
];

describe("links that were published open as they did", () => {
  for (const [what, link, state] of /** @type {[string, string, any][]} */ (published))
    test(what, async () => assert.deepEqual(await decodeLink(link), state));
});

test("what a sentence or a mail program leaves behind a link is no part of it", async () => {
  const [, link, state] = published[0];
  for (const tail of [")", ").", ".", "%2E", "%29%2e", '"', "%22>", "”,", "]\n", "?!"])
    assert.deepEqual(await decodeLink(`#${link}${tail}`), state, tail);
  assert.deepEqual(await decodeLink(link.replaceAll(".", "%2E")), state);
  await refused(() => decodeLink(`${link}a).`), { code: "value", where: `character ${link.length + 1}` });
  await refused(() => decodeLink(`#${").".repeat(4000)}`), { code: "value" });
});

describe("what is no link is refused, with a place and a remedy", () => {
  const link = published[0][1];
  const cases = [
    ["no text", 5, "value", "link"],
    ["nothing", "", "value", "link"],
    ["nothing after the #", "#", "value", "link"],
    ["something else", "walk-through", "value", "character 1"],
    ["a newer link, by its version", "v2.anything", "value", "version"],
    ["a link without its end", link.slice(0, -1), "value", `character ${link.length - 1}`],
    ["a link without its checksum", link.slice(0, 50), "value", "character 50"],
    ["a link with more than its end", `${link}0`, "value", `character ${link.length + 1}`],
    ["a character that no link has", link.replace("q1YqK", "q1 qK"), "value", "character 6"],
    ["a checksum in capitals", link.toUpperCase().replace("V1", "v1"), "value", /^character \d+$/],
    ["two characters exchanged", link.replace("q1YqK", "1qYqK"), "value", "data"],
    ["another checksum", linkOf("{}", { checksum: "00000000" }), "value", "checksum"],
    ["another's JSON", linkOf("{story:1}"), "value", "data"],
    ["bytes that are no UTF-8", linkOf(Uint8Array.of(0x22, 0xff, 0x22)), "value", "data"],
    ["no object", linkOf("[]"), "value", "state"],
    ["null", linkOf("null"), "value", "state"],
    ["a key that is none", linkOf('{"storey":"scores"}'), "value", "storey"],
    ["a problem that is none", linkOf('{"problem":[1]}'), "value", "problem"],
    ["a step before the first", linkOf('{"step":-1}'), "value", "step"],
    ["a time that is text", linkOf('{"time":"1"}'), "value", "time"],
    ["a speed of 0", linkOf('{"speed":0}'), "value", "speed"],
    ["a story that is a number", linkOf('{"story":1}'), "value", "story"],
    ["more than 8,000 characters", `v1.${"A".repeat(8000)}.00000000`, "limit", "link"],
    ["5 MiB, packed into 8,000 characters", linkOf(Buffer.alloc(5 << 20, " ")), "limit", "data"],
    ["a little more than 1 MiB", linkOf(`{"story":"${" ".repeat(1 << 20)}"}`), "limit", "data"],
  ];
  for (const [what, text, code, where] of /** @type {[string, any, string, string][]} */ (cases))
    test(what, () => refusedInBoth((options) => decodeLink(text, options), { code, where }));

  test("the nearest key is named", () =>
    refused(() => decodeLink(linkOf('{"storey":""}')), { says: /did you mean story\?$/ }));

  test("the kinds that a key may have are named", () =>
    refused(() => decodeLink(linkOf('{"step":-1}')), { says: /must be a text or a whole number from 0 / }));

  test("a newer version is named", () => refused(() => decodeLink("#v12.x"), { says: /version 12/ }));
});

describe("what fits in no link is not encoded", () => {
  const circle = {};
  circle.circle = circle;
  const noise = chance(3).tensor([40, 40]);
  const cases = [
    ["no state", null, "value", "state"],
    ["a key that is none", { problm: {} }, "value", "problm"],
    ["another kind", { head: 0.5 }, "value", "head"],
    ["a function", { problem: { x: () => 1 } }, "value", "problem.x"],
    ["a hole", { problem: { x: [[1, undefined]] } }, "value", "problem.x[0][1]"],
    ["a Map", { problem: { x: new Map() } }, "value", "problem.x"],
    ["a bigint", { problem: { heads: 1n } }, "value", "problem.heads"],
    ["a circle", { problem: circle }, "value", /^problem\.circle/],
    ["what throws when read", { problem: { get x() { throw new Error("no"); } } }, "value", "problem"], // prettier-ignore
    ["more numbers than 8,000 characters hold", { problem: { x: noise } }, "limit", "link"],
    ["so many that nobody counts them", { problem: { x: new Float32Array(1e8) } }, "limit", "state"],
    ["a text of that size", { story: "x".repeat(1e8) }, "limit", "state"],
    ["the same in Chinese characters", { story: "爱".repeat(4e5) }, "limit", "state"],
  ];
  for (const [what, state, code, where] of /** @type {[string, any, string, any][]} */ (cases))
    test(what, () => refused(() => encodeLink(state), { code, where }));

  test("a problem that is too long for a link: its length, the limit and the remedy", () =>
    refused(() => encodeLink({ problem: { x: noise } }), { says: /would have \d\d,\d{3} .* 8,000 .* JSON/ }));
});

test("a browser without CompressionStream says so", async () => {
  const { CompressionStream } = globalThis;
  try {
    globalThis.CompressionStream = /** @type {any} */ (undefined);
    await refused(() => encodeLink({}), { code: "unsupported", where: "link", says: /CompressionStream/ });
  } finally {
    globalThis.CompressionStream = CompressionStream;
  }
});

test("a frame’s address that names a step of cross told elsewhere now opens the preset that tells it", async () => {
  const open = async (keys) =>
    (await readAddress(`#preset=cross&${keys}&lang=zh`, ["preset", "story", "step", "lang"], "en"))
      .attributes;
  assert.deepEqual(await open("story=cross&step=classifier-weights"), {
    preset: "classification",
    lang: "zh",
  });
  assert.deepEqual(await open("step=image"), { preset: "regions", lang: "zh" });
  assert.deepEqual(await open("step=apart"), { preset: "cross", step: "apart", lang: "zh" });
});
