/** What there is to look at: each story and preset as a small picture of its own weights, with its name. */
import { makeIn, SVG } from "../element/dom.js";
import { opens, presets } from "../presets/index.js";
import { stories } from "../scene/index.js";
import { createMap, fillRows } from "../scene/kit/raster/map.js";
import { FULL, sample } from "../scene/kit/raster/pyramid.js";
import { heat as strengthOf } from "../scene/kit/shades.js";
import { element, times } from "./page.js";

/** @typedef {{ id: string, preset: string, attributes?: Record<string, string>, picture: (weights: Tensor, run: Run) => Element[] }} Item
 *   picture: of the weights, of a chain those of its first attention; run: whatever else there is of it */
/** @typedef {{ trace: Record<string, Tensor>, problem: Record<string, any>, forward: (problem: Record<string, any>) => Record<string, Tensor> }} Run */
/** @typedef {import("./page.js").Tensor} Tensor */

/** @param {string} tag @param {Record<string, string | number>} attributes @param {Element[]} children */
const svg = (tag, attributes, ...children) => makeIn(document, SVG, tag, attributes, ...children);

/** @typedef {[x: number, y: number, width: number, height: number]} Place */

/** @param {string} look its class @param {Place} place @param {Record<string, string | number>} [others] attributes */
const box = (look, [x, y, width, height], others = {}) =>
  svg("rect", { x, y, width, height, class: look, ...others });

/** @param {Place} place @param {number} weight how strong its hue is, 1 at most */
const cell = (place, weight) => box("cell", place, { "fill-opacity": weight.toFixed(3) });

/** A matrix of weights, as the map of the player colours it. @param {Tensor} weights @param {[x: number, y: number, size: number]} place size: of a cell @param {number} [head] of the first item */
function heat({ shape, data }, [x, y, size], head = 0) {
  const [, heads, rows, columns] = shape;
  const start = Math.min(head, heads - 1) * rows * columns;
  return times(rows * columns, (k) =>
    cell(
      [x + (k % columns) * size, y + Math.floor(k / columns) * size, size, size],
      strengthOf(data[start + k]),
    ),
  );
}

/** In the middle of the picture. @param {Tensor} weights */
function map(weights) {
  const [, , rows, columns] = weights.shape;
  const size = 42 / Math.max(rows, columns);
  return heat(weights, [50 - (columns * size) / 2, 25 - (rows * size) / 2, size]);
}

/** One row as bars over its keys. @param {Tensor} weights */
function bars({ shape, data }) {
  const keys = times(shape[3], (j) => {
    const high = Math.max(1.5, data[j] * 40);
    const x = 42 + j * 16;
    return [cell([x, 29 - high, 12, high], 0.8), box("key", [x, 31, 12, 10])];
  });
  return [box("query", [16, 31, 15, 10]), ...keys.flat()];
}

/** All heads. @param {Tensor} weights */
const heads = (weights) =>
  times(weights.shape[1], (h) =>
    heat(
      weights,
      [12 + (h % 4) * 20, weights.shape[1] > 4 ? 5 + Math.floor(h / 4) * 22 : 16, 16 / weights.shape[3]],
      h,
    ),
  ).flat();

/** All heads of more tokens than a small picture has points, all points of a shade at once. @param {Tensor} weights */
function distant({ shape, data }) {
  const [, heads, rows, columns] = shape;
  const [points, side, shades] = [16, 1.25, 4];
  const size = rows * columns;
  return times(heads, (h) => {
    const map = createMap({ rows, columns, most: 2 * points });
    fillRows(map, data.subarray(h * size, (h + 1) * size));
    const all = sample(map.shades, { x: 0, y: 0, width: 1, height: 1 }, points, points);
    const drawn = times(shades, () => "");
    for (const [k, shade] of all.entries()) {
      const at = `M${6 + h * 23 + (k % points) * side} ${15 + Math.floor(k / points) * side}`;
      if (shade) drawn[Math.ceil((shades * shade) / FULL) - 1] += `${at}h${side}v${side}h${-side}z`;
    }
    return drawn.map((d, k) => svg("path", { d, class: "shade", "fill-opacity": ((k + 1) / shades) ** 1.5 }));
  }).flat();
}

