/** Reads numbers in lines: CSV, TSV, spreadsheet cells, Markdown tables, and numbers separated by spaces alone. */
import { countOf } from "../../core/shapes.js";
import { MOST_AXES } from "../limits.js";
import { numberWord } from "./cells.js";
import { Rows } from "./rows.js";
import { Tokens } from "./tokens.js";

/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("./cells.js").Cells} Cells */
/** @typedef {import("./matrix.js").Read} Read */
/** @typedef {import("./matrix.js").Format} Format */
/** @typedef {{ start: number, end: number }} Line */
/**
 * @typedef {object} Table
 * @property {string} sign separates cells, "" for spaces
 * @property {Line[]} rows
 * @property {boolean} decimal whether commas between digits are decimal commas
 * @property {Format} format
 * @property {boolean} header whether the first row may be words
 * @property {boolean} [ruled] whether a line of dashes follows the first row
 */

/**
 * @param {Source} source
 * @param {Cells} cells
 * @param {number} [from] where the lines begin
 * @param {number} [to] and end
 * @returns {Read}
 */
export function readLines(source, cells, from = 0, to = source.plain.length) {
  return new LineReader(source, cells).read(from, to);
}

class LineReader {
  /** @param {Source} source @param {Cells} cells */
  constructor(source, cells) {
    this.source = source;
    this.cells = cells;
    /** @type {string[]} */
    this.notes = [];
    /** count of the columns that hold indices, as toCsv writes them */
    this.indices = 0;
    /** index of the first row of tabs alone, which in a table is a row of empty cells */
    this.emptyRow = Infinity;
  }

  /** @param {number} from @param {number} to @returns {Read} */
  read(from, to) {
    const lines = this.lines(from, to);
    if (lines.length === 0) throw this.source.errorAt("nothing", from, from);
    const table = this.table(lines);
    const rows = new Rows(this.source);
    for (const line of table.header ? this.withoutHeader(table) : table.rows) this.row(line, table, rows);
    const shape = rows.finish();
    return { shape: this.unindexed(shape) ?? shape, notes: this.notes, format: table.format };
  }

  /** Takes out the columns of indices, and returns the shape that they count; undefined if there are none. @param {number[]} shape */
  unindexed([rows, columns]) {
    const { indices, cells } = this;
    const last = cells.data.slice((rows - 1) * columns, (rows - 1) * columns + indices);
    const leading = last.map((index) => index + 1);
    if (indices < 1 || indices >= MOST_AXES) return undefined;
    if (cells.count !== rows * columns || countOf(leading) !== rows) return undefined;
    cells.data = cells.data.filter((_, i) => i % columns >= indices);
    return [...leading, columns - indices];
  }

  /** Returns the lines that are not blank. @param {number} from @param {number} to @returns {Line[]} */
  lines(from, to) {
    const lines = [];
    let start = from;
    for (const text of this.source.plain.slice(from, to).split(/[\n\r]/)) {
      const end = start + text.length;
      if (/[^\t\v\f ]/.test(text)) lines.push({ start, end });
      else if (text.includes("\t") && lines.length > 0) this.emptyRow = Math.min(this.emptyRow, lines.length);
      start = end + 1;
    }
    return lines;
  }

  /** @param {Line} line @param {"plain" | "tabs"} [syntax] */
  tokens({ start, end }, syntax = "plain") {
    return new Tokens(this.source, syntax, start, end);
  }

  /** Determines how to read the lines. @param {Line[]} lines @returns {Table} */
  table(lines) {
    const markdown = this.markdown(lines);
    if (markdown) return markdown;
    const counts = lines.map((line) => this.countSemicolons(line));
    if (counts.some((count) => count > 0)) return this.semicolons(lines, counts);
    const { tabs, innerTabs, commas, onlyTight, gaps } = this.signs(lines);
    const isIndented = !innerTabs && gaps;
    if (tabs && !isIndented && (!commas || onlyTight)) {
      if (this.emptyRow < lines.length) throw this.source.errorInCell("empty", [this.emptyRow, 0]);
      return { sign: "\t", rows: lines, decimal: true, format: "tsv", header: true };
    }
    if (commas && !(onlyTight && gaps))
      return { sign: ",", rows: lines, decimal: false, format: "csv", header: true };
    return { sign: "", rows: lines, decimal: commas, format: "text", header: !gaps };
  }

