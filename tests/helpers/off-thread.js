// Long runs with workers that a test controls.
import { runOffThread as run } from "../../web/core/workers/off-thread.js";
import { compute } from "../../web/core/workers/run.js";

/** @typedef {import("../../web/core/workers/pool.js").Pool} Pool */

/** @param {import("../../web/core/core.js").Core} core @param {Pool} pool @param {[string, any, any?]} call */
export const runOffThread = (core, pool, ...call) =>
  run(core, { ready: async () => ({ pool, compute }) }, ...call);

/**
 * Returns the workers that a pool hands out from now on. Calls `meet` with each before its first job, and `taken` whenever it is
 * taken.
 * @param {Pool} pool
 * @param {{ meet?: (channel: any) => void, taken?: (channel: any) => void }} [see]
 * @returns {Set<any>}
 */
export function workersOf(pool, { meet, taken } = {}) {
  const channels = new Set();
  const take = pool.take.bind(pool);
  pool.take = () => {
    const channel = take();
    taken?.(channel);
    if (!channels.has(channel)) meet?.(channel);
    channels.add(channel);
    return channel;
  };
  return channels;
}
