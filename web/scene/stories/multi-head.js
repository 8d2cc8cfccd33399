/**
 * Many heads: the input fans out, every head is a small attention of its own, the heads are joined side by
 * side and one learned matrix brings them back.
 */

import { textWidth } from "../advance.js";
import { LAYERS, wordItem } from "../layout.js";
import { labelRuns, textMark } from "../parts.js";
import { fill } from "../words.js";
import { arrows } from "./multi-head-arrows.js";
import { workbench } from "./multi-head-columns.js";
import { boardItem, flightItem } from "./multi-head-draw.js";
import { gather } from "./multi-head-facts.js";
import { layout } from "./multi-head-layout.js";
import { shapes } from "./multi-head-shapes.js";
import { badges as common } from "./common.js";

export { tell } from "./multi-head-steps.js";

/** @typedef {import("../model.js").Model} Model */

/** Two decimals: eight heads side by side leave no room for more. */
export const options = { decimals: 2 };

/** @param {Model} model @param {number} width */
export function arrange(model, width) {
  const asked = Number.isInteger(model.options.head) ? model.options.head : null;
  const facts = gather(model, asked);
  /** @type {any} */
  const stage = layout(facts, width);
  const before = stage.spots.filter((/** @type {any} */ one) => /^head\.(query|key|value)\./.test(one.id));
  const inputs = stage.spots.filter((/** @type {any} */ one) => one.id.startsWith("in.x."));
  // the way to the projections must not run across ghosts
  const middle = (/** @type {any} */ one) => Math.round(one.x + one.width / 2);
  stage.stems = stage.bands.map(middle);
  stage.uprights = [
    ...inputs,
    ...stage.spots.filter((/** @type {any} */ one) => one.id.startsWith("out.")),
  ].map(middle);
  stage.lowerFree = (/** @type {(one: any) => boolean} */ free) => before.every(free);
  for (const one of stage.spots) dress(model, facts, stage, one);
  const flights = groups(stage.pieces).map(([id, pieces]) => flightItem(facts, id, pieces));
  const items = [
    ...grounds(stage),
    ...headings(model, facts, stage),
    ...shapeLines(model, facts, stage),
    ...projectionLabels(facts, stage),
    ...arrows(facts, stage),
    ...stage.spots.map((/** @type {any} */ one) => boardItem(facts, one)),
    ...flights,
  ];
  return { ...stage, facts, items, card: { x: 0, y: 0, width: 0, height: 0 } };
}

/** The words above a matrix, in the reader's language. @param {Model} model @param {any} facts @param {any} stage @param {any} one */
function dress(model, facts, stage, one) {
  const { roles, multiHead } = model.words;
  const kind = facts.kinds.get(one.kind);
  if (one.kind === "joined") one.word = fill(multiHead.joined, { heads: facts.heads });
  else if (one.kind === "mixed") one.word = multiHead.result;
  else one.word = roles[kind.word] ?? "";
  const [where] = one.id.split(".");
  const out = stage.spots.find((/** @type {any} */ other) => other.id === `out.output.${one.b}.0`);
  if (where === "joined" && out) {
    const x = out.x + out.width / 2;
    one.stem = x > one.x + 4 && x < one.x + one.width - 4 ? x : one.x + one.width / 2;
  }
  if (where === "lens") one.spare = 10;
  // what is to come stands there as a ghost, where no projection needs the ground first
  const lower = one.kind === "query" || one.kind === "key" || one.kind === "value";
  const free = (/** @type {any} */ { x, width }) =>
    stage.stems.every((/** @type {number} */ at) => at < x - 1 || at > x + Math.max(width, 40) + 1);
  const inside = where === "head" || where === "joined";
  const clear = !stage.sizes.projected || (lower && stage.lowerFree(free));
  one.foretold = inside ? clear : !one.page;
}

/** @param {any[]} pieces @returns {[string, any[]][]} */
function groups(pieces) {
  const map = new Map();
  for (const piece of pieces) {
    const id = ["flight", piece.to, piece.b].join(".");
    if (!map.has(id)) map.set(id, []);
    map.get(id).push(piece);
  }
  return [...map];
}

/** @param {any} stage */
function grounds({ panel, lens, columns, facts, at }) {
  const base = { kind: "ground", layer: LAYERS.ground, rx: 10, initial: {} };
  const list = [{ ...base, id: "panel", ...panel, fill: "panel" }];
  return [
    ...list,
    ...lanes(facts, columns, at, Boolean(lens)),
    ...(lens ? [{ ...base, id: "lens", ...lens, fill: "lane" }] : []),
  ];
}

