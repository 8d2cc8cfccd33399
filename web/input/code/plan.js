/**
 * A problem as a list of statements for any language: the tensors of its graph in order of computation, each with a name.
 * Axes that the problem does not have are left out, and so are tensors that equal another.
 */
import { describe } from "../../core/graph/operations.js";
import { allowedBy, bandOf } from "../../core/graph/pairs.js";
import { shapesOf } from "../../core/graph/shapes.js";
import { build } from "../../core/tensor.js";
import { countOf } from "../../core/shapes.js";
import { TEXT_BYTES } from "../limits.js";
import { grouped } from "../errors.js";

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
 * @property {string} tensor which of them it is named after
 * @property {boolean} column whether the program keeps a last axis of length 1
 */
/**
 * @typedef {object} Variable a tensor as the code has it
 * @property {string} tensor
 * @property {Group} group
 * @property {readonly number[]} shape complete
 * @property {Token[]} out one per axis
 * @property {boolean[]} kept which axes the program has
 * @property {boolean} given whether it is an input, written as numbers
 * @property {Part} stage
 */
/**
 * @typedef {object} Part of the plan: one stage
 * @property {Stage} stage
 * @property {Values} values
 * @property {string} id
 * @property {string} op
 * @property {{ batch: boolean, head: boolean }} keeps
 * @property {Mask} mask
 * @property {boolean} guarded whether a query may see no key, so that its weights are 0
 * @property {(name: string) => Variable | undefined} variable a tensor of this stage
 * @property {(base: string) => string} identifier a name that nothing else has, with the stage's in front
 * @property {Variable[]} givens
 * @property {Statement[]} before statements before the loop, if there is one
 * @property {Loop | null} loop
 * @property {Statement[]} after it
 */
/** @typedef {{ variable: Variable, rule: Rule }} Statement */
/**
 * @typedef {object} Loop over the steps of a recurrence
 * @property {number} steps
 * @property {Statement[]} body
 * @property {Variable[]} collected tensors kept for all steps
 * @property {Variable} [initial] the state before the first
 */
/** @typedef {{ lower?: number, upper?: number, given: string[] }} Mask the least and the largest j − i that is allowed; given: which of bias, mask and key_mask there are */
/**
 * @typedef {object} Plan
 * @property {Problem} problem
 * @property {boolean} chain
 * @property {Part[]} parts
 * @property {ReadonlyMap<string, Part>} partBy id
 * @property {Map<string, Variable>} variables
 * @property {ReadonlyMap<string, number[]>} shapes
 * @property {Variable} result
 * @property {(base: string) => string} name makes an identifier that no other has
 * @property {boolean} stepwise whether weighted values are written, and then added up
 */

/** Pairs that are searched for queries without a key; with more, any query may be one. */
const MOST_PAIRS = 2 ** 20;
/** Least characters of a number with its comma, and of a stage. */
const LEAST = { number: 3, stage: 40, attention: 400 };

/** Written only where another stage reads them: nothing of their own stage does. */
const APART = ["log_sum_exp", "weighted_values"];
/** Not read either where the weights are given. */
const OVERRIDDEN = ["row_max", "shifted_scores", "shifted_exp", "row_sum"];

/** Tensors with the same numbers are named after the first of these that is among them, else after the first of them. */
const NAMES = ["output", "mixed", "query", "key", "value"];

/** Whether a tensor broadcasts to the scores. @param {string} tensor */
const isBroadcast = (tensor) => /^(bias|mask|key_mask|weights_override)$/.test(shortName(tensor));

/** The name within a stage. @param {string} tensor */
export const shortName = (tensor) => tensor.slice(tensor.indexOf(".") + 1);

/** A tensor that is known to be in the plan. @param {Plan} plan @param {string} tensor */
export const variableOf = ({ variables }, tensor) => /** @type {Variable} */ (variables.get(tensor));

/** The numbers of an input. @param {Variable} variable @returns {{ shape: number[], data: Float32Array | Uint8Array }} */
export const valueOf = ({ stage, tensor }) => stage.values[shortName(tensor)];

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

/** Stops before reading what cannot be written within the limit. @param {Stage[]} stages @param {Invalid} invalid */
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

/** Makes identifiers of names: letters, digits and underscores, no two the same. */
function identifiers() {
  /** How often each was asked for. @type {Map<string, number>} */
  const taken = new Map();
  /** @param {string} base */
  const name = (base) => {
    const plain = base.replace(/\W/g, "_").replace(/^(?=\d)/, "s");
    let found = plain;
    while (taken.has(found)) {
      const count = /** @type {number} */ (taken.get(plain)) + 1;
      taken.set(plain, count);
      found = `${plain}_${count}`;
    }
    taken.set(found, 1);
    return found;
  };
  /** @param {Group} group */
  const rename = (group) => {
    const shortNames = group.tensors.map(shortName);
    const best = NAMES.find((name) => shortNames.includes(name));
    group.tensor = group.tensors[best ? shortNames.indexOf(best) : 0];
    group.name = name(group.tensor);
  };
  return { name, rename };
}

/**
 * @param {Stage} stage
 * @param {ReadonlyMap<string, number[]>} shapes
 * @param {boolean} chain
 * @returns {Omit<Part, "variable" | "identifier">}
 */
