/**
 * The arrangement of the walk-through where there is room: a column per input with a scalar lane (key, score,
 * scale, weight) and a vector lane (value, weighted value); inputs below the panel, outputs above it. Upright
 * arrows carry the vector that is used, level arrows the number it is multiplied with.
 */

import { shorten, textWidth } from "./advance.js";
import {
  LAYERS,
  LETTERS,
  ROLES,
  arrowItem,
  indicesOf,
  labelAbove,
  labelAround,
  metrics,
  stripAt,
  stripBox,
  stripItem,
  tokenLabel,
  wordItem,
} from "./layout.js";
import { labelRuns, runsWidth } from "./parts.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./layout.js").Item} Item */

/**
 * @param {Model} model @param {number} width
 * @returns {import("./layout.js").Layout | null} null where it does not fit
 */
export function layoutWide(model, width) {
  for (const perRow of [8, 4]) {
    const sizes = measure(model, perRow);
    const columns = placeColumns(model, sizes, width);
    if (columns) return build(model, sizes, columns, placeRows(model, sizes), width);
  }
  return null;
}

/** Where a row of outputs of its own begins: right of the word that names it. */
const OUTPUTS_FROM = 112;

/** Cells and strips before they have a place. @param {Model} model @param {number} perRow */
function measure(model, perRow) {
  /** @type {Record<string, ReturnType<typeof metrics>>} */
  const cell = {};
  for (const name of ["x", "query", "key", "value", "weighted_values", model.result])
    cell[name] = metrics(model, name, false);
  if (!model.self && model.projected) cell.x_kv = metrics(model, "x_kv", false);
  for (const name of model.stages) cell[name] = metrics(model, name, false, name === "weights" ? 54 : 52);
  const count = { x: model.d_model, query: model.d_q, key: model.d_k, value: model.d_v };
  /** @param {string} name @param {number} n */
  const box = (name, n) => ({
    width: Math.min(n, perRow) * cell[name].cellWidth,
    height: Math.ceil(n / perRow) * 36,
  });
  const source = model.self ? "x" : "x_kv";
  const d_source = model.tensor(source)?.shape.at(-1) ?? 0;
  const strips = {
    asker: box("x", count.x || 1),
    x: box(cell[source] ? source : "x", d_source || 1),
    query: box("query", count.query),
    key: box("key", count.key),
    value: box("value", count.value),
    weighted: box("weighted_values", model.d_v),
    output: box(model.result, model.d_v),
  };
  const scalar = Math.max(...model.stages.map((name) => cell[name].cellWidth));
  return { cell, strips, scalar, perRow, source, d_source };
}
/** @typedef {ReturnType<typeof measure>} Sizes */

/** Room that the end of a lane needs right of the last value. @param {Model} model */
const laneNote = (model) =>
  model.open ? 26 + textWidth("max", 11) + metrics(model, "row_sum", false).cellWidth + 8 : 72;

/**
 * Centres of the columns: as wide apart as is nice, closer where it must be, null where that is not enough.
 * @param {Model} model @param {Sizes} sizes @param {number} width
 */
