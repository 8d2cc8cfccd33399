import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { full } from "../helpers/full.js";
import { families, faults, measure } from "./faults.js";
import { openStudio } from "./page.js";
import { shapes } from "./shapes.js";

// every story with some shapes and every shape with one story, at one width each and every family in turn; in full, all of them
const widths = [320, 360, 600, 768, 1200, 1600];

describe("in the picture as Chromium sets it, no word or box meets another and none leaves the stage", () => {
  let studio, page;
  before(async () => {
    studio = await openStudio();
    ({ page } = await studio.page("", { width: 1640, head: "<style>body { margin: 0 }</style>" }));
    await page.evaluate(`window.faults = ${faults}`);
  });
  after(() => studio.close());

  for (const [s, story] of ["walk-through", "matrices", "one-query", "multi-head"].entries())
    test(story, { timeout: 600_000 }, async () => {
      for (const [i, [name, problem]] of Object.entries(shapes).entries()) {
        if (!full && (i + s) % 4 > 0) continue;
        const some = full ? widths : [widths[(i + s) % widths.length]];
        const open = i % 2 ? { softmax: "open", causal: "on", scale: "on" } : {};
        const attributes = { story, lang: (i + s) % 3 ? "en" : "zh", ...open };
        const what = { attributes, problem, widths: some, families, every: full };
        const { told, seen } = await page.evaluate(measure, what);
        assert.ok(seen > 3, `${name} was measured`);
        assert.deepEqual(told.slice(0, 8), [], `${name}: ${told.length} faults`);
      }
    });
});
