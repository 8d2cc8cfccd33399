// A long run with workers that a test holds in its hand.
import { runOffThread as run } from "../../web/core/workers/off-thread.js";
import { compute } from "../../web/core/workers/run.js";

/** @param {import("../../web/core/core.js").Core} core @param {import("../../web/core/workers/pool.js").Pool} pool @param {[string, any, any?]} call */
export const runOffThread = (core, pool, ...call) =>
  run(core, { buffers: pool.buffers, ready: async () => ({ pool, compute }) }, ...call);
