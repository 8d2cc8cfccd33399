/** Reads a whole problem from pasted text: JSON, a Python dict, LaTeX formulas, or a listing. */
import { countOf, nested } from "../../core/shapes.js";
import { quoted } from "../errors.js";
import { mostSpecific } from "./brackets.js";
import { outlineIn, restore } from "../code/outline.js";
import { factorOfTransposed, headsIn, scaleIn, scoresAreColumns, weighsRows } from "./computing.js";
import { departuresIn } from "./departures.js";
import { hasFormulas, readFormulas } from "./formulas.js";
import { isListing, isMatrix, ListingReader, transposed } from "./listing.js";
import { hidesKeys, hidesLater } from "./masks.js";
import { isLayerWeight, isOfKind, keyOf, nameOfEntry, neededKey, unknownName } from "./names.js";
import { shortKey, Source } from "./source.js";
import { ValueReader } from "./values.js";

/** @typedef {import("./matrix.js").Format} Format */
/** @typedef {{ problem: import("../../core/types.js").Problem, notes: string[], format: Format }} PastedProblem
 *   problem: plain JSON as written; the core validates it */

/**
 * Reads a problem from text: an object of JSON or Python, named matrices in LaTeX, or a listing with assignments such as `W_q =
 * torch.tensor([[1, 0]])`, `heads = 2;` and `causal = True`, whose names are known by their usual spellings. Comments and imports
 * are skipped; lines that compute or print are left out, with a note. The core checks whether the values fit. Returns null for
 * text that is not a problem, such as a lone matrix, which readMatrix reads. Throws an AttentionError for text that it cannot
 * read.
 *
 * @param {string} text
 * @param {{ lang?: string }} [options] lang: the language of notes and errors
 * @returns {PastedProblem | null}
 */
export function readProblem(text, options) {
  return new ProblemReader(new Source(text, options)).read();
}