function placeColumns(model, { strips, scalar }, width) {
  const { words: w } = model;
  const half = (/** @type {string} */ name) => strips[/** @type {keyof typeof strips} */ (name)].width / 2;
  const besides = model.stages.slice(0, -1).map((name) => labelRuns("s′", "11", w.roles[name]));
  const scoreLabel = 10 + Math.max(...besides.map((runs) => runsWidth(runs, 13)));
  const wordsRight = 32 + Math.max(...Object.values(w.ops).map((word) => textWidth(word, 13, 650)), 72);
  const keyHalf = Math.max(half("key"), 8 + 18);
  const valueHalf = Math.max(half("value"), 8 + textWidth(w.roles.value, 13));
  const right = Math.max(half("weighted"), valueHalf, laneNote(model));
  const rows = Math.max(half("weighted") + scalar / 2, valueHalf + keyHalf);
  const own = Math.max(strips.x.width, strips.output.width);
  /** @param {number} gap 0 = tight, 1 = nice */
  const fit = (gap) => {
    const lanes = Math.max(
      keyHalf + half("value") + 20 + 28 * gap,
      half("weighted") + scalar / 2 + 32 + 16 * gap,
      scalar / 2 + scoreLabel + 12,
    );
    const pitch = Math.max(lanes + rows + 16 + 30 * gap, own + 28, lanes + scalar / 2 + 50);
    const asks = 32 + strips.query.width / 2 + 20;
    const first = Math.max(
      32 + strips.query.width + 54 + 44 * gap + scalar / 2 + lanes / 2,
      wordsRight + 28 + scalar / 2 + lanes / 2,
      asks + keyHalf + lanes / 2,
      asks + strips.x.width / 2,
      model.self || !model.projected ? 0 : 32 + strips.asker.width + 28 + strips.x.width / 2,
    );
    const last = Math.max(lanes / 2 + right + 12 + 19 * gap, own / 2 + 8);
    return { lanes, pitch, first, needed: first + pitch * (model.kv_len - 1) + last };
  };
  const [tight, nice] = [fit(0), fit(1)];
  if (tight.needed > width) return null;
  if (model.q_len > model.kv_len && (width - OUTPUTS_FROM) / model.q_len < strips.output.width + 16)
    return null;
  const gap = Math.min(1, (width - tight.needed) / Math.max(1, nice.needed - tight.needed));
  const chosen = gap === 1 ? nice : shrink(fit, width);
  const spare = Math.max(0, width - chosen.needed);
  const wider = model.kv_len > 1 ? Math.min(spare / model.kv_len, 48) : 0;
  const shift = Math.max(0, spare - wider * (model.kv_len - 1)) / 2;
  const centres = indicesOf(model.kv_len, (j) => [chosen.first + shift + j * (chosen.pitch + wider)]).map(
    ([x]) => Math.round(x),
  );
  return { lanes: Math.round(chosen.lanes / 2) * 2, centres, pitch: chosen.pitch + wider };
}

/** The widest gap that fits. @param {(gap: number) => any} fit @param {number} width */
function shrink(fit, width) {
  let low = 0;
  let high = 1;
  for (let i = 0; i < 12; i++) {
    const middle = (low + high) / 2;
    if (fit(middle).needed <= width) low = middle;
    else high = middle;
  }
  return fit(low);
}

/** Heights of the rows, from the outputs down to the inputs. @param {Model} model @param {Sizes} sizes */
function placeRows(model, { strips }) {
  const output = 32 + strips.output.height / 2;
  const panelTop = 32 + strips.output.height + 28;
  const weight = panelTop + 70 + strips.weighted.height / 2;
  /** @type {Record<string, number>} */
  const stage = { weights: weight };
  /** @type {{ id: string, y: number }[]} */
  const lanes = [];
  let y = weight + strips.weighted.height / 2 + 38;
  for (const name of [...model.stages].reverse().slice(1)) {
    const lane = laneUnder(model, name);
    if (lane) {
      lanes.push({ id: lane, y });
      y += 44;
    }
    stage[name] = y;
    y += 54;
  }
  const pill = model.scaled ? 0 : stage.scores;
  const beside = (strips.query.height - 36) / 2;
  const score = stage.scores + (pill ? 66 : 18) + beside;
  if (pill) stage.pill = pill;
  stage.scores = score;
  const bus = score + 52;
  const tall = Math.max(strips.key.height, strips.value.height);
  const key = bus + 54 + tall / 2;
  const fork = key + tall / 2 + 32;
  const panelBottom = model.projected ? fork + 22 : key + tall / 2 + 28;
  const below = Math.max(strips.x.height, model.self ? 0 : strips.asker.height);
  const input = panelBottom + 36 + below / 2;
  const height = model.projected ? input + below / 2 + 22 : panelBottom + 2;
  return { output, panelTop, weight, stage, lanes, score, bus, key, fork, panelBottom, input, height };
}
/** @typedef {ReturnType<typeof placeRows>} Rows */

/** Which lane reads the row just above this stage. @param {Model} model @param {string} name */
function laneUnder(model, name) {
  if (model.open)
    return name === "shifted_exp"
      ? "sum"
      : name === model.stages[model.stages.indexOf("shifted_scores") - 1]
        ? "max"
        : "";
  return name === model.stages.at(-2) ? "softmax" : "";
}

