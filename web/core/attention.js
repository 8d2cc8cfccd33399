/**
 * The calls. Everything here is synchronous once createAttention has answered; `run` apart.
 */
import { outline, runBackward, runForward } from "./operations/chain.js";
import { descend, slopeAt } from "./descent.js";
import { fault } from "./errors.js";
import { oneAttention, readTile, readTrace, runFused, shapesInTiles, traceFused } from "./attention/fused.js";
import { graphFrom } from "./graph/graph.js";
import "./graph/operations.js";
import { initialize } from "./initialize.js";
import { kindOfStart, readStart } from "./loss.js";
import { batchNorm, layerNorm, softmax } from "./operations/norm.js";
import { problemOf, readProblem } from "./problem.js";
import { entriesOf, lossName, readKeys, truth } from "./readers.js";
import { readSelection } from "./selection.js";
import { entropy, statistics } from "./operations/statistics.js";
import { Forward } from "./forward.js";
import { runOf } from "./attention/run-of.js";
import { forwardInPlace } from "./attention/full-trace.js";
import { build } from "./tensor.js";
import { terms } from "./terms.js";
import { loadCore, readBuild } from "./wasm.js";
import { Workers, runOffThread } from "./workers/off-thread.js";

/** @import * as T from "./types.js" */

/**
 * Loads the core, once a page, and hands over its calls.
 * @param {{ build?: T.BuildOption }} [options] "auto" takes SIMD, else scalar
 * @returns {Promise<Attention>}
 * @throws {AttentionError} `unsupported` when no build runs here
 */
export async function createAttention(options = {}) {
  const build = readBuild(options);
  return new Attention(await loadCore(build));
}

export class Attention extends Forward {
  #core;
  #workers = new Workers();
  /** @type {import("./descent.js").Backward} */
  #backward = (...run) => /** @type {any} */ (this).backward(...run);

  /** @internal @param {import("./core.js").Core} core */
  constructor(core) {
    super(core);
    this.#core = core;
  }

