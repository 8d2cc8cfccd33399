/**
 * The walk over a plan that every language shares: stage after stage what was given, then statement after statement. A
 * language says how it spells a number, a name, a statement and a loop.
 */
import { bracketed } from "./numbers.js";
import { keptShape, shortName } from "./plan.js";
import { Text } from "./text.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Part} Part */
/** @typedef {import("./plan.js").Loop} Loop */
/** @typedef {import("./plan.js").Statement} Statement */
/** @typedef {import("./plan.js").Variable} Variable */
/** @typedef {{ before: string, after: string, pad?: string, shape?: readonly number[] }} Place what stands round a tensor's numbers */
/**
 * @typedef {object} Spelling how one program is spelled
 * @property {() => string[]} [open] first lines
 * @property {import("./numbers.js").Notation} [notation] of numbers
 * @property {(variable: Variable, data: ArrayLike<number>) => Place} [declare] a given tensor
 * @property {(variable: Variable) => string | string[]} [give] the same, where it is no list of numbers
 * @property {(labels: string[]) => string[]} [label] what of the names of rows may stand in comments
 * @property {(statement: Statement, part: Part, inLoop: boolean) => string[]} [state] lines of a statement
 * @property {"first" | "last"} [says] which of them has a comment
 * @property {(part: Part, loop: Loop) => { open: string[], close: string[] }} [loop] absent: its statements stand outside of it
 * @property {(part: Part) => void} [compute] writes all statements of a stage, in place of `state`
 * @property {() => string[]} close last lines
 * @property {() => string[]} [head] lines before all others, known last
 */
/**
 * @typedef {object} Language
 * @property {string} comment how one begins
 * @property {string} [space] between a line and the comment beside it
 * @property {string} [pad] before the comment that heads a stage
 * @property {boolean} [dense] has no blank lines
 * @property {(text: Text) => Spelling} spell
 */

/**
 * @param {Plan} plan
 * @param {import("./text.js").Words} words
 * @param {Language} language
 */
export function walk(plan, words, language) {
  const text = new Text(plan, words, language);
  const spelling = language.spell(text);
  const { says, loop } = spelling;
  text.add(...(spelling.open?.() ?? []));
  for (const part of plan.parts) {
    if (plan.chain) text.header(`${language.pad ?? ""}${language.comment} ${part.id}: ${words.ops[part.op]}`);
    text.section();
    for (const variable of part.givens) give(variable);
    if (spelling.compute) spelling.compute(part);
    else {
      part.before.forEach((statement) => state(statement, part, false));
      if (part.loop) repeat(part, part.loop);
      part.after.forEach((statement) => state(statement, part, false));
    }
  }
  text.section();
  text.add(...spelling.close());
  text.head(...(spelling.head?.() ?? []));
  return text.finish();

  /** @param {Variable} variable */
  function give(variable) {
    const { declare, notation, label = (all) => all } = spelling;
    if (spelling.give) text.put(variable, spelling.give(variable));
    if (!declare || !notation) return;
    const { data } = variable.stage.values[shortName(variable.tensor)];
    const { shape = keptShape(variable), ...place } = declare(variable, data);
    const labels = label(text.labels(variable));
    text.put(variable, bracketed({ shape, data }, notation, { ...place, labels }));
  }

  /** @param {Statement} statement @param {Part} part @param {boolean} inLoop */
  function state(statement, part, inLoop) {
    const lines = /** @type {NonNullable<Spelling["state"]>} */ (spelling.state)(statement, part, inLoop);
    const at = says === "first" ? 0 : lines.length - 1;
    if (says) lines[at] = text.beside(lines[at], text.saying(statement));
    if (inLoop) text.put(statement.variable, lines);
    else text.make(statement.variable, lines);
  }

  /** @param {Part} part @param {Loop} body */
  function repeat(part, body) {
    if (!loop) return body.body.forEach((statement) => state(statement, part, false));
    const { open, close } = loop(part, body);
    text.gap();
    text.add(...open);
    for (const statement of body.body) state(statement, part, true);
    text.add(...close);
    text.gap();
    text.section();
  }
}
