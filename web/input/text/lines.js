/** Numbers in lines: CSV, TSV, cells of a spreadsheet, Markdown tables, and numbers with nothing but room between them. */

import { numberWord } from "./cells.js";
import { Rows } from "./rows.js";

/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("./cells.js").Cells} Cells */
/** @typedef {import("./brackets.js").Read} Read */
/** @typedef {import("./brackets.js").Format} Format */
/** @typedef {{ start: number, end: number, semicolons: number, last: number }} Line semicolons: without one at its end; last: of its signs, without that */
/**
 * @typedef {object} Table
 * @property {string} sign what parts cells, "" for room
 * @property {Line[]} rows
 * @property {boolean} decimal whether commas between digits are
 * @property {Format} format
 * @property {boolean} header whether the first row may be words
 * @property {boolean} [ruled] whether a line of dashes stands below the first row
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

const [TAB, COMMA, LIST_COMMA, SEMICOLON, PIPE, QUOTE] = [...'\t,、;|"'].map((sign) => sign.charCodeAt(0));

/** @param {number} code */
const isRoom = (code) => code === 32 || (code >= 9 && code <= 13);
/** @param {number} code */
const isDigit = (code) => code >= 48 && code <= 57;

class LineReader {
  /** @param {Source} source @param {Cells} cells */
  constructor(source, cells) {
    this.source = source;
    this.plain = source.plain;
    this.cells = cells;
    /** @type {string[]} */
    this.notes = [];
    /** the row where a line of tabs alone stands, which in a table is a row of empty cells @type {number | undefined} */
    this.hollow = undefined;
  }

  /** @param {number} from @param {number} to @returns {Read} */
  read(from, to) {
    const lines = this.lines(from, to);
    if (lines.length === 0) throw this.source.refusal("nothing", this.source.at(from));
    const table = this.table(lines);
    const rows = new Rows(this.source);
    for (const line of table.header ? this.withoutHeader(table) : table.rows) this.row(line, table, rows);
    return { shape: rows.shape, notes: this.notes, format: table.format };
  }

  /** Lines that hold something. @param {number} from @param {number} to @returns {Line[]} */
  lines(from, to) {
    const { plain } = this;
    const lines = [];
    for (let start = from; start < plain.length;) {
      let end = start;
      let [filled, tabs] = [false, false];
      for (; end < to; end++) {
        const code = plain.charCodeAt(end);
        if (code === 10 || code === 13) break;
        filled ||= !isRoom(code);
        tabs ||= code === TAB;
      }
      if (filled) lines.push(this.line(start, end));
      else if (tabs && lines.length > 0) this.hollow ??= lines.length;
      start = end + 1;
    }
    return lines;
  }

  /** @param {number} start @param {number} end @returns {Line} */
  line(start, end) {
    const { plain } = this;
    let last = end;
    while (last > start && isRoom(plain.charCodeAt(last - 1))) last--;
    // a semicolon that ends a line parts nothing
    last = plain.charCodeAt(last - 1) === SEMICOLON ? last - 1 : end;
    let semicolons = 0;
    let quoted = false;
    for (let i = start; i < last; i++) {
      const code = plain.charCodeAt(i);
      if (code === QUOTE) quoted = !quoted;
      else if (code === SEMICOLON && !quoted) semicolons++;
    }
    return { start, end, semicolons, last };
  }

  /** How the lines are to be read. @param {Line[]} lines @returns {Table} */
  table(lines) {
    const markdown = this.markdown(lines);
    if (markdown) return markdown;
    if (lines.some(({ semicolons }) => semicolons > 0)) return this.semicolons(lines);
    const { tabs, innerTabs, commas, onlyTight, gaps } = this.signs(lines);
    const isIndented = !innerTabs && gaps;
    if (tabs && !isIndented && (!commas || onlyTight)) return this.tabbed(lines);
    if (commas && !(onlyTight && gaps))
      return { sign: ",", rows: lines, decimal: false, format: "csv", header: true };
    return { sign: "", rows: lines, decimal: commas, format: "text", header: !gaps };
  }

