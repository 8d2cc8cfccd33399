/** Writes a plan in a language: stage by stage, first its inputs, then its statements. */
import { keptShape, valueOf } from "./variable.js";
import { Text } from "./text.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Part} Part */
/** @typedef {import("./plan.js").Loop} Loop */
/** @typedef {import("./plan.js").Statement} Statement */
/** @typedef {import("./plan.js").Variable} Variable */
/** @typedef {{ shape: number[], data: Float32Array | Uint8Array }} Numbers */
/**
 * @typedef {object} Writer writes one program
 * @property {() => string[]} [open] the first lines
 * @property {(variable: Variable, numbers: Numbers, labels: string[]) => string | string[]} [input] the lines of an input, in
 *   the shape that the program has; labels: the names of its rows
 * @property {(statement: Statement, part: Part, inLoop: boolean) => string[]} [statement] the lines of a statement
 * @property {(part: Part, loop: Loop) => { open: string[], close: string[] }} [loop] absent: statements in loops are written
 *   like all others
 * @property {(part: Part) => void} [stage] writes a whole stage, instead of `statement`
 * @property {() => string[]} close the last lines
 * @property {(lines: readonly string[]) => string[]} [head] the lines before all others, which it is given
 */
/**
 * @typedef {object} Language
 * @property {string} title
 * @property {string} file its usual name
 * @property {string} comment what begins a comment
 * @property {string} [space] between a line and the comment beside it
 * @property {string} [pad] before the comment that heads a stage
 * @property {boolean} [dense] without blank lines
 * @property {"first" | "last" | "none"} [commented] which line of a statement takes a comment; by default the last
 * @property {(text: Text) => Writer} writer
 */

/**
 * @param {Plan} plan
 * @param {import("./text.js").Words} words
 * @param {Language} language
 * @param {import("../errors.js").Invalid} invalid
 * @param {string} outline the first line
 */
export function write(plan, words, language, invalid, outline) {
  const text = new Text(plan, words, language, invalid);
  const writer = language.writer(text);
  text.add(...(writer.open?.() ?? []));
  for (const part of plan.parts) {
    if (plan.chain) text.header(`${language.pad ?? ""}${language.comment} ${titleOf(part)}`);
    text.section();
    for (const variable of part.givens) writeInput(variable);
    if (writer.stage) writer.stage(part);
    else {
      writeStatements(part.before, part, false);
      if (part.loop) writeLoop(part, part.loop);
      writeStatements(part.after, part, false);
    }
  }
  text.section();
  text.add(...writer.close());
  if (writer.head) text.prepend(writer.head(text.lines));
  text.prepend([`${language.comment} ${outline}`]);
  return text.finish();

  /** @param {Variable} variable */
  function writeInput(variable) {
    const numbers = { shape: keptShape(variable), data: valueOf(variable).data };
    const lines = writer.input?.(variable, numbers, text.labels(variable));
    if (lines) text.put(variable, lines);
  }

  /** @param {Statement[]} statements @param {Part} part @param {boolean} inLoop */
  function writeStatements(statements, part, inLoop) {
    for (const statement of statements) {
      const plain = writer.statement?.(statement, part, inLoop) ?? [];
      const lines = text.remark(plain, text.commentOn(statement));
      if (inLoop) text.put(statement.variable, lines);
      else text.make(statement.variable, lines);
    }
  }

  /** @param {Part} part @param {Loop} loop */
  function writeLoop(part, loop) {
    if (!writer.loop) return writeStatements(loop.body, part, false);
    const { open, close } = writer.loop(part, loop);
    text.gap();
    text.add(...open);
    writeStatements(loop.body, part, true);
    text.add(...close);
    text.gap();
    text.section();
  }
}

/** Returns a title such as "norm: layer_norm", or the operation alone if the stage is named after it. @param {Part} part */
const titleOf = ({ id, op }) => (id === op ? op : `${id}: ${op}`);
