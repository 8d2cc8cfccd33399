/**
 * Statements on whole arrays: what NumPy and PyTorch have in common. What they call by other names is a dialect.
 */
import { shortestDecimal } from "../../words/decimal.js";
import { WIDTH, bracketed, pointed } from "./numbers.js";
import { demandFinite, keeps, keptShape, shortName } from "./plan.js";
import { Text } from "./text.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Part} Part */
/** @typedef {import("./plan.js").Statement} Statement */
/** @typedef {import("./plan.js").Variable} Variable */
/** @typedef {import("../../core/graph/cells.js").Token} Token */
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
 */

/** @param {readonly number[]} shape as a tuple */
const tuple = (shape) => `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;

/** Where the scores of all queries and keys are split for the additive score. */
const APART = /** @type {const} */ (["[..., :, None, :]", "[..., None, :, :]"]);

/**
 * @param {Plan} plan
 * @param {import("./text.js").Words} words
 * @param {Dialect} dialect
 */
export function arrays(plan, words, dialect) {
  demandFinite(plan, words.errors);
  const text = new Text(plan, words, "#");
  text.add(...dialect.head);
  for (const part of plan.parts) {
    text.gap();
    text.section();
    if (plan.chain) text.header(`# ${part.id}: ${words.ops[part.op]}`);
    for (const variable of part.givens) give(text, dialect, variable);
    for (const statement of part.before) state(statement, part, null);
    if (part.loop) repeat(part, part.loop);
    for (const statement of part.after) state(statement, part, null);
  }
  text.section();
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
    /** @type {string[]} */
    const more = [];
    const made = expression({ statement, part, loop: pad !== null, more });
    const [last, ...others] = made.slice().reverse();
    const inLoop = pad !== null && keptAt(variable, "s");
    const lines = [...more, ...others.reverse()];
    const own = inLoop ? `${name}.append(${last})` : `${name} = ${last}`;
    const all = [...lines, ...broken(own)].map((line) => (pad ?? "") + line);
    all[all.length - 1] = text.beside(all[all.length - 1], text.saying(statement));
    if (pad === null) text.make(variable, all);
    else text.put(variable, all);
  }

  /**
   * @param {{ statement: Statement, part: Part, loop: boolean, more: string[] }} what more: lines that stand before
   * @returns {string[]} the expression; lines before it
   */
  function expression({ statement: { variable, rule }, part, loop, more }) {
    const { op, parts, by } = rule;
    const shift = shortName(variable.tensor) === "state" ? 1 : 0;
    const at = (/** @type {number} */ n, m = 0, raw = false) =>
      read(parts[n].of[m], parts[n].at[m], part, loop ? shift : null, raw);
    const rank = (/** @type {number} */ n, m = 0) => wantedShape(parts[n].of[m], parts[n].at[m], part).length;
    const all = () => parts.map((_, n) => at(n));
    const width = (/** @type {number} */ n, m = 0) => plan.variables.get(parts[n].of[m])?.shape.at(-1);
    const turned = (/** @type {string} */ x, /** @type {number} */ axes) =>
      axes === 2 ? `${x}.T` : dialect.swap(x, -2, -1);
    const { call } = dialect;
    const column = () => (variable.group.column = !loop);
    /** Keys or values as often as there are heads that read them. @param {number} n @param {number} m */
    const perHead = (n, m) => {
      const [heads, kv] = ["query", "key"].map(
        (short) => plan.shapes.get(part.id ? `${part.id}.${short}` : short)?.[1] ?? 1,
      );
      const x = at(n, m);
      return kv > 1 && kv < heads ? dialect.repeat(x, heads / kv) : x;
    };
    switch (op) {
      case "copy":
      case "zero":
        return [copied(variable, at(0), rank(0))];
      case "linear": {
        if (parts[1]?.of.length > 1) return [spoken()];
        const plus = parts.length > 1 ? ` + ${at(1)}` : "";
        return [`${at(0, 0)} @ ${at(0, 1)}${plus}`];
      }
      case "add":
        return [all().join(" + ")];
      case "split":
        return [dialect.swap(`${at(0)}.reshape(${splitShape(variable)})`, -3, -2)];
      case "join":
        return [`${dialect.swap(at(0), -3, -2)}.reshape(${keptShape(variable).join(", ")})`];
      case "scores":
        if (parts[0].of[0].endsWith("hidden")) return [`${at(0, 0)} @ ${at(0, 1)}`];
        if (loop) return [`${at(0, 1)} @ ${at(0, 0)}`];
        return [`${at(0, 0)} @ ${turned(perHead(0, 1), rank(0, 1))}`];
      case "bilinear":
        if (loop) return [`${at(0, 2)} @ (${at(0, 0)} @ ${at(0, 1)})`];
        return [`${at(0, 0)} @ ${at(0, 1)} @ ${turned(perHead(0, 2), rank(0, 2))}`];
      case "tanh":
        if (shortName(variable.tensor) === "hidden") return hidden();
        return [
          call(
            "tanh",
            parts
              .slice(rule.first ?? 0)
              .map((_, n) => recurred(n + (rule.first ?? 0)))
              .join(" + "),
          ),
        ];
      case "scale":
        return [scaled()];
      case "softcap": {
        const cap = shortestDecimal(by ?? 1);
        return [`${cap} * ${call("tanh", `${at(0)} / ${cap}`)}`];
      }
      case "mask":
        return masked();
      case "max":
        column();
        return [dialect.max(at(0), !loop)];
      case "subtract": {
        const max = at(1, 0, true);
        return [`${at(0)} - ${part.guarded ? dialect.replace(max, dialect.minus) : max}`];
      }
      case "exp":
        return [call("exp", at(0))];
      case "sum":
        column();
        return [dialect.sum(at(0), !loop)];
      case "log":
        column();
        return [`${at(0, 0, true)} + ${call("log", at(1, 0, true))}`];
      case "divide":
        return [divided()];
      case "softmax":
        return dialect.softmax(variable.group.name, at(0));
      case "multiply":
        return [`${dialect.swap(at(0, 0), -2, -1)}[..., None] * ${perHead(0, 1)}[..., :, None, :]`];
      case "mix":
        return [`${at(0, 0)} @ ${perHead(0, 1)}`];
      case "mean":
        return [mean(at(0))];
      case "rstd":
        return [deviation()];
      case "normalize": {
        const [gamma, beta] = ["gamma", "beta"].map((name) => part.values[name] !== undefined);
        const scaledBy = gamma ? ` * ${at(3)}` : "";
        return [
          `(${at(0)} - ${at(1, 0, true)}) * ${at(2, 0, true)}${scaledBy}${beta ? ` + ${at(gamma ? 4 : 3)}` : ""}`,
        ];
      }
      case "length":
        return [call("sqrt", dialect.sum(`(${at(0)} * ${at(0)})`, false))];
      case "dot":
        return [`${at(0, 0)} @ ${at(0, 1)}.T`];
      case "arccos":
        return angle();
      default:
        throw new RangeError(`no code for ${op}`);
    }

    /** logits: a state and its context, side by side. */
    function spoken() {
      const [state, context, bias] = [at(0, 0), at(1, 0), parts[2] && at(2)];
      return `${dialect.beside(`${state}[1:], ${context}`)} @ ${at(0, 1)}${bias ? ` + ${bias}` : ""}`;
    }

    /** What a state is made from. @param {number} n */
    function recurred(n) {
      return parts[n].of.map((_, m) => at(n, m)).join(" @ ");
    }

    function hidden() {
      const first = `${at(0, 0)} @ ${at(0, 1)}[:, :${width(0, 0)}].T`;
      const second = `${perHead(1, 0)} @ ${at(1, 1)}[:, ${width(0, 0)}:].T`;
      if (loop) return [call("tanh", `${first} + ${second}`)];
      return [call("tanh", `(${first})${APART[0]} + (${second})${APART[1]}`)];
    }

    /** The usual scale is said as what it is. */
    function scaled() {
      const { scale, score = 0 } = part.values;
      if (scale !== undefined || score !== 0) return `${at(0)} * ${number(by ?? 1)}`;
      const keys = loop ? "encoder_states" : "key";
      const name = part.id ? `${part.id}.${keys}` : keys;
      const full = plan.variables.get(name) ?? plan.variables.get(part.values[keys]?.from);
      return `${at(0)} / ${full?.group.name}.shape[-1] ** 0.5`;
    }

    function masked() {
      const { lower, upper, given } = part.mask;
      const names = given.filter((name) => name !== "bias");
      const operand = (/** @type {string} */ name) => at(1 + given.indexOf(name));
      const scores = given.includes("bias") ? `${at(0)} + ${operand("bias")}` : at(0);
      const [q_len, kv_len] = variable.shape.slice(-2);
      const tests = [];
      if (lower === undefined && upper !== undefined) tests.push(dialect.lower(q_len, kv_len, upper));
      if (lower !== undefined) {
        const distance = plan.name(part.id ? `${part.id}_distance` : "distance");
        more.push(`${distance} = ${dialect.range(kv_len)} - ${dialect.range(q_len)}[:, None]`);
        tests.push(`(${distance} >= ${lower})`);
        if (upper !== undefined) tests.push(`(${distance} <= ${upper})`);
      }
      for (const name of names) {
        const referred = part.values[name].from !== undefined;
        const x = operand(name) + (name === "key_mask" ? spread(name) : "");
        tests.push(referred ? `(${x} != 0)` : x);
      }
      if (tests.length === 0) return [scores];
      const allowed = plan.name(part.id ? `${part.id}_allowed` : "allowed");
      const whole = tests.length === 1 ? tests[0].replace(/^\((.*)\)$/, "$1") : tests.join(" & ");
      more.push(...broken(`${allowed} = ${whole}`));
      return [dialect.forbid(scores, allowed)];
    }

    /** A key_mask [batch, kv_len] beside [batch, heads, q_len, kv_len]. @param {string} name */
    function spread(name) {
      const [tensor] = parts[1 + part.mask.given.indexOf(name)].of;
      if (keptShape(/** @type {Variable} */ (plan.variables.get(tensor))).length < 2) return "";
      return part.keeps.head ? "[:, None, None, :]" : "[:, None, :]";
    }

    function divided() {
      if (part.op === "geometry") {
        const by = parts.slice(1).map((_, n) => at(n + 1));
        return by.length > 1 ? `${at(0)} / (${by[0]}[:, None] * ${by[1]})` : `${at(0)} / ${by[0]}`;
      }
      const sum = at(1, 0, true);
      return `${at(0)} / ${part.guarded ? dialect.replace(sum, "0") : sum}`;
    }

    /** @param {string} x */
    function mean(x) {
      const axes = rank(0) - 1;
      if (part.op === "layer_norm") {
        column();
        return dialect.mean(x, "-1", true);
      }
      const over = axes === 1 ? "0" : tuple(Array.from({ length: axes }, (_, n) => n));
      return dialect.mean(x, over, false);
    }

    function deviation() {
      const eps = by !== undefined && by < 1e-3 ? by.toExponential() : String(by);
      if (parts.length === 1) return `1 / ${call("sqrt", `${at(0)} + ${eps}`)}`;
      return `1 / ${call("sqrt", `${mean(`((${at(0)} - ${at(1, 0, true)}) ** 2)`)} + ${eps}`)}`;
    }

    /** By the half angle between unit vectors: exact for small angles too. */
    function angle() {
      const [a, b] = ["a", "b"].map((short) => read(...given(short), part, null, false));
      const [length_a, length_b] = ["length_a", "length_b"].map(
        (short) => plan.variables.get(`${part.id}.${short}`)?.group.name,
      );
      const [u, v] = ["unit_a", "unit_b"].map((name) => plan.name(`${part.id}_${name}`));
      more.push(`${u} = (${a} / ${length_a}[:, None])[:, None]`, `${v} = ${b} / ${length_b}[:, None]`);
      const [apart, together] = ["apart", "together"].map((name) => plan.name(`${part.id}_${name}`));
      const size = (/** @type {string} */ x) => call("sqrt", dialect.sum(`((${x}) ** 2)`, false));
      more.push(`${apart} = ${size(`${u} - ${v}`)}`, `${together} = ${size(`${u} + ${v}`)}`);
      return [`2 * ${call("atan2", `${apart}, ${together}`)}`];
    }

    /** @param {string} short @returns {[string, Token[]]} */
    function given(short) {
      const own = /** @type {Variable} */ (plan.variables.get(`${part.id}.${short}`));
      return [own.tensor, own.out.slice(-2)];
    }
  }

  /** The lengths that an operand has where it is read. @param {string} tensor @param {Token[]} tokens @param {Part} part */
  function wantedShape(tensor, tokens, part) {
    const { shape } = /** @type {Variable} */ (plan.variables.get(tensor));
    const missing = tokens.length - shape.length;
    return shape.filter((length, axis) => {
      const token = tokens[axis + missing];
      return token !== undefined && token.letter !== "s" && keeps(part, token, length);
    });
  }

  /**
   * An operand as it is read: with the axes that the reader has.
   * @param {string} tensor
   * @param {Token[]} tokens
   * @param {Part} part that reads it
   * @param {number | null} shift of the step that is made, in a loop
   * @param {boolean} raw a column stays one
   */
  function read(tensor, tokens, part, shift, raw) {
    const variable = /** @type {Variable} */ (plan.variables.get(tensor));
    const { shape, kept, group } = variable;
    const missing = tokens.length - shape.length;
    const step = shape.findIndex((_, axis) => tokens[axis + missing]?.letter === "s");
    let name = group.name;
    const wanted = wantedShape(tensor, tokens, part);
    let has = keptShape(variable);
    if (shift !== null && step >= 0) {
      if (kept[step]) {
        const at = tokens[step + missing].shift + shift;
        name += `[${at === 0 ? "step" : `step ${at < 0 ? "-" : "+"} ${Math.abs(at)}`}]`;
      }
      has = shape.filter((_, axis) => kept[axis] && axis !== step);
    } else if (step >= 0) wanted.unshift(shape[step]);
    if (group.column && raw) return name;
    if (group.column) name += "[..., 0]";
    const shared = tokens.some((token) => token.shared);
    const same = shared ? bare(has) === bare(wanted) : has.join() === wanted.join();
    return same ? name : `${name}.reshape(${wanted.join(", ")})`;
  }

  /** @param {Variable} variable @param {string} x @param {number} rank */
  function copied(variable, x, rank) {
    const own = keptShape(variable);
    if (shortName(variable.tensor) === "weights") {
      const override = plan.variables.get(
        variable.stage.id ? `${variable.stage.id}.weights_override` : "weights_override",
      );
      const from = override ?? plan.variables.get(variable.stage.values.weights_override.from);
      return from && keptShape(from).join() === own.join() ? x : dialect.broadcast(x, tuple(own));
    }
    return /reshape/.test(x) || own.length === rank ? x : `${x}.reshape(${own.join(", ")})`;
  }
}