/** @param {Model} model @param {Sizes} sizes @param {{ lanes: number, centres: number[], pitch: number }} columns @param {Rows} rows @param {number} width */
function build(model, sizes, columns, rows, width) {
  const items = [
    ...ground(model, sizes, columns, rows, width),
    ...inputs(model, sizes, columns, rows),
    ...keysAndValues(model, sizes, columns, rows),
    ...queries(model, sizes, columns, rows),
    ...outputs(model, sizes, columns, rows, width),
  ];
  for (let i = 0; i < model.q_len; i++)
    items.push(...attending(model, sizes, { ...columns, width }, rows, i));
  const top = rows.panelTop + 16;
  const beside = 32 + sizes.strips.query.width + 24;
  const card = { x: beside, y: top, width: width - beside - 16, height: rows.bus - top };
  return { width, height: rows.height, turned: false, items, card };
}

/** Panel, lanes and the words of the operations. @param {Model} model @param {Sizes} sizes @param {any} columns @param {Rows} rows @param {number} width @returns {Item[]} */
function ground(model, { strips, scalar }, { lanes, centres }, rows, width) {
  const { ops, title } = model.words;
  const left = centres[0] - lanes / 2 - Math.max(scalar, strips.key.width) / 2;
  const right =
    centres[centres.length - 1] +
    lanes / 2 +
    Math.max(strips.weighted.width / 2, strips.value.width / 2, laneNote(model));
  const panel = { x: 0, y: rows.panelTop, width, height: rows.panelBottom - rows.panelTop, rx: 10 };
  /** @param {string} id @param {number} y */
  const word = (id, y) => wordItem("word." + id, { x: 32, y: y + 5, text: ops[id] });
  const items = [
    { id: "panel", kind: "ground", layer: LAYERS.ground, ...panel, fill: "panel" },
    wordItem(
      "word.title",
      { x: 32, y: rows.panelTop + 28, text: model.self ? title.self : title.cross },
      { shown: 1, active: 1 },
    ),
    word("sum", rows.output),
    word("multiply", rows.weight),
  ];
  for (const { id, y } of rows.lanes) {
    const lane = { x: left, y: y - 15, width: right - left, height: 30, rx: 8, fill: "lane" };
    const said = id === "sum" ? "total" : id;
    items.push({ id: "lane." + id, kind: "ground", layer: LAYERS.ground, ...lane }, word(said, y));
    if (id === "softmax") {
      const note = { x: right - 14, y: y + 4, text: "Σ = 1", size: 11, weight: 400, anchor: "end" };
      items.push(wordItem("note.sum", note, { shown: 0, active: 0 }));
    } else items.push(...rowNumbers(model, id, right, y));
  }
  for (const name of model.stages.slice(1, -1)) items.push(word(name, rows.stage[name]));
  if (rows.stage.pill) {
    items.push(
      wordItem(
        "word.unscaled",
        { x: 32, y: rows.stage.pill + 5, text: ops.scaled_scores },
        { shown: 1, active: 0 },
      ),
    );
    const x = 32 + textWidth(ops.scaled_scores, 13, 650) + 6;
    const off = { x, y: rows.stage.pill + 5, text: model.words.off, size: 11, weight: 400 };
    items.push(wordItem("word.off", off));
  }
  return items;
}

/** The maximum or the sum of a row, at the end of its lane. @param {Model} model @param {string} id @param {number} right @param {number} y @returns {Item[]} */
function rowNumbers(model, id, right, y) {
  const tensor = id === "max" ? "row_max" : "row_sum";
  const cell = { ...metrics(model, tensor, false), cellHeight: 24 };
  const strip = {
    x: right - 6 - cell.cellWidth,
    y: y - 12,
    ...cell,
    count: 1,
    perRow: 1,
    role: ROLES[tensor],
  };
  return indicesOf(model.q_len, (i) => [i]).map(([i]) => {
    const label = {
      x: strip.x - 8,
      y: y + 4,
      size: 11,
      text: id === "max" ? "max" : "Σ",
      anchor: "end",
      muted: true,
    };
    return stripItem(`${tensor}.${i}`, strip, tensor, [[model.batch, model.head, i]], { labels: [label] });
  });
}

