/** The items of a search before they are placed: what is typed, the entries, all numbers, headings. */

import { truncate, textWidth } from "../../text-metrics.js";
import { namesOf } from "../../facts.js";
import { cellOf } from "../../kit/block.js";
import { cellsOf } from "../../kit/cells.js";
import { backdrop } from "../../kit/backdrop.js";
import { placeable, row, space } from "../../kit/place.js";
import { letterRuns, text } from "../../kit/text.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/block.js").Size} Size */
/** @param {Model} model @param {import("./list.js").Level} level @param {import("../../scene.js").Room} room */
export function partsOf(model, level, room) {
  const { size, beside, name = 64, shaded = false } = level;
  const narrow = room.width < 500;
  const [exact, soft, self] = ["exact", "soft", "self"].map(model.stage);
  const rough = narrow ? { ...size, decimals: 1, wide: size.cell + 6 } : size;
  const columns = {
    feature: columnNames(exact, "feature", exact.d_k),
    value: columnNames(exact, "value_feature", exact.d_v),
  };
  const said = (/** @type {string[]} */ names, /** @type {number} */ most) =>
    Math.max(0, ...names.map((name) => Math.min(most, textWidth(name, 12) + 6)));
  const results = [exact, soft, self].map((stage) => cellOf(stage, "output", rough).width);
  const key = Math.max(cellOf(exact, "key", size).width, beside ? said(columns.feature, 52) : 0);
  const named = !shaded && !narrow ? said(columns.value, 52) : 0;
  const value = Math.max(cellOf(exact, "value", size).width, ...results, named);
  const query = Math.max(cellOf(exact, "query", size).width, said(columns.feature, 60));
  /** The width of a cell of each vector, in px. @type {Record<string, number>} */
  const pitches = { query, key, value, output: value };
  const usual = (/** @type {string} */ tensor) => {
    const how = { size: tensor === "output" ? rough : size };
    if (!(tensor in pitches)) return how;
    return shaded
      ? { ...how, style: /** @type {const} */ ("shade"), width: 9 }
      : { ...how, width: pitches[tensor] };
  };
  const made = new Map();
  const most = shaded ? 36 : narrow ? name : 130;
  return {
    ...{ size, both: level.both, stacked: level.stacked },
    exact: cellsOf(exact, usual, made),
    soft: cellsOf(soft, usual, made),
    self: cellsOf(self, usual, made),
    ...wordsOf(model, exact, level, most),
    ...typedOf(exact, size, pitches.query * exact.d_k, room),
    features: {
      query: shaded ? null : headings("over.query", columns.feature, pitches.query),
      key: shaded ? null : headings("over.key", columns.feature, pitches.key),
      value: shaded ? null : headings("over.value", columns.value, pitches.value),
    },
  };
}

/**
 * Returns the names of the entries, the headings of the columns, and the titles of the bars.
 * @param {Model} model @param {Model} exact @param {import("./list.js").Level} level @param {number} most px
 */
function wordsOf(model, exact, { size, both, shaded, name }, most) {
  const { shown } = model.words.scene;
  const { kinds } = model.words.stories.search;
  const font = name && name < 100 ? 12 : Math.min(15, Math.max(12, size.font - 1));
  const head = (/** @type {string} */ id, /** @type {string} */ tensor, /** @type {string} */ word) =>
    shaded ? null : text(`head.${id}`, { runs: letterRuns(tensor, "", word) });
  const kind = (/** @type {string} */ id) =>
    text(`kind.${id}`, { text: kinds[id], weight: 650, align: "start", most });
  return {
    names: namesOf(exact, "key").map((name, j) => {
      const said = truncate(name, font, most, 600);
      return text(`name.${j}`, { text: said, size: font, weight: 600, align: "start", fill: "word" });
    }),
    heads: {
      query: head("query", "query", shown("query")),
      key: head("key", "key", shown("key")),
      score: head("score", "scores", both ? shown("scores") : ""),
      exact: head("exact", "weights", both ? kinds.exact : ""),
      soft: both ? head("soft", "weights", kinds.soft) : null,
      value: head("value", "value", shown("value")),
    },
    kinds: { exact: kind("exact"), soft: kind("soft"), self: kind("self") },
  };
}

/**
 * Returns the search box and its texts: what is typed, and later the names of entries that ask.
 * @param {Model} exact @param {Size} size @param {number} wide px of a query @param {import("../../scene.js").Room} room
 */
function typedOf(exact, size, wide, room) {
  const most = Math.min(Math.max(wide, 120), room.width - 8) - 24;
  const said = [...namesOf(exact, "query"), ...namesOf(exact, "key")];
  const typed = said.map((text_, k) =>
    text(`typed.${k}`, { text: text_, most, size: Math.max(13, size.font), weight: 600, fill: "ink" }),
  );
  const width = Math.max(wide, ...typed.map((item) => item.width + 24));
  const place = { x: 0, y: 0, width, height: size.height + 6 };
  return {
    typed,
    box: placeable(backdrop("box", place, { fill: "lane", rx: place.height / 2, initial: { opacity: 0 } })),
  };
}

/**
 * Returns the names of columns, "" where there are none.
 * @param {Model} stage @param {"feature" | "value_feature"} of @param {number} count
 */
function columnNames({ problem }, of, count) {
  const names = problem.labels?.[of];
  return upTo(count).map((c) => (typeof names?.[c] === "string" ? names[c].slice(0, 256) : ""));
}

/**
 * Returns a name above every column; null where names do not fit.
 * @param {string} id @param {string[]} names @param {number} pitch
 */
function headings(id, names, pitch) {
  if (!names.some(Boolean) || names.some((name) => textWidth(name, 12) > pitch - 1)) return null;
  const items = names.map((name, c) => text(`${id}.${c}`, { text: name, size: 12, fill: "muted" }));
  return { items, place: row(items.map(({ put }) => ({ ...space(pitch, 16), put }))) };
}
