/** Which problem an element shows: the property, the attribute, the child script or the preset, in this order. */
import { AttentionError } from "../index.js";
import { presets } from "../presets.js";

/** @typedef {Record<string, any>} Problem */
/** @typedef {{ problem: Problem, stories: string[], note?: string }} Source */

const mostBytes = 1 << 20;

/**
 * @param {Element} element
 * @param {Record<string, any>} options the element's options
 * @param {Problem | undefined} given the problem property
 * @returns {Source}
 */
export function source(element, options, given) {
  const preset = options.preset ? named(options.preset) : null;
  const rest = preset ?? presets["walk-through"];
  if (given !== undefined) return { problem: given, stories: rest.stories };
  if (options.problem) return { problem: parse(options.problem, "problem"), stories: rest.stories };
  const text = preset ? null : childText(element);
  if (text !== null) return { problem: parse(text, "script"), stories: rest.stories };
  return rest;
}

/** What the child script says; null when there is none. @param {Element} element */
export function childText(element) {
  return element.querySelector(':scope > script[type="application/json"]')?.textContent ?? null;
}

/** @param {string} name */
function named(name) {
  if (Object.hasOwn(presets, name)) return presets[name];
  const all = Object.keys(presets).join(", ");
  throw new AttentionError("value", "preset", `preset "${name.slice(0, 60)}" is unknown; use one of ${all}.`);
}

/** @param {string} text @param {string} where @returns {Problem} */
function parse(text, where) {
  if (text.length > mostBytes) {
    throw new AttentionError(
      "limit",
      where,
      `${where} holds ${text.length} characters; at most ${mostBytes} are read, so give a smaller problem.`,
    );
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AttentionError(
      "value",
      where,
      `${where} is not JSON: ${reason}; quote every key and drop trailing commas.`,
    );
  }
}

/**
 * The problem with the reader's switches applied.
 *
 * @param {Problem} problem
 * @param {{ scale: boolean | null, causal: boolean | null }} switches
 * @returns {Problem}
 */
export function switched(problem, { scale, causal }) {
  if (scale === null && causal === null) return problem;
  if (typeof problem !== "object" || problem === null || "stages" in problem) return problem;
  const changed = { ...problem };
  if (scale === false) changed.scale = 1;
  if (scale === true && changed.scale === 1) delete changed.scale;
  if (causal === false) delete changed.causal;
  if (causal === true) changed.causal ||= true;
  return changed;
}

/** Whether scores are divided, and whether the mask is causal: what the switches show. @param {Problem} problem @returns {{ scale: boolean, causal: boolean }} */
export function switches(problem) {
  const divided = (problem.score ?? "scaled_dot") === "scaled_dot";
  return {
    scale: problem.scale === undefined ? divided : problem.scale !== 1,
    causal: Boolean(problem.causal),
  };
}
