/** One side of the story scaling, unscaled or scaled: how the scores of the pairs spread, and what softmax makes of a row. */

import { truncate, textWidth } from "../../text-metrics.js";
import { formatNumber } from "../../format.js";
import { stackedBar } from "../../kit/bars.js";
import { SIZES, block } from "../../kit/block.js";
import { chosen } from "../../kit/chosen.js";
import { gauge } from "../../kit/gauge.js";
import { backdrop } from "../../kit/backdrop.js";
import { column, corner, grid, stack, row, space, widthOf } from "../../kit/place.js";
import { histogram, peakOf } from "../../kit/plot.js";
import { text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { halfWidth, stageAt, widths } from "./widths.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("./arrangement.js").Form} Form */
/** @typedef {{ model: Model, form: Form, side: "unscaled" | "scaled", w: Record<string, any>, id: (name: string) => string }} At */
/** @typedef {ReturnType<typeof panel>} Panel */

/** Width in px from which two readings fit beside a title. */
const TWO_READINGS = 440;

/** Calls a function for each width. @template T @param {(width: number, k: number) => T} make */
const each = (make) => widths.map((width, k) => make(width, k));

/** @param {Model} model @param {Form} form @param {At["side"]} side */
export function panel(model, form, side) {
  const id = (/** @type {string} */ name) => `${side}.${name}`;
  const at = { model, form, side, w: model.words.stories.scaling.shown, id };
  const size = { x: 0, y: 0, width: form.width, height: form.height };
  const board = backdrop(id("board"), size, { initial: { opacity: 0 } });
  const titles = titlesOf(at);
  const readings = readingsOf(at, titles);
  const head = headOf(at, readings.variance);
  const parts = { board, plot: plotOf(at), head, ...titles, ...readings, ...rowOf(at) };
  const whole = stacked(at, parts);
  return {
    ...parts,
    side,
    /** Whether two readings fit; otherwise one takes the place of the other. */
    both: form.inner >= TWO_READINGS,
    /** Places the upper left corner. @param {number} x @param {number} y */
    put(x, y) {
      [board.x, board.y] = [x, y];
      corner(whole, x + form.pad, y + form.margin);
    },
  };
}

/** Stacks the parts. @param {At} at @param {any} parts */
function stacked({ form }, parts) {
  const { inner } = form;
  const between = (/** @type {any} */ a, /** @type {any} */ b) =>
    row([a, b ?? space(0, 0)], { width: inner });
  const named = parts.names.map((/** @type {any} */ { put }) => ({
    ...space(inner / form.columns, 16),
    put,
  }));
  const readings =
    inner >= TWO_READINGS
      ? row([parts.slope, parts.evenness], { gap: 22 })
      : stack([parts.evenness, parts.slope]);
  return column(
    [
      between(parts.head, parts.variance),
      form.bracket ? space(inner, form.bracket - form.gap) : null,
      stack([parts.plot, space(inner, form.plot)]),
      between(stack([parts.rowTitle, parts.powersTitle]), readings),
      named.length ? grid([named]) : null,
      parts.scores ? stack([parts.scores, parts.powers]) : null,
      parts.scores ? parts.weights : stack([parts.weights, parts.powers]),
      parts.share,
      parts.bar,
      parts.ends.length ? between(parts.ends[0], parts.ends[1]) : null,
    ],
    { gap: form.gap },
  );
}

/* ---------------------------------------------------------------- words and numbers */

/** Returns the name of the side and, where the variance leaves room, its product. @param {At} at @param {any} variance */
function headOf({ form, side, w, id }, variance) {
  const name = { text: w.sides[side], weight: 650, size: form.tall ? 15 : 13 };
  const product = { text: "  " + w.terms[side], size: 13 };
  const [short, whole] = [[name], [name, product]].map((runs) =>
    text(id("title"), { runs, fill: "ink", align: "start" }),
  );
  return variance && widthOf(whole) + 6 + widthOf(variance) > form.inner ? short : whole;
}

/** @param {At} at */
function titlesOf({ form, w, id }) {
  const start = /** @type {const} */ ({ align: "start" });
  const power = [
    { text: "e", size: 15, family: "letter", italic: true, weight: 600 },
    { text: w.power, size: 12, dy: -5 },
  ];
  /** @param {string} name @param {"start" | "end"} align */
  const end = (name, align) => text(id(name), { text: w[name], size: 12, align, fill: "muted" });
  return {
    powersTitle: text(id("powers-title"), { runs: power, size: 15, fill: "muted", ...start }),
    ends: form.tall ? [end("certain", "start"), end("even", "end")] : [],
  };
}

/**
 * Returns the core's numbers at every stop, each after its word, and the title of the row.
 * @param {At} at @param {Pick<ReturnType<typeof titlesOf>, "powersTitle">} titles
 */
function readingsOf({ model, form, side, w, id }, { powersTitle }) {
  const { pairs, rows } = model.more;
  const { entropy, gradient, most } = rows[side];
  /** @param {string} name @param {string} before @param {ArrayLike<number>} values @param {string} [after] */
  const reading = (name, before, values, after = "") =>
    chosen(
      id(name),
      each((_, k) => {
        const runs = [
          { text: before + " ", size: 13 },
          { text: formatNumber(values[k], 2), weight: 650, size: form.tall ? 16 : 13 },
          { text: after, size: 13, weight: 400 },
        ];
        return text(id(name), { runs, align: "end" });
      }),
    );
  const compared = reading("entropy", w.entropy, entropy, w.bits(formatNumber(most, 2)));
  // the narrowest panels have no room for the most that it can be
  const fits = widthOf(compared) + 12 + widthOf(powersTitle) <= form.inner;
  const evenness = fits ? compared : reading("entropy", w.entropy, entropy);
  const beside = form.inner - widthOf(evenness) - 12;
  const [said, short] = [w.keys(form.kv_len), w.few(form.kv_len)];
  const title = textWidth(said, 13, 600) <= beside ? said : short;
  return {
    variance: pairs ? reading("variance", w.variance, pairs[side].variance) : null,
    evenness,
    slope: reading("gradient", w.gradient, gradient),
    rowTitle: text(id("row"), { text: title, most: beside, align: "start", fill: "muted", weight: 600 }),
  };
}

/* ---------------------------------------------------------------- pictures */

/** Returns the histogram of the pairs' scores, with a bracket for their standard deviation: √d_k, or 1. @param {At} at */
function plotOf({ model, form, side, w, id }) {
  const { pairs } = model.more;
  if (!pairs) return text(id("spread"), { text: w.drawing, fill: "muted" });
  const spreads = (/** @type {string} */ of) =>
    each((width, k) => ({ counts: pairs[of].counts[k], half: halfWidth(width) }));
  const reach = (/** @type {number} */ width) =>
    side === "scaled" ? { half: 1, text: "± 1" } : { half: Math.sqrt(width), text: `± √${width}` };
  return histogram(id("spread"), {
    width: form.inner,
    height: form.plot,
    spreads: spreads(side),
    highest: Math.max(...[...spreads("unscaled"), ...spreads("scaled")].map(peakOf)),
    bracket: form.bracket ? each(reach) : undefined,
    label: w.spread,
  });
}

/**
 * Returns the row of one query: scores, weights, the bar of length 1, and the exponentials that take the place of the scores.
 * @param {At} at
 */
function rowOf({ model, form, side, w, id }) {
  const { inner, tall, columns, cell, kv_len } = form;
  const { entropy, most } = model.more.rows[side];
  const stages = each((width) => stageAt(model, side, width));
  const indices = upTo(kv_len).map((j) => [0, 0, 0, j]);
  const cells = upTo(form.lines).map((line) => indices.slice(line * columns, (line + 1) * columns));
  const width = inner / columns;
  const size = tall ? { ...SIZES.least, font: 14, small: 13.5 } : SIZES.least;
  /**
   * Returns the numbers of a tensor at every stop.
   * @param {string} name @param {string} tensor @param {"plain" | "heat"} style @param {number} height
   */
  const numbers = (name, tensor, style, height) =>
    chosen(
      id(name),
      stages.map((stage) => block(stage, { id: id(name), tensor, cells, size, style, width, height })),
    );
  const keys = indices.map((_, j) => model.stage("unscaled").short("key", j));
  const bar = {
    width: inner,
    height: form.share,
    indices,
    names: keys,
    bars: () => [],
    decimals: 2,
    label: w.share,
  };
  const shares = stages.map((stage) => stackedBar(id("share"), { ...bar, tensor: stage.full("weights") }));
  const word = (/** @type {string} */ said, /** @type {number} */ j) =>
    text(id(`name${j}`), { text: truncate(said, 12.5, width - 4), size: 12.5, fill: "muted" });
  return {
    names: form.names ? keys.map(word) : [],
    scores: form.scores
      ? numbers("scores", side === "scaled" ? "scaled_scores" : "scores", "plain", 18)
      : null,
    weights: numbers("weights", "weights", "heat", cell),
    powers: numbers("powers", "shifted_exp", "plain", form.scores ? 18 : cell),
    share: chosen(id("share"), shares, { blend: true }),
    bar: tall ? gauge(id("gauge"), { width: inner, values: entropy, most }) : null,
  };
}
