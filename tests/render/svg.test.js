import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { contrast, light, over } from "../helpers/contrast.js";
import { svgText } from "../../web/render/svg.js";
import { colours, declarations, palettes, roles } from "../../web/render/themes.js";
import { FULL } from "../../web/scene/kit/raster/pyramid.js";
import { strength } from "../../web/scene/kit/raster/squares.js";
import { heat, inkOver } from "../../web/scene/kit/shades.js";
import { cut, length, points } from "../../web/render/polyline.js";

const frame = (...marks) => ({ width: 100, height: 50, marks });
const text = (value, more) => ({ type: "text", id: "t", x: 1, y: 2, text: value, fill: "text", ...more });
const line = (d, more) => svgText(frame({ type: "path", id: "p", d, stroke: "ink", ...more }));

describe("a frame as SVG text", () => {
  test("names plain colours only, so that every program can read it", () => {
    const marks = [...roles, "page", "ink", "shadow"].map((fill, i) => ({
      ...{ type: "rect", id: fill, x: i, y: 0, width: 1, height: 1, fill, stroke: "outline" },
    }));
    for (const theme of ["light", "dark"])
      for (const palette of Object.keys(palettes)) {
        const svg = svgText(frame(...marks), { theme, palette });
        assert.doesNotMatch(svg, /var\(|color-mix|undefined|NaN/);
        assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
      }
  });

  test("a label is text, whatever stands in it", () => {
    const svg = svgText(frame(text('<script>alert("1")</script> & \u0000\u0008\uffff\ud800')));
    assert.doesNotMatch(svg, /<script/);
    assert.match(svg, /&lt;script>alert\(&quot;1&quot;\)|&lt;script&gt;alert\(&quot;1&quot;\)/);
    assert.doesNotMatch(svg, /[\u0000\u0008\uffff]/);
    assert.ok(svg.includes("\ufffd"));
  });

  test("runs go down from the baseline and come back to it", () => {
    const runs = [{ text: "s" }, { text: "12", dy: 4 }, { text: " score" }];
    const svg = svgText(frame(text("s12 score", { runs })));
    assert.match(svg, /<tspan>s<\/tspan><tspan dy="4">12<\/tspan><tspan dy="-4"> score<\/tspan>/);
  });

  test("title and description are read aloud", () => {
    const svg = svgText(frame(), { title: "Attention", desc: "Scores < weights" });
    assert.match(svg, /<title>Attention<\/title>\n<desc>Scores &lt; weights<\/desc>/);
  });

  test("numbers have three decimals at most, and no minus zero", () => {
    const rect = { type: "rect", id: "r", x: 1 / 3, y: -0.0001, width: 1e-9, height: 2, stroke: "ink" };
    const svg = svgText(frame(rect));
    assert.match(svg, /x="0.333" y="0" width="0" height="2"/);
  });
});

describe("arrows", () => {
  test("a path of straight strokes is cut where it has grown to", () => {
    const path = points("M0 0H30V40");
    assert.deepEqual(path, [[0, 0], [30, 0], [30, 40]]); // prettier-ignore
    assert.equal(length(path), 70);
    assert.deepEqual(cut(path, 0.5), [[0, 0], [30, 0], [30, 5]]); // prettier-ignore
    assert.deepEqual(cut(path, 0), [[0, 0], [0, 0]]); // prettier-ignore
    assert.deepEqual(cut(path, 1), path);
  });

  test("what is not straight is left whole", () => {
    for (const d of ["M0 0C1 1 2 2 3 3", "m0 0h4", "M0 0H4M5 5H6", "", "M1 1Z"])
      assert.equal(points(d), null, d);
  });

  test("the head stands at the end that is drawn, and points along the last stroke", () => {
    const arrow = (draw) => line("M0 0H30V40", { head: true, draw });
    assert.match(arrow(1), /L30 40L/);
    assert.match(arrow(0.2), /L14 0L/);
  });

  test("a halo is drawn under the line it keeps clear", () => {
    const svg = line("M0 0H30", { strokeWidth: 1.75, halo: "panel" });
    assert.ok(svg.indexOf('stroke-width="7"') < svg.indexOf('stroke-width="1.75"'));
  });
});

describe("themes and palettes", () => {
  const all = ["light", "dark"].flatMap((theme) => Object.keys(palettes).map((palette) => [theme, palette]));

  test("name the same roles", () => {
    const names = Object.keys(colours()).sort();
    for (const [theme, palette] of all) assert.deepEqual(Object.keys(colours(theme, palette)).sort(), names);
    for (const colour of Object.values(colours("dark", "safe"))) assert.match(colour, /^#[0-9a-f]{6}$/);
  });

  test("what is unknown is light and classic", () => {
    assert.deepEqual(colours("sepia", "__proto__"), colours("light", "classic"));
  });

  for (const [theme, palette] of all)
    test(`${theme} ${palette}: numbers and text can be read`, () => {
      const c = colours(theme, palette);
      for (const role of roles.filter((name) => name !== "parameter"))
        assert.ok(contrast(c[role === "output" ? "on-output" : "on-role"], c[role]) >= 4.5, role);
      for (const [ink, role] of [
        ["on-value-pale", "value-pale"],
        ["on-role", "value-mid"],
        ["on-value-deep", "value-deep"],
      ])
        // prettier-ignore
        assert.ok(contrast(c[ink], c[role]) >= 4.5, role);
      // values stand out alike on a light panel and on a dark one
      const [pale, mid, deep] = ["pale", "mid", "deep"].map((one) => contrast(c[`value-${one}`], c.panel));
      assert.ok(pale < mid && mid < deep, `${pale}, ${mid}, ${deep}`);
      for (const role of roles) assert.ok(contrast(c.ink, c[`${role}-tint`]) >= 4.5, `${role}-tint`);
      for (const ground of ["page", "panel", "raised"]) {
        assert.ok(contrast(c.text, c[ground]) >= 7, `text on ${ground}`);
        assert.ok(contrast(c.muted, c[ground]) >= 4.5, `muted on ${ground}`);
      }
      assert.ok(contrast(c.focus, c.page) >= 3);
      assert.ok(contrast(c.outline, c.panel) >= 3);
    });

  for (const [theme, palette] of all)
    test(`${theme} ${palette}: the larger a weight, the farther from its paper, and its digits can be read`, () => {
      const c = colours(theme, palette);
      const dark = light(c.paper) < light(c.full);
      assert.equal(dark, theme === "dark" && palette !== "print");
      const shades = Array.from({ length: 101 }, (_, k) => heat(k / 100));
      for (const hue of ["full", "weighted"]) {
        const grounds = shades.map((strength) => over(c[hue], c.paper, strength));
        // finer steps are lost in 256 shades
        const lights = grounds.filter((_, k) => k % 5 === 0).map(light);
        const steps = lights.slice(1).map((one, k) => one - lights[k]);
        assert.ok(
          steps.every((step) => (dark ? step > 0 : step < 0)),
          hue,
        );
        for (const [k, ground] of grounds.entries())
          assert.ok(contrast(c[inkOver(hue, shades[k])], ground) >= 4.5, `${hue} ${k} %: ${ground}`);
      }
      // the canvas of a large map, and its squares, begin where a weight is not 0
      assert.ok(strength(1) > 0 && strength(FULL) === 1);
    });

  test("a page that sets one colour gets its tint with it", () => {
    assert.match(declarations("light", "classic"), /--ap-key-tint: color-mix\(in srgb, var\(--ap-key\) 26%/);
    assert.match(declarations("light", "safe"), /--ap-full: var\(--ap-score\);/);
    assert.match(declarations("dark", "classic"), /--ap-full: #86b2ff;/);
  });
});
