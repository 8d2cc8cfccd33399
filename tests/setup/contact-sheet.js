// npm run contact-sheet [story ...]: one PNG of all step ends per story, width, theme and language, in
// tests/artifacts/. Node draws the SVG text with the same code as the page; Chromium only rasterises.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch } from "../helpers/browser.js";
import { root, say } from "./system.js";

const { createAttention } = await import("../../web/index.js");
const { createScene, frame, stories } = await import("../../web/scene/index.js");
const { svgText } = await import("../../web/render/svg.js");
const { presets } = await import("../../web/presets.js");

const folder = join(root, "tests", "artifacts");
mkdirSync(folder, { recursive: true });
const wanted = process.argv.slice(2);
const attention = await createAttention();
const browser = await launch();

/** The first preset that opens a story. @param {string} story */
const presetOf = (story) => Object.values(presets).find((preset) => preset.stories[0] === story);

/** All step ends of a story as SVG text, each with its title. */
function stepEnds(story, preset, width, theme, lang) {
  const trace = attention.forward(preset.problem);
  const scene = createScene({
    story,
    problem: preset.problem,
    trace,
    lang,
    width,
    options: { softmax: "open" },
  });
  return scene.steps.map((step) => {
    const time = Math.max(step.start, step.start + step.duration - 0.001);
    const title = `${step.id} · ${step.title} · ${step.subtitle}`;
    const caption = step.caption.map((span) => span.text).join("");
    const svg = svgText(frame(scene, scene.timeline, time), { theme, palette: "classic", title, desc: "" });
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

for (const story of wanted.length ? wanted : stories)
  for (const width of [1152, 328])
    for (const theme of ["light", "dark"])
      for (const lang of ["en", "zh"]) {
        const preset = presetOf(story) ?? presets["walk-through"];
        await sheet(`${story}-${width}-${theme}-${lang}`, stepEnds(story, preset, width, theme, lang), theme);
      }
await browser.close();
attention.close?.();
