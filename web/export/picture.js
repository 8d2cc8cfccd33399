/**
 * The picture that every kind of export is made from: a story at a width, with the sentence of the step below, and a complete SVG
 * document, with plain colours, for any moment.
 */
import { fault, unfit } from "../core/errors.js";
import { optionErrors, storyErrors } from "../element/attribute-errors.js";
import { buildScene, coming, compute, labelled, ownStory, partsFor, sizes } from "../element/build-scene.js";
import * as engine from "../element/engine.js";
import { frameFor } from "../element/frame.js";
import { loadParts } from "../element/lazy-parts.js";
import { readOptions } from "../element/options.js";
import { plain } from "../element/plain.js";
import { rangeOf } from "../element/range.js";
import { absentPresets, givenSource, source } from "../element/source.js";
import { toJson } from "../input/write.js";
import { loadPreset, presets, withLabels } from "../presets/index.js";
import { svgText } from "../render/svg.js";
import { frame } from "../scene/index.js";
import { languageOf, loadWords, words } from "../words/index.js";
import { createCaption } from "./caption.js";
import { checked, inOrder, oneOf, said, stepNamed } from "./options.js";

/** @typedef {import("./options.js").Options} Options */
/** @typedef {import("../element/build-scene.js").Run} Run */
/** @typedef {Record<string, any>} Problem */
/** @typedef {import("./caption.js").Step & { text: string, start: number, duration: number, hold: number }} SpokenStep */
/** @typedef {Awaited<ReturnType<typeof picture>>} Picture */

/** The narrowest and the widest layout, in px; beyond them the picture is scaled. */
const LAYOUT = [300, 1648];
/** Space above the picture, in px. */
const ABOVE = 16;

/**
 * Returns the picture of a preset or of a problem.
 * @param {string | Problem} given the name of a preset, or a problem
 * @param {Options} [options]
 */
export async function picture(given, options = {}) {
  const how = checked(options);
  const named = typeof given === "string";
  if (named) oneOf("preset", given, Object.keys(presets));
  else if (typeof given !== "object" || given === null)
    throw unfit("problem", given, "the name of a preset, or an object.");
  const { story, head, batch, softmax, switches } = how;
  const preset = named ? given : "";
  const attributes = new Map(Object.entries(said({ ...switches, preset, story, head, batch, softmax })));
  const chosen = readOptions(attributes);
  const lang = languageOf(how.lang).id;
  const loading = [loadWords(lang), ...absentPresets(chosen).map(loadPreset)];
  const [attention] = await Promise.all([engine.load("whole"), ...loading]);
  const from = named ? source(chosen, {}, { lang }) : givenSource({ problem: plain(given) }, chosen);
  const run = await settled(() => loadParts(partsFor(from), attention) ?? compute(attention, from, chosen));
  for (const [, { error }] of optionErrors(attributes, sizes(run), lang)) throw error;
  return pictureOf(run, chosen, how);
}

/**
 * Returns the picture of a run.
 * @param {Run} run @param {Record<string, any>} chosen the element's options
 * @param {Options} options
 */
export async function pictureOf(run, chosen, options) {
  const how = checked(options);
  const { seed = 1, query = null, signal } = how;
  const lang = languageOf(how.lang).id;
  await loadWords(lang);
  const told = how.story || chosen.story || ownStory(run);
  const outer = Math.min(Math.max(how.width, LAYOUT[0]), LAYOUT[1]);
  const { kind, margin, width, height, corner } = frameFor(outer);
  const look = { story: told, lang, width, height, corner, seed, query };
  const make = () => settled(() => buildScene(run, chosen, look));
  let scene = await make();
  for (const [, { error }] of storyErrors(scene, lang)) throw error;
  // recorded or random data may arrive later
  const shown = { ...look, head: chosen.head, batch: chosen.batch };
  for (let more; (more = coming(run, told, shown)); scene = await make()) {
    await more;
    signal?.throwIfAborted();
  }
  signal?.throwIfAborted();
  const problem = plain(labelled(run, lang));
  const preset = presetShown(run, problem, lang);
  return film(scene, { problem, preset }, how, { kind, margin, width, outer });
}

/**
 * @param {any} scene @param {{ problem: Problem, preset?: string }} shown @param {import("./options.js").Checked} how
 * @param {{ kind: "wide" | "column" | "phone", margin: number, width: number, outer: number }} layout
 */
