// Draws step ends with the code of a tree, in a process of its own, and arranges pictures side by side in one PNG.
import { fork } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch } from "../helpers/browser.js";
import { root, stop } from "./system.js";

/** Sizes of the stage: desktop, beside an article, phone. */
export const ROOMS = [
  { width: 1104, height: 424 },
  { width: 652, height: 424 },
  { width: 336, height: 404 },
];

/** Answers requests from the parent process with drawn steps. @param {string} tree */
async function answer(tree) {
  const from = (/** @type {string} */ file) => import(join(tree, file));
  const { frame, stories } = await from("web/scene/index.js");
  const { svgText } = await from("web/render/svg.js");
  const { presets, withLabels } = await from("tests/helpers/presets.js");
  const { languages, words } = await from("web/words/index.js");
  const { sceneOf } = await from("tests/scene/helpers/scene-of.js");
  const { own, runs, sceneOfRun } = await from("tests/scene/helpers/trained.js");
  const sceneAs = (/** @type {string} */ preset, /** @type {any} */ how) => {
    const { run, training } = runs?.[preset] ?? own;
    if (how.story === "training") return sceneOfRun(run, how);
    const { trains, problem, printed } = presets[preset];
    const given = trains ? training.problem : problem;
    const labels = words(how.lang).labels[preset];
    return sceneOf(withLabels(given, labels), { ...how, options: { printed } });
  };
  process.on(
    "message",
    (/** @type {{ preset: string, theme: string, how: any }} */ { preset, theme, how }) => {
      const scene = sceneAs(preset, how);
      const steps = scene.steps.map((/** @type {any} */ { id, hold, title, subtitle, caption, text }) => ({
        ...{ id, hold, title: `${title} · ${subtitle}`, spoken: text },
        caption: caption.map((/** @type {any} */ { text }) => text).join(""),
        svg: svgText(frame(scene, scene.timeline, hold), { theme }),
      }));
      process.send?.({ steps, width: scene.width, height: scene.height });
    },
  );
  const told = Object.entries(presets).map(([name, { stories }]) => [name, [...new Set(stories)]]);
  process.send?.({ told, stories, langs: languages.map((/** @type {{ id: string }} */ { id }) => id) });
}

/** Starts a process that draws with the code of a tree. @param {string} tree */
export async function painter(tree) {
  const child = fork(import.meta.filename, [tree], { cwd: tree });
  const next = () => /** @type {Promise<any>} */ (new Promise((resolve) => child.once("message", resolve)));
  child.once("exit", (code) => code && stop(`drawing with the code in ${tree} failed`));
  const first = await next();
  const draw = (/** @type {string} */ preset, /** @type {any} */ how, theme = "light") => {
    child.send({ preset, theme, how });
    return next();
  };
  return { ...first, draw, end: () => child.kill() };
}

/**
 * Arranges figures in columns and writes them as tests/artifacts/NAME.png.
 * @param {string} name
 * @param {{ title: string, svgs: string[] }[]} figures the pictures of each are side by side
 * @param {{ width: number, columns: number, dark?: boolean }} look width: of a picture, in px
 */
export async function sheet(name, figures, { width, columns, dark = false }) {
  const browser = await launch();
  const page = await browser.newPage();
  const wide = figures[0].svgs.length * (width + 24);
  await page.setViewport({ width: columns * (wide + 24) + 24, height: 800 });
  const arrange = (/** @type {any} */ { figures, columns, width, wide, dark }) => {
    const { style } = document.body;
    Object.assign(style, { display: "grid", gap: "16px 24px", margin: "24px", font: "16px sans-serif" });
    style.gridTemplateColumns = `repeat(${columns}, ${wide}px)`;
    style.background = dark ? "#15161a" : "#fff";
    style.color = dark ? "#ddd" : "#222";
    for (const { title, svgs } of figures) {
      const figure = document.createElement("figure");
      figure.style.margin = "0";
      const words = document.createElement("figcaption");
      words.textContent = title;
      const images = svgs.map((/** @type {string} */ svg) => {
        const image = new Image(width);
        image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
        image.style.marginRight = "24px";
        return image;
      });
      figure.append(words, ...images);
      document.body.append(figure);
    }
    return Promise.all([...document.images].map((image) => image.decode()));
  };
  await page.evaluate(arrange, { figures, columns, width, wide, dark });
  const folder = join(root, "tests", "artifacts");
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  await browser.close();
}

if (process.send && process.argv[1] === import.meta.filename) await answer(process.argv[2]);
