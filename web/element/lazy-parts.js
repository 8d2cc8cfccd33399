/** What the player needs only for some stories, problems and readers: parts with a name, each fetched when it is first needed. */
import * as engine from "./engine.js";

const files = {
  // of the view: for pictures that are worked, and for readers who change numbers
  manipulation: () => import("./manipulation/index.js"),
  editing: () => import("./editing/index.js"),
  // runs beyond the forward one
  long: () => import("./runs/long.js"),
  backward: () => import("./runs/backward.js"),
  scaling: () => import("./runs/scaling.js"),
  training: () => import("./runs/training.js"),
};

/** @typedef {typeof files} Files */
/** @typedef {{ [Name in keyof Files]: Awaited<ReturnType<Files[Name]>> }} Parts what each file exports */
/** @typedef {keyof Files | "core"} Name core: all that the core can, not the forward pass alone */

/** The parts that are here: whoever uses one has waited for it. */
export const parts = /** @type {Parts} */ ({});

/** @param {Partial<Parts>} more parts that are here from the start */
export const registerParts = (more) => Object.assign(parts, more);

/** @param {Name} name */
const load = async (name) =>
  name === "core" ? engine.loadWhole() : registerParts({ [name]: await files[name]() });

/**
 * Some of the parts on their way; nothing where all are here.
 * @param {Name[]} names @param {import("./engine.js").Forward | null} [core] the one that is used
 * @returns {Promise<unknown> | undefined}
 */
export function loadParts(names, core = engine.current()) {
  const isHere = (/** @type {Name} */ name) => (name === "core" ? engine.wholeOf(core) : parts[name]);
  const absent = names.filter((name) => !isHere(name));
  return absent.length > 0 ? Promise.all(absent.map(load)) : undefined;
}
