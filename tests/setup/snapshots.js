// npm run snapshots: draws every step end of every story anew and keeps it as what tests/scene/snapshots.test.js
// expects. Look at the pictures first (npm run contact-sheet).
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { root, say } from "./system.js";

const { createAttention } = await import("../../web/index.js");
const { createScene, frame, stories } = await import("../../web/scene/index.js");
const { svgText } = await import("../../web/render/svg.js");
const { presets } = await import("../../web/presets.js");

const file = (story) => join(root, "tests", "scene", "snapshots", `${story}.br`);

/** Every step end of a story as SVG text, by name: two widths, two themes, two languages. */
export function draw(attention, story) {
  const preset = Object.values(presets).find((one) => one.stories[0] === story) ?? presets["walk-through"];
  const { problem } = preset;
  const trace = attention.forward(problem);
  const terms = (tensor, index) => attention.terms(problem, tensor, index);
  const pictures = new Map();
  for (const width of [1200, 360])
    for (const lang of ["en", "zh"]) {
      const scene = createScene({ story, problem, trace, lang, width, terms });
      for (const step of scene.steps) {
        const picture = frame(scene, scene.timeline, step.start + step.duration);
        for (const theme of ["light", "dark"])
          pictures.set(`${story}-${step.id}-${width}-${theme}-${lang}`, svgText(picture, { theme }));
      }
    }
  return pictures;
}

/** The pictures as they were kept. */
export function kept(story) {
  return new Map(JSON.parse(brotliDecompressSync(readFileSync(file(story))).toString()));
}

function keep(story, pictures) {
  const text = JSON.stringify([...pictures]);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  const packed = brotliCompressSync(text, { params });
  mkdirSync(join(root, "tests", "scene", "snapshots"), { recursive: true });
  writeFileSync(file(story), packed);
  say(`tests/scene/snapshots/${story}.br: ${pictures.size} pictures, ${Math.ceil(packed.length / 1024)} KB`);
}

if (process.argv[1] === import.meta.filename) {
  const attention = await createAttention({ build: "scalar" });
  const wanted = process.argv.slice(2);
  for (const story of wanted.length ? wanted : stories) keep(story, draw(attention, story));
  attention.close?.();
}
