// TensorFlow.js on its WebAssembly backend, one thread.
import * as tf from "@tensorflow/tfjs-core";
import { setThreadsCount, setWasmPaths } from "@tensorflow/tfjs-backend-wasm";
import { causalMask } from "./mask.js";
import { packages } from "./where.js";

let started;
async function start() {
  if (packages) setWasmPaths(`${packages}@tensorflow/tfjs-backend-wasm/dist/`);
  setThreadsCount(1);
  await tf.setBackend("wasm");
  await tf.ready();
}

/** @param {import("./exact.js").Shape} shape */
export function forwards({ heads, n, d, causal }) {
  const shape = [heads, n, d];
  const open = async () => {
    await (started ??= start());
    const scale = tf.scalar(1 / Math.sqrt(d));
    // one head after the other would hold less; all at once is faster
    const mask = causal ? tf.tidy(() => tf.tensor(causalMask(n), [1, n, n])) : null;
    const attend = (q, k, v) => {
      const rows = [q, k, v].map((data) => tf.tensor(data, shape));
      const scores = tf.matMul(tf.mul(rows[0], scale), rows[1], false, true);
      return tf.matMul(tf.softmax(mask ? tf.add(scores, mask) : scores), rows[2]);
    };
    const run = (q, k, v) => {
      const output = tf.tidy(() => attend(q, k, v));
      const data = output.dataSync();
      output.dispose();
      return data;
    };
    return { run, close: () => tf.dispose([scale, mask].filter(Boolean)) };
  };
  return [{ name: "TensorFlow.js", work: 2 ** 30, open }];
}
