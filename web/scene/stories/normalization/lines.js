/** The number lines of a norm, one for each row or column that is normalized. */

import { textWidth } from "../../text-metrics.js";
import { numberLine } from "../../kit/number-line.js";
import { scaleOf } from "../../kit/plane/scale.js";
import { text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { litOf, membersOf, tokenNames } from "./norms.js";
import { stageName } from "../../../words/sentence.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {import("./norms.js").Norm} Norm */
/**
 * @typedef {{ given: number, made: number }} Reaches how far the lines reach; given: for the numbers as given; made: for
 *   normalized ones
 */

/** The distance from one line to the next, in px. */
export const PITCH = { least: 46, most: 150 };
/** The widest names, in px. */
const NAMES = { dot: 60, line: 64 };

/**
 * Returns the name of a row or a column as text.
 * @param {string} id @param {string} name @param {{ align: "middle" | "end", most?: number, faint?: boolean }} how
 */
export const nameOf = (id, name, { align, most = NAMES.line, faint }) =>
  text(id, { text: name, most, weight: 600, fill: faint ? "muted" : "ink", align, copy: true });

/**
 * Returns the names of a norm's lines, and of the dots on each; names that do not fit become initials or numbers.
 * @param {Model} model @param {Norm} norm @param {number} [most] px of a dot's name @returns {[string[], string[]]}
 */
export function namesIn(model, norm, most = Infinity) {
  const features = upTo(norm.features).map((c) => String(c + 1));
  const tokens = tokenNames(model, norm);
  if (norm.group === "token") return [tokens, features];
  if (tokens.every((name) => textWidth(name, 13, 600) <= most)) return [features, tokens];
  const initials = tokens.map(([first = ""]) => first);
  return [
    features,
    new Set(initials).size === tokens.length ? initials : tokens.map((_, r) => String(r + 1)),
  ];
}

/**
 * Returns how far the lines reach: equally far for both kinds of numbers, unless they differ by more than a factor of 2.
 * @param {Model} model @param {Norm[]} norms @param {string | undefined} from the tensor to which the residual adds
 * @returns {Reaches}
 */
export function reachesOf(model, norms, from) {
  /** @type {Record<keyof Reaches, number[]>} */
  const all = { given: [], made: [1.4] };
  for (const norm of norms)
    for (const at of norm.groups) {
      const [mean, rstd] = [norm.view.value("mean", at), norm.view.value("rstd", at)];
      all.given.push(1 / rstd);
      for (const index of membersOf(norm, at)) {
        const value = model.value(norm.source, index);
        const made = Math.abs((value - mean) * rstd);
        const output = Math.abs(norm.view.value("output", index));
        all.given.push(value, value - mean, from ? model.value(from, index) : 0);
        // gamma and beta may move a number far off
        all.made.push(made, Math.min(output, 3 * Math.max(1, made)));
      }
    }
  const reach = (/** @type {number[]} */ numbers) => scaleOf(numbers.map((n) => [n, 0]), 400, 400).reach; // prettier-ignore
  const given = reach(all.given);
  // the reach stays the same while a reader drags
  const made = model.options.held ?? reach(all.made);
  const most = Math.max(given, made);
  return most <= 2 * Math.min(given, made) ? { given: most, made: most } : { given, made };
}

/**
 * Returns the number lines of some groups in a box, one below the other; or upright, side by side.
 * @param {Model} model @param {string} id @param {Norm} norm
 * @param {{ box: Box, reaches: Reaches, groups: number[], from?: string, upright?: boolean, lead?: number, followed?: boolean }} how lead: px between a
 *   line and its name; followed: whether one of the lines is followed
 */
export function linesIn(model, id, norm, how) {
  const { box, reaches, groups, from, upright = false, lead = 0, followed = false } = how;
  const { view, source, running, features, op } = norm;
  const pitch = upright ? box.width / groups.length : Math.min(PITCH.most, box.height / groups.length);
  const [names] = namesIn(model, norm);
  const align = upright ? "middle" : "end";
  const words = groups.map((g) => nameOf(`${id}.name.${g}`, names[g], { align, faint: followed && g !== litOf(norm) })); // prettier-ignore
  const room = lead + (upright ? 20 : Math.max(...words.map(({ width }) => width)) + 10);
  const long = (upright ? box.height : box.width) - room;
  const radius = Math.max(9, Math.min(14, pitch / 8.5, long / (upright ? 28 : 22)));
  const below = Math.ceil(2.2 * radius + 5);
  const zero = (upright ? box.y : box.x) + room + long / 2;
  const top = box.y + Math.max(0, (box.height - pitch * groups.length) / 2);
  const [given, made] = [reaches.given, reaches.made].map((reach) => scaleOf([[reach, 0]], long, long));
  // upright lines have their triangles at the left, their dots at the right
  const [off, free] = upright ? [below + 2, pitch - below - 8] : [pitch - below, pitch - below - 4];
  const [, dots] = namesIn(model, norm, Math.min(NAMES.dot, upright ? free - radius : box.width / 7));
  const widest = Math.max(
    2 * radius,
    ...dots.map((name) => (name.length > 1 ? radius + textWidth(name, 13, 600) : 0)),
  );
  const levels = Math.max(1, Math.floor(free / (upright ? widest : 2 * radius)));
  const full = (/** @type {string} */ name, /** @type {number[]} */ index) => ({
    tensor: view.full(name),
    index,
  });
  // gamma and beta belong to a feature: to a dot of every row, or to a column
  const feature = Math.min(1, features - 1);
  const lit = norm.group === "token" ? litOf(norm) : feature;
  const learned = norm.learned.map((name) => [name, full(name, [feature])]);
  const lines = groups.map((g, k) => {
    const index = norm.groups[g];
    return numberLine(model, `${id}.line.${g}`, {
      ...{ zero, line: (upright ? box.x : top) + k * pitch + off, half: long / 2 },
      ...{ upright, radius, levels, above: free, given, made, from, rests: running },
      ...{ cells: membersOf(norm, index), names: dots, source, output: view.full("output") },
      ...{ mean: full("mean", index), rstd: full("rstd", index) },
      title: stageName(model.words, op),
      handles: g === lit && learned.length ? Object.fromEntries(learned) : undefined,
    });
  });
  words.forEach((word, k) =>
    upright
      ? word.put(box.x + (k + 0.5) * pitch, box.y + 10)
      : word.put(zero - long / 2 - lead - 8, lines[k].line),
  );
  const foot = lines[lines.length - 1].line + below + 14;
  return { lines, words, zero, long, given, made, pitch, top, foot };
}
