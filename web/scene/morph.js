/**
 * The transition between two pictures of one moment: cells that are in both travel from place to place with their grounds, arrows
 * and words marked `swings` swing, what is identical stays; everything else fades out of the first picture or into the second. A
 * pure function, like frames.
 */

import { mix } from "./ease.js";
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
  const swings = swinging(from.marks, to.marks);
  const others = (/** @type {Mark[]} */ marks) =>
    marks.filter(({ id, cell, copy }) => !swings.has(id) && (!cell || copy || !here.has(cell)));
  const changed = to.marks.findIndex(({ id }) => !swings.has(id));
  const ground = changed < 0 ? to.marks.length : changed;
  const placed = (/** @type {Mark} */ mark) => swings.get(mark.id)?.(t) ?? fade([mark], "after", t)[0];
  return {
    width: mix(from.width, to.width, t),
    height: mix(from.height, to.height, t),
    marks: [
      // the ground that both pictures share lies below what fades
      ...to.marks.slice(0, ground).map(placed),
      ...fade(others(from.marks), "before", 1 - t),
      ...to.marks
        .slice(ground)
        .filter((mark) => swings.has(mark.id) || others([mark]).length)
        .map(placed),
      ...[...here].flatMap(([cell, mark]) => {
        const next = /** @type {Mark} */ (there.get(cell));
        return travel(mark, next, groundOf(from.marks, mark), groundOf(to.marks, next), t);
      }),
    ],
  };
}

/** The marks in both pictures that swing or are identical, each as a function of t. @param {Mark[]} from @param {Mark[]} to @returns {Map<string, (t: number) => Mark>} */
function swinging(from, to) {
  const before = new Map(from.map((mark) => [mark.id, mark]));
  return new Map(
    to.flatMap((mark) => {
      const was = mark.cell && !mark.copy ? undefined : before.get(mark.id);
      if (!was || !(goesTo(was, mark) || JSON.stringify(was) === JSON.stringify(mark))) return [];
      return [[mark.id, (t) => (goesTo(was, mark) ? swung(was, mark, t) : mark)]];
    }),
  );
}

/** Whether a mark of one picture swings to its place in the other. @param {Mark} a @param {Mark} b */
const goesTo = (a, b) =>
  a.swings && b.swings && a.type === b.type && (a.type !== "path" || shapeOf(a.d) === shapeOf(b.d));

const NUMBER = /-?\d+(?:\.\d+)?/g;

/** The commands of a path, without its numbers. @param {string} d */
const shapeOf = (d) => d.replace(NUMBER, "0");

/** A swinging path or text at t. @param {Mark} a @param {Mark} b @param {number} t @returns {Mark} */
function swung(a, b, t) {
  const near = t < 0.5 ? a : b;
  const opacity = mix(a.opacity ?? 1, b.opacity ?? 1, t);
  if (b.type !== "path") return { ...near, x: mix(a.x, b.x, t), y: mix(a.y, b.y, t), opacity };
  const ends = b.d.match(NUMBER) ?? [];
  let k = 0;
  const d = a.d.replace(NUMBER, (/** @type {string} */ start) =>
    String(mix(Number(start), Number(ends[k++]), t)),
  );
  return { ...near, d, opacity };
}

/** The numbers that name their cell, by cell. @param {Mark[]} marks @returns {Map<string, Mark>} */
const cellsOf = (marks) =>
  new Map(marks.filter(({ cell, copy, box }) => cell && !copy && box).map((mark) => [mark.cell, mark]));

/** The cell rectangle that a number lies on: the topmost one under its middle. @param {Mark[]} marks @param {Mark} number @returns {Mark | undefined} */
function groundOf(marks, { box }) {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const holds = (/** @type {Mark} */ mark) =>
    mark.x <= x && x <= mark.x + mark.width && mark.y <= y && y <= mark.y + mark.height;
  return marks.findLast((mark) => mark.type === "rect" && mark.part === "cell" && holds(mark));
}

/** A travelling number at t, with its ground and edge. @param {Mark} a @param {Mark} b @param {Mark | undefined} under @param {Mark | undefined} above @param {number} t @returns {Mark[]} */
function travel(a, b, under, above, t) {
  const box = between(a.box, b.box, t);
  // text and colour cannot be interpolated: they come from the nearer picture
  const [near, ground] = t < 0.5 ? [a, under] : [b, above];
  const opacity = mix(a.opacity ?? 1, b.opacity ?? 1, t);
  const seen = mix(under?.opacity ?? 0, above?.opacity ?? 0, t);
  const id = `travel/${a.cell}`;
  return [
    ...(ground ? [rect(id + "/ground", box, { fill: ground.fill, opacity: seen, part: "cell" })] : []),
    edge(id + "/edge", box, { opacity }),
    { ...near, id, x: mix(a.x, b.x, t), y: mix(a.y, b.y, t), size: mix(a.size, b.size, t), box, opacity },
  ];
}

/** Fades marks and renames them, since both pictures may use the same ids. @param {Mark[]} marks @param {string} prefix @param {number} share @returns {Mark[]} */
const fade = (marks, prefix, share) =>
  marks.map((mark) => ({
    ...mark,
    id: `${prefix}/${mark.id}`,
    opacity: (mark.opacity ?? 1) * share,
    ...(mark.children ? { children: fade(mark.children, prefix, 1) } : {}),
  }));