function partOf(stage, shapes, chain) {
  const { id, op, values } = stage;
  const part = {
    ...{ stage, values, id, op },
    keeps: { batch: false, head: false },
    mask: /** @type {Mask} */ ({ given: [] }),
    guarded: false,
    ...{ givens: [], before: [], loop: null, after: [] },
  };
  if (op !== "attention") return part;
  const [query, key] = ["query", "key"].map((name) => shapes.get(id ? `${id}.${name}` : name) ?? []);
  const [batch, heads, q_len] = query;
  const [, kv_heads, kv_len] = key;
  const ranks = (/** @type {string[]} */ names) =>
    Math.max(0, ...names.map((name) => values[name]?.shape?.length ?? 0));
  const split = chain ? 0 : ranks(["query", "key", "value"]);
  const tokens = chain ? 0 : ranks(["x", "x_kv", "x_v"]);
  part.keeps = {
    batch: batch > 1 || split === 4 || tokens === 3,
    head: heads > 1 || kv_heads > 1 || split > 2,
  };
  part.mask = maskOf(values, q_len, kv_len);
  part.guarded = maySeeNothing(values, part.mask, [batch, heads, q_len, kv_len]);
  return part;
}

/**
 * @param {Values} values
 * @param {number} q_len
 * @param {number} kv_len
 * @returns {Mask}
 */
const maskOf = (values, q_len, kv_len) => ({
  ...bandOf(values, q_len, kv_len),
  given: ["bias", "mask", "key_mask"].filter((name) => values[name] !== undefined),
});

/** @param {Mask} mask */
export const masks = ({ lower, upper, given }) =>
  lower !== undefined || upper !== undefined || given.length > 0;

/**
 * Whether a query may see no key at all.
 * @param {Values} values
 * @param {Mask} mask
 * @param {number[]} pairs batch, heads, q_len, kv_len
 */
function maySeeNothing(values, mask, [batch, heads, q_len, kv_len]) {
  if (!masks(mask)) return false;
  if (mask.given.some((name) => values[name].from)) return true;
  if (batch * heads * q_len * kv_len > MOST_PAIRS) return true;
  const allowed = allowedBy(values, q_len, kv_len);
  const sees = (/** @type {number} */ b, /** @type {number} */ h, /** @type {number} */ i) => {
    for (let j = 0; j < kv_len; j++) if (allowed(b, h, i, j)) return true;
    return false;
  };
  for (let b = 0; b < batch; b++)
    for (let h = 0; h < heads; h++) for (let i = 0; i < q_len; i++) if (!sees(b, h, i)) return true;
  return false;
}

/** Which tensors each tensor is an operand of. @param {Map<string, Rule>} rules */
function readers(rules) {
  /** operands of another stage @type {Set<string>} */
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

/**
 * @param {Rule} rule
 * @param {Part} part
 * @returns {Variable}
 */
export function createVariable({ tensor, op, out: tokens, shape }, part) {
  const out = tokens.slice(Math.max(0, tokens.length - shape.length));
  const kept = shape.map((length, axis) => keeps(part, out[axis], length));
  const given = op === "given";
  // what broadcasts needs no leading axes of length 1
  if (given && isBroadcast(tensor))
    for (let axis = 0; axis < shape.length - 1 && (shape[axis] === 1 || !kept[axis]); axis++)
      kept[axis] = false;
  return {
    tensor,
    group: { tensors: [tensor], name: "", tensor, column: false },
    shape,
    out,
    kept,
    given,
    stage: part,
  };
}

/**
 * Whether the program has an axis. Batches and heads only where there are several, or where the problem writes them.
 * @param {Part} part
 * @param {Token} token
 * @param {number} length
 */
export function keeps({ op, keeps: { batch, head } }, { letter, inner }, length) {
  // p and q: a batch_norm's letters for batches and heads
  if (inner || !/[bhgpq]/.test(letter)) return true;
  if (op !== "attention") return length > 1;
  return letter === "b" ? batch : head;
}

/** The lengths of the axes that the program has. @param {Variable} variable */
export const keptShape = ({ shape, kept }) => shape.filter((_, axis) => kept[axis]);

/**
 * Gives a tensor the name of its operand where both hold the same numbers.
 * @param {Variable} variable
 * @param {Rule} rule
 * @param {Map<string, Variable>} variables
 */
function join(variable, { op, parts, by }, variables) {
  const { stage, tensor } = variable;
  const same =
    /^(copy|split|join)$/.test(op) || (op === "scale" && by === 1) || (op === "mask" && !masks(stage.mask));
  const source = variables.get(parts[0]?.of[0]);
  if (!same || !source || parts.length > 1) return false;
  if (keptShape(source).join() !== keptShape(variable).join()) return false;
  const referred = stage.values[shortName(tensor)]?.from !== undefined;
  // an input keeps its name to itself
  if (!referred && (source.given || source.stage !== stage)) return false;
  if (!referred) source.group.tensors.push(tensor);
  variable.group = source.group;
  if (referred) Object.assign(variable, { shape: source.shape, out: source.out, kept: source.kept });
  return true;
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
 * Of a loop's tensors keeps for all steps those that are read after it.
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
 * Rejects inputs that are not finite where something is masked. The core's sums leave out what a mask forbids; a product of
 * matrices adds 0 times it, which is NaN.
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

/** How many numbers the inputs have. @param {Plan} plan */
export const givenCount = ({ parts }) =>
  parts.reduce((sum, { givens }) => sum + givens.reduce((all, { shape }) => all + countOf(shape), 0), 0);
