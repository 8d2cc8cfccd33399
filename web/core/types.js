/**
 * The types of what callers of web/index.js pass in and get back; no code. attn.h has the shapes of a trace.
 * Every number of a tensor is rounded to float32.
 */

/** @typedef {{ shape: number[], data: Float32Array }} Tensor as every call returns it; row-major */
/** @typedef {number | boolean | "NaN" | "Infinity" | "-Infinity"} Scalar true is 1; the words spell numbers that JSON lacks */
/**
 * @typedef {Float32Array | Float64Array | Int8Array | Uint8Array | Uint8ClampedArray | Int16Array | Uint16Array | Int32Array | Uint32Array} NumberArray
 */
/** @template S @typedef {readonly S[] | NumberArray} Row */
/**
 * Nested arrays, at most 5 deep, or row-major data with its shape. A single number is a tensor without axes.
 * @template S the entry type
 * @typedef {S | Row<S> | readonly Row<S>[] | readonly (readonly Row<S>[])[] | readonly (readonly (readonly Row<S>[])[])[]
 *   | readonly (readonly (readonly (readonly Row<S>[])[])[])[] | { readonly shape: Row<number>, readonly data: Row<S> }} Rows
 */
/** @typedef {Rows<Scalar>} TensorLike */
/** @typedef {Rows<boolean | number>} MaskLike true or 1: may attend */

/** @typedef {"auto" | "simd" | "scalar" | "relaxed" | "js"} BuildOption */
/** @typedef {"scaled_dot" | "dot" | "bilinear" | "additive"} Score */
/** @typedef {"squared_error" | "cross_entropy"} Loss */
/** @typedef {boolean | "top-left" | "bottom-right"} Causal true is top-left */
/** @typedef {"normal" | "xavier" | "kaiming"} Init */
/** @typedef {"sgd" | "adam"} Optimizer */

/**
 * Names shown at rows; feature and value_feature name columns, logits the words or classes to choose from. The items of a
 * batch share the names, unless there are as many names as rows in all items together.
 * @typedef {{ [name in "x" | "x_kv" | "x_v" | "query" | "key" | "value" | "encoder_states" | "a" | "b" | "y" | "output" | "feature" | "value_feature" | "logits"]?: readonly string[] }} Labels
 */

/**
 * Keys of a whole problem. Backward runs and code listings read the last four; forward ignores them.
 * @typedef {object} Common
 * @property {number} [version] 1
 * @property {Labels} [labels]
 * @property {TensorLike} [target] in the output's shape; for cross_entropy classes [batch, q_len], where -1 is ignored
 * @property {Loss} [loss] squared_error
 * @property {TensorLike} [grad_output] in the output's shape
 * @property {number} [learning_rate] 0.01
 */

/**
 * The score function and its parameters.
 * @template T a tensor
 * @typedef {object} Scoring
 * @property {Score} [score] scaled_dot
 * @property {number} [scale] finite; default 1/√d_k for scaled_dot, else 1
 * @property {T} [w_score] [d_q, d_k], for bilinear
 * @property {T} [w_1] [hidden, d_q + d_k], for additive
 * @property {T} [w_2] [hidden], for additive
 */

/**
 * The keys of one attention.
 * @template T a tensor
 * @template M a mask
 * @typedef {object} AttentionKeys
 * @property {T} [x] [q_len, d_model] or [batch, q_len, d_model]
 * @property {T} [x_kv] source of the keys and values; default x
 * @property {T} [x_v] source of the values; default x_kv
 * @property {T} [w_q] [in, heads·d_k], used as x @ w; default the identity
 * @property {T} [w_k] [in, kv_heads·d_k]
 * @property {T} [w_v] [in, kv_heads·d_v]
 * @property {T} [b_q] [heads·d_k]
 * @property {T} [b_k] [kv_heads·d_k]
 * @property {T} [b_v] [kv_heads·d_v]
 * @property {T} [w_o] [heads·d_v, d_out]
 * @property {T} [b_o] [d_out]
 * @property {T} [query] [n, d], [heads, n, d] or [batch, heads, n, d]; query, key and value replace x and its projections
 * @property {T} [key]
 * @property {T} [value]
 * @property {number} [heads] 1
 * @property {number} [kv_heads] default heads; query head h reads key head floor(h / (heads / kv_heads))
 * @property {number} [softcap] > 0; turns a score s into softcap·tanh(s / softcap), after the scale
 * @property {T} [bias] added to the scores; broadcasts to [batch, heads, q_len, kv_len]
 * @property {M} [mask] true: may attend; broadcasts like bias
 * @property {M} [key_mask] [batch, kv_len] or [kv_len]
 * @property {Causal} [causal] false
 * @property {number} [causal_offset] key j is allowed iff j ≤ i + causal_offset; default 0, for bottom-right kv_len − q_len
 * @property {readonly [left: number, right: number]} [window] keys i + causal_offset − left to i + causal_offset + right; -1: open
 * @property {T} [weights_override] replaces the weights; broadcasts like bias
 */

