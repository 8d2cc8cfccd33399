/** The data of the story geometry besides the problem: the outputs as its query turns once around. */

/** @typedef {import("../engine.js").Forward} Attention */

/** The number of directions of the query. */
const TURNS = 96;

/**
 * The outputs, one for each direction; null unless the chain is one query among keys in a plane.
 * @param {Attention} attention @param {Record<string, any>} problem @param {Record<string, any>} trace of it
 */
export function turning(attention, { stages = [] }, trace) {
  const [plane, looks] = stages;
  const [a, b] = ["a", "b"].map((name) => trace[`${plane?.id}.${name}`]);
  const value = trace[`${looks?.id}.value`];
  const { score = "scaled_dot", scale } = looks ?? {};
  if (String(a?.shape) !== "1,2" || !/dot$/.test(score) || !/^1,1,\d+,\d+$/.test(value?.shape)) return null;
  const long = Math.hypot(...a.data);
  const data = Float32Array.from({ length: 2 * TURNS }, (_, k) => {
    const turn = (2 * Math.PI * Math.floor(k / 2)) / TURNS;
    return long * (k % 2 ? Math.sin(turn) : Math.cos(turn));
  });
  const values = { shape: value.shape.slice(2), data: value.data };
  const turned = { query: { shape: [TURNS, 2], data }, key: b, value: values, score, scale };
  return { more: { outputs: attention.forward(turned).output } };
}
