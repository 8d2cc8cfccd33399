/**
 * Code while it is written down, and which lines make which tensor.
 */
import { OPERATIONS, phaseOf } from "../../core/graph/tensors.js";
import { TEXT_BYTES } from "../limits.js";
import { WIDTH } from "./numbers.js";
import { shortName, tooLong } from "./plan.js";

/** @typedef {import("../../core/graph/tensors.js").Phase} Phase */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Variable} Variable */
/** @typedef {[first: number, last: number]} Range lines from 1, both included */
/** @typedef {{ says: Record<string, string>, back: Record<string, string>, ops: Record<string, string>, errors: Record<string, string> }} Words */

/** Where a tensor is told that has no line of its own. @type {Record<string, string[]>} */
const NEAR = {
  log_sum_exp: ["row_sum", "weights"],
  weighted_values: ["mixed"],
  row_max: ["weights"],
  shifted_scores: ["weights"],
  shifted_exp: ["weights"],
  row_sum: ["weights"],
};

/** Parts of the code of an attention, with a blank line between them. @type {Record<Phase, string>} */
const SECTIONS = {
  ...{ project: "project", score: "score", scale: "score", cap: "score", mask: "score" },
  ...{ softmax: "softmax", weight: "mix", sum: "mix" },
};

/** @param {Variable} variable */
function sectionOf({ tensor, stage }) {
  const short = shortName(tensor);
  const isMade = stage.op === "attention" && short in OPERATIONS.attention.made;
  return isMade ? SECTIONS[phaseOf(short)] : "";
}

export class Text {
  /** @type {string[]} */
  #lines = [];
  /** @type {Map<string, Range>} */
  #tensors = new Map();
  /** Lines that make what is no tensor of the forward run. @type {Map<string, Range>} */
  #noted = new Map();
  /** Lines of steps that are about no tensor, by id. @type {Map<string, Range>} */
  #steps = new Map();
  /** The part that is being written; none: something else was written last. @type {string | null} */
  #section = null;
  /** Is the last line the head of a stage? */
  #begun = false;
  #bytes = 0;

  /**
   * @param {Plan} plan
   * @param {Words} words
   * @param {import("./walk.js").Language} language
   */
  constructor(plan, words, { comment, space = "  ", dense = false }) {
    this.plan = plan;
    this.words = words;
    this.comment = comment;
    this.space = space;
    this.dense = dense;
  }