/** Sheets that lie behind one another. @param {Tensor} weights */
function sheets(weights) {
  const { shape, data } = weights;
  const next = { shape, data: data.subarray(shape[1] * shape[2] * shape[3]) };
  return [...heat(next, [39, 4, 11]), box("sheet", [39, 4, 33, 33]), ...heat(weights, [30, 12, 11])];
}

/** The same twice, not scaled and scaled. @param {Tensor} weights @param {Run} run */
function pair(weights, { problem, forward }) {
  const size = 21 / weights.shape[2];
  const other = forward({ ...problem, scale: undefined }).weights;
  return [...heat(weights, [39, 2, size]), ...heat(other, [39, 27, size])];
}

/** A map that is never stored, and what is held of its rows instead. @param {Tensor} weights @param {Run} run */
function tiles({ shape }, { trace }) {
  const [, , rows, columns] = shape;
  const { data } = trace.output;
  const most = Math.max(...data);
  const row = (/** @type {number} */ k) => Math.floor(k / columns) * 11;
  return [
    ...times(rows * columns, (k) => box("never", [18 + (k % columns) * 11, 9 + row(k), 11, 11])),
    ...Array.from(data, (value, k) =>
      cell([60 + (k % columns) * 8, 10 + row(k), 8, 9], 0.1 + (0.8 * value) / most),
    ),
  ];
}

/** Matrices that are multiplied. @param {Tensor} weights */
const product = (weights) => [
  box("query", [12, 14, 14, 22]),
  box("key", [31, 17, 22, 14]),
  ...heat(weights, [60, 12, 9]),
];

/** A row of weights as a bar. @param {Tensor} weights @param {Place} place of all of it @param {(weight: number, j: number) => number} shade */
function stackedBar({ data }, [x, y, width, height], shade) {
  let left = x;
  return Array.from(data, (weight, j) => {
    left += weight * width;
    return cell([left - weight * width, y, weight * width, height], shade(weight, j));
  });
}

/** Weights of all stages as bars, one under the other. @param {Tensor} _ @param {Run} run */
const shares = (_, { trace, problem: { stages } }) =>
  stages.flatMap((/** @type {any} */ { id }, /** @type {number} */ r) =>
    stackedBar(trace[`${id}.weights`], [20, 27 - 5.5 * stages.length + r * 11, 60, 7], (_, j) =>
      Math.max(0.1, 0.85 - j * 0.2),
    ),
  );

/** Two attentions and a third one that looks from one to the other. @param {Tensor} _ @param {Run} run */
const crossing = (_, { trace }) => [
  ...heat(trace["cross.weights"], [38, 4, 6]),
  ...heat(trace["source.weights"], [14, 27, 5]),
  ...heat(trace["target.weights"], [68, 30, 5]),
];

/** Words that ask over words that answer, a line from each to the one it reads most. @param {Tensor} weights */
function lines({ shape: [, , rows, columns], data }) {
  const side = 90 / columns;
  const asks = (/** @type {number} */ i) => 5 + (i + (columns - rows) / 2) * side;
  return [
    ...times(rows, (i) => {
      const row = [...data.subarray(i * columns, (i + 1) * columns)];
      const to = 5 + row.indexOf(Math.max(...row)) * side;
      const d = `M${asks(i) + 2} 14L${to + 2} 38h4L${asks(i) + 6} 14z`;
      return svg("path", { d, class: "cell", "fill-opacity": 0.7 });
    }),
    ...times(rows, (i) => box("query", [asks(i), 8, side - 3, 7])),
    ...times(columns, (j) => box("key", [5 + j * side, 37, side - 3, 7])),
  ];
}

