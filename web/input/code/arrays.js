/**
 * Statements on whole arrays: what NumPy and PyTorch have in common. What they call by other names is a dialect.
 */
import { WIDTH, bracketed, pointed } from "./numbers.js";
import { demandFinite, keptShape, shortName } from "./plan.js";
import { Operation } from "./operations.js";
import { Text } from "./text.js";
import { startOf } from "./backward/start.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Part} Part */
/** @typedef {import("./plan.js").Statement} Statement */
/** @typedef {import("./plan.js").Variable} Variable */
/** @typedef {import("./backward/start.js").Start} Start */
/**
 * @typedef {object} Dialect
 * @property {string[]} head lines before all others
 * @property {(shape: string) => { open: string, close: string, scalar: string }} literal around nested lists
 * @property {(name: string, x: string) => string} call exp, tanh, sqrt, log, atan2 …
 * @property {(x: string, kept: boolean) => string} max along the last axis; kept: of length 1
 * @property {(x: string, kept: boolean) => string} sum
 * @property {(x: string, axes: string, kept: boolean) => string} mean
 * @property {(x: string, a: number, b: number) => string} swap two axes
 * @property {(x: string, count: number) => string} repeat along the axis of heads
 * @property {(rows: number, columns: number, offset: number) => string} lower triangle of True
 * @property {(count: number) => string} range 0, 1, …
 * @property {(x: string, allowed: string) => string} forbid −∞ where not allowed
 * @property {(x: string, value: string) => string} replace what has a value: −∞ by 0, 0 by 1
 * @property {string} minus −∞
 * @property {(x: string, shape: string) => string} broadcast
 * @property {(list: string) => string} stack
 * @property {(parts: string) => string} beside along the last axis
 * @property {(length: number) => string} zeros
 * @property {(name: string, x: string) => string[]} softmax
 * @property {{ nan: string, inf: string, minus: string, yes: string, no: string }} words
 * @property {(data: ArrayLike<number>) => string} dtype
 * @property {string} learned behind the dtype of what a gradient is wanted of
 */

/**
 * @param {Plan} plan
 * @param {import("./text.js").Words} words
 * @param {Dialect} dialect
 * @param {(text: Text, start: Start) => void} backward writes the way back, where there is one
 */
export function arrays(plan, words, dialect, backward) {
  demandFinite(plan, words.errors);
  const start = startOf(plan, words.errors);
  const learned = new Set(start && [...start.parameters, ...start.inputs]);
  const text = new Text(plan, words, "#");
  text.add(...dialect.head);
  for (const part of plan.parts) {
    text.gap();
    text.section();
    if (plan.chain) text.header(`# ${part.id}: ${words.ops[part.op]}`);
    for (const variable of part.givens) give(text, dialect, variable, learned.has(variable));
    for (const statement of part.before) state(statement, part, null);
    if (part.loop) repeat(part, part.loop);
    for (const statement of part.after) state(statement, part, null);
  }
  text.section();
  if (start) backward(text, start);
  text.add(`print(${plan.result.group.name}${plan.result.group.column ? "[..., 0]" : ""}.tolist())`);
  return text.finish();

  /** @param {Part} part @param {import("./plan.js").Loop} loop */
  function repeat(part, { steps, body }) {
    const collected = body.filter(({ variable }) => keptAt(variable, "s"));
    text.gap();
    for (const { variable } of collected) {
      const first = shortName(variable.tensor) === "state" ? [firstState(part, variable)] : [];
      text.add(`${variable.group.name} = [${first.join("")}]`);
    }
    text.add(`for step in range(${steps}):`);
    for (const statement of body) state(statement, part, "    ");
    for (const { variable } of collected)
      text.add(`${variable.group.name} = ${dialect.stack(variable.group.name)}`);
    text.gap();
    text.section();
  }

  /** @param {Part} part @param {Variable} state */
  function firstState({ id }, { shape }) {
    const initial = plan.variables.get(`${id}.initial_state`);
    return initial ? initial.group.name : dialect.zeros(shape[1]);
  }

  /** @param {Statement} statement @param {Part} part @param {string | null} pad of a loop's body */
  function state(statement, part, pad) {
    const { variable } = statement;
    const { name } = variable.group;
    const operation = new Operation(plan, dialect, part, statement, pad !== null);
    const expression = operation.expression();
    const isCollected = pad !== null && keptAt(variable, "s");
    const own = isCollected ? `${name}.append(${expression})` : `${name} = ${expression}`;
    const all = [...operation.before, own].flatMap(broken).map((line) => (pad ?? "") + line);
    all[all.length - 1] = text.beside(all[all.length - 1], text.saying(statement));
    if (pad === null) text.make(variable, all);
    else text.put(variable, all);
  }
}

/** @param {Variable} variable @param {string} letter */
const keptAt = ({ out, kept }, letter) => out.some((token, axis) => token.letter === letter && kept[axis]);

/** A long assignment in parentheses. @param {string} line */
export function broken(line) {
  if (line.length <= WIDTH - 4) return [line];
  const [, name, value] = /^(\w+ = |\w+\.append\()([\s\S]*)$/.exec(line) ?? [];
  if (value === undefined) return [line];
  if (name.endsWith("(")) return [name, `    ${value.slice(0, -1)}`, ")"];
  const [call] = /^[\w.]+\(/.exec(value) ?? [];
  if (call && closesAt(value, call.length) === value.length - 1)
    return [name + call, `    ${value.slice(call.length, -1)}`, ")"];
  return [`${name}(`, `    ${value}`, ")"];
}

/** Where the bracket is closed that was opened before a place. @param {string} text @param {number} from */
function closesAt(text, from) {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (/[([]/.test(text[at])) depth++;
    if (/[)\]]/.test(text[at]) && --depth === 0) return at;
  }
  return -1;
}

/** @param {Text} text @param {Dialect} dialect @param {Variable} variable @param {boolean} learned its gradient is wanted */
function give(text, dialect, variable, learned) {
  const { data } = variable.stage.values[shortName(variable.tensor)];
  const dtype = dialect.dtype(data) + (learned ? dialect.learned : "");
  const tensor = { shape: keptShape(variable), data };
  text.put(variable, literalLines(dialect, variable.group.name, tensor, dtype, text.labels(variable)));
}

/**
 * A tensor's numbers under a name.
 * @param {Dialect} dialect
 * @param {string} name
 * @param {{ shape: readonly number[], data: ArrayLike<number> }} tensor
 * @param {string} dtype
 * @param {string[]} [labels] of rows
 */
export function literalLines(dialect, name, tensor, dtype, labels) {
  const notation = {
    open: "[",
    close: "]",
    number: pointed,
    words: dialect.words,
    comment: "#",
    step: "    ",
  };
  const { open, close } = dialect.literal(dtype);
  return bracketed(tensor, notation, { before: `${name} = ${open}`, after: close, labels });
}
