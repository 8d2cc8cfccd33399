/**
 * The products that make one cell: their factors read from the trace, multiplied and added by the core in the order in
 * which the run did it.
 */
import { runChain } from "./chain.js";
import { AttentionError, shown, unknownName } from "./errors.js";
import { RECIPES, evaluate } from "./recipes.js";
import { STAGE_RECIPES } from "./recipes-stages.js";
import { forward } from "./stepwise.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./keys.js").Values} Values */
/** @typedef {import("./recipes.js").Terms} Terms */

/**
 * @param {Core} core
 * @param {import("./problem.js").Stage[]} stages
 * @param {string} tensor
 * @param {number[]} index
 * @returns {Terms}
 */
export function terms(core, stages, tensor, index) {
  if (typeof tensor !== "string")
    throw new AttentionError(
      "value",
      "tensor",
      `tensor is ${shown(tensor)}; give the name of a tensor of the trace.`,
    );
  const { name, values, trace, recipes } = find(core, stages, tensor);
  const found = trace[name];
  if (!found || !found.shape)
    throw unknownName(
      name,
      Object.keys(trace).filter((key) => key !== "notes"),
      "tensor",
      "tensor of this problem",
    );
  demandIndex(index, found.shape, tensor);
  const recipe = recipes[name]?.({ trace, values, index: Array.from(index), core });
  if (!recipe) {
    const known = Object.keys(recipes).filter((key) => trace[key]);
    const remedy = known.length > 0 ? `ask for one of ${known.join(", ")}.` : "ask for one of another stage.";
    throw new AttentionError("unsupported", "tensor", `${tensor} is no sum of products; ${remedy}`);
  }
  return evaluate(core, recipe);
}

/**
 * @param {Core} core
 * @param {import("./problem.js").Stage[]} stages
 * @param {string} tensor
 * @returns {{ name: string, values: Values, trace: Record<string, any>, recipes: typeof RECIPES }}
 */
function find(core, stages, tensor) {
  if (stages.length === 1 && stages[0].id === "")
    return {
      name: tensor,
      values: stages[0].values,
      trace: forward(core, stages[0].values, ""),
      recipes: RECIPES,
    };
  const dot = tensor.indexOf(".");
  const id = tensor.slice(0, dot);
  const stage = stages.find((other) => other.id === id);
  if (!stage || dot < 0)
    throw unknownName(
      tensor,
      stages.map((other) => `${other.id}.output`),
      "tensor",
      "tensor of this chain",
    );
  const all = runChain(core, stages);
  const own = Object.entries(all).filter(([key]) => key.startsWith(`${id}.`));
  const trace = Object.fromEntries(own.map(([key, value]) => [key.slice(dot + 1), value]));
  const values = Object.create(null);
  for (const [key, value] of Object.entries(stage.values))
    values[key] = value?.from ? resolveName(value.from, all, stages) : value;
  return { name: tensor.slice(dot + 1), values, trace, recipes: STAGE_RECIPES[stage.op] ?? {} };
}

/**
 * @param {string} from
 * @param {Record<string, any>} all
 * @param {import("./problem.js").Stage[]} stages
 */
function resolveName(from, all, stages) {
  const [id, key] = from.split(".");
  return all[from] ?? stages.find((stage) => stage.id === id)?.values[key];
}

/**
 * @param {unknown} index
 * @param {number[]} shape
 * @param {string} tensor
 */
function demandIndex(index, shape, tensor) {
  const fits =
    Array.isArray(index) &&
    index.length === shape.length &&
    index.every((at, axis) => Number.isInteger(at) && at >= 0 && at < shape[axis]);
  if (fits) return;
  const given = Array.isArray(index) ? `[${index.slice(0, 8).map(shown).join(", ")}]` : shown(index);
  throw new AttentionError(
    "value",
    "index",
    `index is ${given}, but ${tensor} has shape [${shape.join(", ")}]; give a complete index inside it.`,
  );
}
