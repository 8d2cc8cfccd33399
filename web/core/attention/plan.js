/**
 * A plan: the sizes of one run as C derives and checks them, the addresses of its tensors, and the bytes of its structs. The
 * core keeps the last plan, so that a problem of the same shape starts at once.
 */
import { fieldsOf } from "./in-place.js";
import { Space } from "../memory.js";
import { OPS } from "../schema.js";
import { TOKENS } from "../shapes.js";
import { INPUTS, PLAN, PROBLEM, SIZES, TENSORS, readInt64, readSlots, writeGiven } from "../structs.js";
import { heldOf } from "./trace.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("../structs.js").Slot} Slot */
/** @typedef {import("../readers.js").Values} Values */
/** @typedef {"forward" | "backward" | "fused" | `fused in tiles of ${number}`} Kind */
/**
 * @typedef {object} Plan
 * @property {Kind} kind
 * @property {bigint} selected bit set of the tensors to compute
 * @property {string} form shapes of the inputs, and options
 * @property {[name: string, address: number][]} inputs those that are given
 * @property {number} trace address
 * @property {number} scratch address
 * @property {number} end first address behind the run
 * @property {Uint8Array} structs the bytes of the problem and the plan
 * @property {import("./in-place.js").Field[]} fields the form of a problem that can run in place, with every tensor
 * @property {Slot[]} slots
 * @property {string[]} omitted names of tensors too large to keep
 * @property {Record<string, Slot>} slot by name
 * @property {import("./trace.js").Held[]} held every tensor that the run leaves in memory
 * @property {Record<string, any>} template an object with the names of a complete trace
 * @property {{ address: number, count: bigint }} numbers all entries of the held tensors, contiguous
 * @property {Record<string, number>} sizes batch, heads, q_len, ...
 */

const PLANNED = new Set(Object.keys(OPS.attention));
// tokens are adjacent to the trace, so that one pass finds whether all numbers are finite
const LAID_OUT = [...INPUTS.filter((name) => !TOKENS.has(name)), ...TOKENS];
const EVERYTHING = -1n;
const FUSED_IN_TILES = "fused in tiles of ";

/**
 * @param {number} tile keys per tile
 * @returns {Kind}
 */
export const inTilesOf = (tile) => `${FUSED_IN_TILES}${tile}`;

/**
 * Returns the plan of a run: the last one if it fits, else a new one.
 * @param {Core} core
 * @param {Values} values of an attention stage, with no references left
 * @param {Kind} kind
 * @param {string} where path of the stage, for errors
 * @param {bigint} [selected] bit set of the tensors to compute; default all
 * @returns {Plan}
 * @throws {AttentionError} whatever C finds wrong with the problem
 */
export function planRun(core, values, kind, where, selected = EVERYTHING) {
  const { plan } = core;
  const form = formOf(values);
  if (plan?.kind === kind && plan.selected === selected && plan.form === form) return plan;
  return (core.plan = { ...core.call(() => derive(core, values, kind, where, selected)), form });
}

/**
 * Returns a string of everything that a plan depends on: the shapes of the tensors, and the options.
 * @param {Values} values
 */
function formOf(values) {
  let form = "";
  for (const key of Object.keys(values)) {
    const value = values[key];
    if (value === undefined || !PLANNED.has(key)) continue;
    form += `${key} ${Object.is(value, -0) ? "-0" : (value.shape ?? value)};`;
  }
  return form;
}

/**
 * @param {Core} core
 * @param {Values} values
 * @param {Kind} kind
 * @param {string} where
 * @param {bigint} selected
 * @returns {Omit<Plan, "form">}
 */
function derive(core, values, kind, where, selected) {
  const { at, arena, functions } = core;
  const space = new Space(at.data);
  /** @type {Map<string, number>} */
  const addresses = new Map();
  for (const name of LAID_OUT)
    if (values[name]) addresses.set(name, space.take(values[name].data.byteLength));
  // the shapes are only claimed so far, and may exceed the address space
  core.demandWithinLimits(space.end - at.data, where);
  writeGiven(arena, at.problem, PROBLEM, INPUTS, values, addresses, 1);
  core.demand(planned(core, kind, selected), where);

  const view = arena.view();
  const slots = readSlots(view, at.plan + PLAN.at.slots, TENSORS);
  const count = readInt64(view, at.plan + PLAN.at.trace_count);
  const trace = space.take(4 * count);
  const scratch = space.take(readInt64(view, at.plan + PLAN.at.scratch_bytes));
  const held = heldOf(values, addresses, slots, trace);
  const first = held.length > 0 ? 4 * held[0].first : trace;
  const sizes = Object.fromEntries(SIZES.map((name) => [name, readInt64(view, at.plan + PLAN.at[name])]));
  const end = at.plan + PLAN.size;
  return {
    kind,
    selected,
    fields: selected === EVERYTHING ? fieldsOf(values, addresses) : [],
    inputs: [...addresses],
    trace,
    held,
    template: Object.fromEntries([...held.map(({ name }) => [name, null]), ["notes", null]]),
    numbers: { address: first, count: BigInt((trace - first) / 4 + count) },
    scratch,
    end: space.end,
    structs: arena.bytes().slice(at.problem, end),
    slots,
    omitted: slots.filter((slot) => slot.omitted).map((slot) => slot.name),
    slot: Object.fromEntries(slots.map((slot) => [slot.name, slot])),
    sizes,
  };
}

/**
 * @param {Core} core
 * @param {Kind} kind
 * @param {bigint} selected
 * @returns {number} the status
 */
function planned({ at, functions }, kind, selected) {
  if (kind === "fused") return functions.attn_plan_fused(at.plan, at.problem, at.error);
  if (kind === "forward" || kind === "backward")
    return functions.attn_plan_stepwise(at.plan, at.problem, kind === "backward" ? 1 : 0, selected, at.error);
  const tile = BigInt(kind.slice(FUSED_IN_TILES.length));
  return functions.attn_plan_fused_trace(at.plan, at.problem, tile, at.error);
}

/**
 * Returns the arguments of the C functions that run a plan.
 * @param {Core} core
 * @param {Plan} plan
 */
export const runArguments = ({ at }, { trace, scratch }) => [trace, scratch, at.plan, at.problem];

/**
 * Writes a plan and the numbers of its problem into memory.
 * @param {Core} core
 * @param {Plan} plan
 * @param {Values} values
 * @param {number} [end] first address behind everything the call will touch
 * @returns {number[]} the arguments of the call
 */
export function load(core, plan, values, end = plan.end) {
  const { at, arena } = core;
  arena.reach(end);
  arena.bytes().set(plan.structs, at.problem);
  const floats = arena.floats();
  for (const [name, address] of plan.inputs) {
    const { data } = values[name];
    if (data instanceof Uint8Array) arena.bytes().set(data, address);
    else floats.set(data, address / 4);
  }
  return runArguments(core, plan);
}
