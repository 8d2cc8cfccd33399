/** What there is to look at: each story and preset as a small picture of its own weights, with its name. */
import { make } from "../element/dom.js";
import { presets } from "../presets/index.js";
import { createMap, fillRows } from "../scene/kit/raster/map.js";
import { FULL, sample } from "../scene/kit/raster/pyramid.js";

/** @typedef {{ id: string, preset: string, attributes?: Record<string, string>, picture: (weights: Tensor, run: Run) => Element }} Item
 *   picture: of the weights, of a chain those of its first attention; run: whatever else there is of it */
/** @typedef {{ trace: Record<string, Tensor>, problem: Record<string, any>, forward: (problem: Record<string, any>) => Record<string, Tensor> }} Run */
/** @typedef {{ shape: number[], data: Float32Array }} Tensor */

const space = "http://www.w3.org/2000/svg";

/** @param {string} tag @param {Record<string, string | number>} attributes @param {Element[]} children */
function svg(tag, attributes, ...children) {
  const element = document.createElementNS(space, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** A matrix of weights, as the map of the player colours it. @param {Tensor} weights @param {number} head of the first item @param {{ x: number, y: number, cell: number }} place */
function heat({ shape, data }, head, { x, y, cell }) {
  const [, heads, rows, columns] = shape;
  const start = Math.min(head, heads - 1) * rows * columns;
  const cells = Array.from({ length: rows * columns }, (_, k) =>
    svg("rect", {
      x: x + (k % columns) * cell,
      y: y + Math.floor(k / columns) * cell,
      width: cell,
      height: cell,
      class: "cell",
      "fill-opacity": (0.04 + 0.86 * data[start + k]).toFixed(3),
    }),
  );
  return svg("g", {}, ...cells);
}

/** In the middle of the picture. @param {Tensor} weights */
function map(weights) {
  const [, , rows, columns] = weights.shape;
  const cell = 42 / Math.max(rows, columns);
  return svg("g", {}, heat(weights, 0, { x: 50 - (columns * cell) / 2, y: 25 - (rows * cell) / 2, cell }));
}

/** One row as bars over its keys. @param {Tensor} weights */
function bars({ shape, data }) {
  const count = shape[3];
  return svg(
    "g",
    {},
    svg("rect", { x: 16, y: 31, width: 15, height: 10, class: "query" }),
    ...Array.from({ length: count }, (_, j) => {
      const high = Math.max(1.5, data[j] * 40);
      const x = 42 + j * 16;
      return svg(
        "g",
        {},
        svg("rect", { x, y: 29 - high, width: 12, height: high, class: "cell", "fill-opacity": 0.8 }),
        svg("rect", { x, y: 31, width: 12, height: 10, class: "key" }),
      );
    }),
  );
}

/** All heads. @param {Tensor} weights */
function heads(weights) {
  return svg(
    "g",
    {},
    ...Array.from({ length: weights.shape[1] }, (_, h) =>
      heat(weights, h, { x: 12 + (h % 4) * 20, y: 5 + Math.floor(h / 4) * 22, cell: 16 / weights.shape[3] }),
    ),
  );
}

/** All heads of more tokens than a small picture has points, all points of a shade at once. @param {Tensor} weights */
function distant({ shape, data }) {
  const [, heads, rows, columns] = shape;
  const [points, cell, shades] = [16, 1.25, 4];
  const size = rows * columns;
  const maps = Array.from({ length: heads }, (_, h) => {
    const map = createMap({ rows, columns, most: 2 * points });
    fillRows(map, data.subarray(h * size, (h + 1) * size));
    const all = sample(map.shades, { x: 0, y: 0, width: 1, height: 1 }, points, points);
    const drawn = Array.from({ length: shades }, () => "");
    for (const [k, shade] of all.entries()) {
      const at = `M${6 + h * 23 + (k % points) * cell} ${15 + Math.floor(k / points) * cell}`;
      if (shade) drawn[Math.ceil((shades * shade) / FULL) - 1] += `${at}h${cell}v${cell}h${-cell}z`;
    }
    const paths = drawn.map((d, k) =>
      svg("path", { d, class: "shade", "fill-opacity": 0.9 * ((k + 1) / shades) ** 1.5 }),
    );
    return svg("g", {}, ...paths);
  });
  return svg("g", {}, ...maps);
}

/** Sheets that lie behind one another. @param {Tensor} weights */
function sheets(weights) {
  const sheet = svg("rect", { x: 39, y: 4, width: 33, height: 33, class: "sheet" });
  const { shape, data } = weights;
  const next = { shape, data: data.subarray(shape[1] * shape[2] * shape[3]) };
  return svg(
    "g",
    {},
    heat(next, 0, { x: 39, y: 4, cell: 11 }),
    sheet,
    heat(weights, 0, { x: 30, y: 12, cell: 11 }),
  );
}

/** The same twice, not scaled and scaled. @param {Tensor} weights @param {Run} run */
function pair(weights, { problem, forward }) {
  const cell = 21 / weights.shape[2];
  const other = forward({ ...problem, scale: undefined }).weights;
  return svg("g", {}, heat(weights, 0, { x: 39, y: 2, cell }), heat(other, 0, { x: 39, y: 27, cell }));
}

/** A map that is never stored, and what is held of its rows instead. @param {Tensor} weights @param {Run} run */
function tiles({ shape }, { trace }) {
  const cell = 11;
  const [, , rows, columns] = shape;
  const never = Array.from({ length: rows * columns }, (_, k) => {
    const place = { x: 18 + (k % columns) * cell, y: 9 + Math.floor(k / columns) * cell };
    return svg("rect", { ...place, width: cell, height: cell, class: "never" });
  });
  const { data } = trace.output;
  const most = Math.max(...data);
  const held = Array.from(data, (value, k) => {
    const place = { x: 60 + (k % columns) * 8, y: 10 + Math.floor(k / columns) * cell };
    return svg("rect", {
      ...place,
      width: 8,
      height: 9,
      class: "cell",
      "fill-opacity": 0.1 + (0.8 * value) / most,
    });
  });
  return svg("g", {}, ...never, ...held);
}

/** Matrices that are multiplied. @param {Tensor} weights */
function product(weights) {
  return svg(
    "g",
    {},
    svg("rect", { x: 12, y: 14, width: 14, height: 22, class: "query" }),
    svg("rect", { x: 31, y: 17, width: 22, height: 14, class: "key" }),
    heat(weights, 0, { x: 60, y: 12, cell: 9 }),
  );
}

/** Shares of all stages as bars, one under the other. @param {Tensor} _ @param {Run} run */
function shares(_, { trace, problem }) {
  const parts = problem.stages.flatMap((/** @type {any} */ { id }, /** @type {number} */ r) => {
    const { data } = trace[`${id}.weights`];
    let x = 20;
    return Array.from(data, (share, j) => {
      const place = { x, y: 27 - 5.5 * problem.stages.length + r * 11, width: share * 60, height: 7 };
      x += place.width;
      return svg("rect", { ...place, class: "cell", "fill-opacity": Math.max(0.1, 0.85 - j * 0.2) });
    });
  });
  return svg("g", {}, ...parts);
}

/** Two attentions and a third one that looks from one to the other. @param {Tensor} _ @param {Run} run */
function crossing(_, { trace }) {
  const [source, target, between] = ["source", "target", "cross"].map((id) => trace[`${id}.weights`]);
  return svg(
    "g",
    {},
    heat(between, 0, { x: 38, y: 4, cell: 6 }),
    heat(source, 0, { x: 14, y: 27, cell: 5 }),
    heat(target, 0, { x: 68, y: 30, cell: 5 }),
  );
}

/** A soft search: one row as a bar of length 1. @param {Tensor} _ @param {Run} run */
function share(_, { trace }) {
  const { shape, data } = trace["soft.weights"];
  let x = 10;
  const parts = Array.from({ length: shape[3] }, (_, j) => {
    const width = 80 * data[j];
    const part = svg("rect", { x, y: 18, width, height: 14, class: "cell", "fill-opacity": 0.22 + data[j] });
    x += width;
    return part;
  });
  return svg("g", {}, ...parts);
}

/** Arrows from the origin: a query and its keys. @param {Tensor} _ @param {Run} run */
function arrows(_, { trace }) {
  const { "plane.a": query, "plane.b": keys } = trace;
  const all = Array.from(keys.data).concat(Array.from(query.data));
  const unit = 21 / Math.max(...all.map(Math.abs));
  const turned = Array.from({ length: all.length / 2 }, (_, k) => {
    const [x, y] = all.slice(2 * k, 2 * k + 2);
    const turn = (-Math.atan2(y, x) * 180) / Math.PI;
    const place = { x: 0, y: -1.5, width: Math.hypot(x, y) * unit, height: 3 };
    const transform = `translate(50 27) rotate(${turn})`;
    return svg("rect", { ...place, transform, class: 2 * k < keys.data.length ? "key" : "query" });
  });
  return svg("g", {}, ...turned);
}

/** What a norm makes, a frame round what it takes together: a row, a column. @param {Tensor} _ @param {Run} run */
function averaged(_, { trace }) {
  const parts = [trace["layer_norm.output"], trace["batch_norm.output"]].flatMap(({ shape, data }, k) => {
    const [, rows, columns] = shape;
    const shades = data.map((value) => (value + 2) / 4);
    const x = 6 + k * 48;
    const frame = k
      ? { x: x + 10, y: 10, width: 10, height: rows * 10 }
      : { x, y: 20, width: columns * 10, height: 10 };
    const map = { shape: [1, 1, rows, columns], data: shades };
    return [heat(map, 0, { x, y: 10, cell: 10 }), svg("rect", { ...frame, class: "sheet" })];
  });
  return svg("g", {}, ...parts);
}

/** @type {Item[]} */
export const items = [
  { id: "walk-through", preset: "walk-through", picture: map },
  { id: "one-query", preset: "one-query", picture: bars },
  { id: "matrices", preset: "walk-through", attributes: { story: "matrices" }, picture: product },
  { id: "causal", preset: "walk-through", attributes: { causal: "on" }, picture: map },
  { id: "compare", preset: "walk-through", attributes: { story: "compare" }, picture: pair },
  { id: "fused", preset: "walk-through", attributes: { story: "fused" }, picture: tiles },
  { id: "layer", preset: "layer", picture: map },
  { id: "two-words", preset: "two-words", picture: map },
  { id: "eight-heads", preset: "eight-heads", picture: heads },
  { id: "batch", preset: "batch", picture: sheets },
  { id: "seq2seq", preset: "seq2seq", picture: map },
  { id: "english-french", preset: "english-french", picture: map },
  { id: "chinese-english", preset: "chinese-english", picture: map },
  { id: "cross", preset: "cross", picture: crossing },
  { id: "scores", preset: "scores", picture: shares },
  { id: "scaling", preset: "scaling", picture: shares },
  { id: "geometry", preset: "geometry", picture: arrows },
  { id: "search", preset: "search", picture: share },
  { id: "normalization", preset: "normalization", picture: averaged },
  { id: "backward", preset: "backward", picture: map },
  { id: "training", preset: "training", picture: map },
  { id: "long-input", preset: "long-input", picture: distant },
  { id: "as-printed", preset: "as-printed", picture: map },
];

/**
 * @param {HTMLElement} root
 * @param {any} attention the core
 * @param {(item: Item) => void} chosen
 */
export function createGallery(root, attention, chosen) {
  const cards = items.map((item) => {
    const { problem } = presets[item.preset];
    const causal = item.attributes?.causal === "on";
    const forward = (/** @type {Record<string, any>} */ own) => attention.forward(own);
    const trace = forward(causal ? { ...problem, causal } : problem);
    const weights =
      trace.weights ?? trace[Object.keys(trace).findLast((name) => name.endsWith(".weights")) ?? ""];
    const input = make(document, "input", { type: "radio", name: "preset", value: item.id });
    const name = make(document, "span", { class: "name" });
    const picture = svg(
      "svg",
      { viewBox: "0 0 100 50", "aria-hidden": "true" },
      item.picture(weights, { trace, problem, forward }),
    );
    root.append(make(document, "label", { class: "card" }, input, picture, name));
    return { item, input, name };
  });
  root.addEventListener("change", ({ target }) => {
    const card = cards.find(({ input }) => input === target);
    if (card) chosen(card.item);
  });

  return {
    /** @param {Record<string, any>} words all of a language's */
    speak({ page, presets }) {
      for (const { item, name } of cards) name.textContent = page.gallery[item.id] ?? presets[item.id]?.title;
    },

    /** @param {string | null} id of the item that is shown as it comes; null: the reader's own */
    choose(id) {
      for (const { item, input } of cards) {
        input.checked = item.id === id;
        const card = input.parentElement;
        // along its line alone: the page stays where it is
        if (input.checked && card)
          root.scrollLeft = card.offsetLeft - (root.clientWidth - card.clientWidth) / 2;
      }
    },
  };
}