/**
 * @template T a tensor
 * @template M a mask
 * @typedef {AttentionKeys<T, M> & Scoring<T>} AttentionOf
 */
/** @typedef {Common & AttentionOf<TensorLike, MaskLike> & { stages?: undefined }} AttentionProblem one attention, as plain JSON */

/** @typedef {`${string}.${string}`} Reference to a tensor of an earlier stage, "stage.tensor" */
/** @typedef {TensorLike | Reference} Operand */
/** @typedef {{ id: string, labels?: Labels }} Named id: 1 to 64 letters, digits, - or _ */
/** @typedef {Named & { op?: "attention" } & AttentionOf<Operand, MaskLike | Reference>} AttentionStage */
/**
 * Layer normalisation over the last axis.
 * @typedef {Named & { op: "layer_norm", x: Operand, gamma?: Operand, beta?: Operand, eps?: number }} LayerNormStage
 */
/**
 * Batch normalisation over all axes but the last.
 * @typedef {Named & { op: "batch_norm", x: Operand, gamma?: Operand, beta?: Operand, eps?: number, running_mean?: Operand,
 *   running_var?: Operand, training?: boolean }} BatchNormStage
 */
/** @typedef {Named & { op: "residual", x: Operand, y: Operand }} ResidualStage */
/**
 * hidden = x w_in + b_in, activated = relu(hidden) or gelu(hidden) (the exact one, by erf), output = activated w_out + b_out.
 * @typedef {Named & { op: "feed_forward", x: Operand, w_in: Operand, b_in?: Operand, w_out: Operand, b_out?: Operand,
 *   activation?: "relu" | "gelu" }} FeedForwardStage
 */
/**
 * From a [n, d] and b [m, d]: dot, cosine, angle and projection, each [n, m]; length_a [n] and length_b [m].
 * @typedef {Named & { op: "geometry", a: Operand, b: Operand }} GeometryStage
 */
/**
 * state_i = tanh(state_{i−1} w_state + x_i w_in + b_state).
 * @typedef {Named & { op: "recurrent_encoder", x: Operand, w_in?: Operand, w_state?: Operand, b_state?: Operand,
 *   initial_state?: Operand }} RecurrentEncoderStage
 */
/**
 * At each step the last state attends to encoder_states, then state_j = tanh(state_{j−1} w_state + context_j w_context
 * + x_j w_in + b_state) and logits_j = [state_j; context_j] w_out + b_out.
 * @typedef {Named & { op: "recurrent_decoder", encoder_states: Operand, initial_state?: Operand, x?: Operand, w_in?: Operand,
 *   w_state?: Operand, w_context?: Operand, b_state?: Operand, w_out?: Operand, b_out?: Operand, steps?: number }
 *   & Scoring<Operand>} RecurrentDecoderStage
 */
/**
 * @typedef {AttentionStage | LayerNormStage | BatchNormStage | ResidualStage | FeedForwardStage | GeometryStage | RecurrentEncoderStage | RecurrentDecoderStage} Stage
 */
/** @typedef {Common & { stages: readonly Stage[] }} ChainProblem operations in order; each may read earlier ones */
/** @typedef {AttentionProblem | ChainProblem} Problem plain JSON that determines a run completely */

