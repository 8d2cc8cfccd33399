/**
 * Plans a problem as a list of statements for any language: the tensors of its graph in order of computation, each with a name.
 * Axes that the problem does not have are left out, and so are tensors that equal another.
 */
import { describe } from "../../core/graph/operations.js";
import { shapesOf } from "../../core/graph/shapes.js";
import { build } from "../../core/tensor.js";
import { countOf } from "../../core/shapes.js";
import { TEXT_BYTES } from "../limits.js";
import { grouped } from "../errors.js";
import { partOf } from "./part.js";
import { createVariable, identifiers, isBroadcast, join, shortName, valueOf } from "./variable.js";

/** @typedef {import("../../core/problem.js").Problem} Problem */
/** @typedef {import("../../core/problem.js").Stage} Stage */
/** @typedef {import("../../core/readers.js").Values} Values */
/** @typedef {import("../../core/graph/builder.js").Rule} Rule */
/** @typedef {import("../../core/graph/cells.js").Token} Token */
/** @typedef {import("../errors.js").Invalid} Invalid */
/**
 * @typedef {object} Group tensors that hold the same numbers, under one name
 * @property {string[]} tensors
 * @property {string} name
 * @property {string} tensor the one that it is named after
 * @property {boolean} column whether the program keeps a last axis of length 1
 */
/**
 * @typedef {object} Variable a tensor as the code has it
 * @property {string} tensor
 * @property {Group} group
 * @property {readonly number[]} shape with all axes
 * @property {Token[]} out one per axis
 * @property {boolean[]} kept which axes the program has
 * @property {boolean} given whether it is an input, written as numbers
 * @property {Part} stage
 */
/**
 * @typedef {object} Part one stage of the plan
 * @property {Stage} stage
 * @property {Values} values
 * @property {string} id
 * @property {string} op
 * @property {{ batch: boolean, head: boolean }} keeps
 * @property {Mask} mask
 * @property {boolean} guarded whether a query may see no key, so that its weights are 0
 * @property {(name: string) => Variable | undefined} variable a tensor of this stage
 * @property {(base: string) => string} identifier makes a unique name, prefixed with that of the stage
 * @property {Variable[]} givens
 * @property {Statement[]} before statements before the loop, if there is one
 * @property {Loop | null} loop
 * @property {Statement[]} after statements after it
 */
/** @typedef {{ variable: Variable, rule: Rule }} Statement */
/**
 * @typedef {object} Loop the loop over the steps of a recurrence
 * @property {number} steps
 * @property {Statement[]} body
 * @property {Variable[]} collected tensors kept for all steps
 * @property {Variable} [initial] the state before the first step
 */
/** @typedef {{ lower?: number, upper?: number, given: string[] }} Mask lower, upper: the least and the largest j − i allowed; given: which of bias, mask and key_mask there are */
/**
 * @typedef {object} Plan
 * @property {Problem} problem
 * @property {boolean} chain
 * @property {Part[]} parts
 * @property {ReadonlyMap<string, Part>} partBy by id
 * @property {Map<string, Variable>} variables
 * @property {ReadonlyMap<string, number[]>} shapes
 * @property {Variable} result
 * @property {(base: string) => string} name makes a unique identifier
 * @property {boolean} stepwise whether weighted values are written, then added up
 */

/** Minimum characters of a number with its comma, and of a stage. */
const LEAST = { number: 3, stage: 40, attention: 400 };

/** Tensors written only if another stage reads them: nothing in their own stage does. */
const APART = ["log_sum_exp", "weighted_values"];
/** Tensors that nothing reads if the weights are given. */
const OVERRIDDEN = ["row_max", "shifted_scores", "shifted_exp", "row_sum"];

/** Returns a tensor that is known to be in the plan. @param {Plan} plan @param {string} tensor */
export const variableOf = ({ variables }, tensor) => /** @type {Variable} */ (variables.get(tensor));

/** @param {Problem} problem @param {Invalid} invalid @param {boolean} [stepwise] whether weighted values are written too @returns {Plan} */
export function planOf(problem, invalid, stepwise = false) {
  const { stages } = problem;
  const chain = stages[0].id !== "";
  checkLength(stages, invalid);
  const shapes = shapesOf(stages, (fault, where, facts) => {
    throw invalid(fault === "reference" ? "value" : "shape", where, fault, { where, ...facts });
  });
  for (const [where, shape] of shapes)
    if (shape.includes(0))
      throw invalid("unsupported", where, "empty", { where, shape: `[${shape.join(", ")}]` });
  build(stages.map(({ values }) => values));
  const rules = describe(stages, shapes, undefined);
  const { name, rename } = identifiers();
  /** @type {Map<string, Variable>} */
  const variables = new Map();
  const parts = stages.map((stage) => ({
    ...partOf(stage, shapes, chain),
    variable: (/** @type {string} */ tensor) => variables.get(stage.id ? `${stage.id}.${tensor}` : tensor),
    identifier: (/** @type {string} */ base) => name(stage.id ? `${stage.id}_${base}` : base),
  }));
  const partBy = new Map(parts.map((part) => [part.id, part]));
  const read = readers(rules);
  for (const rule of rules.values()) {
    const part = /** @type {Part} */ (
      partBy.get(chain ? rule.tensor.slice(0, rule.tensor.indexOf(".")) : "")
    );
    const variable = createVariable(rule, part);
    variables.set(rule.tensor, variable);
    const isStep = stepwise && shortName(rule.tensor) === "weighted_values";
    if (isApart(rule.tensor, part) && !isStep && !read.elsewhere.has(rule.tensor)) continue;
    if (rule.op === "given") part.givens.push(variable);
    else if (!join(variable, rule, variables)) place({ variable, rule }, part);
  }
  for (const part of parts) collect(part, read, variables);
  for (const { group } of variables.values()) if (!group.name) rename(group);
  const last = /** @type {Part} */ (parts.at(-1));
  const result =
    last.variable("output") ??
    last.variable("mixed") ??
    /** @type {Variable} */ ([...variables.values()].at(-1));
  return { problem, chain, parts, partBy, variables, shapes, result, name, stepwise };
}

