// Links and files in a browser, whose streams and files are not Node's.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, openPage } from "../helpers/browser.js";
import { serve } from "../helpers/serve.js";

describe("in Chromium", () => {
  let server, browser, page;
  before(async () => {
    server = await serve();
    browser = await launch();
    ({ page } = await openPage(browser));
    await page.goto(`${server.url}studio/studio.css`);
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  test("a link comes back, one of Node's opens, and a damaged one is refused", async () => {
    const got = await page.evaluate(async () => {
      const { decodeLink, encodeLink } = await import("/input/index.js");
      const link = await encodeLink({ problem: { x: [[NaN, -0]], labels: { x: ["我"] } }, step: 3 });
      const state = await decodeLink(`#${link}`);
      const ofNode = await decodeLink("v1.q1YqLskvqlSyUipPzMnWLckoyi9Nz1DSUSouSS1QslIqzk8ryU2s0DVU0lHKScxLV7JSSs1TqgUA.e32e2a90"); // prettier-ignore
      const refused = [];
      for (const damaged of [link.slice(0, 20) + "A" + link.slice(21), "v1.AAAA.00000000"])
        await decodeLink(damaged).catch(({ code }) => refused.push(code));
      return { state, minus: Object.is(state.problem.x[0][1], -0), ofNode, refused };
    });
    assert.deepEqual(got.state, { problem: { x: [["NaN", got.state.problem.x[0][1]]], labels: { x: ["我"] } }, step: 3 }); // prettier-ignore
    assert.ok(got.minus);
    assert.deepEqual(got.ofNode, { story: "walk-through", step: "softmax-1", lang: "en" });
    assert.deepEqual(got.refused, ["value", "value"]);
  });

  test("rows and columns of a file come from where they stand", async () => {
    const got = await page.evaluate(async () => {
      const { readNpy, toNpy } = await import("/input/index.js");
      const data = Float32Array.from({ length: 1.2e6 }, (_, i) => i);
      const file = new File([toNpy({ shape: [1000, 1200], data })], "x.npy");
      const part = await readNpy(file, { rows: [3, 5], columns: [7, 9] });
      return { shape: part.shape, data: [...part.data], whole: (await readNpy(file)).data.at(-1) };
    });
    assert.deepEqual(got, { shape: [2, 2], data: [3607, 3608, 4807, 4808], whole: 1199999 });
  });
});
