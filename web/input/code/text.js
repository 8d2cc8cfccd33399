/** Collects code as it is written, and which lines make which tensor. */
import { OPERATIONS, phaseOf } from "../../core/graph/tensors.js";
import { TEXT_BYTES } from "../limits.js";
import { WIDTH } from "./numbers.js";
import { tooLong } from "./plan.js";
import { shortName } from "./variable.js";

/** @typedef {import("../../core/graph/tensors.js").Phase} Phase */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Variable} Variable */
/** @typedef {[first: number, last: number]} Range lines from 1, both included */
/** @typedef {{ says: Record<string, string>, back: Record<string, string>, errors: Record<string, string> }} Words comments on tensors and on the backward pass, errors */

/** The tensors whose lines count as those of a tensor that no line makes. @type {Record<string, string[]>} */
const NEAR = {
  log_sum_exp: ["row_sum", "weights"],
  weighted_values: ["mixed"],
  row_max: ["weights"],
  shifted_scores: ["weights"],
  shifted_exp: ["weights"],
  row_sum: ["weights"],
};

/** The sections of an attention, by phase; blank lines separate them. @type {Record<Phase, string>} */
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
  lines = [];
  /** @type {Map<string, Range>} */
  #tensors = new Map();
  /** Lines of the loss and of gradients. @type {Map<string, Range>} */
  #gradients = new Map();
  /** Lines of steps that concern no tensor, by id. @type {Map<string, Range>} */
  #steps = new Map();
  /** The section of the last line; null if it belongs to none. @type {string | null} */
  #section = null;
  /** Whether the last line is the head of a stage. */
  #atHead = false;
  #bytes = 0;

  /**
   * @param {Plan} plan
   * @param {Words} words
   * @param {import("./write.js").Language} language
   * @param {import("../errors.js").Invalid} invalid
   */
  constructor(plan, words, { comment, space = "  ", pad = "", dense = false, commented = "last" }, invalid) {
    this.plan = plan;
    this.words = words;
    this.comment = comment;
    this.space = space;
    this.pad = pad;
    this.dense = dense;
    this.commented = commented;
    this.invalid = invalid;
  }

  /** @param {string[]} lines */
  prepend(lines) {
    this.lines.unshift(...lines);
    const maps = [this.#tensors, this.#gradients, this.#steps];
    for (const range of new Set(maps.flatMap((map) => [...map.values()]))) {
      range[0] += lines.length;
      range[1] += lines.length;
    }
  }

  /** @param {...string} lines */
  add(...lines) {
    for (const line of lines) {
      this.#bytes += line.length + 1;
      if (this.#bytes > TEXT_BYTES) throw tooLong(this.invalid);
      this.lines.push(line);
    }
  }

  /** Rewrites the last line. @param {(line: string) => string} change */
  amend(change) {
    this.lines.push(change(/** @type {string} */ (this.lines.pop())));
  }

  /** Adds the head of a stage. @param {string} line */
  header(line) {
    this.gap();
    this.add(line);
    this.#atHead = true;
  }

  /** Adds a blank line, but never two in a row. */
  gap() {
    if (!this.dense && this.lines.length > 0 && this.lines.at(-1) !== "") this.add("");
  }

  /** Adds lines that make a tensor, after a blank one if a section begins. @param {Variable} variable @param {string | string[]} lines */
  make(variable, lines) {
    const section = sectionOf(variable);
    if (section !== this.#section && !this.#atHead) this.gap();
    this.#section = section;
    this.put(variable, lines);
  }

  /** Adds lines that make a tensor, whatever the section. @param {Variable} variable @param {string | string[]} lines */
  put(variable, lines) {
    this.#atHead = false;
    const range = this.#place(lines);
    for (const tensor of variable.group.tensors) this.#tensors.set(tensor, range);
  }

  /** Adds lines of a gradient or a loss, whose range extends from the first call to the last. @param {string[]} tensors @param {string | string[]} lines */
  putGradient(tensors, lines) {
    const [first, last] = this.#place(lines);
    for (const tensor of tensors)
      this.#gradients.set(tensor, [this.#gradients.get(tensor)?.[0] ?? first, last]);
  }

  /** Adds lines of a step. @param {string} id @param {string | string[]} lines */
  putStep(id, lines) {
    this.#steps.set(id, this.#place(lines));
  }

  /** Adds a comment that the backward pass is not written. */
  endForward() {
    this.gap();
    this.add(`${this.pad}${this.comment} ${this.words.back.stops}`);
  }

  /** @param {string | string[]} lines @returns {Range} */
  #place(lines) {
    const first = this.lines.length + 1;
    for (const line of [lines].flat()) this.add(line);
    return [first, this.lines.length];
  }

  /** Begins a new stage or section. */
  section() {
    this.#section = null;
  }

  /** Returns a line with a comment beside it, if that fits. @param {string} line @param {string} [comment] */
  beside(line, comment) {
    const whole = `${line}${this.space}${this.comment} ${comment}`;
    return comment && whole.length <= WIDTH ? whole : line;
  }

  /** Returns the lines of a statement with a comment beside one of them, if it fits. @param {string[]} lines @param {string} [comment] */
  remark(lines, comment) {
    if (this.commented === "none") return lines;
    const at = this.commented === "first" ? 0 : lines.length - 1;
    return lines.with(at, this.beside(lines[at], comment));
  }

  /** Returns a short sentence on what a statement makes, if there is one. @param {import("./plan.js").Statement} statement */
  commentOn({ variable: { tensor, group, stage }, rule }) {
    const { says } = this.words;
    if (says[rule.op]) return says[rule.op];
    if (stage.op === "residual") return says.residual;
    const { given, lower, upper } = stage.mask;
    const onlyBias = given.length === 1 && given[0] === "bias" && lower === undefined && upper === undefined;
    if (rule.op === "mask" && onlyBias) return says.bias;
    if (rule.op === "copy") return shortName(tensor) === "weights" ? says.override : undefined;
    return [tensor, ...group.tensors].map((name) => says[shortName(name)]).find(Boolean);
  }

  /** Returns the names of a tensor's rows. @param {Variable} variable @returns {string[]} */
  labels({ tensor, stage }) {
    const { labels } = this.plan.chain ? stage.values : this.plan.problem.common;
    return (labels?.[shortName(tensor)] ?? []).map(harmless);
  }

  /** Returns the text, and the lines of each tensor and step. */
  finish() {
    const { variables } = this.plan;
    /** @type {[tensor: string, lines: Range][]} */
    const found = [];
    const lead = (/** @type {string} */ tensor) => tensor.slice(0, tensor.length - shortName(tensor).length);
    for (const [tensor, variable] of variables) {
      const near = NEAR[shortName(tensor)]?.map((name) => lead(tensor) + name) ?? [];
      const names = [tensor, ...variable.group.tensors, ...near];
      const all = names.flatMap((name) => [name, ...(variables.get(name)?.group.tensors ?? [])]);
      const range = all.map((name) => this.#tensors.get(name)).find(Boolean);
      if (range) found.push([tensor, range]);
    }
    const text = `${this.lines.join("\n")}\n`;
    if (new TextEncoder().encode(text).length > TEXT_BYTES) throw tooLong(this.invalid);
    const tensors = Object.fromEntries([...found, ...this.#gradients]);
    return { text, tensors, steps: Object.fromEntries(this.#steps) };
  }
}

/** Returns a label as part of a comment: letters, digits and signs that end a comment in no language. @param {string} label */
const harmless = (label) =>
  label
    .replace(/[^\p{L}\p{M}\p{N} '.,-]+/gu, " ")
    .slice(0, 40)
    .trim();

/** Writes names in as many lines as they need. @param {string[]} names @param {string} first @param {string} pad */
export function wrapped(names, first, pad) {
  const lines = [first];
  names.forEach((name, n) => {
    const end = n < names.length - 1 ? ", " : ";";
    if (lines[lines.length - 1].length + name.length > 96) lines.push(pad);
    lines[lines.length - 1] += name + end;
  });
  return lines.map((line) => line.trimEnd());
}
