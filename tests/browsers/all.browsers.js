// The same behaviours in Chromium, Firefox and WebKit: a test for each behaviour of each browser, and a table at the end.
import { after, before, describe, test } from "node:test";
import { attention } from "../scene/helpers/scene-of.js";
import { groups } from "./behaviours/index.js";
import { engines, open } from "./engines.js";
import { openPages } from "./pages.js";

// far more than any behaviour takes: a browser that hangs is a failure, and ends
const patience = 120_000;

/** What came of each behaviour in each browser; a row a behaviour. @type {Map<string, Record<string, string>>} */
const table = new Map(groups.flatMap(({ behaviours }) => Object.keys(behaviours)).map((name) => [name, {}]));
/** @type {Record<string, string>} */
const versions = {};

for (const engine of engines)
  for (const { reader, behaviours } of groups)
    describe(`${engine}${reader.dark ? ", dark, less motion" : ""}`, () => {
      /** @type {import("./pages.js").Pages} */
      let pages;
      before(
        async () => {
          pages = await openPages(await open(engine, reader));
          versions[engine] = pages.version;
        },
        { timeout: patience },
      );
      after(() => pages?.close(), { timeout: patience });

      for (const [name, behave] of Object.entries(behaviours))
        test(`${engine}: ${name}`, { timeout: patience }, async (t) => {
          const from = performance.now();
          const row = table.get(name);
          row[engine] = "FAILED";
          await behave(pages, (text) => t.diagnostic(text));
          await pages.assertQuiet();
          row[engine] = `${((performance.now() - from) / 1000).toFixed(1)} s`;
        });
    });

after(() => {
  const head = engines.map((engine) => `${engine} ${versions[engine] ?? "absent"}`);
  const rows = [["", ...head], ...[...table].map(([name, row]) => [name, ...engines.map((engine) => row[engine] ?? "not run")])]; // prettier-ignore
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column])).join("  "));
  attention.close();
});