/** @param {Model} model @param {Sizes} sizes @param {any} columns @param {Rows} rows @returns {Item[]} */
function inputs(model, { cell, perRow, source, d_source }, { lanes, centres }, rows) {
  if (!model.projected) return [];
  const items = centres.flatMap((/** @type {number} */ x, /** @type {number} */ j) => {
    const strip = stripAt(x, rows.input, cell[source], d_source, perRow, "input");
    const box = stripBox(strip);
    const stem = [x, box.y];
    const fork = (/** @type {number} */ to) => [
      stem,
      [x, rows.fork],
      [to, rows.fork],
      [to, rows.key + stripTall(model, cell, perRow) / 2 + 3],
    ];
    const word = shorten(tokenLabel(model, j), 13, box.width / 2 - 26) || model.words.roles.input;
    const labels = labelAbove(box, "x", String(j + 1), word, {
      shape: `1×${d_source}`,
      most: box.width / 2 - 6,
    });
    return [
      stripItem(
        `x.${j}`,
        strip,
        source,
        indicesOf(d_source, (c) => [model.batch, j, c]),
        { labels },
      ),
      arrowItem(`fork-key.${j}`, fork(x - lanes / 2)),
      arrowItem(`fork-value.${j}`, fork(x + lanes / 2)),
    ];
  });
  return model.self ? items : [...items, ...askers(model, cell.x, rows, perRow)];
}

/** @param {Model} model @param {any} cell @param {number} perRow */
function stripTall(model, cell, perRow) {
  return Math.max(Math.ceil(model.d_k / perRow), Math.ceil(model.d_v / perRow)) * cell.key.cellHeight;
}

/** In cross-attention the queries have inputs of their own. @param {Model} model @param {any} cell @param {Rows} rows @param {number} perRow @returns {Item[]} */
function askers(model, cell, rows, perRow) {
  return indicesOf(model.q_len, (i) => [i]).map(([i]) => {
    const strip = stripAt(0, rows.input, cell, model.d_model, perRow, "input");
    strip.x = 32;
    const labels = labelAbove(stripBox(strip), "y", String(i + 1), model.words.roles.asker);
    const indices = indicesOf(model.d_model, (c) => [model.batch, i, c]);
    return stripItem(`asker.${i}`, strip, "x", indices, { labels });
  });
}

/** @param {Model} model @param {Sizes} sizes @param {any} columns @param {Rows} rows @returns {Item[]} */
function keysAndValues(model, { cell, perRow }, { lanes, centres }, rows) {
  const { roles } = model.words;
  const { batch: b, kvHead: g } = model;
  return centres.flatMap((/** @type {number} */ x, /** @type {number} */ j) =>
    /** @type {const} */ ([
      ["key", model.d_k, -1],
      ["value", model.d_v, 1],
    ]).map(([name, count, side]) => {
      const strip = stripAt(x + (side * lanes) / 2, rows.key, cell[name], count, perRow, name);
      const labels = labelAround(stripBox(strip), LETTERS[name], String(j + 1), roles[name]);
      const indices = indicesOf(count, (c) => [b, g, j, c]);
      return stripItem(`${name}.${j}`, strip, name, indices, { labels, initial: { ghost: 1 } });
    }),
  );
}

/** @param {Model} model @param {Sizes} sizes @param {any} columns @param {Rows} rows @returns {Item[]} */
function queries(model, { cell, perRow, strips }, { centres }, rows) {
  return indicesOf(model.q_len, (i) => [i]).flatMap(([i]) => {
    const strip = stripAt(32 + strips.query.width / 2, rows.score, cell.query, model.d_q, perRow, "query");
    const box = stripBox(strip);
    const labels = labelAbove(box, "q", String(i + 1), model.words.roles.query, {
      shape: `1×${model.d_q}`,
      most: 120,
    });
    const indices = indicesOf(model.d_q, (c) => [model.batch, model.head, i, c]);
    const items = [
      stripItem(`query.${i}`, strip, "query", indices, { labels, initial: { ghost: i ? 0 : 1 } }),
    ];
    if (!model.projected) return items;
    const middle = box.x + box.width / 2;
    const head = [middle, box.y + box.height + 3];
    const below = rows.input + strips.x.height / 2;
    const from =
      model.self && i < centres.length
        ? [[centres[i], below], [centres[i], below + 18], [middle, below + 18], head]
        : [[middle, rows.input - strips.asker.height / 2 - 26], head];
    return [...items, arrowItem(`ask.${i}`, from)];
  });
}

