/**
 * Many heads: the input fans out, every head is a small attention of its own, the heads are joined side by
 * side and one learned matrix brings them back.
 */

import { LAYERS } from "../layout.js";
import { fill } from "../words.js";
import { arrows } from "./multi-head-arrows.js";
import { boardItem } from "./multi-head-draw.js";
import { flightItem } from "./multi-head-flight.js";
import { gather } from "./multi-head-facts.js";
import { layout } from "./multi-head-layout.js";
import { SMALL, TIERS, cellWidthOf } from "./multi-head-pack.js";
import { headings, projectionLabels, shapeLines } from "./multi-head-headings.js";
import { badges as common } from "./common.js";

export { formula } from "./multi-head-formula.js";
export { tell } from "./multi-head-steps.js";

/** @typedef {import("../model.js").Model} Model */

/** Two decimals: eight heads side by side leave no room for more. */
export const options = { decimals: 2 };

/** @type {WeakMap<Model, any>} */
const gathered = new WeakMap();

/** @param {Model} model @returns {import("./multi-head-facts.js").Facts} */
function factsOf(model) {
  const asked = Number.isInteger(model.options.head) ? model.options.head : null;
  if (!gathered.has(model)) gathered.set(model, gather(model, asked));
  return gathered.get(model);
}

/** Which matrices there are, and how wide their cells would be. @param {Model} model */
export function measures(model) {
  const facts = factsOf(model);
  const tiers = [...TIERS.wide, ...TIERS.compact, SMALL];
  const list = [...facts.kinds.values()].map(({ kind, rows, cols, role, layers }) => {
    const widths = tiers.map((tier) => cellWidthOf(facts, kind, tier));
    return [kind, rows, cols, role, layers, widths].join(" ");
  });
  return JSON.stringify([facts.shape, list]);
}

/** What happens depends on no number. */
export const choices = () => "";

/** @param {Model} model @param {number} width */
export function arrange(model, width) {
  const facts = factsOf(model);
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
  const { roles, stories } = model.words;
  const multiHead = stories["multi-head"];
  const kind = facts.kinds.get(one.kind);
  if (one.kind === "joined") one.word = fill(multiHead.joined, { heads: facts.heads });
  else if (one.kind === "mixed") one.word = multiHead.result;
  else one.word = roles[kind.word] ?? "";
  if (kind.layers.length > 1) one.words = kind.faces.map((/** @type {any} */ face) => roles[face.word]);
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
    const id = `lane.${column.b}.${column.h}`;
    // while all heads are still one matrix, it stands where the heads will be
    const shown = facts.kinds.has("projected_query") ? 0 : 1;
    const mark = { type: "rect", id, ...box, rx: 4, fill: "lane", part: "lane" };
    return {
      kind: "own",
      layer: LAYERS.ground,
      id,
      initial: { shown },
      draw: (/** @type {(property: string) => number} */ get) =>
        get("shown") > 0 ? [[LAYERS.ground, [{ ...mark, opacity: get("shown") }]]] : [],
    };
  });
}

/** @param {Model} model */
export function badges(model) {
  const { stories, badges: b } = model.words;
  const multiHead = stories["multi-head"];
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
