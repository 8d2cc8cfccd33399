// Records calls of the engine in Node, with hashes of their results, and repeats them in a page.

/** Hashes all numbers of a result. It runs in Node and in the page, so it refers to nothing outside itself. */
function hashOf(result) {
  let hash = 0;
  const add = (word) => (hash = (Math.imul(hash, 31) + word) | 0);
  const visit = (value) => {
    if (ArrayBuffer.isView(value)) {
      const words = new Uint32Array(value.buffer, value.byteOffset, value.length);
      for (const word of words) add((word & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : word);
    } else if (typeof value === "object" && value !== null)
      for (const key of Object.keys(value).sort()) {
        for (const letter of key) add(letter.charCodeAt(0));
        visit(value[key]);
      }
    else for (const letter of String(value)) add(letter.charCodeAt(0));
  };
  visit(result);
  return hash >>> 0;
}

/** Writes arguments as JSON: typed arrays as bytes, non-finite numbers as strings. */
const written = (args) =>
  JSON.stringify(args, (_, value) => {
    if (ArrayBuffer.isView(value))
      return { kind: value.constructor.name, bytes: Array.from(new Uint8Array(value.buffer.slice(0))) };
    return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
  });

/**
 * Wraps the engine in a recorder. `calls` receives every call with at most `most` characters of arguments, with the hash of every
 * tensor that it returned.
 */
export function record(attention, most = Infinity) {
  const calls = [];
  const recorder = new Proxy(attention, {
    get:
      (_, method) =>
      (...args) => {
        const result = attention[method](...args);
        const text = written(args);
        const hashes = Object.fromEntries(Object.entries(result).map(([name, one]) => [name, hashOf(one)]));
        if (text.length <= most) calls.push({ method, args: text, hashes });
        return result;
      },
  });
  return { calls, recorder };
}

/** Returns the arguments for `replay`. */
export const toReplay = (build, calls) => ["./attention-player.js", build, calls, hashOf.toString()];

/** Repeats calls, in the page. Returns those whose results have other bits or other tensors. */
export async function replay(module, build, calls, hashText) {
  const { createAttention } = await import(module);
  const hash = new Function(`return (${hashText})`)();
  const attention = await createAttention({ build });
  const kinds = { Float32Array, Uint8Array, Int32Array, Float64Array };
  const read = (_, value) =>
    value?.bytes ? new kinds[value.kind](Uint8Array.from(value.bytes).buffer) : value;
  const wrong = [];
  for (const { method, args, hashes } of calls) {
    const result = attention[method](...JSON.parse(args, read));
    const names = [...new Set([...Object.keys(hashes), ...Object.keys(result)])];
    const other = names.filter((name) => hash(result[name]) !== hashes[name]);
    if (other.length > 0) wrong.push(`${method}: ${other.join(" ")} of ${args.slice(0, 200)}`);
  }
  return { build: attention.build, wrong };
}
