// Which defects are planted: so many from each room, drawn by a seed.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { equivalent } from "./equivalent.js";
import { changesInC } from "./in-c.js";
import { changesInJs } from "./in-js.js";

/**
 * @typedef {object} Room
 * @property {RegExp} files those with logic
 * @property {number} share of the defects
 * @property {number} goal in a hundred
 * @property {string[]} tests beginnings of the test files that are asked
 */
/** @type {Record<string, Room>} */
export const rooms = {
  c: { files: /^c\/(?!attn\.h)\w+\.[ch]$/, share: 30, goal: 95, tests: ["core/", "c/"] },
  core: { files: /^web\/core\//, share: 30, goal: 95, tests: ["core/", "browser/core", "browser/contract"] },
  scene: { files: /^web\/scene\//, share: 25, goal: 90, tests: ["scene/", "render/", "words/", "browser/"] },
  element: { files: /^web\/element\/(?!style)/, share: 15, goal: 90, tests: ["element/", "browser/"] },
  input: { files: /^web\/input\//, share: 15, goal: 90, tests: ["input/"] },
  edit: { files: /^web\/edit\//, share: 5, goal: 90, tests: ["edit/"] },
  render: { files: /^web\/render\//, share: 0, goal: 90, tests: ["render/", "scene/", "browser/"] },
  words: { files: /^web\/words\//, share: 0, goal: 90, tests: ["words/", "scene/", "browser/"] },
};

/**
 * @typedef {object} Mutant
 * @property {string} room
 * @property {string} file
 * @property {number} line where it begins
 * @property {number} start where in the file
 * @property {number} end
 * @property {string} text what stands there instead
 * @property {string} change the lines it touches, with ⟦what stood there → what stands there⟧
 * @property {string} [reason] why it is none
 */

/** A number that depends on everything said, evenly spread. @param {unknown[]} said */
const lot = (...said) => createHash("sha256").update(JSON.stringify(said)).digest("hex");

/** @param {string} folder @param {string} room @param {string} file @returns {Promise<Mutant[]>} */
async function mutantsOf(folder, room, file) {
  const source = readFileSync(join(folder, file), "utf8");
  const changes = await (file.endsWith(".js") ? changesInJs : changesInC)(source);
  return changes.map(({ start, end, text }) => {
    const from = source.lastIndexOf("\n", start - 1) + 1;
    const to = source.indexOf("\n", end);
    const mark = `⟦${source.slice(start, end)} → ${text}⟧`;
    const change = (source.slice(from, start) + mark + source.slice(end, to)).replace(/\s+/g, " ").trim();
    const above = source
      .slice(0, Math.max(0, from - 1))
      .split("\n")
      .pop()
      ?.trim();
    const reason = equivalent.find(
      (one) => one.file === file && fits(one.change, change) && (one.above ?? above) === above,
    )?.reason;
    return { room, file, line: source.slice(0, start).split("\n").length, start, end, text, change, reason };
  });
}

/** @param {string | RegExp} wanted @param {string} text */
const fits = (wanted, text) => (typeof wanted === "string" ? wanted === text : wanted.test(text));

/**
 * The defects of a room, line by line in an order that the seed decides: all of a line are given together, and one of
 * them is to be planted, the first that is a defect at all.
 * @param {string} folder where the tree is
 * @param {string} room
 * @param {string[]} files of the tree
 * @param {string} seed
 * @returns {Promise<Mutant[][]>}
 */
export async function linesOf(folder, room, files, seed) {
  const found = files.filter((name) => rooms[room].files.test(name));
  const all = (await Promise.all(found.map((file) => mutantsOf(folder, room, file)))).flat();
  /** @type {Map<string, Mutant[]>} */
  const lines = new Map();
  for (const one of all) {
    const key = `${one.file}:${one.line}`;
    lines.set(key, [...(lines.get(key) ?? []), one]);
  }
  const drawn = (list, name) =>
    list
      .map((one) => ({ one, by: lot(seed, ...name(one)) }))
      .sort((a, b) => (a.by < b.by ? -1 : 1))
      .map(({ one }) => one);
  return drawn([...lines.values()], ([{ file, line }]) => [file, line]).map((list) =>
    drawn(list, ({ file, change, start }) => [file, change, start]),
  );
}

/** How many of each room: in proportion to the shares, or evenly where there are none. */
export function counts(names, count) {
  const shares = names.map((name) => rooms[name].share || 15);
  const whole = shares.reduce((a, b) => a + b);
  return shares.map((share) => Math.round((count * share) / whole));
}