/** Throws, before anything is read, if a problem cannot be written within the limit. @param {Stage[]} stages @param {Invalid} invalid */
function checkLength(stages, invalid) {
  let least = 0;
  for (const { op, values } of stages) {
    least += op === "attention" ? LEAST.attention : LEAST.stage;
    for (const value of Object.values(values))
      if (Array.isArray(value?.shape)) least += countOf(value.shape) * LEAST.number;
    if (least > TEXT_BYTES + LEAST.attention) throw tooLong(invalid);
  }
}

/** @param {Invalid} invalid */
export const tooLong = (invalid) => invalid("limit", "problem", "long", { limit: grouped(TEXT_BYTES) });

/** Finds which tensors each tensor is an operand of. @param {Map<string, Rule>} rules */
function readers(rules) {
  /** tensors that another stage reads @type {Set<string>} */
  const elsewhere = new Set();
  /** @type {Map<string, string[]>} */
  const by = new Map();
  const stageOf = (/** @type {string} */ tensor) => tensor.slice(0, tensor.indexOf(".") + 1);
  for (const { tensor, parts } of rules.values())
    for (const operand of parts.flatMap(({ of }) => of)) {
      by.set(operand, [...(by.get(operand) ?? []), tensor]);
      if (stageOf(operand) !== stageOf(tensor)) elsewhere.add(operand);
    }
  return { elsewhere, by };
}

/** @param {string} tensor @param {Part} part */
function isApart(tensor, { values }) {
  const short = shortName(tensor);
  return APART.includes(short) || (values.weights_override !== undefined && OVERRIDDEN.includes(short));
}

/** @param {Statement} statement @param {Part} part */
function place(statement, part) {
  const { variable } = statement;
  const step = variable.out.findIndex(({ letter }) => letter === "s");
  const inside = step >= 0 && !/^(logits|probabilities)$/.test(shortName(variable.tensor));
  if (!inside) (part.loop ? part.after : part.before).push(statement);
  else {
    part.loop ??= { steps: 0, body: [], collected: [] };
    part.loop.body.push(statement);
    if (shortName(variable.tensor) === "state") part.loop.steps = variable.shape[0] - 1;
  }
}

/**
 * Of a loop's tensors, keeps the state and those that are read after the loop for all steps, and the others for one step.
 * @param {Part} part
 * @param {ReturnType<typeof readers>} read
 * @param {Map<string, Variable>} variables
 */
function collect({ loop, after, variable }, { elsewhere, by }, variables) {
  if (!loop) return;
  loop.initial = variable("initial_state");
  const later = new Set(after.map(({ variable }) => variable.tensor));
  for (const { variable } of loop.body) {
    const all = variable.group.tensors;
    const kept = all.some((name) => elsewhere.has(name) || by.get(name)?.some((reader) => later.has(reader)));
    if (kept || shortName(variable.tensor) === "state") continue;
    for (const tensor of all) {
      const joined = /** @type {Variable} */ (variables.get(tensor));
      joined.kept = joined.kept.map((axis, n) => axis && joined.out[n].letter !== "s");
    }
  }
  const all = loop.body.map(({ variable }) => variable);
  loop.collected = all.filter(({ out, kept }) =>
    out.some(({ letter }, axis) => letter === "s" && kept[axis]),
  );
}

/**
 * Rejects non-finite inputs if something is masked. The core's sums leave out what a mask forbids; a product of matrices adds 0
 * times it, which is NaN.
 * @param {Plan} plan
 * @param {Invalid} invalid
 */
export function checkFinite({ parts }, invalid) {
  const forbids = (/** @type {Part} */ { values: { bias }, mask: { lower, upper, given } }) =>
    lower !== undefined ||
    upper !== undefined ||
    given.some((name) => name !== "bias" || bias.from || bias.data.includes(-Infinity));
  if (!parts.some(forbids)) return;
  for (const variable of parts.flatMap(({ givens }) => givens)) {
    const { tensor } = variable;
    if (isBroadcast(tensor) || valueOf(variable).data.every(Number.isFinite)) continue;
    throw invalid("unsupported", tensor, "finite", { where: tensor });
  }
}

/** Returns the count of numbers in all inputs. @param {Plan} plan */
export const givenCount = ({ parts }) =>
  parts.reduce((sum, { givens }) => sum + givens.reduce((all, { shape }) => all + countOf(shape), 0), 0);
