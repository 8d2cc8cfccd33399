import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { options, parse } from "../../web/element/options.js";
import { givenSource, source, switched, switches } from "../../web/element/source.js";
import { presets } from "../helpers/presets.js";

describe("options", () => {
  const of = (attribute, text) => parse(options[attribute], text);

  test("what is not valid is the default", () => {
    assert.equal(of("theme", "DARK "), "dark");
    assert.equal(of("theme", "sepia"), "auto");
    assert.equal(of("palette", "__proto__"), "classic");
    assert.equal(of("speed", "2"), 2);
    for (const bad of ["0", "5", "fast", "", "NaN", "1e9"]) assert.equal(of("speed", bad), 1, bad);
    assert.deepEqual([of("preset", "layer"), of("preset", "constructor")], ["layer", ""]);
    assert.deepEqual([of("story", " Matrices"), of("story", "nope")], ["matrices", ""]);
    assert.deepEqual([of("lang", "zh-Hant"), of("lang", "xx")], ["zh-Hant", ""]);
  });

  test("a head and an item are among those that the problem has", () => {
    const among = (attribute, text, heads, batch) => parse(options[attribute], text, { heads, batch });
    assert.deepEqual(
      [among("head", "7", 8, 1), among("head", "8", 8, 1), among("head", "0.5", 8, 1)],
      [7, null, null],
    );
    assert.deepEqual(
      [among("batch", "1", 1, 2), among("batch", "2", 1, 2), among("batch", "0", 1, 0)],
      [1, 0, 0],
    );
  });

  test("a flag is there or not, and false is not", () => {
    assert.deepEqual(
      ["", "loop", "false"].map((text) => of("loop", text)),
      [true, true, false],
    );
    assert.equal(of("loop", null), false);
  });

  test("a switch is on, off or the problem's own", () => {
    assert.deepEqual(
      ["on", "", "off", "maybe"].map((text) => of("scale", text)),
      [true, true, false, null],
    );
  });
});

describe("the problem an element shows", () => {
  const none = { preset: "", problem: "" };

  test("is the property, else the attribute, else the preset, else the child script, else the walk-through", () => {
    const of = (options, script) => source({ ...none, ...options }, {}, { script }).problem;
    assert.deepEqual(givenSource({ problem: { x: [[1]] } }, { ...none, preset: "layer" }), {
      problem: { x: [[1]] },
      stories: presets.layer.stories,
    });
    assert.deepEqual(of({ problem: '{"x":[[2]]}' }, '{"x":[[3]]}'), { x: [[2]] });
    assert.deepEqual(of({}, '{"x":[[3]]}'), { x: [[3]] });
    assert.equal(of({ preset: "layer" }, '{"x":[[3]]}'), presets.layer.problem);
    assert.equal(of({}, null), presets["walk-through"].problem);
  });

  test("what is not JSON is refused with a reason", () => {
    const fails = (options) => {
      try {
        source({ ...none, ...options });
      } catch (error) {
        return `${error.code} ${error.where}: ${error.message}`;
      }
      assert.fail("not refused");
    };
    assert.match(fails({ problem: "{x: 1}" }), /^value problem: problem is not JSON/);
    assert.match(fails({ problem: " ".repeat((1 << 20) + 1) }), /^limit problem: .*at most 1048576/);
    // three bytes each
    assert.match(fails({ problem: `"${"猫".repeat(350_000)}"` }), /holds 1050002 bytes/);
  });

  test("JSON that a renderer has escaped is read as it was written; what is JSON already stays as it is", () => {
    const of = (script) => source(none, {}, { script }).problem;
    const escaped =
      "{&quot;x&quot;: [[1]], &#34;labels&#x22;: {&quot;x&quot;: [&quot;a &lt;b&gt; &amp;amp; c&quot;]}}";
    assert.deepEqual(of(escaped), { x: [[1]], labels: { x: ["a <b> &amp; c"] } });
    assert.deepEqual(of("{&amp;quot;x&amp;quot;: [[1]]}"), { x: [[1]] });
    assert.deepEqual(of('{"labels": {"x": ["&quot;&amp;&bogus;"]}}'), {
      labels: { x: ["&quot;&amp;&bogus;"] },
    });
    assert.throws(() => of("{&quot;x&quot;: [[1]],}&#999999;"), /^AttentionError: script is not JSON/);
  });

  test("the switches change scale and mask, and leave the given problem alone", () => {
    const problem = Object.freeze({ x: [[1]], scale: 1 });
    assert.equal(switched(problem, { scale: null, causal: null }), problem);
    assert.deepEqual(switched(problem, { scale: true, causal: true }), { x: [[1]], causal: true });
    assert.deepEqual(switched({ x: [[1]], causal: "bottom-right" }, { scale: false, causal: true }), {
      x: [[1]],
      scale: 1,
      causal: "bottom-right",
    });
    assert.deepEqual(switches(problem), { scale: false, causal: false });
    assert.deepEqual(switches({ x: [[1]], causal: true }), { scale: true, causal: true });
  });
});
