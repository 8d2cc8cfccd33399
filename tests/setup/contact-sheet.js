// npm run contact-sheet [story or preset ...]: one PNG of all step ends per story, width, theme and language, in
// tests/artifacts/. Node draws the SVG text with the same code as the page; Chromium only rasterises.
// npm run contact-sheet -- browsers: eight moments in three browsers instead.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch } from "../helpers/browser.js";
import { root, say } from "./system.js";

const { frame, stories } = await import("../../web/scene/index.js");
const { svgText } = await import("../../web/render/svg.js");
const { presets, withLabels } = await import("../helpers/presets.js");
const { languages, words } = await import("../../web/words/index.js");
const { attention, sceneOf } = await import("../scene/helpers/scene-of.js");
const { own: learning } = await import("../scene/helpers/trained.js");

/** Stages: desk, beside an article, phone, phone on its side. */
const ROOMS = [
  { width: 1104, height: 424 },
  { width: 652, height: 424 },
  { width: 336, height: 404 },
  { width: 716, height: 200 },
];

const folder = join(root, "tests", "artifacts");
mkdirSync(folder, { recursive: true });
const wanted = process.argv.slice(2);
if (wanted.includes("browsers")) {
  await import("../browsers/side-by-side.js");
  process.exit();
}
const browser = await launch();

/** All step ends of a story as SVG text, each with its title and its sentence. @param {string} story @param {any} preset @param {string} name of the preset @param {{ width: number, height: number }} room @param {string} theme @param {string} lang */
function stepEnds(story, preset, name, room, theme, lang) {
  const given = preset.trains ? learning.training.problem : preset.problem;
  const problem = withLabels(given, words(lang).presets[name].labels);
  const scene = sceneOf(problem, { story, lang, ...room });
  return scene.steps.map((step) => {
    const title = `${step.hold.toFixed(1)} s · ${step.id} · ${step.title} · ${step.subtitle}`;
    const caption = step.caption.map(({ text }) => text).join("");
    const svg = svgText(frame(scene, scene.timeline, step.hold), { theme });
    return { title, caption, svg, width: scene.width, height: scene.height };
  });
}

/** Sets the pictures in columns and takes one PNG. */
async function sheet(name, pictures, theme) {
  const { width, height } = pictures[0];
  // a screenshot may be 16,384 pixels high at most
  const columns = Math.ceil((pictures.length * (height + 70)) / 12000) + (width < 600 ? 5 : 1);
  const page = await browser.newPage();
  await page.setViewport({ width: columns * (width + 24) + 24, height: 800 });
  await page.evaluate(
    (items, columns, width, dark) => {
      const { style } = document.body;
      Object.assign(style, { display: "grid", gap: "16px 24px", margin: "24px", font: "16px sans-serif" });
      style.gridTemplateColumns = `repeat(${columns}, ${width}px)`;
      style.background = dark ? "#15161a" : "#fff";
      style.color = dark ? "#ddd" : "#222";
      for (const { title, caption, svg } of items) {
        const figure = document.createElement("figure");
        figure.style.margin = "0";
        const image = new Image(width);
        image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
        const words = document.createElement("figcaption");
        words.textContent = `${title}: ${caption}`;
        figure.append(words, image);
        document.body.append(figure);
      }
      return Promise.all([...document.images].map((image) => image.decode()));
    },
    pictures,
    columns,
    width,
    theme === "dark",
  );
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  await page.close();
  say(`tests/artifacts/${name}.png: ${pictures.length} steps`);
}

// long inputs have no story of their own name
for (const id of wanted.length ? wanted : [...stories, "long-input"])
  for (const room of ROOMS)
    for (const theme of ["light", "dark"])
      for (const { id: lang } of languages) {
        const own = stories.includes(id) ? undefined : id;
        const story = own ? presets[own].stories[0] : id;
        const opened = Object.keys(presets).find((one) => presets[one].stories[0] === story);
        const name = own ?? opened ?? "walk-through";
        const pictures = stepEnds(story, presets[name], name, room, theme, lang);
        await sheet(`${id}-${room.width}-${theme}-${lang}`, pictures, theme);
      }
await browser.close();
attention.close();
