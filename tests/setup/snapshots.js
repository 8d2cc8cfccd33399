// npm run snapshots: says which of the kept pictures look otherwise now. npm run snapshots -- NAME ...: keeps these as they
// are now. Never all at once: each was looked at. The pictures are plain SVG files in tests/scene/snapshots/.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { presets } from "../helpers/presets.js";
import { svgText } from "../../web/render/svg.js";
import { frame, stories } from "../../web/scene/index.js";
import { words } from "../../web/words/index.js";
import { attention, sceneOf } from "../scene/helpers/scene-of.js";
import { root, say, stop } from "./system.js";

/** Heights of stages by width, as the element gives them. @type {Record<number, number>} */
const HEIGHTS = { 1104: 424, 652: 424, 336: 404, 716: 200 };

/**
 * Moments worth keeping, by preset: together they have every kind of mark, every kept story, theme, language and width. A
 * step's part stands behind @, where it is not its end.
 */
const CHOSEN = {
  "walk-through": `walk-through-keys@0.5-1104-light-en walk-through-sum-1@0.5-652-light-zh
    matrices-query-1104-light-en matrices-value-all-336-dark-en matrices-mixed-all-716-light-en`,
  layer: "walk-through-scale-1-716-light-en",
  "one-query": "one-query-outputs-336-dark-zh",
  seq2seq: "seq2seq-word-1-1104-light-en",
  "english-french": "alignment-row-2-336-dark-en",
  batch: `multi-head-input-1104-light-en multi-head-weights-652-light-en multi-head-output-336-dark-en`,
};

/** Names of the pictures that are kept, with their presets; of stories that there are. @type {Map<string, string>} */
export const chosen = new Map(
  Object.entries(CHOSEN).flatMap(([preset, names]) =>
    names
      .split(/\s+/)
      .filter((name) => stories.some((story) => name.startsWith(story + "-")))
      .map((name) => [name, preset]),
  ),
);

/** @param {string} name */
export const file = (name) => join(root, "tests", "scene", "snapshots", `${name.replace("@", "-at-")}.svg`);

/** @param {string} name @returns {string | null} the picture as it was kept */
export const kept = (name) => (existsSync(file(name)) ? readFileSync(file(name), "utf8") : null);

/** The picture as it is now, an element a line. @param {string} name */
export function draw(name) {
  const story = stories
    .filter((one) => name.startsWith(one + "-"))
    .toSorted((a, b) => b.length - a.length)[0];
  const [, id, part, width, theme, lang] = /^-(.+?)(?:@([\d.]+))?-(\d+)-(light|dark)-(\w+)$/.exec(name.slice(story.length)) ?? stop(`no picture is called ${name}`); // prettier-ignore
  const preset =
    chosen.get(name) ?? stop(`${name} is none of the chosen pictures: ${[...chosen.keys()].join(", ")}`);
  const { problem: bare } = presets[preset];
  const problem = { ...bare, labels: bare.labels ?? words(lang).presets[preset].labels };
  const scene = sceneOf(problem, { story, lang, width: Number(width), height: HEIGHTS[Number(width)] });
  const step = scene.steps.find((one) => one.id === id) ?? stop(`${story} of ${preset} has no step ${id}`);
  const time = part ? step.start + step.duration * Number(part) : step.hold;
  const svg = svgText(frame(scene, scene.timeline, time), { theme });
  return svg.replace(/>(?=<(?!\/?tspan|\/text))/g, ">\n") + "\n";
}

if (process.argv[1] === import.meta.filename) {
  const names = process.argv.slice(2);
  for (const name of names) {
    const svg = draw(name);
    mkdirSync(join(root, "tests", "scene", "snapshots"), { recursive: true });
    writeFileSync(file(name), svg);
    say(`kept ${name}: ${Math.ceil(svg.length / 1024)} KB`);
  }
  const differ = [...chosen.keys()].filter((name) => kept(name) !== draw(name));
  say(
    differ.length
      ? `these differ from what is kept; look, and accept by name:\n${differ.join("\n")}`
      : "all pictures are as they were kept",
  );
  attention.close();
  process.exitCode = names.length || !differ.length ? 0 : 1;
}