  /** @param {Line[]} lines @returns {Table} */
  tabbed(lines) {
    const { source, hollow = lines.length } = this;
    if (hollow < lines.length) throw source.refusal("empty", source.cell([hollow, 0]));
    return { sign: "\t", rows: lines, decimal: true, format: "tsv", header: true };
  }

  /** Semicolons part cells where all lines have as many; those of a single line part rows. @param {Line[]} lines @returns {Table} */
  semicolons(lines) {
    const { source } = this;
    const [{ semicolons }] = lines;
    if (lines.length === 1) return this.oneLine(lines[0]);
    lines.forEach((line, row) => {
      if (line.semicolons === semicolons) return;
      const place = source.cell([row, Math.min(line.semicolons, semicolons) + 1]);
      throw source.refusal("semicolons", place, { count: line.semicolons, size: semicolons });
    });
    return { sign: ";", rows: lines, decimal: true, format: "csv", header: true };
  }

  /** 1 2; 3 4. @param {Line} line @returns {Table} */
  oneLine(line) {
    const { plain, source } = this;
    const rows = [];
    let start = line.start;
    for (let i = line.start; i <= line.last; i++)
      if (i === line.last || plain.charCodeAt(i) === SEMICOLON) {
        this.cells.noticed(i, i + 1);
        rows.push({ start, end: i, semicolons: 0, last: i });
        start = i + 1;
      }
    const { commas, gaps } = this.signs(rows);
    const isCell = (/** @type {Line} */ { start, end }) =>
      /^[^,]*(\d,\d[^,]*)?$/.test(plain.slice(start, end));
    if (!gaps && rows.every(isCell)) this.notes.push(source.note("semicolonRows", { count: rows.length }));
    return { sign: commas ? "," : "", rows, decimal: false, format: "text", header: false };
  }

  /** Which signs the lines have. innerTabs: not at a line's begin alone; onlyTight: each comma stands between digits; gaps: room alone parts something. @param {Line[]} lines */
  signs(lines) {
    const { plain } = this;
    let [tabs, innerTabs, commas, onlyTight, gaps] = [false, false, false, true, false];
    for (const { start, last } of lines) {
      let [filled, inCell, room, quoted] = [false, false, false, false];
      for (let i = start; i < last; i++) {
        const code = plain.charCodeAt(i);
        if (code === QUOTE) quoted = !quoted;
        if (code === TAB) {
          tabs = true;
          innerTabs ||= filled;
        }
        if (isRoom(code)) {
          room = true;
          continue;
        }
        filled = true;
        const parts = !quoted && (code === COMMA || code === LIST_COMMA);
        if (parts) {
          commas = true;
          const isTight = isDigit(plain.charCodeAt(i - 1)) && isDigit(plain.charCodeAt(i + 1));
          if (code !== COMMA || !isTight) onlyTight = false;
        } else if (inCell && room && !quoted) gaps = true;
        inCell = !parts;
        room = false;
      }
    }
    return { tabs, innerTabs, commas, onlyTight, gaps };
  }

  /** A table with | between its cells. @param {Line[]} lines @returns {Table | undefined} */
  markdown(lines) {
    const { plain, source } = this;
    const ruled = lines.length > 1 && this.isRule(lines[1]);
    const begins = (/** @type {Line} */ { start, end }) =>
      plain.charCodeAt(this.trimmed(start, end)[0]) === PIPE;
    if (!ruled && !lines.every(begins)) return undefined;
    const rows = (ruled ? lines.filter((_, i) => i !== 1) : lines).map((line) => this.withoutPipes(line));
    if (ruled && this.isBlank(rows[0])) rows.shift();
    if (rows.length === 0) throw source.refusal("noNumbers", source.cell([0, 0]));
    return { sign: "|", rows, decimal: true, format: "markdown", header: true, ruled };
  }

  /** The line below a table's head: dashes, colons and at least one |. @param {Line} line */
  isRule({ start, end }) {
    let [dashes, pipes] = [0, 0];
    for (let i = start; i < end; i++) {
      const sign = this.plain[i];
      if (sign === "-") dashes++;
      else if (sign === "|") pipes++;
      else if (sign !== ":" && sign !== "+" && !isRoom(sign.charCodeAt(0))) return false;
    }
    return dashes > 0 && pipes > 0;
  }