/** @typedef {"query" | "key" | "value" | "scores" | "scaled_scores" | "masked_scores" | "weights" | "mixed" | "joined"} Inner */
/** @typedef {Inner | "output" | "row_max" | "shifted_scores" | "shifted_exp" | "row_sum" | "log_sum_exp"} Always in every attention's trace */
/** @typedef {"projected_query" | "projected_key" | "projected_value"} Projected */
/** @typedef {Always | Projected | "x" | "x_kv" | "x_v" | "hidden" | "capped_scores" | "weighted_values"} ForwardTensor */
/**
 * @typedef {"x" | "x_kv" | "x_v" | "w_q" | "w_k" | "w_v" | "b_q" | "b_k" | "b_v" | "w_o" | "b_o" | "w_score" | "w_1" | "w_2" | "bias" | "weights_override"} Differentiable
 */
/** @typedef {`grad_${Differentiable | Projected | Inner | "capped_scores" | "output"}`} Gradient */
/** @typedef {ForwardTensor | Gradient | "loss"} TensorName of an attention; in a chain "stage.tensor" */
/**
 * What a run reports beside its tensors.
 * @typedef {object} Notes
 * @property {number[][]} fully_masked_rows [batch, head, query] of each row that may attend to nothing
 * @property {{ tensor: string, index: number[] } | null} first_non_finite where NaN or an infinity first appears, in order
 *   of computation
 * @property {string[]} omitted tensors that were too large to keep
 */
/** @typedef {{ [name in TensorName]?: Tensor } & { [name: Reference]: Tensor } & { notes: Notes }} Trace every tensor of one run, by name */
/** @typedef {Trace & { [name in Always]: Tensor }} AttentionTrace all tensors of one attention */
/** @typedef {AttentionTrace & { [name in `grad_${Inner | "output"}`]: Tensor }} GradientTrace a trace with gradients */
/** @template {AnyTensor} N @typedef {Pick<GradientTrace, N | "notes">} Selected the requested tensors */
/**
 * @typedef {object} Fused
 * @property {Tensor} mixed [batch, heads, q_len, d_v]
 * @property {Tensor} log_sum_exp [batch, heads, q_len]
 * @property {Tensor} output [batch, q_len, d_out]; without w_o and b_o it is mixed with its heads side by side
 */
/** @typedef {Trace & Fused & import("./attention/fused.js").Tiles} FusedTrace */

/** @typedef {TensorName | Reference} AnyTensor */
/** @template {AnyTensor} N @typedef {{ tensors: readonly N[] }} Selection names of the tensors to return; default all */
/** @typedef {Partial<Selection<AnyTensor>>} ForwardOptions */
/**
 * What a backward run starts from; defaults to the problem's own.
 * @typedef {object} BackwardStart
 * @property {TensorLike} [grad_output] in the output's shape
 * @property {TensorLike} [target] instead of grad_output: in the output's shape, for cross_entropy classes [batch, q_len]
 * @property {Loss} [loss] squared_error
 */
/** @typedef {BackwardStart & ForwardOptions} BackwardOptions */
/** @typedef {{ trace?: boolean, tile?: number }} FusedOptions trace: return intermediate tensors; tile: keys per tile, 2 */
/** @typedef {{ backward?: boolean, loss?: Loss, tile?: number }} GraphOptions */
/** @typedef {BackwardStart & { tile?: number }} TermsOptions tile: keys per tile of a traced fused run */
/** @typedef {BackwardStart & { learning_rate?: number }} DescendOptions */
/** @typedef {{ nudge?: number, target?: TensorLike, loss?: Loss }} SlopeOptions nudge: default 0.01, more for an entry above 81 */
/**
 * @typedef {object} RunOptions of a call off the main thread
 * @property {AbortSignal} [signal]
 * @property {number} [workers] the most to use; 0: compute on this thread, a fused run in slices of at most 8 ms
 * @property {(share: number) => void} [onProgress] from 0 to 1
 */

