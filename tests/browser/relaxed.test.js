// Chromium has relaxed SIMD: the second module is fetched when it is asked for, and only then.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, openPage } from "../helpers/browser.js";
import { serve } from "../helpers/serve.js";

let browser, server;
before(async () => ([browser, server] = await Promise.all([launch(), serve()])));
after(() => Promise.all([browser?.close(), server?.close()]));

for (const file of ["index.js", "build/attention-player.js"])
  test(`${file} fetches the relaxed build only when asked for`, async () => {
    const { page } = await openPage(browser);
    await page.goto(`${server.url}studio/studio.css`);
    const result = await page.evaluate(async (from) => {
      const { createAttention } = await import(from);
      const rows = (step) => ({
        shape: [128, 64],
        data: Float32Array.from({ length: 128 * 64 }, (_, i) => Math.sin(i * step)),
      });
      const problem = { query: rows(1.1), key: rows(1.3), value: rows(1.7) };
      const fetched = () =>
        performance.getEntriesByType("resource").some(({ name }) => name.endsWith("relaxed.js"));
      const strict = await createAttention();
      const early = fetched();
      const relaxed = await createAttention({ build: "relaxed" });
      const [a, b] = [relaxed, strict].map((attention) => attention.fused(problem).output.data);
      const far = Math.max(...a.map((x, i) => Math.abs(x - b[i])));
      return { early, late: fetched(), builds: [strict.build, relaxed.build], far };
    }, server.url + file);
    assert.deepEqual(result.builds, ["simd", "relaxed"]);
    assert.equal(result.early, false);
    assert.equal(result.late, true);
    assert.ok(result.far < 1e-5, `off by ${result.far}`);
    await page.close();
  });