/** @param {Model} model @param {Sizes} sizes @param {any} columns @param {Rows} rows @param {number} width @returns {Item[]} */
function outputs(model, { cell, strips, perRow }, { centres }, rows, width) {
  return indicesOf(model.q_len, (i) => [i]).map(([i]) => {
    const x = outputCentre(model, centres, width, i);
    const strip = stripAt(x, rows.output, cell[model.result], model.d_v, perRow, "output");
    const word = model.words.roles[model.result];
    const labels = labelAbove(stripBox(strip), "z", String(i + 1), word, { shape: `1×${model.d_v}` });
    const index = (/** @type {number} */ c) =>
      model.result === "output" ? [model.batch, i, c] : [model.batch, model.head, i, c];
    return stripItem(`output.${i}`, strip, model.result, indicesOf(model.d_v, index), {
      labels,
      initial: { ghost: 1 },
    });
  });
}

/** Outputs stand over the inputs they belong to; if there are more of them than inputs, evenly. @param {Model} model @param {number[]} centres @param {number} width @param {number} i */
function outputCentre(model, centres, width, i) {
  return model.q_len <= centres.length
    ? centres[i]
    : Math.round(OUTPUTS_FROM + ((width - OUTPUTS_FROM) / model.q_len) * (i + 0.5));
}

/** Everything one query needs: scores, weights, weighted values, and their arrows. @param {Model} model @param {Sizes} sizes @param {any} columns @param {Rows} rows @param {number} i @returns {Item[]} */
function attending(model, sizes, { lanes, centres, width }, rows, i) {
  const { cell, strips, scalar, perRow } = sizes;
  const { batch: b, head: h } = model;
  const ghost = i ? 0 : 1;
  const first = centres[0] - lanes / 2 - cell.scores.cellWidth / 2;
  const trunk = first - 34;
  const made = centres.flatMap((/** @type {number} */ x, /** @type {number} */ j) => {
    const left = x - lanes / 2;
    const right = x + lanes / 2;
    const at = `${i + 1}${j + 1}`;
    const pair = `.${i}.${j}`;
    /** @type {Item[]} */
    const items = [];
    model.stages.forEach((name, k) => {
      const strip = stripAt(left, rows.stage[name], cell[name], 1, 1, ROLES[name]);
      const box = stripBox(strip);
      const labels =
        name === "weights"
          ? labelAbove(box, "a", at, model.words.roles.weight, {
              most: strips.weighted.width < 70 ? box.width : 90,
            })
          : labelBeside(model, box, name, i, j);
      items.push(stripItem(name + pair, strip, name, [[b, h, i, j]], { labels, initial: { ghost } }));
      if (!k) return;
      const below = rows.stage[model.stages[k - 1]] - 18;
      items.push(
        arrowItem("rise-" + name + pair, [
          [left, below],
          [left, box.y + box.height + 3],
        ]),
      );
    });
    if (rows.stage.pill && i === 0) {
      const pill = { x: left - 26, y: rows.stage.pill - 12, width: 52, height: 24, text: "÷ √dₖ" };
      items.push({
        id: `pill.${j}`,
        kind: "pill",
        layer: LAYERS.label,
        ...pill,
        dashed: true,
        initial: { shown: 1 },
      });
    }
    const weighted = stripAt(right, rows.weight, cell.weighted_values, model.d_v, perRow, "weighted");
    const box = stripBox(weighted);
    const label = weightedLabel(model, box, at, String(j + 1), box.width - 16);
    const stem = Math.max(right, Math.min(box.x + box.width - 10, label.x + runsWidth(label.runs, 13) + 6));
    const scoreBox = { left: left - cell.scores.cellWidth / 2, bottom: rows.score + 18 };
    const bus = j
      ? [
          [trunk, rows.score],
          [trunk, rows.bus],
          [scoreBox.left - 34, rows.bus],
          [scoreBox.left - 34, rows.score],
          [scoreBox.left - 3, rows.score],
        ]
      : [
          [32 + strips.query.width, rows.score],
          [scoreBox.left - 3, rows.score],
        ];
    const halo = centres.slice(0, j).map((/** @type {number} */ c) => [c + lanes / 2, rows.bus]);
    items.push(
      stripItem(
        "weighted" + pair,
        weighted,
        "weighted_values",
        indicesOf(model.d_v, (/** @type {number} */ c) => [b, h, j, i, c]),
        { labels: [label], initial: { ghost } },
      ),
      arrowItem("match" + pair, [
        [left, rows.key - strips.key.height / 2],
        [left, scoreBox.bottom + 3],
      ]),
      arrowItem("bus" + pair, bus),
      arrowItem(
        "vector" + pair,
        [
          [right, rows.key - strips.value.height / 2],
          [right, box.y + box.height + 3],
        ],
        { halo: halo.length || j < centres.length - 1 ? [[right, rows.bus]] : [] },
      ),
      arrowItem("scalar" + pair, [
        [left + scalarHalf(cell), rows.weight],
        [box.x - 3, rows.weight],
      ]),
      arrowItem("sum" + pair, sumPath(sizes, rows, outputCentre(model, centres, width, i), stem, box.y), {
        head: j === 0,
      }),
    );
    return items;
  });
  // values rise over the bus, so they are drawn after it
  return made.sort(
    (/** @type {Item} */ a, /** @type {Item} */ b) =>
      Number(a.id.startsWith("vector")) - Number(b.id.startsWith("vector")),
  );
  /** @param {any} cells */
  function scalarHalf(cells) {
    return Math.min(scalar, cells.weights.cellWidth) / 2;
  }
}