/** A soft search: one row as a bar of length 1. @param {Tensor} _ @param {Run} run */
function share(_, { trace }) {
  const { shape, data } = trace["soft.weights"];
  return stackedBar({ shape, data: data.subarray(0, shape[3]) }, [10, 18, 80, 14], (weight) => 0.22 + weight);
}

/** Convolutions one over the other, until one place has heard the first word and the last. @param {Tensor} _ @param {Run} run */
function climbing(_, { trace }) {
  const count = trace["recurrence.x"].shape[0];
  return times(Math.ceil(count / 2), (layer) => {
    const places = count - 2 * layer;
    return times(places, (k) => {
      const look = k === 0 ? "key" : k === places - 1 ? "query" : "never";
      return box(look, [50 + (k - places / 2) * 9 + 1.5, 40 - layer * 9, 6, 6], { rx: 3 });
    });
  }).flat();
}

/** The scores of each word as dots, and the map that they make. @param {Tensor} weights @param {Run} run */
function scattered(weights, { trace }) {
  const { shape, data } = trace.scaled_scores;
  const most = Math.max(...Array.from(data, Math.abs));
  const dots = Array.from(data, (score, k) => {
    const y = 9 + Math.floor(k / shape[3]) * 9;
    return box("query", [29 + (21 * score) / most, y, 5, 5], { rx: 2.5 });
  });
  return [...dots, ...heat(weights, [62, 7, 9])];
}

/** The words of a sentence, what of each is listened to, and the shares of its classes. @param {Tensor} _ @param {Run} run */
function decided(_, { trace }) {
  const [words, classes] = ["classifier.weights", "classes.weights"].map((name) => {
    const { shape, data } = trace[name];
    return { shape, data: data.subarray(0, shape[3]) };
  });
  const wide = 80 / words.data.length;
  return [
    ...times(words.data.length, (j) => box("key", [11 + j * wide, 5, wide - 2, 8])),
    ...stackedBar(words, [10, 18, 80, 10], (weight) => 0.22 + 0.7 * weight),
    ...Array.from(classes.data, (share, c) => cell([10, 33 + c * 5, 1 + 79 * share, 4], 0.8)),
  ];
}

/** How much a word looks at each patch of a picture, for the two words that look hardest. @param {Tensor} weights */
function looked({ shape, data }) {
  const [, , words, patches] = shape;
  const rows = times(words, (i) => data.subarray(i * patches, (i + 1) * patches));
  const most = rows.map((row) => Math.max(...row));
  const hardest = times(words, (i) => i).sort((a, b) => most[b] - most[a]).slice(0, 2); // prettier-ignore
  const side = 3.4;
  return hardest.flatMap((i, n) => [
    box("sheet", [7 + n * 45, 11, 12 * side, 8 * side]),
    ...Array.from(rows[i], (weight, k) =>
      cell([7 + n * 45 + (k % 12) * side, 11 + Math.floor(k / 12) * side, side, side], weight / most[i]),
    ),
  ]);
}

/** An alignment before and after it is learned: every word reads all, then the one that it translates. @param {Tensor} _ @param {Run} run */
function aligned(_, { problem: { x_v, target } }) {
  const count = target.length;
  const side = 38 / count;
  return times(2 * count * count, (k) => {
    const [n, i, j] = [Math.floor(k / count ** 2), Math.floor(k / count) % count, k % count];
    const place = /** @type {Place} */ ([7 + n * 48 + j * side, 6 + i * side, side, side]);
    return cell(place, n ? 0.04 + 0.9 * x_v[j][target[i]] : 0.2);
  });
}

/** Arrows from the origin: a query and its keys. @param {Tensor} _ @param {Run} run */
function arrows(_, { trace }) {
  const { "plane.a": query, "plane.b": keys } = trace;
  const all = Array.from(keys.data).concat(Array.from(query.data));
  const unit = 21 / Math.max(...all.map(Math.abs));
  return times(all.length / 2, (k) => {
    const [x, y] = all.slice(2 * k, 2 * k + 2);
    const turn = (-Math.atan2(y, x) * 180) / Math.PI;
    return box(2 * k < keys.data.length ? "key" : "query", [0, -1.5, Math.hypot(x, y) * unit, 3], {
      transform: `translate(50 27) rotate(${turn})`,
    });
  });
}

