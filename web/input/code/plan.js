/**
 * A problem as a list of statements that any language can write down: the tensors of its graph in order of computation,
 * each with a name, without the axes that nobody gave, those left out that change nothing.
 */
import { AttentionError } from "../../core/errors.js";
import { describe } from "../../core/graph/operations.js";
import { allowedBy, bandOf } from "../../core/graph/pairs.js";
import { shapesOf } from "../../core/graph/shapes.js";
import { build } from "../../core/tensor.js";
import { countOf } from "../../core/shapes.js";
import { fill } from "../../words/sentence.js";
import { TEXT_BYTES } from "../limits.js";
import { grouped } from "../refusal.js";

/** @typedef {import("../../core/problem.js").Problem} Problem */
/** @typedef {import("../../core/problem.js").Stage} Stage */
/** @typedef {import("../../core/readers.js").Values} Values */
/** @typedef {import("../../core/graph/builder.js").Rule} Rule */
/** @typedef {import("../../core/graph/cells.js").Token} Token */
/**
 * @typedef {object} Group tensors that hold the same numbers, under one name
 * @property {string[]} tensors
 * @property {string} name
 * @property {string} tensor the one of them that it is called after
 * @property {boolean} column an axis of length 1 stands behind its others (a language may want it)
 */
/**
 * @typedef {object} Variable a tensor as the code has it
 * @property {string} tensor
 * @property {Group} group
 * @property {readonly number[]} shape complete
 * @property {Token[]} out its axes, one each
 * @property {boolean[]} kept which axes the code has
 * @property {boolean} given as numbers
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
 * @property {boolean} guarded some row may see nothing: its weights are 0
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
 * @property {Variable[]} collected what is kept of all steps
 * @property {Variable} [initial] the state before the first
 */
/** @typedef {{ lower?: number, upper?: number, given: string[] }} Mask which j − i are allowed, and what else says so: bias, mask, key_mask */
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
 */

/** Looked at for rows that see nothing; beyond, any row may be one. */
const MOST_PAIRS = 2 ** 20;
/** Characters that a number takes at least, with its comma, and a stage. */
const LEAST = { number: 3, stage: 40, attention: 400 };

/** Nothing else is made from these: they are told where another stage reads them. */
const APART = ["log_sum_exp", "weighted_values"];
/** With given weights, nothing is made from these either. */
const OVERRIDDEN = ["row_max", "shifted_scores", "shifted_exp", "row_sum"];

/** What tensors with the same numbers are called: the first of these that is among them, else as the first of them. */
const NAMES = ["output", "mixed", "query", "key", "value"];

/** The name within a stage. @param {string} tensor */
export const shortName = (tensor) => tensor.slice(tensor.indexOf(".") + 1);

/**
 * @param {Problem} problem
 * @param {Record<string, string>} words of refusals
 * @returns {Plan}
 */
export function planOf(problem, words) {
  const { stages } = problem;
  const chain = stages[0].id !== "";
  demandShort(stages, words);
  const shapes = shapesOf(stages, (fault, where, facts) => {
    const code = fault === "reference" ? "value" : "shape";
    throw new AttentionError(code, where, fill(words[fault], { where, ...facts }));
  });
  for (const [name, shape] of shapes)
    if (shape.includes(0))
      throw new AttentionError(
        "unsupported",
        name,
        fill(words.empty, { where: name, shape: `[${shape.join(", ")}]` }),
      );
  build(stages.map(({ values }) => values));
  const rules = describe(stages, shapes, undefined);
  const { name, rename } = identifiers();
  /** @type {Map<string, Variable>} */
  const variables = new Map();
  const parts = stages.map((stage) => partOf(stage, shapes, chain));
  const partBy = new Map(parts.map((part) => [part.id, part]));
  const read = readers(rules);
  for (const rule of rules.values()) {
    const part = /** @type {Part} */ (
      partBy.get(chain ? rule.tensor.slice(0, rule.tensor.indexOf(".")) : "")
    );
    const variable = variableOf(rule, part);
    variables.set(rule.tensor, variable);
    if (isApart(rule.tensor, part) && !read.elsewhere.has(rule.tensor)) continue;
    if (rule.op === "given") part.givens.push(variable);
    else if (!join(variable, rule, variables)) place({ variable, rule }, part);
  }
  for (const part of parts) collect(part, read, variables);
  for (const { group } of variables.values()) if (!group.name) rename(group);
  const result = resultOf(/** @type {Part} */ (parts.at(-1)), variables, rules);
  return { problem, chain, parts, partBy, variables, shapes, result, name };
}

/** Refuses what cannot be written within the limit, before it is read. @param {Stage[]} stages @param {Record<string, string>} words */
function demandShort(stages, words) {
  let least = 0;
  for (const { op, values } of stages) {
    least += op === "attention" ? LEAST.attention : LEAST.stage;
    for (const value of Object.values(values))
      if (Array.isArray(value?.shape)) least += countOf(value.shape) * LEAST.number;
    if (least > TEXT_BYTES + LEAST.attention) throw tooLong(words);
  }
}

/** @param {Record<string, string>} words of refusals */
export const tooLong = ({ long }) =>
  new AttentionError("limit", "problem", fill(long, { limit: grouped(TEXT_BYTES) }));

/**
 * Identifiers from names: letters, digits and underscores, no two the same.
 */
function identifiers() {
  /** How many were called so. @type {Map<string, number>} */
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
    const best = NAMES.map((short) => group.tensors.find((tensor) => shortName(tensor) === short)).find(
      Boolean,
    );
    group.tensor = best ?? group.tensors[0];
    group.name = name(group.tensor);
  };
  return { name, rename };
}