  /** Counts a line's semicolons outside quotes, and cuts off a trailing one. @param {Line} line */
  countSemicolons(line) {
    if (!this.source.plain.slice(line.start, line.end).includes(";")) return 0;
    let count = 0;
    let quoted = false;
    let last = -1;
    for (const tokens = this.tokens(line); !tokens.is("end"); tokens.next()) {
      if (tokens.is('"')) quoted = !quoted;
      else if (tokens.is(";") && !quoted) count++;
      last = tokens.is(";") ? tokens.start : -1;
    }
    if (last < 0) return count;
    line.end = last;
    return quoted ? count : count - 1;
  }

  /** Reads semicolons as separators of cells if all lines have equally many, and those of a single line as separators of rows. @param {Line[]} lines @param {number[]} counts @returns {Table} */
  semicolons(lines, counts) {
    if (lines.length === 1) return this.oneLine(lines[0]);
    const [size] = counts;
    const row = counts.findIndex((count) => count !== size);
    if (row > 0) {
      const column = Math.min(counts[row], size) + 1;
      throw this.source.errorInCell("semicolons", [row, column], { count: counts[row], size });
    }
    return { sign: ";", rows: lines, decimal: true, format: "csv", header: true };
  }

  /** Reads rows on one line: 1 2; 3 4. @param {Line} line @returns {Table} */
  oneLine({ start, end }) {
    const { source, cells } = this;
    /** @type {Line[]} */
    const rows = [];
    const texts = source.plain.slice(start, end).split(";");
    for (const text of texts) {
      rows.push({ start, end: start + text.length });
      start += text.length + 1;
      cells.noteReplaced(start - 1, start);
    }
    const { commas, gaps } = this.signs(rows);
    const areCells = texts.every((text) => /^[^,]*(\d,\d[^,]*)?$/.test(text));
    if (!gaps && areCells) this.notes.push(source.note("semicolonRows", { count: rows.length }));
    return { sign: commas ? "," : "", rows, decimal: false, format: "text", header: false };
  }

  /** Finds the separators in the lines. innerTabs: after a line's indentation; onlyTight: all commas are between digits; gaps: some items are separated by spaces alone. @param {Line[]} lines */
  signs(lines) {
    const { plain } = this.source;
    const seen = { tabs: false, innerTabs: false, commas: false, onlyTight: true, gaps: false };
    for (const line of lines) {
      const tokens = this.tokens(line);
      seen.tabs ||= plain.slice(line.start, line.end).includes("\t");
      seen.innerTabs ||= seen.tabs && plain.slice(tokens.start, line.end).includes("\t");
      let [inCell, quoted] = [false, false];
      for (; !tokens.is("end"); tokens.next()) {
        if (tokens.is('"')) quoted = !quoted;
        const parts = !quoted && tokens.is(",");
        if (parts) {
          seen.commas = true;
          seen.onlyTight &&= /^\d,\d$/.test(plain.slice(tokens.start - 1, tokens.end + 1));
        } else seen.gaps ||= inCell && tokens.spaced && !quoted;
        inCell = !parts;
      }
    }
    return seen;
  }

