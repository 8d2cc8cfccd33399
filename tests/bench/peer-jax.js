// jax-js on its WebAssembly backend, compiled by its jit.
import { defaultDevice, init, jit, nn, numpy as np, valueAndGrad } from "@jax-js/jax";

let started;
const start = () => (started ??= init("wasm").then(() => defaultDevice("wasm")));

/** @param {import("./exact.js").Shape} shape */
export function forwards({ heads, n, d, causal }) {
  const open = async () => {
    await start();
    const attend = jit((q, k, v) => nn.dotProductAttention(q, k, v, { isCausal: causal }));
    const array = (data) => np.array(data).reshape([n, heads, d]);
    const run = async (q, k, v) => attend(array(q), array(k), array(v)).data();
    return { run, close: () => attend.dispose?.() };
  };
  return [{ name: "jax-js", joined: true, open }];
}

/** The mean squared error of one causal head with square parameters. */
function loss(w, x, target) {
  const [q, k, v] = w.map((one) => np.matmul(x.ref, one));
  x.dispose();
  const heads = (a) => np.expandDims(a, 1);
  const y = nn.dotProductAttention(heads(q), heads(k), heads(v), { isCausal: true });
  return np.mean(np.square(np.squeeze(y, 1).sub(target)));
}

/**
 * A training step that keeps its parameters: forward, backward, gradient descent.
 * @param {{ n: number, d: number, rate: number, w: Float32Array[] }} layer w: w_q, w_k, w_v
 */
export async function trainer({ n, d, rate, w }) {
  await start();
  const step = jit((w, x, target) => {
    const [value, gradient] = valueAndGrad(loss)(
      w.map((one) => one.ref),
      x,
      target,
    );
    return [value, w.map((one, i) => one.sub(gradient[i].mul(rate)))];
  });
  let parameters = w.map((one) => np.array(one).reshape([d, d]));
  return async (x, target) => {
    const [value, moved] = step(parameters, np.array(x).reshape([n, d]), np.array(target).reshape([n, d]));
    parameters = moved;
    return (await value.data())[0];
  };
}
