// A fresh page: from the first line of its module to the first output. The engine's file comes over the loopback.
const start = performance.now();
const name = new URLSearchParams(location.search).get("engine");
const shape = { heads: 1, n: 64, d: 64, causal: false };
const q = new Float32Array(64 * 64).fill(0.5);

const file = `/web/build/bench/peer-${name}.js`;
const { forwards } = await import(file);
const { run } = await forwards(shape)[0].open();
const output = await run(q, q, q);
globalThis.first = { ms: performance.now() - start, right: Math.abs(output[4095] - 0.5) < 1e-5 };