/** The last word of two sentences, and the step that the values of each make of it. @param {Tensor} _ @param {Run} run */
function steps(_, { trace }) {
  const { shape, data } = trace.output;
  const unit = 16;
  return times(2, (k) => {
    const [right, up] = data.slice((k + 1) * shape[1] * 2 - 2);
    const turn = (-Math.atan2(up, right) * 180) / Math.PI;
    return box(k ? "value" : "output", [0, -1.5, Math.hypot(right, up) * unit, 3], {
      transform: `translate(50 40) rotate(${turn})`,
    });
  });
}

/** What a norm makes, a frame round what it takes together: a row, a column. @param {Tensor} _ @param {Run} run */
const averaged = (_, { trace }) =>
  ["layer_norm.output", "batch_norm.output"].flatMap((name, k) => {
    const [, rows, columns] = trace[name].shape;
    const map = { shape: [1, 1, rows, columns], data: trace[name].data.map((value) => (value + 2) / 4) };
    const x = 6 + k * 48;
    /** @type {Place} */
    const frame = k ? [x + 10, 10, 10, rows * 10] : [x, 20, columns * 10, 10];
    return [...heat(map, [x, 10, 10]), box("sheet", frame)];
  });

/** Words in lanes: mixed in one wide box, then each by itself. @param {Tensor} _ @param {Run} run */
const stacked = (_, { trace }) => [
  box("sheet", [18, 29, 64, 14]),
  ...times(4, (i) => {
    const x = 23 + i * 15;
    const row = (/** @type {string} */ name, /** @type {number} */ y) =>
      times(8, (c) => {
        const { data, shape } = trace[name];
        const strength = Math.min(1, Math.abs(data[i * shape[2] + c]) / 2);
        return box("shade", [x + c, y, 1, 4], { "fill-opacity": strength.toFixed(3) });
      });
    return [
      ...row("layer_norm_2.output", 3),
      box("sheet", [x - 1, 9, 10, 5]),
      box("sheet", [x - 1, 17, 10, 9]),
      ...row("attention.x", 45),
    ];
  }).flat(),
  ...crossed(trace["attention.weights"]),
];

/** What the heads weigh, from lane to lane. @param {Tensor} weights */
function crossed({ shape, data }) {
  const [, heads, rows, columns] = shape;
  return times(heads * rows * columns, (k) => {
    const [i, j] = [Math.floor(k / columns) % rows, k % columns];
    const d = `M${27 + j * 15} 42L${27 + i * 15} 30`;
    return svg("path", { d, class: "flow", "stroke-opacity": data[k].toFixed(3) });
  });
}