class ProblemReader {
  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    this.values = new ValueReader(source);
    /** @type {Record<string, any>} */
    this.problem = {};
    this.outline = outlineIn(source.text);
  }

  /** @returns {PastedProblem | null} */
  read() {
    const { plain } = this.source;
    const start = this.codeStart();
    if (plain[start] === "{" && /^\{\s*["'A-Za-z_]/.test(plain.slice(start, start + 1000)))
      return this.object();
    if (hasFormulas(plain)) return this.formulas();
    return this.outline || isListing(this.source, start) ? this.listing() : null;
  }

  /** Reads named matrices among formulas; null if no name is known. @returns {PastedProblem | null} */
  formulas() {
    /** @type {Map<string, { value: any, sizes: number[] }>} */
    const literals = new Map();
    /** @type {typeof literals} */
    const commented = new Map();
    let results = 0;
    for (const { name, comment, matrices } of readFormulas(this.source, !!this.outline)) {
      const values = matrices.map(({ read, cells }) => this.values.nested(read, cells));
      const literal = { value: values.length > 1 ? values : values[0], sizes: [] };
      if (name) literals.set(name, literal);
      else results++;
      for (const word of [name.replace(/\W/g, "_").replace(/^(?=\d)/, "s"), comment])
        commented.set(word, literal);
    }
    if (this.restore(commented)) return this.result("latex");
    if (![...literals.keys()].some(keyOf)) return null;
    this.tellLeftOut(results, this.assignAll(literals));
    return this.result("latex");
  }

  /** Restores the problem of a program from its outline. @param {Map<string, { value: any }>} literals @returns {boolean} whether it has one */
  restore(literals) {
    const { outline } = this;
    if (!outline) return false;
    this.problem = restore(outline, literals);
    return true;
  }

  /** Returns where the code begins, after comments and imports. */
  codeStart() {
    const { source } = this;
    for (let at = 0; ; at = source.lineEnd(at)) {
      at = source.spaceEnd(at);
      if (!/^(?:#|%|\/\/|import\s|from\s)/.test(source.plain.slice(at, at + 7))) return at;
    }
  }

  /** @returns {PastedProblem | null} */
  object() {
    const { source, values } = this;
    const { tokens } = values;
    tokens.goTo(0);
    const read = values.json();
    if (!tokens.is("end")) throw source.errorAt("afterValue", tokens.start, tokens.to);
    if (Object.hasOwn(read, "shape") && Object.hasOwn(read, "data")) return null;
    this.assignRecord(read);
    return this.result("json");
  }

  /** @param {Record<string, any>} record @param {string} [owner] the name that it is assigned to */
  assignRecord(record, owner = "") {
    if (Object.hasOwn(record, "stages")) this.problem = record;
    else for (const [name, value] of Object.entries(record)) this.assign(nameOfEntry(owner, name), value);
  }

  /** @returns {PastedProblem} */
  listing() {
    const { source } = this;
    const { tokens } = this.values;
    const valueAt = (/** @type {number} */ start, /** @type {number} */ before) => {
      tokens.goTo(start);
      if (tokens.is("end")) throw tokens.error("noValue", { name: source.tensor });
      return { value: this.values.value(before), end: tokens.last };
    };
    // if the program has an outline, that says what its names mean
    const meaning = this.outline ? () => undefined : neededKey;
    const { literals, computed, used, leftOut, causal } = new ListingReader(source, valueAt, meaning).read();
    if (this.restore(literals)) return this.result("text");
    this.tellLeftOut(leftOut.length, this.assignAll(literals, used));
    this.addComputed(leftOut.join("\n"), causal, literals);
    const others = departuresIn(leftOut, source.plain, literals, computed);
    const found = others.slice(0, 2).map(quoted).join(", ") + (others.length > 2 ? ", …" : "");
    if (found) this.values.notes.add(source.note("otherwise", { found }));
    return this.result("text");
  }

  /** Adds what the lines left out say about the problem. @param {string} code @param {boolean} causal whether they hide later tokens @param {Map<string, { value: any }>} literals */
  addComputed(code, causal, literals) {
    const { source, problem, values } = this;
    const tell = (/** @type {string} */ name, facts = {}) => values.notes.add(source.note(name, facts));
    const numberOf = (/** @type {string} */ name) => literals.get(name)?.value;
    const heads = problem.heads === undefined ? headsIn(source.plain, numberOf) : undefined;
    if (heads) problem.heads = heads;
    if (Number.isNaN(heads)) tell("heads");
    this.transpose(code, [...literals.keys()]);
    const { key, w_k, x } = problem;
    const width = widthOf(key ?? w_k ?? x) / (key ? 1 : (problem.heads ?? 1));
    const scale = problem.scale === undefined ? scaleIn(code, source.plain, width, numberOf) : undefined;
    if (scale) problem.scale = scale;
    if (scale !== undefined) tell(scale === 1 ? "unscaled" : scale ? "scaled" : "otherScale", { scale });
    const mask = [...literals.keys()].find((name) => keyOf(name) === "mask");
    if (mask && problem.mask && !causal && hidesLater(source.plain, mask)) {
      problem.mask = turned(problem.mask);
      tell("turned");
    }
    if (causal && problem.causal === undefined) {
      problem.causal = true;
      tell("causal");
    } else if (hidesKeys(code) && !["causal", "mask", "bias", "window"].some((key) => key in problem))
      tell("masks");
  }

  /** Transposes weights by whose transposes code multiplies, and tokens that it has as columns. @param {string} code @param {string[]} names */
  transpose(code, names) {
    const { problem, values, source } = this;
    const columns = new Set();
    for (const name of names) {
      const key = keyOf(name) ?? "";
      const factor = /^w_[qkvo]$/.test(key) && isMatrix(problem[key]) && factorOfTransposed(code, name);
      if (typeof factor !== "string") continue;
      problem[key] = transposed(problem[key]);
      values.notes.add(source.note("transposed", { name: shortKey(name), key }));
      if (names.includes(factor)) columns.add(keyOf(factor));
    }
    const given = ["query", "key", "value"].every((key) => isMatrix(problem[key]));
    if (given && scoresAreColumns(code)) {
      const value = !weighsRows(code);
      for (const key of ["query", "key", ...(value ? ["value"] : [])]) columns.add(key);
      values.notes.add(source.note("columns", { value }));
    }
    for (const key of ["x", "x_kv", "query", "key", "value"])
      if (columns.has(key) && isMatrix(problem[key])) problem[key] = transposed(problem[key]);
  }

  /** @param {number} lines count of lines that compute @param {string[]} unknown names */
  tellLeftOut(lines, unknown) {
    const { source } = this;
    if (lines > 0) this.values.notes.add(source.note("leftOut", { lines }));
    if (unknown.length === 0) return;
    const names = unknown.slice(0, 3).map(shortKey).join(", ") + (unknown.length > 3 ? ", …" : "");
    this.values.notes.add(source.note("unknown", { names, count: unknown.length }));
  }

  /** Puts assigned values into the problem; numbered rows, such as x_1 and x_2, make a matrix. @param {Map<string, { value: any, sizes: number[], isRow?: boolean }>} literals @param {Set<string>} [used] names that lines left out read @returns {string[]} unknown names */
  assignAll(literals, used) {
    /** @type {Map<string, any[]>} */
    const rows = new Map();
    /** @type {[name: string, value: any][]} */
    const named = [];
    /** @type {string[]} */
    const unknown = [];
    for (const [name, { value, sizes, isRow: isPart }] of literals) {
      if (isPart) continue;
      const [, letters] = /^([A-Za-z_\u4e00-\u9fff]+?)[ _]?\d+$/.exec(name) ?? [];
      const isRow = !keyOf(name) && letters && /^(?:x|query|key|value)$/.test(keyOf(letters) ?? "");
      if (isRow && Array.isArray(value) && !Array.isArray(value[0]))
        rows.set(letters, [...(rows.get(letters) ?? []), value]);
      else if (keyOf(name)) named.push([name, shaped(value, sizes)]);
      else if (isProblem(value)) this.assignRecord(value, name);
      // a number with which lines compute is no option
      else if (typeof value !== "number" || !used?.has(name)) unknown.push(name);
    }
    const fitting = named.filter(([name, value]) => isOfKind(keyOf(name) ?? "", value));
    for (const [name, value] of [...(fitting.length > 0 ? fitting : named), ...rows])
      this.assign(name, value);
    // a vector beside matrices is a row
    const { x, query, key, w_q, w_k, w_v } = this.problem;
    const isVector = (/** @type {any} */ value) => Array.isArray(value) && !Array.isArray(value[0]);
    if (isVector(x) && [w_q, w_k, w_v].some(isMatrix)) this.problem.x = [x];
    if (isVector(query) && isMatrix(key)) this.problem.query = [query];
    if (Object.keys(this.problem).length === 0 && unknown.length > 0)
      throw unknownName(this.source, unknown[0]);
    return unknown;
  }

  /** @param {Format} format used if no value has one @returns {PastedProblem} */
  result(format) {
    const { problem } = this;
    const { notes, formats } = this.values;
    return { problem, notes: [...notes], format: mostSpecific(formats) ?? format };
  }

  /** Puts a value into the problem. @param {string} name as it was written @param {any} value */
  assign(name, value) {
    const { source } = this;
    const shown = shortKey(name);
    let key = keyOf(name);
    if (!key) throw unknownName(this.source, name);
    // None means absent
    if (value === null) return;
    if (key === "mask" && !isMask(value)) {
      key = "bias";
      this.values.notes.add(source.note("maskBias", { name: shown }));
    }
    // words may be the vectors of words
    if (key === "labels" && typeof value?.[0]?.[0] === "number") key = "x";
    if (key === "labels" && Array.isArray(value)) value = { x: value };
    if (Object.hasOwn(this.problem, key) && !isSame(this.problem[key], value))
      throw source.errorOfKey("givenTwice", name, { name: quoted(name), key });
    if (/^w_[qkvo]$/.test(key) && isLayerWeight(name))
      this.values.notes.add(source.note("layerWeight", { name: shown, key }));
    this.problem[key] = value;
  }
}

/** Whether a value is an object whose keys are all known. @param {any} value */
const isProblem = (value) =>
  value !== null && typeof value === "object" && !Array.isArray(value) && Object.keys(value).every(keyOf);

/** @param {any} a @param {any} b */
const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Nests a flat list in the axes of its declaration: `float x[2][3] = {1, 2, 3, 4, 5, 6}`. @param {any} value @param {number[]} sizes */
function shaped(value, sizes) {
  const isFlat = Array.isArray(value) && sizes.length > 1 && !value.some(Array.isArray);
  return isFlat && value.length === countOf(sizes) ? nested(value, sizes) : value;
}

/** Whether all entries of a value named mask are true or false, 1 or 0. @param {any} value @returns {boolean} */
function isMask(value) {
  if (Array.isArray(value)) return value.every(isMask);
  return typeof value === "object" || value === true || value === false || value === 0 || value === 1;
}

/** Returns a mask with 1 for 0, and 0 for 1. @param {any} value @returns {any} */
const turned = (value) => (Array.isArray(value) ? value.map(turned) : 1 - Number(value));

/** Returns the length of a tensor's last axis; 0 if it has none. @param {any} value @returns {number} */
const widthOf = (value) => (Array.isArray(value?.[0]) ? widthOf(value[0]) : (value?.length ?? 0));