/**
 * The ground under each head; where one is enlarged only under that, in the shade of its enlargement.
 * @param {any} facts @param {any[]} columns @param {any} at @param {boolean} one
 */
function lanes(facts, columns, at, one) {
  const { b, h } = facts.chosen;
  const wanted = columns.filter((column) => (one ? column.b === b && column.h === h : facts.heads > 1));
  const rows = [at.lower, one ? at.mixed : at.upper];
  const y = Math.min(...rows.map((row) => row.y)) - 5;
  const height = Math.max(...rows.map((row) => row.y + row.height)) + 6 - y;
  return wanted.map((column) => {
    const [x, width] = one ? [column.place, column.placeWidth] : [column.x, column.width];
    const box = { x: x + (one ? -1 : 2), y, width: width + (one ? 2 : -4), height };
    return {
      kind: "ground",
      layer: LAYERS.ground,
      id: `lane.${column.b}.${column.h}`,
      rx: 4,
      ...box,
      fill: "lane",
      initial: {},
    };
  });
}

/** @param {Model} model @param {any} facts @param {any} stage */
function headings(model, facts, stage) {
  const { compact, lens } = stage;
  const { multiHead } = model.words;
  const { x, y } = headAt(stage);
  const one = facts.heads === 1 ? model.words.title[model.self ? "self" : "cross"] : multiHead.title;
  const list = [wordItem("title", { x, y, text: one }, { shown: 1, active: 1 })];
  if (facts.items.length > 1) {
    list.push(...itemWords(model, facts, stage));
  }
  if (lens) {
    const text = fill(facts.shape[0] > 1 ? multiHead.enlargedItem : multiHead.enlarged, {
      h: facts.chosen.h + 1,
      heads: facts.heads,
      b: facts.chosen.b + 1,
    });
    list.push(
      wordItem(
        "enlarged",
        { x: lens.x + (compact ? 10 : 32), y: lens.y + 22, text },
        { shown: 1, active: 1 },
      ),
    );
  }
  return list;
}

/** Which batch item a band is, where no way runs through the words. @param {Model} model @param {any} facts @param {any} stage */
function itemWords(model, facts, { bands, panel, uprights, width }) {
  let used = 0;
  return bands.flatMap((/** @type {any} */ { b, left }) => {
    const long = fill(model.words.multiHead.item, { b: b + 1, batch: facts.shape[0] });
    const start = Math.max(left, used);
    const tries = [long, `${b + 1}/${facts.shape[0]}`].flatMap((text) =>
      [
        start,
        ...uprights.map((/** @type {number} */ x) => x + 8).filter((/** @type {number} */ x) => x > start),
      ].map((x) => ({ x, text, end: x + textWidth(text, 12) })),
    );
    const found = tries.find(
      ({ x, end }) =>
        end <= width - 4 && uprights.every((/** @type {number} */ at) => at < x - 4 || at > end + 4),
    );
    if (!found) return [];
    used = found.end + 10;
    return [
      wordItem(
        "item." + b,
        { x: found.x, y: panel.y + 17, size: 12, weight: 400, text: found.text },
        { shown: 1, active: 0 },
      ),
    ];
  });
}

/** Where the names of the whole picture stand. @param {any} stage */
function headAt({ panel, compact, at, width }) {
  if (compact) return { x: 8, right: width - 8, y: 16 };
  const y = at.top.height ? at.top.y + 18 : panel.y + 26;
  return { x: panel.x + 32, right: panel.x + panel.width - 32, y };
}

/** The shape of what is being made, always written. @param {Model} model @param {any} facts @param {any} stage */
function shapeLines(model, facts, stage) {
  const { compact } = stage;
  const { right, y } = headAt(stage);
  return shapes(model, facts).map(({ id, tuple, axes }) => {
    const width = textWidth(tuple, 13, 650);
    const names = compact ? { x: right, y: y + 19 } : { x: right - width - 12, y };
    const draw = (/** @type {(p: string) => number} */ get) => {
      const opacity = get("shown");
      if (opacity <= 0) return [];
      return [
        [
          LAYERS.label,
          [
            textMark(
              `shape.${id}/tuple`,
              { x: right, y, size: 13, weight: 650, anchor: "end", text: tuple },
              { opacity, fill: "ink" },
            ),
            textMark(
              `shape.${id}/axes`,
              { ...names, size: 11, anchor: "end", text: axes },
              { opacity, fill: "muted" },
            ),
          ],
        ],
      ];
    };
    return { id: "shape." + id, kind: "own", layer: LAYERS.label, initial: { shown: 0 }, draw };
  });
}

