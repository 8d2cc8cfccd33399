// npm run contact-sheet -- browsers: eight moments as each browser shows them, one PNG a moment in tests/artifacts/, for
// somebody to look at.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "../helpers/browser.js";
import { root, say } from "../setup/system.js";
import { engines, open } from "./engines.js";
import { openPages } from "./pages.js";

/**
 * A player's attributes, the step whose end is shown (none: the poster), the keys that are pressed on the picture then,
 * and the window.
 * @typedef {{ player: string, step?: string, keys?: string[], width?: number, height?: number, dark?: boolean }} Moment
 */

/** @type {Record<string, Moment>} */
const moments = {
  poster: { player: 'preset="walk-through"' },
  score: { player: 'preset="walk-through"', step: "score-1" },
  softmax: { player: 'preset="walk-through"', step: "softmax-1", keys: ["Enter", "ArrowUp"] },
  sum: { player: 'preset="walk-through"', step: "sum-1" },
  matrices: { player: 'preset="layer" story="matrices"', step: "weights-all" },
  joined: { player: 'preset="eight-heads"', step: "join" },
  phone: { player: 'preset="walk-through"', step: "softmax-1", width: 360, height: 720 },
  "dark-chinese": { player: 'preset="walk-through" lang="zh"', step: "sum-1", dark: true },
};

/** Runs in the page. @param {string | undefined} step */
async function show(step) {
  const player = document.querySelector("attention-player");
  await player.ready;
  if (step === undefined) return;
  if (!player.steps.some(({ id }) => id === step)) throw new Error(`no step ${step}`);
  player.step = step;
  player.shadowRoot.querySelector(".stage").focus();
}

/** Runs in the page: until what moves has come to rest and is painted. */
async function rest() {
  await new Promise((resolve) => setTimeout(resolve, 500));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** The moments of a light or a dark page in one browser. @param {string} engine @param {boolean} dark @param {string} folder */
async function take(engine, dark, folder) {
  const pages = await openPages(await open(engine, { dark }));
  const head = '<meta name="color-scheme" content="light dark"><style>body { margin: 0 }</style>';
  for (const [name, { player, step, keys = [], width = 1200, height = 640, ...moment }] of Object.entries(
    moments,
  )) {
    if (Boolean(moment.dark) !== dark) continue;
    await pages.resize(width, height);
    await pages.page(`<attention-player ${player}></attention-player>`, { head });
    // rings are for those who have come by the keyboard
    if (step !== undefined) await pages.press("Tab");
    await pages.evaluate(show, step);
    for (const key of keys) await pages.press(key);
    await pages.evaluate(rest);
    writeFileSync(join(folder, `${name}-${engine}.png`), await pages.screenshot());
  }
  await pages.assertQuiet();
  await pages.close();
  return `${engine} ${pages.version}`;
}

/** Pictures with their names, side by side where they are narrow, else below one another. Runs in the page. @param {{ name: string, url: string }[]} pictures */
function arrange(pictures) {
  Object.assign(document.body.style, { margin: "8px", background: "#888", font: "16px sans-serif" });
  Object.assign(document.body.style, { display: "flex", flexWrap: "wrap", gap: "8px" });
  for (const { name, url } of pictures) {
    const figure = document.createElement("figure");
    figure.style.margin = "0";
    const image = new Image();
    image.src = url;
    image.style.display = "block";
    figure.append(name, image);
    document.body.append(figure);
  }
  return Promise.all([...document.images].map((image) => image.decode()));
}

/** @param {Record<string, string>} names @param {string} folder */
async function sheets(names, folder) {
  const target = join(root, "tests", "artifacts");
  mkdirSync(target, { recursive: true });
  const browser = await launch();
  for (const moment of Object.keys(moments)) {
    const page = await browser.newPage();
    await page.setViewport({ width: 1216, height: 100 });
    const pictures = engines.map((engine) => {
      const png = readFileSync(join(folder, `${moment}-${engine}.png`)).toString("base64");
      return { name: names[engine], url: `data:image/png;base64,${png}` };
    });
    await page.evaluate(arrange, pictures);
    await page.screenshot({ path: join(target, `browsers-${moment}.png`), fullPage: true });
    await page.close();
    say(`tests/artifacts/browsers-${moment}.png`);
  }
  await browser.close();
}

const folder = mkdtempSync(join(tmpdir(), "attention-browsers-"));
try {
  /** @type {Record<string, string>} */
  const names = {};
  for (const engine of engines)
    for (const dark of [false, true]) names[engine] = await take(engine, dark, folder);
  await sheets(names, folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