/** What there is to look at, in groups that a newcomer may go through one after the other. @type {Record<string, Item[]>} */
const groups = {
  start: [
    { id: "walk-through", preset: "walk-through", attributes: { ask: "" }, picture: map },
    { id: "two-words", preset: "two-words", picture: map },
    { id: "one-query", preset: "one-query", picture: bars },
    { id: "matrices", preset: "walk-through", attributes: { story: "matrices" }, picture: product },
    { id: "meaning", preset: "meaning", picture: steps },
    { id: "classification", preset: "classification", picture: decided },
    { id: "as-printed", preset: "as-printed", picture: map },
  ],
  why: [
    { id: "scaling", preset: "scaling", picture: shares },
    { id: "scores", preset: "scores", picture: shares },
    { id: "reach", preset: "reach", picture: climbing },
    { id: "causal", preset: "walk-through", attributes: { causal: "on" }, picture: map },
    { id: "geometry", preset: "geometry", picture: arrows },
    { id: "starts", preset: "starts", picture: scattered },
    { id: "compare", preset: "walk-through", attributes: { story: "compare" }, picture: pair },
  ],
  inside: [
    { id: "layer", preset: "layer", picture: map },
    { id: "heads", preset: "heads", picture: heads },
    { id: "eight-heads", preset: "eight-heads", picture: heads },
    { id: "batch", preset: "batch", picture: sheets },
    { id: "normalization", preset: "normalization", picture: averaged },
    { id: "block", preset: "block", picture: stacked },
    { id: "cross", preset: "cross", picture: crossing },
    { id: "cross-learned", preset: "cross-learned", picture: lines },
    { id: "seq2seq", preset: "seq2seq", picture: map },
    { id: "english-french", preset: "english-french", picture: map },
    { id: "chinese-english", preset: "chinese-english", picture: map },
    { id: "regions", preset: "regions", picture: looked },
    { id: "long-input", preset: "long-input", picture: distant },
    { id: "long-text", preset: "long-text", picture: distant },
    { id: "fused", preset: "fused", picture: tiles },
  ],
  learning: [
    { id: "search", preset: "search", picture: share },
    { id: "backward", preset: "backward", picture: map },
    { id: "training", preset: "training", picture: map },
    { id: "learning-to-align", preset: "learning-to-align", picture: aligned },
  ],
};

const listed = Object.values(groups).flat();
const isOpened = (/** @type {string} */ story) =>
  listed.some(({ preset, attributes }) => (attributes?.story ?? presets[preset].stories[0]) === story);

/** Each story that none of them opens. @type {Item[]} */
const others = stories
  .filter((id) => !isOpened(id))
  .map((id) => ({ id, preset: opens(id), attributes: { story: id }, picture: map }));
groups.inside.push(...others);

export const items = Object.values(groups).flat();

/**
 * @param {HTMLElement} root
 * @param {any} attention the core
 * @param {(item: Item) => void} chosen
 */
export function createGallery(root, attention, chosen) {
  const cards = items.map(cardOf);
  const titles = Object.entries(groups).map(([id, listed]) => {
    const title = element("h2", { id: `group-${id}`, "data-words": `groups.${id}` });
    const own = cards.filter(({ item }) => listed.includes(item)).map(({ card }) => card);
    const cardsOf = element("div", { class: "cards" }, ...own);
    return element("div", { class: "group", role: "group", "aria-labelledby": title.id }, title, cardsOf);
  });
  root.append(...titles);

  /** @param {Item} item */
  function cardOf(item) {
    const { problem } = presets[item.preset];
    const causal = item.attributes?.causal === "on";
    const forward = (/** @type {Record<string, any>} */ problem) => attention.forward(problem);
    const trace = forward(causal ? { ...problem, causal } : problem);
    const weights =
      trace.weights ?? trace[Object.keys(trace).findLast((name) => name.endsWith(".weights")) ?? ""];
    const input = element("input", { type: "radio", name: "preset", value: item.id });
    const name = element("span", { class: "name" });
    const drawn = item.picture(weights, { trace, problem, forward });
    const picture = svg("svg", { viewBox: "0 0 100 50", "aria-hidden": "true" }, ...drawn);
    return { item, input, name, card: element("label", { class: "card" }, input, picture, name) };
  }

  root.addEventListener("change", ({ target }) => {
    const card = cards.find(({ input }) => input === target);
    if (card) chosen(card.item);
  });

  return {
    /** @param {Record<string, any>} words all of a language's */
    speak({ page, presets, names }) {
      for (const { item, name } of cards)
        name.textContent = page.gallery[item.id] ?? presets[item.id]?.title ?? names[item.id];
    },

    /** @param {string | null} id of the item that is shown unchanged, or null */
    choose(id) {
      for (const { item, input, card } of cards) {
        input.checked = item.id === id;
        // along its line alone: the page stays where it is
        if (input.checked) root.scrollLeft = card.offsetLeft - (root.clientWidth - card.clientWidth) / 2;
      }
    },
  };
}
