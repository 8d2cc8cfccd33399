/**
 * The forward pass of one attention, which is all that a first picture needs. That of chains is in chain.js, everything else in
 * attention.js.
 */
import { problemOf, readProblem } from "./problem.js";
import { entriesOf } from "./readers.js";
import { forward, forwardInPlace } from "./attention/full-trace.js";
import { forwardRun, terms } from "./terms.js";
import { loadedCore, loadCore } from "./wasm.js";

/** Loads the forward pass of one attention. */
export const createForward = async () => new Forward(await loadPart("forward"));

/**
 * Loads a smaller module, which computes the same bits, unless the page has already loaded the whole one. Falls back to the
 * "auto" build.
 * @param {"forward" | "chain"} part
 */
export const loadPart = (part) => (loadedCore("simd") ?? loadCore(part)).catch(() => loadCore("auto"));

export class Forward {
  #core;

  /** @param {import("./core.js").Core} core */
  constructor(core) {
    this.#core = core;
  }

  /** @internal The core, for parts of the engine that are loaded later or from another file. */
  get core() {
    return this.#core;
  }

  /** The build in use: "simd", "scalar", "relaxed" or "js". */
  get build() {
    return this.#core.build;
  }

  /** The limits of attn.h, by name. */
  get limits() {
    return this.#core.limits;
  }

  /**
   * Returns every tensor of one run.
   * @param {import("./types.js").AttentionProblem} problem plain JSON: see the README
   * @returns {import("./types.js").AttentionTrace}
   * @throws {import("./errors.js").AttentionError}
   */
  forward(problem) {
    const entries = entriesOf(problem, "problem");
    const trace = forwardInPlace(this.#core, entries);
    const all = trace ?? forward(this.#core, problemOf(entries).stages[0].values, "");
    return /** @type {import("./types.js").AttentionTrace} */ (/** @type {unknown} */ (all));
  }

  /**
   * Returns the terms that make one cell of any tensor of a run, multiplied and added by the core.
   * @param {unknown} problem
   * @param {string} tensor
   * @param {number[]} index complete index of the cell
   * @returns {import("./terms.js").Terms}
   * @throws {import("./errors.js").AttentionError}
   */
  terms(problem, tensor, index) {
    return terms(this.#core, readProblem(problem), tensor, index, forwardRun);
  }
}
