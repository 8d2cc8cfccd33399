// The kinds of export that are text, read by a parser that nobody here wrote.
import assert from "node:assert/strict";
import { brotliCompressSync } from "node:zlib";
import { describe, test } from "node:test";
import { JSDOM } from "jsdom";
import { createCaption } from "../../web/export/caption.js";
import { pages } from "../../web/export/html.js";
import { exportPicture } from "../../web/export/node.js";
import { picture } from "../../web/export/picture.js";
import { colours } from "../../web/render/themes.js";
import { stories } from "../../web/scene/index.js";
import { fewOrMany } from "../helpers/full.js";
import { opens } from "../helpers/presets.js";

const { window } = new JSDOM("");
const parsed = (text) => new window.DOMParser().parseFromString(text, "image/svg+xml");
const kib = (text) => text.length / 1024;
const wire = (text) => brotliCompressSync(text).length / 1024;
const exported = async (given, options) => new TextDecoder().decode(await exportPicture(given, options));

/** What must not stand in a picture that runs nothing and asks for nothing. */
const LIVE = /var\(|<(script|foreignObject|image|a)\b|\bon\w+=|\bhref=/;

const PAYLOADS = [
  "</text></title><script>alert(1)</script>",
  "]]> & \" ' \u0000\u0008\uffff\ud800 --> <!--",
  `\u202e\u2067rtl\u200f ${"👩‍👩‍👧".repeat(256)}`,
];
const hostile = { x: [[1, 0], [0, 2], [1, 1]], w_q: [[1, 0], [0, 1]], labels: { x: PAYLOADS } }; // prettier-ignore

describe("a still SVG", () => {
  test("is well-formed, has no live colour, a title and a sentence, and weighs little", async () => {
    for (const story of fewOrMany(["walk-through", "multi-head"], stories)) {
      const text = await exported(opens(story), { story, width: 680 });
      const svg = parsed(text).documentElement;
      assert.equal(svg.nodeName, "svg", story);
      assert.equal(LIVE.exec(text), null, story);
      for (const name of ["title", "desc"])
        assert.ok(svg.querySelector(name).textContent, `${story} ${name}`);
      assert.ok(wire(text) < 12, `${story}: ${wire(text)} KiB`);
    }
  });

  test("shows the moment that is asked for, in the look that is asked for", async () => {
    const sentence = async (options) =>
      parsed(await exported("walk-through", options)).querySelector("desc").textContent;
    assert.match(await sentence({ step: "softmax-1" }), /^Softmax/);
    assert.match(await sentence({ at: 11 }), /^Values/);
    assert.match(await sentence({ lang: "zh-Hans", step: 0 }), /“我”/);
    const dark = await exported("walk-through", {
      theme: "dark",
      width: 4096,
      captions: false,
      problem: false,
    });
    assert.match(
      dark,
      /^<svg [^>]*width="4096"[^>]*><title>Walk-through<\/title>\n<desc>[^\n]*\n<rect [^>]*fill="#121417"/,
    );
  });
});

test("a sentence stands below all lines of its subtitle, however long a word in it", () => {
  const step = { id: "query", title: "Query", subtitle: "query 3 of 3 · “Llanfairpwllgwyngyllgogerychwyrn” asks", caption: [{ text: "Now." }] }; // prettier-ignore
  const lines = createCaption([step], { kind: "phone", width: 236, margin: 12 }).draw(step);
  assert.ok(lines.length > 3 && lines.every(({ y }, k) => k === 0 || y - lines[k - 1].y >= 20));
});

describe("what readers' own texts hold", () => {
  for (const type of ["svg", "svg-animated"])
    test(`${type} is well-formed, runs nothing, and gives them back`, async () => {
      const text = await exported(hostile, { type, width: 680, to: 2 });
      const svg = parsed(text).documentElement;
      assert.equal(svg.nodeName, "svg");
      assert.equal(svg.querySelector("script"), null);
      const { problem } = JSON.parse(svg.querySelector("metadata").textContent);
      assert.deepEqual(problem.labels.x.slice(0, 2), PAYLOADS.slice(0, 2));
      assert.equal(problem.labels.x[2].slice(0, 20), PAYLOADS[2].slice(0, 20));
    });

  for (const type of ["tag", "pages", "html"])
    test(`${type} holds them as text`, async () => {
      const text = await exported(hostile, { type, to: 2 });
      const { document } = new JSDOM(text).window;
      const scripts = [...document.querySelectorAll("script:not([type])")];
      assert.equal(scripts.length, type === "html" ? 1 : 0);
      const json = document.querySelector("script[type], metadata").textContent;
      assert.match(json, /<\/script>|\\u003c\/script>/);
      assert.equal(document.querySelectorAll("img, a, iframe").length, 0);
    });
});

describe("an animated SVG", async () => {
  const text = await exported("walk-through", { type: "svg-animated" });
  const svg = parsed(text).documentElement;

  test("of the whole walk-through weighs at most 500 KiB, 30 on the wire", () => {
    assert.ok(kib(text) < 500, `${kib(text)} KiB`);
    assert.ok(wire(text) < 30, `${wire(text)} KiB`);
  });

  test("moves without a script, by animations that end where the file stands still", () => {
    assert.equal(LIVE.exec(text), null);
    const animations = [...svg.querySelectorAll("animate, animateTransform")];
    assert.ok(animations.length > 500);
    for (const animation of animations) {
      const [values, times, splines] = ["values", "keyTimes", "keySplines"].map((name) =>
        animation.getAttribute(name)?.split(";"),
      );
      assert.equal(values.length, times.length);
      assert.ok(
        times.every((time, k) => k === 0 || Number(time) >= Number(times[k - 1])),
        times.join(),
      );
      if (splines) assert.equal(splines.length, times.length - 1);
      assert.equal(animation.getAttribute("repeatCount"), "indefinite");
      const name = animation.getAttribute("attributeName");
      if (!/^(opacity|visibility)$/.test(name)) continue;
      const end = animation.parentNode.getAttribute(name) ?? { opacity: "1", visibility: "visible" }[name];
      assert.equal(values.at(-1), end, animation.outerHTML);
    }
  });

  test("ends as the player does, where the story lights one query and pales the others", () => {
    const opacity = (node) => (node === svg ? 1 : Number(node.getAttribute("opacity") ?? 1) * opacity(node.parentNode)); // prettier-ignore
    const shown = (part) =>
      [...svg.querySelectorAll(`.${part} :is(text, [stroke-width="3"])`)]
        .filter((node) => opacity(node) > 0 && !node.closest('[visibility="hidden"]'))
        .map((node) => `${node.textContent} ${opacity(node).toFixed(1)}`)
        .sort();
    assert.ok(shown("end").includes(" 1.0") && shown("end").some((text) => text.endsWith(" 0.9")));
    assert.deepEqual(shown("film"), shown("end"));
  });

  test("plays a part, and once, where that is asked for", async () => {
    const part = parsed(
      await exported("walk-through", { type: "svg-animated", from: "sum-1", to: "sum-1", loop: false }),
    );
    const [first] = part.querySelectorAll("animate");
    assert.deepEqual([first.getAttribute("dur"), first.getAttribute("fill")], ["5.54", "freeze"]);
    assert.equal(first.getAttribute("repeatCount"), null);
  });
});

describe("a tag", () => {
  test("names its preset, holds its problem, and a picture whose colours a page may set", async () => {
    const text = await exported("walk-through", { type: "tag", lang: "zh" });
    const { document } = new JSDOM(text).window;
    const tag = document.querySelector("attention-player");
    assert.deepEqual([tag.getAttribute("preset"), tag.getAttribute("lang")], ["walk-through", "zh-CN"]);
    assert.equal(JSON.parse(tag.querySelector("script").textContent).scale, 1);
    assert.match(tag.querySelector("svg").outerHTML, /var\(--ap-key,#f6b26b\)/);
    assert.match(tag.querySelector("style").textContent, /prefers-color-scheme:dark\).*--ap-page:#121417/);
    assert.ok(wire(text) < 8, `${wire(text)} KiB`);
  });
});

test("a tag names what its problem alone does not tell: how a layer is trained, where numbers come from", async () => {
  for (const preset of ["training", "as-printed", "english-french"])
    assert.match(
      await exported(preset, { type: "tag" }),
      new RegExp(`^<attention-player preset="${preset}"`),
    );
  assert.match(await exported({ x: [[1]] }, { type: "tag" }), /^<attention-player story="walk-through"/);
});

test("pages have as many steps each as are asked for, on the pictures' ground, and carry the problem once", async () => {
  const shown = await picture("walk-through", { width: 680, theme: "dark" });
  for (const perPage of [1, 2, 4]) {
    const text = await pages(shown, { perPage });
    const count = (tag) => text.split(`<${tag}`).length - 1;
    assert.ok(text.includes(`background:${colours("dark").page}`));
    assert.deepEqual(
      [count("section"), count("svg"), count("metadata")],
      [Math.ceil(shown.steps.length / perPage), shown.steps.length, 1],
    );
  }
});

test("what cannot be is refused in a sentence, before anything is drawn", async () => {
  const wrong = [
    [{ width: 16000 }, "limit", "width", /16000; give 64 to 4096 px/],
    [{ width: 0 }, "value", "width"],
    [{ width: 4096, scale: 4 }, "limit", "scale", /16384 pixels; the limit is 8192/],
    [{ step: "sum-9" }, "value", "step", /did you mean sum-1\?/],
    [{ from: "sum-2", to: "sum-1" }, "value", "to"],
    [{ at: 99 }, "limit", "at", /takes \d\d\.\d\d/],
    [{ theme: "drak" }, "value", "theme", /dark/],
    [{ lang: "fr" }, "value", "lang"],
    [{ type: "svgs" }, "value", "type", /svg/],
    [{ type: "webm" }, "unsupported", "type"],
    [{ type: "pages", perPage: 3 }, "value", "perPage"],
    [{ signal: {} }, "value", "signal"],
    [{ type: "svg-animated", onProgress: 3 }, "value", "onProgress"],
  ];
  for (const [options, code, where, message = /./] of wrong)
    await assert.rejects(exportPicture("walk-through", options), {
      name: "AttentionError",
      code,
      where,
      message,
    });
  await assert.rejects(exportPicture("walk-trough"), {
    where: "preset",
    message: /did you mean walk-through/,
  });
  await assert.rejects(exportPicture(null), { where: "problem" });
  const reason = new Error("enough");
  await assert.rejects(exportPicture("walk-through", { signal: AbortSignal.abort(reason) }), reason);
});
