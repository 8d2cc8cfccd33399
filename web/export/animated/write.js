/**
 * Writes recorded elements as SVG with SMIL animations. The attributes themselves hold the last frame, which is what a viewer
 * without SMIL shows. Neighbours that appear, move or fade together share one animation on a group.
 */
import { element as tagged, escape, write as still } from "../../render/svg.js";
import { keyframes } from "./keyframes.js";
import { TOLERANCE, short, written } from "./values.js";

/** @typedef {import("./record.js").Recorded} Recorded */
/** @typedef {import("./record.js").List} List */
/** @typedef {import("./keyframes.js").Point} Point */
/** @typedef {{ time: number, edge?: boolean }} Moment as a share of the whole */
/** @typedef {{ moments: Moment[], beats: import("./keyframes.js").Beat[], attributes: Record<string, string>, wechat?: boolean }} Clock beats: that values may follow; attributes: of every
 *   animation; wechat: uses only what WeChat's editor keeps */
/**
 * @typedef {Recorded & { there: boolean[], fades: boolean, most: number, parts: (number | undefined)[], fade: string, shift: string }} Moving most: its
 *   greatest opacity; parts: opacities as shares of that; fade, shift: its fading and translation as text, to compare; "" if none
 */

/** Writes a list, and yields between elements. @param {List} list @param {Clock} clock @param {boolean[]} [around] when the parent is present @returns {Generator<void, string>} */
export function* write({ order }, clock, around) {
  /** @type {Moving[]} */
  const elements = [];
  for (const element of order) {
    const ready = prepared(element, clock);
    if (ready.most > 0) elements.push(ready);
    yield;
  }
  let text = "";
  for (const run of runs(elements, ({ there }) => there.join())) {
    text += together(run, clock, around);
    yield;
  }
  return text;
}