  /** A row of a table without the | at its ends. @param {Line} line @returns {Line} */
  withoutPipes(line) {
    const { plain } = this;
    let [start, end] = this.trimmed(line.start, line.end);
    if (plain.charCodeAt(start) === PIPE) start++;
    if (end > start && plain.charCodeAt(end - 1) === PIPE) end--;
    return { start, end, semicolons: 0, last: end };
  }

  /** A row of a table with nothing in its cells. @param {Line} line */
  isBlank({ start, end }) {
    for (let i = start; i < end; i++) {
      const code = this.plain.charCodeAt(i);
      if (!isRoom(code) && code !== PIPE) return false;
    }
    return true;
  }

  /** Leaves out a first row of words. @param {Table} table */
  withoutHeader({ rows, sign, ruled }) {
    const { source } = this;
    if (rows.length === 1) return rows;
    const [head, first] = rows;
    const [start, end, count] = this.wordsOf(head, sign);
    if (count === 0) {
      if (ruled) this.notes.push(source.note("ruled"));
      return rows;
    }
    let size = 0;
    for (const _ of this.cellsOf(first, sign)) size++;
    if (size !== count) throw source.refusal("header", source.at(head.start), { count, size });
    this.notes.push(source.note("header", { words: source.quote(start, end) }));
    return rows.slice(1);
  }

  /** Where the words of a row begin and end, and how many they are; 0 where a cell is no word. @param {Line} row @param {string} sign @returns {[number, number, number]} */
  wordsOf(row, sign) {
    let [first, last, count] = [row.last, row.last, 0];
    for (const cell of this.cellsOf(row, sign)) {
      if (!this.isWord(cell)) return [0, 0, 0];
      if (count++ === 0) [first] = cell;
      last = cell[1];
    }
    return [first, last, count];
  }

  /** A cell that begins with a letter and is no number such as nan. @param {[number, number]} cell */
  isWord([start, end]) {
    const { plain } = this;
    const begins = /^["']?[\p{L}_]/u.test(plain.slice(start, Math.min(end, start + 3)));
    return (
      begins && numberWord(plain.slice(start, Math.min(end, start + 30)).replace(/^"|"$/g, "")) === undefined
    );
  }

  /** Reads a row. @param {Line} line @param {Table} table @param {Rows} rows */
  row(line, { sign, decimal }, rows) {
    const { cells, plain } = this;
    for (const [start, end] of this.cellsOf(line, sign)) {
      rows.check();
      const quoted =
        end - start > 1 && plain.charCodeAt(start) === QUOTE && plain.charCodeAt(end - 1) === QUOTE;
      if (quoted) cells.read(start + 1, end - 1, rows.index, decimal);
      else cells.read(start, end, rows.index, decimal);
      rows.cell();
    }
    if (!rows.begun) throw this.source.refusal("empty", this.source.cell(rows.index));
    rows.end();
  }

  /** Where the cells of a line begin and end. @param {Line} line @param {string} sign @returns {Generator<[number, number]>} */
  *cellsOf({ start, last }, sign) {
    const { plain } = this;
    const code = sign.charCodeAt(0);
    let from = start;
    let quoted = false;
    for (let i = start; i < last; i++) {
      const own = plain.charCodeAt(i);
      if (sign === "") {
        if (isRoom(own)) {
          if (i > from) yield [from, i];
          from = i + 1;
        }
      } else if (own === QUOTE) quoted = !quoted;
      else if (!quoted && (own === code || (own === LIST_COMMA && code === COMMA))) {
        this.cells.noticed(i, i + 1);
        yield this.trimmed(from, i);
        from = i + 1;
      }
    }
    if (sign !== "" || last > from) yield this.trimmed(from, last);
  }

  /** Without the room at both ends. @param {number} start @param {number} end @returns {[number, number]} */
  trimmed(start, end) {
    while (start < end && isRoom(this.plain.charCodeAt(start))) start++;
    while (end > start && isRoom(this.plain.charCodeAt(end - 1))) end--;
    return [start, end];
  }
}