/**
 * @param {Stage} stage
 * @param {ReadonlyMap<string, number[]>} shapes
 * @param {boolean} chain
 * @returns {Part}
 */
function partOf(stage, shapes, chain) {
  const { id, op, values } = stage;
  const own = (/** @type {string} */ name) => shapes.get(id ? `${id}.${name}` : name);
  /** @type {Part} */
  const part = {
    ...{ stage, values, id, op },
    keeps: { batch: false, head: false },
    mask: { given: [] },
    guarded: false,
    ...{ givens: [], before: [], loop: null, after: [] },
  };
  if (op !== "attention") return part;
  const [batch, heads, q_len] = own("query") ?? [];
  const [, kv_heads, kv_len] = own("key") ?? [];
  const ranks = (/** @type {string[]} */ names) =>
    Math.max(0, ...names.map((name) => values[name]?.shape?.length ?? 0));
  const split = chain ? 0 : ranks(["query", "key", "value"]);
  const tokens = chain ? 0 : ranks(["x", "x_kv", "x_v"]);
  part.keeps = {
    batch: batch > 1 || split === 4 || tokens === 3,
    head: heads > 1 || kv_heads > 1 || split > 2,
  };
  part.mask = maskOf(values, q_len, kv_len);
  part.guarded = mayBeBlind(values, part.mask, [batch, heads, q_len, kv_len]);
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
 * May a query see no key at all?
 * @param {Values} values
 * @param {Mask} mask
 * @param {number[]} pairs batch, heads, q_len, kv_len
 */
function mayBeBlind(values, mask, [batch, heads, q_len, kv_len]) {
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

/**
 * Who reads what.
 * @param {Map<string, Rule>} rules
 */
function readers(rules) {
  /** @type {Set<string>} read by a tensor of another stage */
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
export function variableOf({ tensor, op, out: tokens, shape }, part) {
  const out = tokens.slice(Math.max(0, tokens.length - shape.length));
  const kept = shape.map((length, axis) => keeps(part, out[axis], length));
  const given = op === "given";
  // what broadcasts needs no axes of length 1 in front
  if (given && /^(bias|mask|key_mask|weights_override)$/.test(shortName(tensor)))
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
 * Does the code have this axis? Batches and heads only where there are some, or where they were given.
 * @param {Part} part
 * @param {Token} token
 * @param {number} length
 */
export function keeps({ op, keeps: { batch, head } }, { letter, inner }, length) {
  // a batch_norm runs over batches and heads by other letters
  if (inner || !/[bhgpq]/.test(letter)) return true;
  if (op !== "attention") return length > 1;
  return letter === "b" ? batch : head;
}

/** The lengths of the axes that the code has. @param {Variable} variable */
export const keptShape = ({ shape, kept }) => shape.filter((_, axis) => kept[axis]);

/**
 * Where a tensor has the numbers of the one it is made from, both are one.
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
  // numbers that were given keep their name, and what is made of them has its own
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
 * In a loop, only what is read after it is kept for all steps.
 * @param {Part} part
 * @param {ReturnType<typeof readers>} read
 * @param {Map<string, Variable>} variables
 */
function collect({ id, loop, after }, { elsewhere, by }, variables) {
  if (!loop) return;
  loop.initial = variables.get(`${id}.initial_state`);
  const later = new Set(after.map(({ variable }) => variable.tensor));
  for (const { variable } of loop.body) {
    const all = variable.group.tensors;
    const kept = all.some((one) => elsewhere.has(one) || by.get(one)?.some((reader) => later.has(reader)));
    if (kept || shortName(variable.tensor) === "state") continue;
    for (const tensor of all) {
      const one = /** @type {Variable} */ (variables.get(tensor));
      one.kept = one.kept.map((axis, n) => axis && one.out[n].letter !== "s");
    }
  }
  const all = loop.body.map(({ variable }) => variable);
  loop.collected = all.filter(({ out, kept }) =>
    out.some(({ letter }, axis) => letter === "s" && kept[axis]),
  );
}

/**
 * @param {Part} part the last one
 * @param {Map<string, Variable>} variables
 * @param {Map<string, Rule>} rules
 * @returns {Variable}
 */
function resultOf({ id }, variables, rules) {
  const own = (/** @type {string} */ name) => variables.get(id ? `${id}.${name}` : name);
  const last = /** @type {string} */ ([...rules.keys()].at(-1));
  return own("output") ?? own("mixed") ?? /** @type {Variable} */ (variables.get(last));
}

/**
 * What is not allowed adds nothing to the core's sums, whatever it holds; a product of matrices adds 0 times it, which is
 * NaN where it is not finite.
 * @param {Plan} plan
 * @param {Record<string, string>} words
 */
export function demandFinite({ parts }, words) {
  const forbids = (/** @type {Part} */ { values, mask }) =>
    mask.lower !== undefined ||
    mask.upper !== undefined ||
    mask.given.some(
      (/** @type {string} */ name) =>
        name !== "bias" || values.bias.from || values.bias.data.includes(-Infinity),
    );
  if (!parts.some(forbids)) return;
  for (const { givens } of parts)
    for (const { tensor, stage } of givens) {
      const short = shortName(tensor);
      if (/^(bias|mask|key_mask|weights_override)$/.test(short)) continue;
      if (!stage.values[short].data.every(Number.isFinite))
        throw new AttentionError("unsupported", tensor, fill(words.finite, { where: tensor }));
    }
}

/** Entries of all tensors that stand in the code. @param {Plan} plan */
export const givenCount = ({ parts }) =>
  parts.reduce((sum, { givens }) => sum + givens.reduce((all, { shape }) => all + countOf(shape), 0), 0);