/** Names of the projections while they are whole. @param {any} facts @param {any} stage */
function projectionLabels(facts, stage) {
  stage.bench = new Map();
  if (!stage.sizes.projected) return [];
  return stage.bands.flatMap((/** @type {any} */ band) => {
    const boards = workbench(stage, band);
    const top = Math.min(...boards.map((board) => board.y - Math.max(16, board.label)));
    const rises = facts.tour ? (boards[0].rows - 1) * 4 : 0;
    const bottom = Math.max(...boards.map((board) => board.y + board.height)) + rises;
    const middle = Math.round(band.x + band.width / 2);
    stage.bench.set(band.b, { y: top - rises, height: bottom - top + rises, middle });
    return boards.map((board) => {
      const kind = facts.kinds.get(board.kind);
      const runs = labelRuns(kind.letter, "", "", 13);
      const rise = facts.tour ? (board.rows - 1) * 4 : 0;
      const place = {
        x: board.x,
        y: board.y - 6 - rise,
        size: 13,
        runs: board.width < 64 ? runs : [...runs, { text: ` ${kind.rows}×${kind.cols}`, size: 11 }],
      };
      const id = `whole.${board.kind}.${band.b}`;
      const draw = (/** @type {(p: string) => number} */ get) =>
        get("shown") > 0 ? [[LAYERS.label, [textMark(id, place, { opacity: get("shown") })]]] : [];
      return { id, kind: "own", layer: LAYERS.label, initial: { shown: 1 }, draw };
    });
  });
}

/** concat(Z₁, …, Zₙ) W^O. @param {Model} model */
export function formula(model) {
  const mi = (/** @type {string} */ text) => ({ tag: "mi", text });
  const mo = (/** @type {string} */ text) => ({ tag: "mo", text });
  const part = (/** @type {string} */ id, /** @type {string} */ role, /** @type {any[]} */ ...children) => ({
    tag: "mrow",
    id,
    role,
    children,
  });
  const z = (/** @type {string} */ n) =>
    part("z" + n, "output", { tag: "msub", children: [mi("Z"), { tag: "mn", text: n }] });
  const last = model.problem.w_o
    ? [part("w_o", "output", { tag: "msup", children: [mi("W"), mi("O")] })]
    : [];
  if (model.heads === 1) return { tag: "mrow", children: [...single(model), ...last] };
  const some =
    model.heads === 2
      ? [z("1"), mo(","), z("2")]
      : [z("1"), mo(","), mo("…"), mo(","), z(String(model.heads))];
  const bias = model.problem.b_o
    ? [mo("+"), part("b_o", "output", { tag: "msup", children: [mi("b"), mi("O")] })]
    : [];
  return {
    tag: "mrow",
    children: [part("concat", "output", mi("concat")), mo("("), ...some, mo(")"), ...last, ...bias],
  };
}

/** @param {Model} model */
function single(model) {
  const part = (/** @type {string} */ id, /** @type {string} */ role, /** @type {any} */ child) => ({
    tag: "mrow",
    id,
    role,
    children: [child],
  });
  const root = {
    tag: "msqrt",
    children: [
      {
        tag: "msub",
        children: [
          { tag: "mi", text: "d" },
          { tag: "mi", text: "k" },
        ],
      },
    ],
  };
  const mo = (/** @type {string} */ text) => ({ tag: "mo", text });
  const key = { tag: "msup", children: [{ tag: "mi", text: "K" }, mo("⊤")] };
  const inner = [
    part("query", "query", { tag: "mi", text: "Q" }),
    part("key", "key", key),
    mo("/"),
    { ...part("scale", "score", root), off: !model.scaled },
  ];
  return [
    part("softmax", "weight", { tag: "mi", text: "softmax" }),
    mo("("),
    ...inner,
    mo(")"),
    part("value", "value", { tag: "mi", text: "V" }),
  ];
}

/** @param {Model} model */
export function badges(model) {
  const { multiHead, badges: b } = model.words;
  const own = [
    fill(b.head, { h: model.head + 1, heads: model.heads }),
    fill(b.batch, { b: model.batch + 1, batches: model.tensor("key")?.shape[0] ?? 1 }),
  ];
  const list = common(model).filter((badge) => !own.includes(badge));
  const heads =
    model.heads === 1 ? multiHead.oneHead : fill(multiHead.heads, { heads: model.heads, d_v: model.d_v });
  const groups = model.kv_heads < model.heads ? [fill(multiHead.groups, { kv_heads: model.kv_heads })] : [];
  return [heads, ...groups, ...list];
}