/** @typedef {{ forward: ForwardOptions, backward: BackwardOptions, fused: FusedOptions }} Methods */
/** @template {keyof Methods} M @typedef {RunOptions & Methods[M]} OptionsOf */
/**
 * What a call off the main thread resolves with: what the call itself returns.
 * @template {keyof Methods} M
 * @template {Problem} P
 * @template O
 * @typedef {M extends "fused"
 *   ? O extends { trace: true } ? FusedTrace : Fused
 *   : P extends AttentionProblem
 *     ? O extends Selection<infer N> ? Selected<N> : M extends "forward" ? AttentionTrace : GradientTrace
 *     : Trace} ResultOf
 */

/** @typedef {{ x: TensorLike, grad_output?: TensorLike }} SoftmaxOptions */
/**
 * eps: default 1e-5.
 * @typedef {{ x: TensorLike, gamma?: TensorLike, beta?: TensorLike, eps?: number, grad_output?: TensorLike }} LayerNormOptions
 */
/**
 * @typedef {LayerNormOptions & { running_mean?: TensorLike, running_var?: TensorLike, training?: boolean }} BatchNormOptions
 *   training: use the batch's own statistics; default true unless running_mean is given
 */
/** @typedef {{ shape: readonly number[], init?: Init, seed?: number }} InitializeOptions shape: [in, out]; init: normal; seed: 0 */

/**
 * @typedef {object} LayerOptions
 * @property {number} d_model
 * @property {Causal} [causal]
 * @property {number} [scale] 1/√d_k
 * @property {number} [seed] 0
 * @property {Init} [init] xavier
 * @property {BuildOption} [build] auto
 */
/**
 * @typedef {LayerOptions & { d_kv?: number, heads?: number, kv_heads?: number, d_k?: number, d_v?: number, d_out?: number,
 *   bias?: boolean }} MultiHeadOptions defaults: d_kv and d_out = d_model, heads = 1, kv_heads = heads, d_k = d_model / heads,
 *   d_v = d_k, bias = true, causal = false
 */
/**
 * @typedef {object} TrainStepOptions
 * @property {TensorLike} [x_kv] source of the keys and values; default x
 * @property {Loss} [loss] squared_error
 * @property {Optimizer} [optimizer] sgd
 * @property {number} [learning_rate] 0.01
 * @property {number} [momentum] 0
 */
/** @typedef {"previous" | "first" | "lookup" | "reverse" | "align"} Task */
/**
 * @typedef {object} TrainingOptions
 * @property {Task} [task] which token to copy: the previous, the first, the marked or the opposite one; or align, which
 *   translates the words of a toy sentence with an additive score and has sizes of its own
 * @property {AttentionProblem} [problem] instead of a task: a problem of your own with a target, whose parameters are trained
 * @property {number} [seed] 7
 * @property {number} [heads] 1, at most 8
 * @property {number} [d_k] 16, at most 64
 * @property {number} [batch] sequences per step: 32, at most 256
 * @property {Optimizer} [optimizer] adam
 * @property {number} [learning_rate] 0.01
 * @property {number} [momentum] 0, used by SGD only
 * @property {BuildOption} [build] auto
 */

/** @typedef {"batch" | "head" | "kv_head" | "query" | "key" | "feature" | "hidden" | "step"} Axis */
/** @typedef {import("./attention.js").Attention} Attention */
/** @typedef {import("./descent.js").Descent} Descent */
/** @typedef {import("./descent.js").Slope} Slope */
/** @typedef {import("./errors.js").ErrorCode} ErrorCode */
/** @typedef {import("./graph/graph.js").Node} GraphNode */
/** @typedef {import("./operations/norm.js").Normalized} Normalized */
/** @typedef {import("./operations/statistics.js").Statistics} Statistics */
/** @typedef {import("./terms.js").Term} Term */
/** @typedef {import("./terms.js").Terms} Terms */
/** @typedef {import("./training/training.js").Divergence} Divergence */
/** @typedef {import("./training/training.js").Progress} TrainingProgress */
/** @typedef {import("./training/training.js").Training} Training */
/** @typedef {import("./attention/fused.js").Tiles} Tiles */
/** @typedef {import("./wasm.js").BuildName} BuildName */
export {};