/** Stem up from a weighted value, along, and into the output. @param {Sizes} sizes @param {Rows} rows @param {number} to @param {number} stem @param {number} top */
function sumPath({ strips }, rows, to, stem, top) {
  const y = rows.panelTop + 40;
  return [
    [stem, top],
    [stem, y],
    [to, y],
    [to, rows.output + strips.output.height / 2 + 3],
  ];
}

/** Right of a cell, in two lines: what it is, and of what. @param {Model} model @param {any} box @param {string} name @param {number} i @param {number} j */
function labelBeside(model, box, name, i, j) {
  const at = `${i + 1}${j + 1}`;
  const x = box.x + box.width + 10;
  const y = box.y + box.height / 2;
  const word = model.words.roles[name] ?? model.words.roles.score;
  const labels = [
    {
      x,
      y: name === "scores" ? y - 3 : y + 5,
      size: 13,
      runs: labelRuns(LETTERS[/** @type {"scores"} */ (name)], at, word),
    },
  ];
  if (name === "scores" && (model.score === "dot" || model.score === "scaled_dot")) {
    const sub = { size: 9, dy: 3 };
    const runs = [
      { text: "q" },
      { text: String(i + 1), ...sub },
      { text: "·k", dy: 0 },
      { text: String(j + 1), ...sub },
    ];
    labels.push(/** @type {any} */ ({ x, y: y + 16, size: 11, runs, muted: true }));
  }
  return labels;
}

/** "a₁₂ v₂ weighted value", or as much of it as fits. @param {Model} model @param {any} box @param {string} at @param {string} index @param {number} most */
function weightedLabel(model, box, at, index, most) {
  const start = [
    ...labelRuns("a", at),
    { text: " v", family: "letter", italic: true, weight: 600, size: 16, dy: 0 },
    { text: index, size: 10, dy: 4, weight: 600 },
  ];
  for (const word of [model.words.roles.weighted, model.words.roles.weighted_short]) {
    const runs = [...start, { text: " " + word, size: 13, dy: 0 }];
    if (runsWidth(runs, 13) <= most) return { x: box.x, y: box.y - 12, size: 13, runs };
  }
  const place = { y: box.y - 12, size: 13, runs: start };
  if (runsWidth(start, 13) <= most) return { ...place, x: box.x };
  return { ...place, x: box.x + box.width - 16, anchor: "end" };
}
