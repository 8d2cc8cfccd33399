/**
 * The public calls. All of them are synchronous once createAttention has resolved, except `run`.
 */
import "./graph/gradients/index.js";
import { runBackward } from "./operations/backward.js";
import { outline, runForward } from "./operations/chain.js";
import { descend, slopeAt } from "./descent.js";
import { fault } from "./errors.js";
import { oneAttention, readTile, readTrace, runFused, shapesInTiles, traceFused } from "./attention/fused.js";
import { graphFrom } from "./graph/graph.js";
import { initialize } from "./initialize.js";
import { kindOfStart, readStart } from "./loss.js";
import { batchNorm, layerNorm, softmax } from "./operations/norm.js";
import { problemOf, readProblem } from "./problem.js";
import { entriesOf, lossName, readKeys, truth } from "./readers.js";
import { readSelection } from "./selection.js";
import { entropy, statistics } from "./operations/statistics.js";
import { Chain } from "./chain.js";
import { runOf } from "./attention/run-of.js";
import { forwardInPlace } from "./attention/full-trace.js";
import { build } from "./tensor.js";
import { terms } from "./terms.js";
import { loadCore, readBuild } from "./wasm.js";
import { Workers, runOffThread } from "./workers/off-thread.js";

/** @import * as T from "./types.js" */

const GRAPH = { backward: truth, loss: lossName, tile: readTile };

/**
 * Loads the core, once per page, and returns its calls.
 * @param {{ build?: T.BuildOption }} [options] "auto" takes the first build that runs here: simd, scalar, js
 * @returns {Promise<Attention>}
 * @throws {AttentionError} `unsupported` when no build runs here
 */
export async function createAttention(options = {}) {
  const build = readBuild(options);
  return new Attention(await loadCore(build));
}

export class Attention extends Chain {
  #workers = new Workers();

  /**
   * Returns every tensor of one run.
   * @overload
   * @param {T.AttentionProblem} problem
   * @param {{ tensors?: undefined }} [options]
   * @returns {T.AttentionTrace}
   * @throws {AttentionError}
   */
  /**
   * Returns the named tensors of a run; in a chain a name is `stage.tensor`.
   * @template {T.AnyTensor} N
   * @overload
   * @param {T.Problem} problem
   * @param {T.Selection<N>} options
   * @returns {T.Selected<N>}
   * @throws {AttentionError}
   */
  /**
   * Returns every tensor of one run; in a chain a name is `stage.tensor`.
   * @overload
   * @param {T.Problem} problem
   * @param {T.ForwardOptions} [options]
   * @returns {T.Trace}
   * @throws {AttentionError}
   */
  /** @param {T.Problem} problem @param {T.ForwardOptions} [options] @returns {any} */
  forward(problem, options) {
    const entries = entriesOf(problem, "problem");
    const trace = (options ?? null) === null ? forwardInPlace(this.core, entries) : undefined;
    if (trace) return trace;
    const { stages } = problemOf(entries);
    const selected = readSelection(options, stages);
    return runForward(this.core, stages, selected);
  }

  /**
   * Returns every tensor of one run and the gradient of each; given a target, also the loss.
   * @overload
   * @param {T.AttentionProblem} problem
   * @param {T.BackwardStart & { tensors?: undefined }} [options] grad_output, or a target and the loss to compare it with
   * @returns {T.GradientTrace}
   * @throws {AttentionError}
   */
  /**
   * Returns the named tensors, gradients and loss of a run; in a chain a name is `stage.tensor`.
   * @template {T.AnyTensor} N
   * @overload
   * @param {T.Problem} problem
   * @param {T.BackwardStart & T.Selection<N>} options grad_output, or a target and the loss to compare it with
   * @returns {T.Selected<N>}
   * @throws {AttentionError}
   */
  /**
   * Returns every tensor of one run and the gradient of each; in a chain a name is `stage.tensor`.
   * @overload
   * @param {T.Problem} problem
   * @param {T.BackwardOptions} [options] grad_output, or a target and the loss to compare it with
   * @returns {T.Trace}
   * @throws {AttentionError}
   */
  /** @param {T.Problem} problem @param {T.BackwardOptions} [options] @returns {any} */
  backward(problem, options) {
    const { stages, common } = readProblem(problem);
    const { start, tensors } = readStart(options, common);
    const selected = readSelection({ tensors }, stages);
    return runBackward(this.core, stages, start, selected);
  }

