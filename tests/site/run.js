// npm run test:site: builds the site and asks Lighthouse about its front page and its first lesson, as a phone sees them. The median
// of five runs must be at least 95 in all four categories. Timing wants a machine that does nothing else.
import { join } from "node:path";
import { launch } from "../helpers/browser.js";
import { serve } from "../helpers/serve.js";
import { prepareMachine } from "../setup/machine.js";
import { must, root, say } from "../setup/system.js";

const PAGES = ["index.html", "lessons/attention-by-hand.html"];
const RUNS = 5;
const LEAST = 95;

prepareMachine();
must("npm", ["run", "--silent", "site"]);
must("node", ["tests/setup/packages.js", "tests/site"]);
const { default: lighthouse } = await import("lighthouse");
const server = await serve({ folder: join(root, "web/build/site"), gzip: true });
const browser = await launch();
const port = Number(new URL(browser.wsEndpoint()).port);

/** One run's scores by category, and what each lost points for. @param {string} page */
async function ask(page) {
  const { lhr } = await lighthouse(server.url + page, { port, logLevel: "error" });
  const { audits } = lhr;
  return Object.values(lhr.categories).map(({ id, score, auditRefs }) => ({
    id,
    score: Math.round(100 * score),
    lost: auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id].score ?? 1) < 0.9)
      .map(({ id }) => id),
  }));
}

for (const page of PAGES) {
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await ask(page));
  for (const [k, { id }] of runs[0].entries()) {
    const sorted = runs.map((run) => run[k]).sort((a, b) => a.score - b.score);
    const { score, lost } = sorted[(RUNS - 1) / 2];
    const all = sorted.map(({ score }) => score).join(" ");
    say(`${page}: ${id} ${score} (${all})${lost.length > 0 ? `, less for ${lost.join(", ")}` : ""}`);
    if (score < LEAST) process.exitCode = 1;
  }
}
await browser.close();
await server.close();