  /**
   * Every tensor of one run.
   * @overload
   * @param {T.AttentionProblem} problem
   * @param {{ tensors?: undefined }} [options]
   * @returns {T.AttentionTrace}
   * @throws {AttentionError}
   */
  /**
   * Those tensors of a run that are named; of a chain `stage.tensor`.
   * @template {T.AnyTensor} N
   * @overload
   * @param {T.Problem} problem
   * @param {T.Selection<N>} options
   * @returns {T.Selected<N>}
   * @throws {AttentionError}
   */
  /**
   * Every tensor of one run; of a chain `stage.tensor`.
   * @overload
   * @param {T.Problem} problem
   * @param {T.ForwardOptions} [options]
   * @returns {T.Trace}
   * @throws {AttentionError}
   */
  /** @param {T.Problem} problem @param {T.ForwardOptions} [options] @returns {any} */
  forward(problem, options) {
    const entries = entriesOf(problem, "problem");
    const trace = (options ?? null) === null ? forwardInPlace(this.#core, entries) : undefined;
    if (trace) return trace;
    const { stages } = problemOf(entries);
    const selected = readSelection(options, stages);
    return runForward(this.#core, stages, selected);
  }

  /**
   * Every tensor of one run, and the gradient of each; with a target, the loss.
   * @overload
   * @param {T.AttentionProblem} problem
   * @param {T.BackwardStart & { tensors?: undefined }} [options] grad_output, or a target and the loss it is compared by
   * @returns {T.GradientTrace}
   * @throws {AttentionError}
   */
  /**
   * Those tensors, gradients and loss of a run that are named; of a chain `stage.tensor`.
   * @template {T.AnyTensor} N
   * @overload
   * @param {T.Problem} problem
   * @param {T.BackwardStart & T.Selection<N>} options grad_output, or a target and the loss it is compared by
   * @returns {T.Selected<N>}
   * @throws {AttentionError}
   */
  /**
   * Every tensor of one run, and the gradient of each; of a chain `stage.tensor`.
   * @overload
   * @param {T.Problem} problem
   * @param {T.BackwardOptions} [options] grad_output, or a target and the loss it is compared by
   * @returns {T.Trace}
   * @throws {AttentionError}
   */
  /** @param {T.Problem} problem @param {T.BackwardOptions} [options] @returns {any} */
  backward(problem, options) {
    const { stages, common } = readProblem(problem);
    const { start, tensors } = readStart(options, common);
    const selected = readSelection({ tensors }, stages);
    return runBackward(this.#core, stages, start, selected);
  }

  /**
   * The same attention without anything of size q_len × kv_len. With trace, for at most 64 keys, it returns a trace: of
   * the tensors up to masked_scores, of what each row holds after every tile (running_max, correction, running_sum,
   * running_mixed; and tile_exp), and of the result.
   * @overload
   * @param {T.AttentionProblem} problem
   * @param {T.FusedOptions & { trace: true }} options
   * @returns {T.FusedTrace}
   * @throws {AttentionError}
   */
  /**
   * The same attention without anything of size q_len × kv_len.
   * @overload
   * @param {T.Problem} problem of one attention
   * @param {T.FusedOptions} [options]
   * @returns {T.Fused}
   * @throws {AttentionError}
   */
  /** @param {T.Problem} problem @param {T.FusedOptions} [options] @returns {any} */
  fused(problem, options) {
    const { stages } = readProblem(problem);
    const tile = readTrace(options);
    if (tile === undefined) return runFused(this.#core, stages);
    return traceFused(this.#core, oneAttention(stages), tile);
  }

  /**
   * What every tensor of a run is made from, the run itself not needed. The ops are listed in graph/graph.js.
   * @param {T.Problem} problem
   * @param {T.GraphOptions} [options] backward: the
   *   gradients too, from a given grad_output, or from a target where the loss is named; else from what the problem has
   *   of them. tile: of a fused run that is traced, keys a tile
   * @returns {import("./graph/graph.js").Node[]} in order of computation
   * @throws {AttentionError}
   */
  graph(problem, options) {
    const { stages, common } = readProblem(problem);
    const {
      backward: withGradients,
      tile,
      ...start
    } = readKeys(options ?? {}, { backward: truth, loss: lossName, tile: readTile }, "options", "");
    if (tile !== undefined) {
      if (withGradients) throw fault("value", "tile", "stands beside backward; give one of the two.");
      return graphFrom(stages, shapesInTiles(this.#core, oneAttention(stages), tile), undefined, tile);
    }
    const from = withGradients ? kindOfStart(start, common) : undefined;
    const shapes = outline(this.#core, stages, withGradients === true);
    // who asks for a cell's terms later asks which pairs are allowed
    build(stages.map(({ values }) => values));
    return graphFrom(stages, shapes, from);
  }

  /**
   * What makes one cell of any tensor of a run, multiplied and added by the core.
   * @param {T.Problem} problem
   * @param {string} tensor name of a tensor of the graph
   * @param {number[]} index complete index of the cell
   * @param {T.TermsOptions} [options] of the backward run, for its tensors; tile: of a fused run that is traced, keys a tile
   * @returns {import("./terms.js").Terms}
   * @throws {AttentionError}
   */
  terms(problem, tensor, index, options) {
    return terms(this.#core, readProblem(problem), tensor, index, (core, read, name) =>
      runOf(core, read, name, options),
    );
  }

  /**
   * One step of gradient descent: every parameter (`w_*`, `b_*`, `gamma`, `beta`) less learning_rate times its gradient.
   * The problem stays as it is.
   * @param {T.Problem} problem
   * @param {T.DescendOptions} [options] what is not given is the problem's own; learning_rate 0.01
   * @returns {import("./descent.js").Descent}
   * @throws {AttentionError} `value` when the step would make a parameter non-finite
   */
  descend(problem, options) {
    return descend(this.#core, this.#backward, problem, options);
  }

  /**
   * The slope of the loss by one entry of a parameter, found by running it a little larger and a little smaller: a check of
   * its gradient.
   * @param {T.Problem} problem
   * @param {string} tensor name of a parameter
   * @param {number[]} index of its entry
   * @param {T.SlopeOptions} [options]
   * @returns {import("./descent.js").Slope}
   * @throws {AttentionError}
   */
  slope(problem, tensor, index, options) {
    return slopeAt(this.#core, this.#backward, problem, tensor, index, options);
  }

  /**
   * Softmax over the last axis.
   * @param {T.SoftmaxOptions} given
   * @returns {{ output: T.Tensor, grad_x?: T.Tensor }}
   */
  softmax(given) {
    return softmax(this.#core, given);
  }

  /**
   * Layer normalisation over the last axis, biased variance.
   * @param {T.LayerNormOptions} given
   * @returns {import("./operations/norm.js").Normalized}
   */
  layerNorm(given) {
    return layerNorm(this.#core, given);
  }

  /**
   * Batch normalisation over all but the last axis.
   * @param {T.BatchNormOptions} given
   * @returns {import("./operations/norm.js").Normalized}
   */
  batchNorm(given) {
    return batchNorm(this.#core, given);
  }

  /**
   * Mean and biased variance over the last axis and, between ascending edges, how many numbers lie where; what lies
   * beyond them counts in the first or last bin.
   * @param {{ x: T.TensorLike, edges?: T.TensorLike }} given
   * @returns {import("./operations/statistics.js").Statistics}
   */
  statistics(given) {
    return statistics(this.#core, given);
  }

  /**
   * Entropy of weights over the last axis, in bits: 0 where one is 1, log₂ of their count where all are alike.
   * @param {{ x: T.TensorLike }} given
   * @returns {{ output: T.Tensor }}
   */
  entropy(given) {
    return entropy(this.#core, given);
  }

  /**
   * A parameter to start from: the same seed gives the same bits everywhere.
   * @param {T.InitializeOptions} given
   * @returns {T.Tensor}
   */
  initialize(given) {
    return initialize(this.#core, given);
  }

  /**
   * Gives the same result off the main thread: workers share a fused run; one worker does a whole forward or backward run.
   * Where a page refuses workers, and with `workers: 0`, fused runs in slices of at most 8 ms.
   * @template {"forward" | "backward" | "fused"} M
   * @template {T.Problem} P
   * @template {T.OptionsOf<M>} [O={}]
   * @param {M} method
   * @param {P} problem
   * @param {O & T.OptionsOf<M>} [options] those of the method, and `signal`, `workers`, `onProgress`
   * @returns {Promise<T.ResultOf<M, P, O>>} rejects with the signal's reason when it is aborted
   */
  run(method, problem, options) {
    return runOffThread(this.#core, this.#workers, method, problem, options);
  }

  /** Ends the workers. The synchronous calls go on working. */
  close() {
    this.#workers.close();
  }
}