/** Axes of length 1 in front do not matter to what broadcasts. @param {number[]} shape */
const bare = (shape) => shape.join().replace(/^(1(,|$))+/, "");

/** @param {Variable} variable @param {string} letter */
const keptAt = ({ out, kept }, letter) => out.some((token, axis) => token.letter === letter && kept[axis]);

/** [batch, head, token, feature] as it is before head and token change places. @param {Variable} variable */
function splitShape(variable) {
  const shape = keptShape(variable);
  const [head, token, feature] = shape.slice(-3);
  return [...shape.slice(0, -3), token, head, feature].join(", ");
}

/** A number of the problem's options. @param {number} value a float32 */
const number = (value) => (value < 0 ? `(${pointed(value)})` : pointed(value));

/** A long assignment in parentheses. @param {string} line */
function broken(line) {
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

/** @param {Text} text @param {Dialect} dialect @param {Variable} variable */
function give(text, dialect, variable) {
  const { data } = variable.stage.values[shortName(variable.tensor)];
  const { name } = variable.group;
  const shape = keptShape(variable);
  const notation = {
    open: "[",
    close: "]",
    number: pointed,
    words: dialect.words,
    comment: "#",
    step: "    ",
  };
  const { open, close } = dialect.literal(dialect.dtype(data));
  const place = { before: `${name} = ${open}`, after: close, labels: text.labels(variable) };
  text.put(variable, bracketed({ shape, data }, notation, place));
}
