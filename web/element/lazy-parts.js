/** Parts that only some stories, problems or readers need, by name. Each is loaded on first use. */
import * as engine from "./engine.js";

const files = {
  // of the view: for pointing at numbers, interactive pictures, editing, reading numbers as text, and questions
  pointing: () => import("../scene/highlight.js"),
  tables: () => import("./table.js"),
  turning: () => import("../scene/morph.js"),
  manipulation: () => import("./manipulation/index.js"),
  largeMap: () => import("./manipulation/large-map.js"),
  editing: () => import("./editing/index.js"),
  transcript: () => import("./transcript.js"),
  questions: () => import("./quiz.js"),
  prose: () => import("./prose/prose.js"),
  tasks: () => import("./tasks/index.js"),
  // for pages that set more than a preset
  attributes: () => import("./attribute-errors.js"),
  // for exporting the picture
  exporting: () => import("../export/in-page.js"),
  exportDialog: () => import("../export/dialog/index.js"),
  // runs beyond the forward pass
  long: () => import("./runs/long.js"),
  compare: () => import("./runs/compare.js"),
  heads: () => import("./runs/heads.js"),
  fused: () => import("./runs/fused.js"),
  backward: () => import("./runs/backward.js"),
  scaling: () => import("./runs/scaling.js"),
  reach: () => import("./runs/reach.js"),
  starts: () => import("./runs/starts.js"),
  turned: () => import("./runs/turned.js"),
  training: () => import("./trainer.js"),
};

/** @typedef {typeof files} Files */
/** @typedef {{ [Name in keyof Files]: Awaited<ReturnType<Files[Name]>> }} Parts what each file exports */
/** @typedef {keyof Files | "chain" | "whole"} Name chain, whole: a core that reaches this level */

/** The parts loaded so far. Wait for `loadParts` before using one. */
export const parts = /** @type {Parts} */ ({});

/** @param {Partial<Parts>} more parts that a bundle contains from the start */
export const registerParts = (more) => Object.assign(parts, more);

/** @param {Name} name @returns {name is "chain" | "whole"} */
const isCore = (name) => name === "chain" || name === "whole";

/** @param {Name} name */
const load = async (name) =>
  isCore(name) ? engine.grow(name) : registerParts({ [name]: await files[name]() });

/**
 * Loads parts; returns undefined if all are loaded.
 * @param {(Name | false | undefined)[]} names @param {import("./engine.js").Forward | null} [core] the core in use
 * @returns {Promise<unknown> | undefined}
 */
export function loadParts(names, core = engine.current()) {
  const isMissing = (/** @type {Name | false | undefined} */ name) =>
    name && !(isCore(name) ? engine.coreAt(name, core) : parts[name]);
  const missing = /** @type {Name[]} */ (names.filter(isMissing));
  return missing.length > 0 ? Promise.all(missing.map(load)) : undefined;
}
