/**
 * A story as one SVG that plays by itself in an <img>: SMIL, no script, every colour resolved. It is recorded item by item, looked at
 * sixty times a second while it changes; only what changes is animated.
 */
import { inTurns } from "../../element/turns.js";
import { nodes, n } from "../../render/node.js";
import { paintFor, svgDocument, write as still } from "../../render/svg.js";
import { draw } from "../../scene/index.js";
import { list, record } from "./record.js";
import { short } from "./values.js";
import { write } from "./write.js";

/** @typedef {import("../picture.js").Picture} Picture */
/** @typedef {{ start: number, end: number, ease: string }} Beat */

/** Looks a second: at what moves, and at what moves inside by eases of its own. */
const [RATE, FINE] = [60, 120];
/** Seconds: what lies closer is one moment. */
const CLOSE = 1e-5;
/** Milliseconds of work before the page has its turn. */
const TURN = 8;

/**
 * @param {Picture} picture
 * @param {{ loop?: boolean, signal?: AbortSignal, onProgress?: (part: number) => void }} [options]
 *   loop: true by default
 */
export async function animatedSvg(picture, { loop = true, signal, onProgress } = {}) {
  return inTurns(pieces(picture, loop), TURN, (part) => {
    signal?.throwIfAborted();
    onProgress?.(part);
  });
}

/** @param {Picture} picture @param {boolean} loop @returns {Generator<number, string>} */
function* pieces(picture, loop) {
  const { scene, look, duration, start, stage, sentences } = picture;
  const paint = paintFor(look);
  const attributes = {
    dur: short(duration, 1000),
    ...(loop ? { repeatCount: "indefinite" } : { fill: "freeze" }),
  };
  const share = (/** @type {Moment} */ { time, edge }) => ({ time: (time - start) / duration, edge });
  /** @type {string[][]} */
  const layers = [];
  for (const [k, item] of scene.items.entries()) {
    const tracks = scene.timeline.tracks.get(item.id);
    const beats = beatsOf(tracks, start, start + duration);
    const moments = momentsOf(beats, start, start + duration, tracks?.has("clock") ? FINE : RATE);
    const lists = recorded(moments, (at) => draw(item, scene.model, scene.timeline, at).layers, paint);
    const shares = beats.map((beat) => ({
      ...{ start: (beat.start - start) / duration, end: (beat.end - start) / duration, ease: beat.ease },
    }));
    const clock = { moments: moments.map(share), beats: shares, attributes };
    lists.forEach((elements, layer) => (layers[layer] ??= []).push(write(elements, clock)));
    yield (k + 1) / scene.items.length;
  }
  const changes = sentences.map(({ start }) => start);
  const moments = [
    ...changes.slice(1).flatMap((time) => [
      { time, at: time - CLOSE },
      { time, at: time },
    ]),
  ];
  const ends = [{ time: start, at: start }, ...moments, { time: start + duration, at: start + duration }];
  const [said] = recorded(
    ends,
    (at) => [[0, sentences.findLast(({ start }) => start <= at)?.marks ?? []]],
    paint,
  );
  const moving = `<g transform="translate(${n(stage.x)} ${n(stage.y)})">${layers.flat().join("")}</g>${write(said, { moments: ends.map(share), beats: [], attributes })}`;
  const end = nodes(picture.marksAt(duration).marks, paint).map((node) => still(node, true));
  return svgDocument(
    picture.size,
    [
      "<style>@media (prefers-reduced-motion: reduce) { .moving { display: none } .still { display: inline } }</style>",
      `<g class="moving">${moving}</g>`,
      `<g class="still" display="none">${end.join("")}</g>`,
    ],
    { ...look, desc: picture.description },
  );
}

/** By layer. @param {Moment[]} moments @param {(at: number) => [layer: number, marks: any[]][]} marksAt @param {import("../../render/node.js").Paint} paint */
function recorded(moments, marksAt, paint) {
  /** @type {import("./record.js").List[]} */
  const lists = [];
  moments.forEach(({ at }, moment) => {
    for (const [layer, marks] of marksAt(at)) record((lists[layer] ??= list()), nodes(marks, paint), moment);
  });
  return lists;
}

/** @typedef {{ time: number, at: number, edge?: boolean }} Moment at: what is drawn for a time, just before it where another moment of that time follows */

/** What moves an item in a part of the story. @param {Map<string, Beat[]> | undefined} tracks @param {number} from @param {number} to */
const beatsOf = (tracks, from, to) =>
  [...(tracks?.values() ?? [])].flat().filter(({ start, end }) => start < to && end > from - CLOSE);

/** When an item is looked at: on both sides of whatever begins or ends, and often where something goes on. @param {Beat[]} beats @param {number} from @param {number} to @param {number} rate @returns {Moment[]} */
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
    // what comes together, but for how it was added up
    while (sorted[k + 1] - time < CLOSE) k++;
    before = sorted[k];
    if (before < to) moments.push({ time, at: before, edge: true });
  }
  return moments;
}