  /**
   * Computes the same attention without holding anything of size q_len × kv_len. With `trace`, which allows at most 64
   * keys, returns a trace: the tensors up to masked_scores, tile_exp, the state of each row after every tile
   * (running_max, correction, running_sum, running_mixed), and the result.
   * @overload
   * @param {T.AttentionProblem} problem
   * @param {T.FusedOptions & { trace: true }} options
   * @returns {T.FusedTrace}
   * @throws {AttentionError}
   */
  /**
   * Computes the same attention without holding anything of size q_len × kv_len.
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
    if (tile === undefined) return runFused(this.core, stages);
    return traceFused(this.core, oneAttention(stages), tile);
  }

  /**
   * Describes what every tensor of a run is computed from, without running it. graph/graph.js lists the ops.
   * @param {T.Problem} problem
   * @param {T.GraphOptions} [options] backward: include the gradients, starting from a target if the problem has one or a
   *   loss is named, else from grad_output. tile: keys per tile of a traced fused run
   * @returns {import("./graph/graph.js").Node[]} in order of computation
   * @throws {AttentionError}
   */
  graph(problem, options) {
    const { stages, common } = readProblem(problem);
    const { backward: withGradients, tile, ...start } = readKeys(options ?? {}, GRAPH, "options");
    if (tile !== undefined) {
      if (withGradients)
        throw fault("value", "tile", "cannot be combined with backward; give only one of them.");
      return graphFrom(stages, shapesInTiles(this.core, oneAttention(stages), tile), undefined, tile);
    }
    const from = withGradients ? kindOfStart(start, common) : undefined;
    const shapes = outline(this.core, stages, withGradients === true);
    // the terms of a cell depend on which pairs are allowed, so the masks must be built
    build(stages.map(({ values }) => values));
    return graphFrom(stages, shapes, from);
  }

  /**
   * Returns the terms that make one cell of any tensor of a run, multiplied and added by the core.
   * @param {T.Problem} problem
   * @param {string} tensor name of a tensor of the graph
   * @param {number[]} index complete index of the cell
   * @param {T.TermsOptions} [options] the start of the backward run, for its tensors; tile: keys per tile of a traced fused run
   * @returns {import("./terms.js").Terms}
   * @throws {AttentionError}
   */
  terms(problem, tensor, index, options) {
    return terms(this.core, readProblem(problem), tensor, index, (core, read, name) =>
      runOf(core, read, name, options),
    );
  }

  /**
   * Takes one step of gradient descent: subtracts learning_rate times its gradient from every parameter (`w_*`, `b_*`,
   * `gamma`, `beta`). Does not change the problem.
   * @param {T.Problem} problem
   * @param {T.DescendOptions} [options] default to the problem's own; learning_rate to 0.01
   * @returns {import("./descent.js").Descent}
   * @throws {AttentionError} `value` when the step would make a parameter non-finite
   */
  descend(problem, options) {
    return descend(this, problem, options);
  }

  /**
   * Measures the slope of the loss with respect to one entry of a parameter by central difference, to check its gradient.
   * @param {T.Problem} problem
   * @param {string} tensor name of a parameter
   * @param {number[]} index of its entry
   * @param {T.SlopeOptions} [options]
   * @returns {import("./descent.js").Slope}
   * @throws {AttentionError}
   */
  slope(problem, tensor, index, options) {
    return slopeAt(this, problem, tensor, index, options);
  }

  /**
   * Computes softmax over the last axis; with grad_output, also its gradient.
   * @param {T.SoftmaxOptions} given
   * @returns {{ output: T.Tensor, grad_x?: T.Tensor }}
   */
  softmax(given) {
    return softmax(this.core, given);
  }

  /**
   * Computes layer normalisation over the last axis, with biased variance.
   * @param {T.LayerNormOptions} given
   * @returns {import("./operations/norm.js").Normalized}
   */
  layerNorm(given) {
    return layerNorm(this.core, given);
  }

  /**
   * Computes batch normalisation over all axes but the last.
   * @param {T.BatchNormOptions} given
   * @returns {import("./operations/norm.js").Normalized}
   */
  batchNorm(given) {
    return batchNorm(this.core, given);
  }

  /**
   * Computes the mean and the biased variance over the last axis and, given ascending edges, a histogram. Numbers beyond
   * the edges count in the first or last bin.
   * @param {{ x: T.TensorLike, edges?: T.TensorLike }} given
   * @returns {import("./operations/statistics.js").Statistics}
   */
  statistics(given) {
    return statistics(this.core, given);
  }

  /**
   * Computes the entropy of weights over the last axis, in bits: 0 where one weight is 1, log₂ of their count where all
   * are equal.
   * @param {{ x: T.TensorLike }} given
   * @returns {{ output: T.Tensor }}
   */
  entropy(given) {
    return entropy(this.core, given);
  }

  /**
   * Returns an initial parameter. The same seed gives the same bits everywhere.
   * @param {T.InitializeOptions} given
   * @returns {T.Tensor}
   */
  initialize(given) {
    return initialize(this.core, given);
  }

  /**
   * Computes the same result off the main thread: several workers share a fused run, one worker does a whole forward or
   * backward run. Where the page forbids workers, and with `workers: 0`, this thread computes; a fused run then proceeds in
   * slices of at most 8 ms.
   * @template {"forward" | "backward" | "fused"} M
   * @template {T.Problem} P
   * @template {T.OptionsOf<M>} [O={}]
   * @param {M} method
   * @param {P} problem
   * @param {O & T.OptionsOf<M>} [options] the method's own, and `signal`, `workers`, `onProgress`
   * @returns {Promise<T.ResultOf<M, P, O>>} rejects with the signal's reason when the signal is aborted
   */
  run(method, problem, options) {
    return runOffThread(this.core, this.#workers, method, problem, options);
  }

  /** Terminates the workers. The synchronous calls keep working. */
  close() {
    this.#workers.close();
  }
}
