// attention-player itself: the strict build, and the relaxed one where it is built and runs.
import { createAttention } from "../../web/index.js";

/** @param {import("./exact.js").Shape} shape */
export function forwards({ heads, n, d, causal }) {
  const shape = [1, heads, n, d];
  const open = async (build) => {
    const attention = await createAttention({ build });
    const run = (q, k, v) => {
      const problem = {
        query: { shape, data: q },
        key: { shape, data: k },
        value: { shape, data: v },
        causal,
      };
      return attention.fused(problem).mixed.data;
    };
    return { run };
  };
  return [
    { name: "ours", open: () => open("auto") },
    { name: "ours, relaxed", optional: true, open: () => open("relaxed") },
  ];
}
