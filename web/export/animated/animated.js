/**
 * Writes a story as one SVG that plays by itself in an <img>: SMIL, no script, every colour resolved. Each item is recorded on
 * its own, sampled sixty times a second while it changes; only what changes is animated.
 */
import { inTurns } from "../../element/turns.js";
import { nodes, n } from "../../render/node.js";
import { element, escape, paintFor, svgDocument, write as writeStill } from "../../render/svg.js";
import { fonts } from "../../render/themes.js";
import { layersAt } from "../../scene/index.js";
import { TURN } from "../moments.js";
import { list, record } from "./record.js";
import { short } from "./values.js";
import { write } from "./write.js";

/** @typedef {import("../picture.js").Picture} Picture */
/** @typedef {import("./keyframes.js").Beat} Beat */

/** Samples per second of items that move, of items whose parts have eases of their own, and of items redrawn in every sample. */
const [RATE, FINE, COARSE] = [60, 120, 10];
/** An item with more elements than this that last only a sample or two counts as redrawn in every sample. */
const BRIEF = 16;
/** In seconds: times closer together than this are one moment. */
const CLOSE = 1e-5;

/** @typedef {{ loop?: boolean, wechat?: boolean, signal?: AbortSignal, onProgress?: (part: number) => void }} Options loop: true by default; wechat:
 *   uses only what WeChat's editor keeps, so no style sheet: such a file ignores prefers-reduced-motion */

/** Writes a picture as an animated SVG, in short turns. @param {Picture} picture @param {Options} [options] */
export const animatedSvg = (picture, { signal, onProgress, ...options } = {}) =>
  inTurns(pieces(picture, options), TURN, (part) => {
    signal?.throwIfAborted();
    if (part) onProgress?.(part);
  });

/** @param {Picture} picture @param {Options} options @returns {Generator<number | void, string>} yields the share of items done */
function* pieces(picture, { loop = true, wechat = false }) {
  const { scene, look, duration, start, stage } = picture;
  const attributes = {
    dur: short(duration, 1000),
    ...(loop ? { repeatCount: "indefinite" } : { fill: "freeze" }),
  };
  const share = (/** @type {number} */ time) => (time - start) / duration;
  const clockOf = (/** @type {Moment[]} */ moments, /** @type {Beat[]} */ beats = []) => ({
    moments: moments.map(({ time, edge }) => ({ time: share(time), edge })),
    beats: beats.map(({ start, end, ease }) => ({ start: share(start), end: share(end), ease })),
    ...{ attributes, wechat },
  });
  const paint = paintFor(look);
  /** @type {string[][]} */
  const layers = [];
  const beatsAt = (/** @type {any} */ { id }) =>
    beatsOf(scene.timeline.tracks.get(id), start, start + duration);
  // while they light something, all else pales
  const lights = scene.items.filter((/** @type {any} */ { kind }) => kind === "focus").flatMap(beatsAt);
  for (const [k, item] of scene.items.entries()) {
    const tracks = scene.timeline.tracks.get(item.id);
    const beats = [...beatsAt(item), ...lights];
    const marksAt = (/** @type {number} */ at) => layersAt(scene, item, at);
    let moments = momentsOf(beats, start, start + duration, tracks?.has("clock") ? FINE : RATE);
    let lists = yield* recorded(moments, marksAt, paint);
    if (lists.reduce((sum, list) => sum + brief(list), 0) > BRIEF) {
      moments = momentsOf(beats, start, start + duration, COARSE);
      lists = yield* recorded(moments, marksAt, paint, true);
    }
    const clock = clockOf(moments, beats);
    for (const [layer, elements] of lists.entries())
      if (elements) (layers[layer] ??= []).push(yield* write(elements, clock));
    yield (k + 1) / scene.items.length;
  }
  const transform = `translate(${n(stage.x)} ${n(stage.y)})`;
  const film = element("g", { transform }, layers.flat().join("")) + (yield* said(picture, paint, clockOf));
  const content = wechat ? [film] : styled(film, nodes(picture.marksAt(duration).marks, paint));
  return svgDocument(picture.size, content, {
    ...look,
    desc: picture.description,
    ...(wechat && { metadata: "" }),
  });
}

