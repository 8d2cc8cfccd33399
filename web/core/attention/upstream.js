/** The gradients that a run is given for tensors inside it. */
import { Space } from "../memory.js";

/** @typedef {import("../tensor.js").Tensor} Tensor */
/**
 * Gradients, by tensor, that arrive at tensors inside a run because a later stage of the chain reads them.
 * @typedef {Record<string, Tensor>} Upstream
 */

/**
 * Lays out upstream gradients for C: a table with one address per name, followed by the numbers.
 * @param {Upstream} upstream
 * @param {readonly string[]} names of all tensors, in C's order
 * @param {number} first free address
 * @returns {{ table: number, end: number, write: (arena: import("../memory.js").Arena) => void }} table: 0 if there are none
 */
export function layUpstream(upstream, names, first) {
  const tensors = Object.entries(upstream);
  if (tensors.length === 0) return { table: 0, end: first, write() {} };
  const space = new Space(first);
  const bytes = 4 * names.length;
  const table = space.take(bytes);
  const addresses = tensors.map(([, { data }]) => space.take(data.byteLength));
  return {
    table,
    end: space.end,
    write(arena) {
      arena.bytes().fill(0, table, table + bytes);
      tensors.forEach(([name, { data }], n) => {
        arena.view().setUint32(table + 4 * names.indexOf(name), addresses[n], true);
        arena.floats().set(data, addresses[n] / 4);
      });
    },
  };
}