  /** Returns a table with | between its cells; undefined if the lines are no such table. @param {Line[]} lines @returns {Table | undefined} */
  markdown(lines) {
    const { plain } = this.source;
    const textOf = (/** @type {Line} */ { start, end }) => plain.slice(start, end);
    // the line below a table's header has dashes, colons and at least one |
    const rule = lines.length > 1 ? textOf(lines[1]) : "";
    const ruled = /^[\t\v\f |:+-]*$/.test(rule) && rule.includes("-") && rule.includes("|");
    if (!ruled && !lines.every((line) => /^[\t\v\f ]*\|/.test(textOf(line)))) return undefined;
    const rows = (ruled ? lines.filter((_, i) => i !== 1) : lines).map((line) => this.withoutPipes(line));
    if (ruled && !/[^\t\v\f |]/.test(textOf(rows[0]))) rows.shift();
    if (rows.length === 0) throw this.source.errorInCell("noNumbers", [0, 0]);
    return { sign: "|", rows, decimal: true, format: "markdown", header: true, ruled };
  }

  /** Strips the | at the ends of a row. @param {Line} line @returns {Line} */
  withoutPipes(line) {
    const { source } = this;
    let [start, end] = source.trimmed(line.start, line.end, /[\t\v\f ]/);
    if (source.plain[start] === "|") start++;
    if (end > start && source.plain[end - 1] === "|") end--;
    return { start, end };
  }

  /** Returns the rows without a header of words. @param {Table} table */
  withoutHeader({ rows, sign, ruled }) {
    const { source } = this;
    if (rows.length === 1) return rows;
    const [head, first] = rows;
    const words = this.wordsOf(head, sign);
    const count = words.length;
    if (count === 0) {
      if (ruled) this.notes.push(source.note("ruled"));
      return rows;
    }
    const size = [...this.cellsOf(first, sign)].length;
    if (size !== count) throw source.errorAt("header", head.start, head.end, { count, size });
    const isIndex = (/** @type {[number, number]} */ [start, end]) =>
      /^axis_\d$/.test(source.plain.slice(start, end));
    this.indices = words.findIndex((word) => !isIndex(word));
    this.notes.push(source.note("header", { words: source.quote(words[0][0], words[count - 1][1]) }));
    return rows.slice(1);
  }

  /** Returns the cells of a row of words; none if any is not a word. @param {Line} row @param {string} sign */
  wordsOf(row, sign) {
    const cells = [...this.cellsOf(row, sign)];
    return cells.every((cell) => this.isWord(cell)) ? cells : [];
  }

  /** Whether a cell begins with a letter and is not a number such as nan. @param {[number, number]} cell */
  isWord([start, end]) {
    const begin = this.source.plain.slice(start, Math.min(end, start + 30));
    return /^["']?[\p{L}_]/u.test(begin) && numberWord(begin.replace(/^"|"$/g, "")) === undefined;
  }

  /** Reads a row. @param {Line} line @param {Table} table @param {Rows} rows */
  row(line, { sign, decimal }, rows) {
    const { plain } = this.source;
    for (const [start, end] of this.cellsOf(line, sign)) {
      const quotes = end - start > 1 && plain[start] === '"' && plain[end - 1] === '"' ? 1 : 0;
      rows.check();
      this.cells.read(start + quotes, end - quotes, rows.index, decimal);
      rows.cell();
    }
    if (!rows.begun) throw this.source.errorInCell("empty", rows.index);
    rows.end();
  }

  /** Yields where each cell of a line begins and ends. @param {Line} line @param {string} sign @returns {Generator<[number, number]>} */
  *cellsOf(line, sign) {
    const tokens = this.tokens(line, sign === "\t" ? "tabs" : "plain");
    /** @type {[number, number] | undefined} */
    let cell;
    let quoted = false;
    for (; !tokens.is("end"); tokens.next()) {
      if (tokens.is('"')) quoted = !quoted;
      const isSign = !quoted && tokens.is(sign);
      if (isSign || (sign === "" && tokens.spaced && cell)) {
        yield cell ?? [0, 0];
        cell = undefined;
      }
      if (isSign) this.cells.noteReplaced(tokens.start, tokens.end);
      else if (!tokens.is("\t")) (cell ??= [tokens.start, 0])[1] = tokens.end;
    }
    if (sign !== "" || cell) yield cell ?? [0, 0];
  }
}