  /** Lines before all others, which are known last. @param {...string} lines */
  head(...lines) {
    this.#lines.unshift(...lines);
    for (const range of new Set(this.#tensors.values())) {
      range[0] += lines.length;
      range[1] += lines.length;
    }
  }

  /** @param {...string} lines */
  add(...lines) {
    for (const line of lines) {
      this.#bytes += line.length + 1;
      if (this.#bytes > TEXT_BYTES) throw tooLong(this.words.errors);
      this.#lines.push(line);
    }
  }

  /** Changes the last line. @param {(line: string) => string} change */
  amend(change) {
    this.#lines.push(change(/** @type {string} */ (this.#lines.pop())));
  }

  /** What a stage begins with. @param {string} line */
  header(line) {
    this.gap();
    this.add(line);
    this.#section = null;
    this.#begun = true;
  }

  /** A blank line, but never two. */
  gap() {
    if (!this.dense && this.#lines.length > 0 && this.#lines.at(-1) !== "") this.add("");
  }

  /** Lines that make a tensor, a blank one before a new part. @param {Variable} variable @param {string | string[]} lines */
  make(variable, lines) {
    const section = sectionOf(variable);
    if (section !== this.#section && !this.#begun) this.gap();
    this.#section = section;
    this.put(variable, lines);
  }

  /** The same without a part. @param {Variable} variable @param {string | string[]} lines */
  put(variable, lines) {
    this.#begun = false;
    const range = this.#place(lines);
    for (const tensor of variable.group.tensors) this.#tensors.set(tensor, range);
  }

  /** Lines of a gradient or a loss; those of several calls go together. @param {string[]} tensors @param {string | string[]} lines */
  note(tensors, lines) {
    const [first, last] = this.#place(lines);
    for (const tensor of tensors) this.#noted.set(tensor, [this.#noted.get(tensor)?.[0] ?? first, last]);
  }

  /** Lines of a step. @param {string} step its id @param {string | string[]} lines */
  noteStep(step, lines) {
    this.#steps.set(step, this.#place(lines));
  }

  /** Says that the way back is not written. @param {string} [pad] */
  stop(pad = "") {
    this.gap();
    this.add(`${pad}${this.comment} ${this.words.back.stops}`);
  }

  /** @param {string | string[]} lines @returns {Range} */
  #place(lines) {
    const first = this.#lines.length + 1;
    for (const line of [lines].flat()) this.add(line);
    return [first, this.#lines.length];
  }

  /** A new stage or section begins. */
  section() {
    this.#section = null;
  }

  /** What is said beside a line, where there is room. @param {string} line @param {string} [said] */
  beside(line, said) {
    if (!said) return line;
    const whole = `${line}${this.space}${this.comment} ${said}`;
    return whole.length <= WIDTH ? whole : line;
  }

  /** A short sentence on what a statement makes. @param {import("./plan.js").Statement} statement */
  saying({ variable: { tensor, group, stage }, rule }) {
    const { says } = this.words;
    if (says[rule.op]) return says[rule.op];
    if (stage.op === "residual") return says.residual;
    const { given, lower, upper } = stage.mask;
    const onlyBias = given.length === 1 && given[0] === "bias" && lower === undefined && upper === undefined;
    if (rule.op === "mask" && onlyBias) return says.bias;
    if (rule.op === "copy") return shortName(tensor) === "weights" ? says.override : undefined;
    return [tensor, ...group.tensors].map((name) => says[shortName(name)]).find(Boolean);
  }

  /** What a tensor's rows are called. @param {Variable} variable @returns {string[]} */
  labels({ tensor, stage }) {
    const { labels } = this.plan.chain ? stage.values : this.plan.problem.common;
    return (labels?.[shortName(tensor)] ?? []).map(harmless);
  }

  /** What was written. */
  finish() {
    const { variables } = this.plan;
    /** @type {[tensor: string, lines: Range][]} */
    const found = [];
    const lead = (/** @type {string} */ tensor) => tensor.slice(0, tensor.length - shortName(tensor).length);
    for (const [tensor, variable] of variables) {
      const near = NEAR[shortName(tensor)]?.map((name) => lead(tensor) + name) ?? [];
      const names = [tensor, ...variable.group.tensors, ...near];
      const there = names.flatMap((one) => [one, ...(variables.get(one)?.group.tensors ?? [])]);
      const range = there.map((one) => this.#tensors.get(one)).find(Boolean);
      if (range) found.push([tensor, range]);
    }
    const text = `${this.#lines.join("\n")}\n`;
    if (new TextEncoder().encode(text).length > TEXT_BYTES) throw tooLong(this.words.errors);
    const tensors = Object.fromEntries([...found, ...this.#noted]);
    return { text, tensors, steps: Object.fromEntries(this.#steps) };
  }
}

/** What a reader wrote, as part of a comment: letters, digits and signs that end nothing in any language. @param {string} label */
const harmless = (label) =>
  label
    .replace(/[^\p{L}\p{M}\p{N} '.,-]+/gu, " ")
    .slice(0, 40)
    .trim();

/** Names in as many lines as they need. @param {string[]} names @param {string} first @param {string} pad */
export function wrapped(names, first, pad) {
  const lines = [first];
  names.forEach((name, n) => {
    const end = n < names.length - 1 ? ", " : ";";
    if (lines[lines.length - 1].length + name.length > 96) lines.push(pad);
    lines[lines.length - 1] += name + end;
  });
  return lines.map((line) => line.trimEnd());
}
