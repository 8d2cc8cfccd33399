// Chooses the mutants to test: a number from each room, drawn by a seed.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { equivalent } from "./equivalent.js";
import { changesInC } from "./in-c.js";
import { changesInJs } from "./in-js.js";

/**
 * @typedef {object} Room
 * @property {RegExp} files the files with logic
 * @property {number} share relative number of mutants
 * @property {number} goal the least percentage to be found
 * @property {string[]} tests prefixes of the test files to run
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
 * @property {number} line the line where it begins
 * @property {number} start the offset in the file
 * @property {number} end
 * @property {string} text the replacement
 * @property {string} change the changed lines, with ⟦old → new⟧
 * @property {string} [reason] why it is equivalent
 */

/** Returns a hash of its arguments, by which lists are shuffled. @param {unknown[]} said */
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
 * Returns the mutants of a room, grouped by line, in an order that depends on the seed. Of each line, the first mutant that
 * changes the code is to be tested.
 * @param {string} folder the root of the tree
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

/** Returns the number of mutants for each room, in proportion to the shares; a room without a share counts as 15. */
export function counts(names, count) {
  const shares = names.map((name) => rooms[name].share || 15);
  const whole = shares.reduce((a, b) => a + b);
  return shares.map((share) => Math.round((count * share) / whole));
}