/** Returns the sentences as SVG, each visible during its step. @param {Picture} picture @param {import("../../render/node.js").Paint} paint @param {(moments: Moment[]) => import("./write.js").Clock} clockOf */
function* said({ sentences, start, duration }, paint, clockOf) {
  if (sentences.length === 0) return "";
  const turns = sentences.slice(1).flatMap(({ start: time }) => [
    { time, at: time - CLOSE },
    { time, at: time },
  ]);
  const end = start + duration;
  const moments = [{ time: start, at: start }, ...turns, { time: end, at: end }];
  const marksAt = (/** @type {number} */ at) => sentences.findLast(({ start }) => start <= at)?.marks ?? [];
  const [elements] = yield* recorded(moments, (at) => [[0, marksAt(at)]], paint);
  return yield* write(elements, clockOf(moments));
}

/** Returns the film, and its last frame for readers who prefer reduced motion. Common attributes move to a style sheet. @param {string} film @param {import("../../render/node.js").Node[]} end */
function styled(film, end) {
  const still = end.map((node) => writeStill(node, true)).join("");
  const sheet = [
    "path{stroke-linejoin:round}",
    ...Object.entries(fonts).map(([name, family]) => `.${name}{font-family:${family}}`),
    "@media(prefers-reduced-motion:reduce){.film{display:none}.end{display:inline}}",
  ];
  const short = (/** @type {string} */ svg) =>
    Object.entries(fonts).reduce(
      (text, [name, family]) => text.replaceAll(`font-family="${escape(family)}"`, `class="${name}"`),
      svg.replaceAll('<path stroke-linejoin="round"', "<path").replaceAll(' stroke-linejoin="round"', ""),
    );
  return [
    element("style", {}, escape(sheet.join(""))),
    element("g", { class: "film" }, short(film)),
    element("g", { class: "end", display: "none" }, short(still)),
  ];
}

/**
 * Records the marks of every moment. Returns one list per layer.
 * @param {Moment[]} moments @param {(at: number) => [layer: number, marks: any[]][]} marksAt @param {import("../../render/node.js").Paint} paint
 * @param {boolean} [jumps] whether a path with other starting points is another path
 */
function* recorded(moments, marksAt, paint, jumps = false) {
  /** @type {import("./record.js").List[]} */
  const lists = [];
  for (const [moment, { at }] of moments.entries()) {
    /** @type {any[][]} */
    const layers = [];
    for (const [layer, marks] of marksAt(at)) (layers[layer] ??= []).push(...marks);
    layers.forEach((marks, layer) => record((lists[layer] ??= list(jumps)), nodes(marks, paint), moment));
    yield;
  }
  return lists;
}

/** Returns how many elements last only a sample or two. @param {import("./record.js").List} list */
const brief = ({ order }) => order.filter(({ seen }) => Object.keys(seen).length < 3).length;

/** @typedef {{ time: number, at: number, edge?: boolean }} Moment at: the time drawn; just before `time` where another moment with the same time follows */

/** Returns the beats of an item that overlap a part of the story. @param {Map<string, Beat[]> | undefined} tracks @param {number} from @param {number} to */
const beatsOf = (tracks, from, to) =>
  [...(tracks?.values() ?? [])].flat().filter(({ start, end }) => start < to && end > from - CLOSE);

/** Returns when to sample an item: on both sides of every beat's start and end, and at the given rate during beats. @param {Beat[]} beats @param {number} from @param {number} to @param {number} rate @returns {Moment[]} */
function momentsOf(beats, from, to, rate) {
  const edges = beats
    .flatMap(({ start, end }) => [start, end])
    .filter((time) => time > from + CLOSE && time < to - CLOSE);
  /** @type {Moment[]} */
  const moments = [{ time: from, at: from, edge: true }];
  let before = from;
  const sorted = [...edges.sort((a, b) => a - b), to];
  for (let k = 0; k < sorted.length; k++) {
    const time = sorted[k];
    const moving = beats.filter(({ start, end }) => start <= before + CLOSE && end >= time - CLOSE);
    const steps = moving.length ? Math.ceil((time - before) * rate) : 1;
    for (let i = 1; i < steps; i++) {
      const at = before + ((time - before) * i) / steps;
      moments.push({ time: at, at });
    }
    moments.push({ time, at: time - CLOSE / 10, edge: true });
    // equal times may differ by rounding
    while (sorted[k + 1] - time < CLOSE) k++;
    before = sorted[k];
    if (before < to) moments.push({ time, at: before, edge: true });
  }
  return moments;
}
