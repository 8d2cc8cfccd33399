/**
 * Maps a place from one scene to another: the step that shows the same part of the computation, for the same query. A step that
 * shows several parts, or all queries, corresponds to each of them.
 */

/** The parts of an attention in the order in which they are shown; the names in one row are the same part. */
const PARTS = [
  ["inputs", "project"],
  ["keys"],
  ["values"],
  ["query"],
  ["score", "scores"],
  ["scale"],
  ["cap"],
  ["mask"],
  ["softmax", "softmax-max", "softmax-shift", "softmax-exp", "softmax-sum", "softmax-divide", "row"],
  ["weight", "sum"],
  ["outputs"],
];

/**
 * @typedef {object} Place
 * @property {string} story @property {string} id of its step @property {string} chapter
 * @property {string} [at] which part of the computation @property {number} [query] absent: all queries
 * @property {number} into how far into it, from 0 to 1
 */
/** @typedef {Omit<Place, "story" | "into"> & { start: number, duration: number }} Stretch of a scene */

/** @param {any} step @returns {Stretch[]} one, or one for each part that it shows */
function stretchesOf({ id, chapter, start, duration, place }) {
  const { at, query, parts = [] } = place ?? {};
  const whole = { id, chapter, at, query, start, duration };
  if (!parts.length) return [whole];
  return parts.map((/** @type {{ at: string, start: number }} */ part, /** @type {number} */ k) => {
    const from = k ? part.start : start;
    const end = parts[k + 1]?.start ?? start + duration;
    return { ...whole, at: part.at, start: from, duration: end - from };
  });
}

/**
 * The place of a scene at a time.
 * @param {any} scene @param {number} time @param {any} [step] the step there @returns {Place | null} null if the scene has no steps
 */
export function placeAt({ story, steps }, time, step = stepAt(steps, time)) {
  if (!step) return null;
  const { start, duration, ...place } = stepAt(stretchesOf(step), time);
  return { story, ...place, into: duration > 0 ? Math.min(Math.max(0, (time - start) / duration), 1) : 0 };
}

/** The time at which a scene shows a place, in seconds. @param {any} scene @param {Place | null} place @returns {number} */
export function timeOf({ story, steps, chapters }, place) {
  if (!place) return 0;
  const all = steps.flatMap(stretchesOf);
  const named = all.filter((/** @type {Stretch} */ { id }) => id === place.id);
  // within one story, a step of the same name is the same place
  const same =
    story === place.story &&
    (named.find((/** @type {Stretch} */ stretch) => stretch.at === place.at) ?? named[0]);
  const twin = same || nearest(all, place) || (story !== place.story && named[0]);
  if (twin) return twin.start + place.into * twin.duration;
  return chapters.find((/** @type {{ id: string }} */ { id }) => id === place.chapter)?.start ?? 0;
}

/**
 * The index of the step that shows the same as the step of this id, in a story that groups steps differently; -1 if there is
 * none.
 * @param {any[]} steps @param {string} id
 */
export function twinIndex(steps, id) {
  const [, at, number] = /^([a-z]+)-(\d+)$/.exec(id) ?? [];
  if (!number) return -1;
  const joined = steps.findIndex((step) => step.id === `step-${number}`);
  if (joined >= 0) return joined;
  const query = Number(number) - 1;
  const all = steps.flatMap(stretchesOf).filter((stretch) => stretch.query === query);
  // only in a story that shows the queries one by one
  const isTold = steps.some((step) => step.id === `query-${number}`);
  const twin = isTold && nearest(all, { story: "", chapter: "", id, at, query, into: 0 });
  return twin ? steps.findIndex((step) => step.id === twin.id) : -1;
}

/** The last step that has begun; before all of them, the first. @param {any[]} steps @param {number} time @returns {any} */
export const stepAt = (steps, time) => steps.findLast(({ start }) => start <= time + 1e-9) ?? steps[0];

/**
 * Splits a place into the stage of a chain and the index of its part; -1 if that is no part of an attention.
 * @param {string} at @returns {[stage: string, part: number]}
 */
function partOf(at) {
  const dot = at.lastIndexOf(".");
  return [at.slice(0, dot + 1), PARTS.findIndex((part) => part.includes(at.slice(dot + 1)))];
}

/**
 * The distance of a stretch from a place, to be compared entry by entry: another part of the computation, another query, a part
 * farther away or later, all queries in place of one, another name.
 * @param {Stretch} stretch @param {Place} place @returns {number[] | null} null if they have nothing in common
 */
function distance({ at, query, id }, place) {
  if (!at || !place.at) return null;
  const [[stage, part], [itsStage, itsPart]] = [partOf(place.at), partOf(at)];
  const known = part >= 0 && itsPart >= 0 && stage === itsStage;
  if (at !== place.at && !known) return null;
  const apart = at === place.at ? 0 : Math.abs(part - itsPart);
  const other = Number(place.query !== undefined && query !== undefined && query !== place.query);
  const differs = [itsPart > part, query !== place.query, at !== place.at, id !== place.id];
  return [apart ? 2 : other, other, apart, ...differs.map(Number)];
}

/**
 * The stretch nearest to a place; of equally near ones, the first.
 * @param {Stretch[]} all @param {Place} place @returns {Stretch | undefined}
 */
function nearest(all, place) {
  let found;
  let least = [Infinity];
  for (const stretch of all) {
    const far = distance(stretch, place);
    if (far && (far.map((n, k) => n - least[k]).find(Boolean) ?? 0) < 0) [found, least] = [stretch, far];
  }
  return found;
}