/** @param {Generator<void, string>} work */
function atOnce(work) {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** @param {Recorded} element @param {Clock} clock @returns {Moving} */
function prepared(element, { moments }) {
  const there = moments.map((_, k) => element.seen[k] !== undefined);
  const seen = shifted(element);
  const last = lastOf(seen);
  const fades = changes(seen, "opacity");
  const most = seen.reduce((most, values) => Math.max(most, values?.opacity.numbers[0] ?? 0), 0);
  const parts = seen.map((values) => values && Number((values.opacity.numbers[0] / (most || 1)).toFixed(4)));
  const moves = last.translate && changes(seen, "translate") && !changes(seen, "scale");
  const isShift = moves && last.scale.numbers[0] === 1;
  const shift = isShift ? JSON.stringify(seen.map((values) => values?.translate)) : "";
  return { ...element, seen, there, fades, most, parts, fade: fades ? parts.join() : "", shift };
}

/** Turns changes of x and y, of a rectangle or a text, into a translation from its last position. @param {Recorded} element @returns {Recorded["seen"]} */
function shifted({ seen, tag }) {
  const end = lastOf(seen);
  if (!/^(rect|text)$/.test(tag) || end.rotate || !(changes(seen, "x") || changes(seen, "y"))) return seen;
  return seen.map((values) => {
    if (!values) return values;
    const numbers = [values.x.numbers[0] - end.x.numbers[0], values.y.numbers[0] - end.y.numbers[0]];
    const scale = { shape: "#", numbers: [1] };
    return { ...values, x: end.x, y: end.y, translate: { shape: "# #", numbers }, scale };
  });
}

/** @param {Recorded["seen"]} seen */
const lastOf = (seen) => seen.findLast((values) => values !== undefined) ?? {};

/** Groups neighbours for which `what` is the same. @param {Moving[]} elements @param {(element: Moving) => string} what */
function runs(elements, what) {
  /** @type {Moving[][]} */
  const all = [];
  for (const element of elements) {
    const run = all.at(-1);
    if (run && what(run[0]) === what(element)) run.push(element);
    else all.push([element]);
  }
  return all;
}

/** Writes elements that appear and disappear together. @param {Moving[]} run @param {Clock} clock @param {boolean[]} [around] */
function together(run, clock, around) {
  const { there } = run[0];
  const comes = there.some((is, k) => is !== (around?.[k] ?? true));
  const grouped = comes && run.length > 1 && run.some(({ fades }) => !fades);
  const content = runs(run, ({ shift }) => shift)
    .map((some) => moving(some, clock, comes && !grouped))
    .join("");
  if (!grouped) return content;
  const { attributes, animation } = appearing(there, 1, clock);
  return tagged("g", attributes, content + animation);
}

/** Writes elements that move together. @param {Moving[]} run @param {Clock} clock @param {boolean} comes whether each animates its own presence */
function moving(run, clock, comes) {
  const [{ shift, seen }] = run;
  const grouped = shift && run.length > 1;
  const content = runs(grouped ? run.map((element) => without(element, TURNS)) : run, ({ fade }) => fade)
    .map((some) => fading(some, clock, comes))
    .join("");
  return grouped ? tagged("g", transform(lastOf(seen)), content + turns(seen, clock)) : content;
}

/** Writes elements that fade together, to the same share of their own opacity. @param {Moving[]} run @param {Clock} clock @param {boolean} comes */
function fading(run, clock, comes) {
  const [{ fade, parts, there }] = run;
  if (!fade || run.length === 1) return run.map((element) => one(element, clock, comes)).join("");
  const opacity = (/** @type {number} */ part) => ({ opacity: { shape: "#", numbers: [part] } });
  const content = run.map((element) => {
    const seen = element.seen.map((values) => values && { ...values, ...opacity(element.most) });
    return one({ ...element, seen, fades: false }, clock, false);
  });
  const seen = parts.map((part) => (part === undefined ? part : opacity(part)));
  const points = pointsOf(seen, "opacity", clock, comes ? [0] : undefined);
  const end = there[there.length - 1] ? lastOf(seen) : opacity(0);
  const animation = animate({ attributeName: "opacity" }, points, "#", clock);
  return tagged("g", { opacity: written(end.opacity, "opacity") }, content.join("") + animation);
}

/** @param {Moving} element @param {RegExp} names of values that its group animates @returns {Moving} */
const without = (element, names) => ({
  ...element,
  seen: element.seen.map(
    (values) => values && Object.fromEntries(Object.entries(values).filter(([name]) => !names.test(name))),
  ),
});

/** @param {Moving} element @param {Clock} clock @param {boolean} comes */
function one({ tag, fixed, text, spans, seen, there, fades, children }, clock, comes) {
  const end = lastOf(seen);
  const stays = there[there.length - 1];
  const attributes = { ...fixed, ...transform(end) };
  const moves = [];
  for (const [name, { shape }] of Object.entries(end)) {
    if (TURNS.test(name)) continue;
    // an element that fades is transparent while it is absent
    const absent = name === "opacity" && comes && fades ? [0] : undefined;
    const value = absent && !stays ? { shape, numbers: absent } : end[name];
    if (name !== "opacity" || value.numbers[0] !== 1) attributes[name] = written(value, name);
    if (changes(seen, name) && (!clock.wechat || KEPT.test(name)))
      moves.push(animate({ attributeName: name }, pointsOf(seen, name, clock, absent), shape, clock));
  }
  if (comes && !fades) {
    const appears = appearing(there, end.opacity?.numbers[0] ?? 1, clock);
    Object.assign(attributes, appears.attributes);
    moves.push(appears.animation);
  }
  const said = spans ? spans.map((span) => still(span, true)).join("") : escape(text ?? "");
  const content = children ? atOnce(write(children, clock, there)) : said;
  return tagged(tag, attributes, content + moves.join("") + turns(seen, clock));
}

const TURNS = /^(translate|scale|rotate)$/;

/** @param {Recorded["seen"]} seen @param {string} name */
function changes(seen, name) {
  const first = seen.find((values) => values !== undefined)?.[name]?.numbers ?? [];
  return seen.some((values) => values?.[name]?.numbers.some((value, i) => value !== first[i]));
}

/**
 * Returns the points of a value at the moments where the element is present; elsewhere the points of `absent`, if given.
 * @param {Recorded["seen"]} seen @param {string} name @param {Clock} clock @param {number[]} [absent] @returns {Point[]}
 */
function pointsOf(seen, name, { moments }, absent) {
  /** @type {Point[]} */
  const points = [];
  for (let k = 0; k < moments.length; k++) {
    const numbers = seen[k]?.[name].numbers ?? absent;
    if (!numbers) continue;
    const first = k === 0 || !(seen[k - 1] || absent);
    // an element that appears or disappears during a motion gets unseen points at the ends of that motion
    if (first && !moments[k].edge) {
      const time = moments.findLast(({ edge }, i) => edge && i < k)?.time ?? 0;
      if (time > (points.at(-1)?.time ?? -1)) points.push({ time, numbers, edge: true, first, unseen: true });
    }
    points.push({ ...moments[k], numbers, first: first && points.at(-1)?.unseen !== true });
    const last = k === moments.length - 1 || !(seen[k + 1] || absent);
    if (last && !moments[k].edge) {
      const next = moments.find(({ edge }, i) => i > k && (edge || seen[i]))?.time ?? 1;
      points.push({ time: next, numbers, edge: true, unseen: true });
    }
  }
  return points;
}

/** @param {NonNullable<Recorded["seen"][0]>} values @returns {Record<string, string>} */
function transform({ rotate, translate, scale }) {
  if (rotate) return { transform: `rotate(${written(rotate, "rotate")})` };
  if (!translate) return {};
  const text = [
    translate.numbers.some((value) => value !== 0) && `translate(${written(translate, "translate")})`,
    scale.numbers[0] !== 1 && `scale(${written(scale, "scale")})`,
  ];
  return text.some(Boolean) ? { transform: text.filter(Boolean).join(" ") } : {};
}

/** Returns the transform animations of an element or a group. @param {Recorded["seen"]} seen @param {Clock} clock @returns {string} */
function turns(seen, clock) {
  const end = lastOf(seen);
  const turn = (/** @type {string} */ type, /** @type {Record<string, string>} */ more = {}) => {
    const what = { attributeName: "transform", type, ...more };
    return animate(what, pointsOf(seen, type, clock), end[type].shape, clock);
  };
  if (end.rotate) return changes(seen, "rotate") ? turn("rotate") : "";
  if (!end.translate || !(changes(seen, "translate") || changes(seen, "scale"))) return "";
  const scaled = seen.some((values) => values && values.scale.numbers[0] !== 1);
  return turn("translate") + (scaled ? turn("scale", { additive: "sum" }) : "");
}

/** The attributes that WeChat's editor allows to be animated. */
const KEPT = /^(x|y|width|height|opacity|d|stroke-width|fill)$/;

/** Shows and hides without fading: by visibility, or, for WeChat, by opacity. @param {boolean[]} there @param {number} opacity while it is present @param {Clock} clock */
function appearing(there, opacity, clock) {
  const attributeName = clock.wechat ? "opacity" : "visibility";
  const [shown, hidden] = clock.wechat ? [short(opacity, 100), "0"] : ["visible", "hidden"];
  const all = there.map((is, k) => ({ time: clock.moments[k].time, value: is ? shown : hidden, spline: "" }));
  const keys = all.filter(({ value }, k) => value !== all[k - 1]?.value);
  const end = keys[keys.length - 1].value;
  return {
    attributes: end === hidden || clock.wechat ? { [attributeName]: end } : {},
    animation: animation({ attributeName }, keys, true, clock),
  };
}

/** @param {Record<string, string>} what @param {Point[]} points @param {string} shape @param {Clock} clock */
function animate(what, points, shape, clock) {
  const name = what.type ?? what.attributeName;
  const keys = keyframes(points, TOLERANCE[name], clock.beats).map(({ numbers, ...key }) => ({
    ...key,
    value: written({ shape, numbers }, name),
  }));
  if (keys.every(({ value }) => value === keys[0].value)) return "";
  const isJump = (/** @type {number} */ k) =>
    keys[k].value === keys[k - 1].value || keys[k].time === keys[k - 1].time;
  const discrete = keys.every((_, k) => k === 0 || isJump(k));
  const kept = discrete ? keys.filter(({ value }, k) => k === 0 || value !== keys[k - 1].value) : keys;
  return animation(what, kept, discrete, clock);
}

/** @param {Record<string, string>} what @param {{ time: number, value: string, spline: string }[]} keys @param {boolean} discrete @param {Clock} clock */
function animation(what, keys, discrete, { attributes }) {
  const [first, last] = [keys[0], keys[keys.length - 1]];
  const all = [
    ...(first.time > 0 || discrete ? [{ ...first, time: 0, spline: "" }] : []),
    ...(discrete ? keys.slice(1) : keys),
    ...(discrete || last.time === 1 ? [] : [{ ...last, time: 1 }]),
  ];
  const join = (/** @type {(key: typeof all[0]) => string} */ write) => all.map(write).join(";");
  const eased = all.slice(0, -1).some(({ spline }) => spline);
  const milliseconds = 10 ** Math.ceil(Math.log10(1000 * Number(attributes.dur)));
  const splines = all.slice(0, -1).map(({ spline }) => spline || "0 0 1 1");
  const mode = {
    ...(discrete ? { calcMode: "discrete" } : eased && { calcMode: "spline" }),
    keyTimes: join(({ time }) => short(time, milliseconds)),
    values: join(({ value }) => value),
    ...(eased && !discrete && { keySplines: splines.join(";") }),
  };
  return tagged(what.type ? "animateTransform" : "animate", { ...what, ...mode, ...attributes }, "");
}
