// The engine in a TypeScript program: what is right compiles, what is wrong does not.
import {
  AttentionError,
  MultiHeadAttentionLayer,
  SelfAttentionLayer,
  createAttention,
  createTraining,
  type Attention,
  type AttentionTrace,
  type ErrorCode,
  type Problem,
  type Tensor,
  type Trace,
} from "attention-player";

const attention: Attention = await createAttention({ build: "simd" });

// inline, annotated, and as a program finds it
const { weights, weighted_values, notes } = attention.forward({
  x: [
    [1, 0],
    [0, 1],
  ],
  heads: 1,
  causal: "bottom-right",
});
const some: Float32Array = weights.data;
const perhaps: Tensor | undefined = weighted_values;
const rows: number[][] = notes.fully_masked_rows;
const numbers = [new Float32Array([1, 2]), new Float32Array([3, 4])];
const problem: Problem = {
  version: 1,
  x: { shape: [2, 2], data: new Float64Array([1, 2, 3, 4]) },
  w_q: numbers,
  mask: [[true, 0]],
  bias: [[["-Infinity", 0]]],
  window: [1, -1],
  labels: { x: ["I", "love"] },
};
const found: Trace = attention.forward(problem);
const inferred = { x: [[1, 2]], w_q: [[1], [2]], scale: 1, version: 1 };
const whole: AttentionTrace = attention.forward(inferred);
const parsed: AttentionTrace = attention.forward(JSON.parse("{}"));

// chosen tensors, chains, gradients
const chosen = attention.forward(problem, { tensors: ["weights", "capped_scores"] });
const sure: Tensor = chosen.weights;
const unsure: Tensor | undefined = chosen.capped_scores;
const chain = attention.forward({
  stages: [
    { id: "first", op: "attention", x: [[1, 2]] },
    { id: "norm", op: "layer_norm", x: "first.output" },
    { id: "sum", op: "residual", x: "norm.output", y: [[1, 2]] },
    { id: "end", op: "recurrent_decoder", encoder_states: "sum.output", initial_state: [0, 0], steps: 2 },
  ],
});
const state: Tensor = chain["end.state"];
const back = attention.backward(inferred, { target: [[1]], loss: "squared_error" });
const slopes: [Tensor, Tensor | undefined, Tensor | undefined] = [
  back.grad_weights,
  back.grad_w_q,
  back.loss,
];

// the other calls
const { log_sum_exp } = attention.fused(inferred);
const { running_max } = attention.fused(inferred, { trace: true, tile: 2 });
const axes: "query"[] = attention
  .graph(inferred)
  .flatMap((node) => node.axes.filter((axis) => axis === "query"));
const [{ factors, product }] = attention.terms(inferred, "weights", [0, 0, 0, 0]).terms;
const { fall } = attention.descend(inferred, { learning_rate: 0.1, target: [[1]] });
const { slope } = attention.slope(inferred, "w_q", [0, 0], { nudge: 0.01 });
const { mean } = attention.layerNorm({ x: [[1, 2]], gamma: [1, 1] });
const start: Tensor = attention.initialize({ shape: [2, 2], init: "kaiming", seed: 1 });
const off = await attention.run("forward", inferred, { workers: 1, onProgress: (share) => share.toFixed() });
const offChosen: Tensor = (await attention.run("forward", problem, { tensors: ["weights"] })).weights;
const offFused: Tensor = (await attention.run("fused", inferred)).log_sum_exp;

const layer = await SelfAttentionLayer.create({ d_model: 4, causal: false });
const loss: number = layer.trainStep([[1, 2, 3, 4]], [[0, 0, 0, 0]], { optimizer: "adam" });
const many = await MultiHeadAttentionLayer.create({ d_model: 4, heads: 2, bias: false });
many.w_q = many.forward([[1, 2, 3, 4]]).weights;
const training = await createTraining({ task: "reverse", seed: 7 });
await training.run(10, { onProgress: ({ step, loss }) => console.log(step + loss) });
attention.forward(training.problem);

try {
  attention.forward(problem);
} catch (error) {
  if (error instanceof AttentionError) {
    const code: ErrorCode = error.code;
    // @ts-expect-error no such code
    const other: boolean = error.code === "shapes";
    console.log(code, other, error.where);
  }
}

// @ts-expect-error no such key
attention.forward({ x: [[1]], head: 2 });
// @ts-expect-error no such score
attention.forward({ x: [[1]], score: "cosine" });
// @ts-expect-error text is no tensor
attention.forward({ x: "1 2" });
// @ts-expect-error an attention's key does not stand beside stages
attention.forward({ stages: [{ id: "a", x: [[1]] }], x: [[1]] });
// @ts-expect-error no such op
attention.forward({ stages: [{ id: "a", op: "norm", x: [[1]] }] });
// @ts-expect-error a key of another op
attention.forward({ stages: [{ id: "a", op: "residual", x: [[1]], y: [[1]], gamma: [1] }] });
// @ts-expect-error no such tensor
attention.forward(problem, { tensors: ["weight"] });
// @ts-expect-error it was not asked for
attention.forward(problem, { tensors: ["weights"] }).output;
// @ts-expect-error only with softcap
attention.forward(inferred).capped_scores.data;
// @ts-expect-error no such build
await createAttention({ build: "gpu" });
// @ts-expect-error no such task
await createTraining({ task: "last" });
// @ts-expect-error a layer needs its width
await SelfAttentionLayer.create({});

console.log(
  some,
  perhaps,
  rows,
  found,
  whole,
  parsed,
  sure,
  unsure,
  state,
  slopes,
  log_sum_exp,
  running_max,
  axes,
);
console.log(factors, product, fall, slope, mean, start, off.weights, offChosen, offFused, loss);