function film(scene, { problem, preset }, how, layout) {
  inOrder(how.from, how.to, scene.steps);
  const { outer, margin } = layout;
  const range = rangeOf(
    /** @type {{ steps: SpokenStep[], chapters: any[], duration: number, poster: number }} */ (scene),
    how,
  );
  const duration = range.end - range.start;
  const { width: beside = 0, height: corner = 0 } = scene.corner ?? {};
  const caption = createCaption(range.steps, layout, beside && beside + 16);
  const below = how.captions ? Math.max(caption.height, corner) : corner;
  const size = { width: outer, height: Math.ceil(ABOVE + scene.height + below + (how.captions ? 4 : ABOVE)) };
  const zoom = how.width / outer;

  const stepAt = (/** @type {number} */ time) =>
    range.steps.findLast(({ start }) => start <= time + 1e-9) ?? range.steps[0];
  /** Converts a time of the picture to a time of the story. @param {number | "poster"} time */
  const moment = (time) => (time === "poster" ? range.poster : Math.min(range.start + time, range.end));
  const still = Math.min(Math.max(stillOf(how, scene, range), range.start), range.end);

  /** @param {SpokenStep} step @returns {import("../render/node.js").Mark} */
  const sentenceOf = (step) => ({
    ...{ type: "group", id: `said/${step.id}`, y: ABOVE + scene.height, children: caption.draw(step) },
  });

  /** Returns the frame at a time of the story. @param {number} time @returns {import("../render/node.js").Frame} */
  function marksAt(time) {
    const { marks } = frame(scene, scene.timeline, time);
    const stage = { type: "group", id: "stage", x: margin, y: ABOVE, children: marks };
    const all = how.captions ? [stage, sentenceOf(stepAt(time))] : [stage];
    return { ...size, marks: /** @type {import("../render/node.js").Mark[]} */ (all) };
  }

  const title = words(how.lang).names[scene.story];
  const state = { version: 1, problem, story: scene.story, lang: languageOf(how.lang).id };
  // XML cannot hold these characters, so JSON escapes them
  const escaped = (/** @type {string} */ sign) => `\\u${sign.charCodeAt(0).toString(16)}`;
  const metadata = how.problem === false ? undefined : toJson(state).replace(/[\ufffe\uffff]/g, escaped);
  const { theme, palette } = how;
  const look = { theme, palette, lang: languageOf(how.lang).tag, title, zoom, metadata };
  return {
    scene,
    /** The size of the picture, in px. */
    width: how.width,
    height: size.height * zoom,
    /** The length of the exported part, in seconds: times of the picture run from 0 to here. */
    duration,
    /** When that part begins in the story, in seconds. */
    start: range.start,
    steps: range.steps.map(({ id, title, text, start, duration, hold }) => ({
      ...{ id, title, text, duration },
      ...{ start: start - range.start, hold: hold - range.start },
    })),
    title,
    /** The alternative text: the sentence of the still. */
    description: stepAt(still).text,
    problem,
    /** The name of the preset, if the problem is unchanged. */
    preset,
    /** The state from which the file can be opened again, as JSON. */
    metadata,
    look,
    size,
    /** The position of the stage, in px. */
    stage: { x: margin, y: ABOVE },
    /** The sentences below the stage, each with its start in the story. */
    sentences: how.captions
      ? range.steps.map((step) => ({ start: step.start, marks: [sentenceOf(step)] }))
      : [],
    marksAt: (/** @type {number | "poster"} */ time) => marksAt(moment(time)),
    /** The time that `at` or `step` asks for. */
    still: still - range.start,
    /** Returns a moment as an SVG document; by default the still. @param {number | "poster"} [time] @param {import("../render/svg.js").Look} [other] look */
    at(time, other) {
      const at = time === undefined ? still : moment(time);
      return svgText(marksAt(at), { ...look, desc: stepAt(at).text, still: true, ...other });
    },
  };
}

/** Returns the time of the story that a still shows, in seconds. @param {import("./options.js").Checked} how @param {any} scene @param {import("../element/range.js").Range} range */
function stillOf({ at, step }, scene, range) {
  const index = stepNamed("step", step, scene.steps);
  if (index >= 0) return scene.steps[index].hold;
  if (at === "poster") return range.poster;
  const length = Number(scene.duration.toFixed(2));
  if (at > scene.duration)
    throw fault("limit", "at", `is ${at} seconds, and the story takes ${length}; give a moment of it.`);
  return at;
}

/** Returns the name of the preset that a run shows; undefined if its problem was changed. @param {Run} run @param {Problem} problem @param {string} lang */
function presetShown({ from: { preset: name }, training }, problem, lang) {
  if (!name) return undefined;
  const { translated, trains, ...shownProblem } = presets[name];
  // its parameters are drawn at random when it is opened
  if (trains) return training && toJson(training.settings) === toJson(trains) ? name : undefined;
  const from = translated?.[lang]?.problem ?? shownProblem.problem;
  const labels = words(lang).labels[name];
  return toJson(withLabels(from, labels)) === toJson(problem) ? name : undefined;
}

/** Calls a function until it returns something other than a promise, and awaits the promises. @template T @param {() => T | Promise<unknown>} make @returns {Promise<T>} */
async function settled(make) {
  for (;;) {
    const made = make();
    if (!(made instanceof Promise)) return made;
    await made;
  }
}
