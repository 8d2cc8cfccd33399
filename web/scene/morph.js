/**
 * Between two pictures of one moment: cells that are in both travel from place to place with their grounds; everything
 * else of the first fades out, of the second in. A pure function, as frames are.
 */

import { between } from "./kit/bars.js";
import { edge, rect } from "./kit/marks.js";

/** @typedef {import("./kit/draw.js").Mark} Mark */
/** @typedef {{ width: number, height: number, marks: Mark[] }} Frame */

/** @param {Frame} from @param {Frame} to @param {number} t 0: from, 1: to @returns {Frame} */
export function morph(from, to, t) {
  if (t <= 0) return from;
  if (t >= 1) return to;
  const there = cellsOf(to.marks);
  const here = new Map([...cellsOf(from.marks)].filter(([cell]) => there.has(cell)));
  const others = (/** @type {Mark[]} */ marks) =>
    marks.filter(({ cell, copy }) => !cell || copy || !here.has(cell));
  return {
    width: from.width + (to.width - from.width) * t,
    height: from.height + (to.height - from.height) * t,
    marks: [
      ...fade(others(from.marks), "before", 1 - t),
      ...fade(others(to.marks), "after", t),
      ...[...here].flatMap(([cell, mark]) => {
        const next = /** @type {Mark} */ (there.get(cell));
        return travel(mark, next, groundOf(from.marks, mark), groundOf(to.marks, next), t);
      }),
    ],
  };
}

/** Numbers that name their cell. @param {Mark[]} marks @returns {Map<string, Mark>} */
const cellsOf = (marks) =>
  new Map(marks.filter(({ cell, copy, box }) => cell && !copy && box).map((mark) => [mark.cell, mark]));

/** The rectangle that a number lies on: the last one under its middle. @param {Mark[]} marks @param {Mark} number @returns {Mark | undefined} */
function groundOf(marks, { box }) {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const holds = (/** @type {Mark} */ mark) =>
    mark.x <= x && x <= mark.x + mark.width && mark.y <= y && y <= mark.y + mark.height;
  return marks.findLast((mark) => mark.type === "rect" && mark.part === "cell" && holds(mark));
}

/** A number on its way, with its ground and edge. @param {Mark} a @param {Mark} b @param {Mark | undefined} under @param {Mark | undefined} above @param {number} t @returns {Mark[]} */
function travel(a, b, under, above, t) {
  const mix = (/** @type {number} */ x, /** @type {number} */ y) => x + (y - x) * t;
  const box = between(a.box, b.box, t);
  // text and colour cannot be mixed: the nearer picture gives them
  const [near, ground] = t < 0.5 ? [a, under] : [b, above];
  const opacity = mix(a.opacity ?? 1, b.opacity ?? 1);
  const seen = mix(under?.opacity ?? 0, above?.opacity ?? 0);
  const id = `travel/${a.cell}`;
  return [
    ...(ground ? [rect(id + "/ground", box, { fill: ground.fill, opacity: seen, part: "cell" })] : []),
    edge(id + "/edge", box, { opacity }),
    { ...near, id, x: mix(a.x, b.x), y: mix(a.y, b.y), size: mix(a.size, b.size), box, opacity },
  ];
}

/** Marks fainter, under other names, since both pictures may use the same. @param {Mark[]} marks @param {string} prefix @param {number} share @returns {Mark[]} */
const fade = (marks, prefix, share) =>
  marks.map((mark) => ({
    ...mark,
    id: `${prefix}/${mark.id}`,
    opacity: (mark.opacity ?? 1) * share,
    ...(mark.children ? { children: fade(mark.children, prefix, 1) } : {}),
  }));
