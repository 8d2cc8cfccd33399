/**
 * One head of attention, told: inputs become keys, values and queries; scores become weights, weigh the values, and flow
 * together into outputs. The first query in full, with close-ups; the second faster; further ones in a few beats each. The
 * arrangement (columns or rows) says where things stand, this file what happens.
 */

import { cellBox } from "../../kit/block.js";
import { rowNote } from "../../kit/attention-map.js";
import { card } from "../../kit/card.js";
import {
  MOVE,
  addUp,
  arrive,
  cascade,
  fly,
  foretell,
  grow,
  hide,
  inTurn,
  land,
  light,
  open,
  rise,
  show,
  snap,
  turn,
} from "../../kit/moves.js";
import { letterRuns, runsWidth } from "../../kit/text.js";
import { shorten } from "../../advance.js";
import { plain, spans } from "../../captions.js";
import { heard, namesIn, pairs, rowFacts, targets } from "../../facts.js";
import { finder } from "../../kit/finder.js";
import { cellName, upTo } from "../../model.js";
import { sequence, together } from "../../timeline.js";
import { ring } from "../../kit/ground.js";
import { phaseOf } from "../phases.js";
import { FULL } from "./bench.js";

/** @typedef {import("../../script.js").Script} Script */
/** @typedef {import("../../timeline.js").Beat} Beat */
/** @typedef {import("../../kit/place.js").Box} Box */
/**
 * Where everything stands, and what leads from where to where.
 * @typedef {object} Arrangement
 * @property {import("./bench.js").Bench} bench
 * @property {import("../../kit/attention-map.js").AttentionMap} map
 * @property {any} board the panel
 * @property {any[]} extra words and names that stand there besides
 * @property {any[]} foretold what is dashed from the start
 * @property {Partial<Record<"sum" | "multiply" | "softmax", any>>} ops words of operations
 * @property {number} height px
 * @property {"above" | "left"} power where e to its power stands at the number of a bar
 * @property {number} powerRoom px it may take
 * @property {{ x: number, y: number, width: number } | null} notes where what the rows of the map say is written, line under line
 * @property {(what: "score" | "projection" | "sum", home: Box) => Box} cardRoom where a close-up may stand
 * @property {(j: number, to: "key" | "value") => any} fork from an input to its key or value
 * @property {(i: number) => any} asking the input of a query, where it is none of the keys' inputs
 * @property {(i: number) => any} asks from an input to its query
 * @property {(i: number, j: number) => void} settle puts what a query makes with a key in its place
 * @property {(i: number, j: number) => any[]} meet the lines by which a query and a key meet in their score
 * @property {((i: number, j: number) => any) | null} use from a weight to what it weighs
 * @property {(i: number, j: number) => any} lift the stream from a value to its weighted value
 * @property {(i: number) => any[]} pour the streams from weighted values to their output
 * @property {() => any} end all streams at once
 * @property {(part: "keys" | "values" | "score" | "softmax" | "weigh" | "end", i: number, add: (item: any) => any) => Beat[]} turnTo
 *   what comes and goes when the next part begins; i: the query, at the end how many were told
 * @property {(i: number) => any[]} leaving what an asker leaves behind for the next one
 */

/**
 * One thing that happens while a query is told: a step of its own, or a part of one.
 * @typedef {import("../../script.js").About & { chapter?: string,
 *   moves: Beat[][] }} Part what is said is asked for only where it is a step
 */

/** @typedef {[tensor: string, indices: number[][]]} Hears numbers that a listener is told */

/** Steps of an opened softmax, as other stories know the same places. */
const OPENED = { max: "softmax-max", shift: "softmax-shift", exp: "softmax-exp", total: "softmax-sum", divide: "softmax-divide" }; // prettier-ignore

/** How fast a query is told that is not the first one, and one whose parts all happen in one step. */
const AGAIN = 1.9;
const QUICK = 2.2;

/**
 * @param {Script} script @param {Arrangement} place
 * @param {number[]} queries which are told
 * @returns {number} the moment when the last query stands there complete
 */
export function tellAttention(script, place, queries) {
  const { model } = script;
  const { bench, map } = place;
  const w = model.words.stories["walk-through"];
  const { chapters, quoted } = model.words.scene;
  const keys = upTo(model.kv_len);
  const source = finder(script);
  for (const item of [place.board, ...Object.values(place.ops), ...map.items, ...place.extra])
    script.add(item);
  /** What belongs to the query that was told last, and goes when the next one asks. @type {any[]} */
  let former = [];
  /** @type {ReturnType<typeof find>[]} */
  const known = [];

  project();
  for (const [k, i] of queries.entries()) {
    const before = script.items.length;
    ask(i, k);
    const own = script.items.slice(before);
    former = [
      ...place.leaving(i),
      ...own.filter(({ id, kind }) => !/^(flight|card)$/.test(kind) && !/^(output|note)\./.test(id)),
    ];
  }
  const poster = script.time - 0.01;
  end();
  return poster;

  /** What sentences about a query know. @param {number} i */
  function factsOf(i) {
    return (known[i] ??= find(i));
  }

  /** @param {number} i */
  function find(i) {
    const { name, cell } = namesIn(model);
    return {
      ...rowFacts(model, i),
      model,
      alone: queries.length === 1,
      to: targets(model, i),
      asker: name("query", i),
      key: (/** @type {number} */ j) => name("key", j),
      cell,
    };
  }

  /** A step before anybody asks. @param {string} id @param {string} tensor what it makes @param {Partial<import("../../script.js").About>} more @param {Beat[][]} moves */
  function prepare(id, tensor, more, ...moves) {
    const [rows = 0, width = 0] = model.tensor(tensor)?.shape.slice(-2) ?? [];
    const lead = /^(key|value)$/.test(tensor) ? [model.batch, model.kvHead] : [model.batch];
    const cells = upTo(rows).flatMap((r) => upTo(width).map((c) => [...lead, r, c]));
    const about = {
      id,
      title: w.steps[id],
      caption: () => w[id](factsOf(queries[0])),
      heard: () => heard(model, tensor, cells),
    };
    script.step({ ...about, rest: 0.25, ...more }, ...moves);
  }

  /** Inputs, keys and values; the first close-up is a short one. */
  function project() {
    script.chapter("project", chapters.project);
    if (!model.projected) {
      const [given, values] = [bench.key, bench.value].map((make) => keys.map((j) => script.add(make(j))));
      const then = [...place.turnTo("values", 0, script.add), ...inTurn(values, snap, 0.1)];
      const about = { caption: () => w.given(factsOf(queries[0])), rest: 1.4 };
      return prepare("inputs", "key", about, inTurn(given, snap, 0.1), then);
    }
    const inputs = keys.map((j) => script.add(bench.input(j)));
    const source_ = model.tensor("x_kv") ? "x_kv" : "x";
    const ghosts = foretell(...place.foretold.map((item) => script.add(item)));
    prepare("inputs", source_, { rest: 0.35 }, [...inTurn(inputs, snap, 0.08), ...ghosts]);
    const first = bench.key(0);
    const cell = { tensor: "key", index: first.indices[mostTelling("key", first.indices)] };
    const closeUp = model.tensor("w_k") ? cardOf("projection", cell, first, 1.2) : [];
    for (const [id, tensor] of /** @type {const} */ ([
      ["keys", "key"],
      ["values", "value"],
    ])) {
      // prettier-ignore
      const blocks = cascade(keys.map((j) => made(bench[tensor](j), [place.fork(j, tensor)])), 0.06); // prettier-ignore
      const moves = [...place.turnTo(id, 0, script.add), ...blocks];
      prepare(id, tensor, { active: [tensor] }, ...(tensor === "key" ? closeUp : []), moves);
    }
  }

  /** A query: every step of it, or all in one. @param {number} i @param {number} k how many were told before */
  function ask(i, k) {
    const close = k === 0;
    const quick = i >= FULL;
    const common = { query: i, subtitle: w.subtitle(i + 1, model.q_len, quoted(model.label("query", i))) };
    const named = model.label("query", i) || w.nth(i + 1);
    const grouped = queries.length - FULL > 2;
    if (!close && (!quick || !grouped || k === FULL))
      script.chapter(`query-${i + 1}`, quick && grouped ? w.others : named);
    const parts = [
      query(i, close),
      ...scores(i, close),
      ...between(i),
      ...softmax(i, model.open && !quick),
      weigh(i, close),
      sum(i, close),
    ];
    if (quick) {
      const caption = () => w.quickly(factsOf(i));
      const about = {
        id: `query-${i + 1}`,
        title: w.steps.query,
        caption,
        heard: () => heard(model, "weights", pairs(model, i)),
      };
      const speed = queries.length > 4 ? 1.5 * QUICK : QUICK;
      return script.step({ ...about, ...common, speed, rest: 0.9 }, ...parts.flatMap(({ moves }) => moves));
    }
    const speed = close ? 1 : AGAIN;
    for (const { chapter, moves, rest = 1.2, ...about } of parts) {
      if (close && chapter) script.chapter(chapter, chapters[chapter]);
      script.step({ ...about, ...common, speed, rest: rest / speed }, ...moves);
    }
  }

  /**
   * What is said of a part stands under its id in words/, if not under `said`; it opens the chapter of its name.
   * @param {number} i @param {string} id @param {Hears | null} hears @param {Beat[][]} moves
   * @param {Partial<Part> & { said?: string }} more @returns {Part}
   */
  function part(i, id, hears, moves, { said = id, ...more }) {
    return {
      id: `${id}-${i + 1}`,
      title: w.steps[id],
      chapter: id in chapters ? id : undefined,
      caption: () => w[said](factsOf(i)),
      heard: () => (hears ? heard(model, ...hears) : ""),
      moves,
      ...more,
    };
  }

  /** @param {number} i @param {boolean} close @returns {Part} */
  function query(i, close) {
    const item = bench.query(i);
    const own = place.asking(i) && script.add(place.asking(i));
    const arrives = [...(own ? snap(own) : []), ...made(item, [place.asks(i)])];
    const asks = [
      ...foretell(map.rows[i]),
      ...light(1, map.rowNames[i]),
      ...place.turnTo("score", i, script.add),
    ];
    const about = { said: close ? "query" : "again", active: ["query"], rest: 0.35 };
    const moves = [hide(...script.standing(former)), [...arrives, ...asks]];
    return part(i, "query", ["query", item.indices], moves, about);
  }

  /** The first score in full, then the others; or all of them quickly. @param {number} i @param {boolean} close @returns {Part[]} */
  function scores(i, close) {
    const { row, asker, key } = factsOf(i);
    const blocks = all("scores", i, (j) => bench.score("scores", i, j));
    const lines = all("match", i, (j) => place.meet(i, j));
    const each = lines.length / keys.length;
    const meeting = (/** @type {number} */ j) => lines.slice(j * each, (j + 1) * each);
    const active = ["query", "key"];
    if (!close) {
      const meet = (/** @type {number} */ j) =>
        i < FULL ? { arrows: meeting(j), from: [bench.query(i), bench.key(j)] } : { arrows: lines };
      const arrivals = blocks.map((block, j) => arrive(script, block, meet(j)));
      const about = { said: "scoresAgain", title: w.steps.scores, active, rest: 0.95 };
      return [part(i, "score", ["scores", row], [foretell(...blocks), cascade(arrivals, 0.76)], about)];
    }
    const score = (/** @type {number} */ j, /** @type {number} */ seconds) => {
      const rows = [
        { runs: letterRuns("query", `${i + 1}`, model.label("query", i)) },
        { runs: letterRuns("key", `${j + 1}`, model.label("key", j)) },
      ];
      const said = { rows, question: plain(spans(w.question(asker, key(j)))) };
      const closeUp = cardOf("score", { tensor: "scores", index: row[j] }, blocks[j], seconds, said);
      return [grow(...meeting(j)), ...closeUp, land(blocks[j])];
    };
    const seconds = keys.length > 4 ? 0.7 : 1.1;
    const others = keys.slice(1).flatMap((j) => score(j, seconds));
    const first = [foretell(...blocks), ...score(0, 1.7)];
    return [
      part(i, "score", null, first, { active, rest: 0.8 }),
      ...(others.length ? [part(i, "scores", ["scores", row], others, { active, rest: 1.4 })] : []),
    ];
  }

  /** Numbers that take the place of those before them. @param {number} i @param {string} tensor @param {string} before @returns {Beat[][]} */
  function replace(i, tensor, before) {
    const [old, made] = [before, tensor].map((name) => all(name, i, (j) => bench.score(name, i, j)));
    return [inTurn([...made.keys()], (k) => [...turn(old[k], "shown", 0), ...snap(made[k])], 0.1)];
  }

  /** Scale, soft cap, mask and bias. @param {number} i @returns {Part[]} */
  function between(i) {
    return bench.stages.flatMap((tensor, k) => {
      const { phase, symbols } = phaseOf(tensor);
      if (phase === "score" || phase === "softmax") return [];
      const about = { active: symbols, rest: 1.1 };
      return [part(i, phase, [tensor, pairs(model, i)], replace(i, tensor, bench.stages[k - 1]), about)];
    });
  }

  /** Bars that become one bar, as one step or opened into five. @param {number} i @param {boolean} opened @returns {Part[]} */
  function softmax(i, opened) {
    const facts = factsOf(i);
    const last = bench.stages.findLast((tensor) => tensor !== "shifted_scores") ?? "scores";
    const share = script.add(bench.share(i));
    const weights = all("weights", i, (j) => bench.weight(i, j));
    const active = ["softmax"];
    /** @type {Hears} */
    const seen = ["weights", facts.row];
    const begins = [...place.turnTo("softmax", i, script.add), ...light(1, place.ops.softmax)];
    const land_ = inTurn(weights, snap, 0.05);
    if (facts.kind === "nothing" || facts.kind === "nan" || model.override) {
      const filled = [...show(share), ...turn(share, "slide", 1, 0), ...turn(share, "named", 1)];
      const moves = [begins, [...(model.override ? filled : []), ...land_]];
      return [part(i, "softmax", seen, moves, { active })];
    }
    const bars = all("bar", i, (j) => bench.bar(i, j));
    const powers = all("shifted_exp", i, (j) => power(i, j, last));
    const total = script.add(bench.total(i, "row_sum", w.eachDivided));
    const rise_ = inTurn(bars, rise, 0.06);
    const slide = [
      [...show(share), ...turn(share, "funnel", 1)],
      turn(share, "slide", 1, 0.7),
      turn(share, "named", 1),
      foretell(...weights),
      land_,
      turn(share, "funnel", 0),
    ];
    if (!opened) {
      const moves = [begins, rise_, snap(...powers), snap(total), ...slide];
      return [part(i, "softmax", seen, moves, { active, rest: 1.8 })];
    }
    const max = script.add(bench.total(i, "row_max", w.maximum));
    const row = [facts.row[0].slice(0, 3)];
    /** @type {[keyof typeof OPENED, Hears, Beat[][]][]} */
    const steps = [
      ["max", ["row_max", row], [begins, snap(max)]],
      ["shift", ["shifted_scores", facts.row], replace(i, "shifted_scores", last)],
      ["exp", ["shifted_exp", facts.row], [rise_, snap(...powers)]],
      ["total", ["row_sum", row], [[...hide(max), ...snap(total)]]],
      ["divide", seen, slide],
    ];
    return steps.map(([id, hears, moves]) => {
      const chapter = id === "max" ? "softmax" : undefined;
      return part(i, id, hears, moves, { active, chapter, rest: 1, place: { at: OPENED[id], query: i } });
    });
  }

  /** The number of a bar, and at it e to the score less the largest; what is struck out has no power. @param {number} i @param {number} j @param {string} tensor */
  function power(i, j, tensor) {
    const block = bench.exp(i, j);
    const pair = pairs(model, i)[j];
    if (block.labels.length || model.value(tensor, pair) === -Infinity) return block;
    const max = model.text("row_max", pair.slice(0, 3));
    const whole = model.decimals(tensor, 1) === 0 && !model.open;
    const exponent = whole
      ? `${model.text(tensor, pair)} − ${max.startsWith("−") ? `(${max})` : max}`
      : model.text("shifted_scores", pair, bench.size.decimals);
    const runs = [{ text: "e", size: 14 }, { text: exponent, size: 11, dy: -6 }]; // prettier-ignore
    if (runsWidth(runs) > place.powerRoom - 6) return block;
    block.labels.push({ runs, side: place.power, gap: place.power === "left" ? 2 : 0 });
    return block;
  }

  /** @param {number} i @param {boolean} close @returns {Part} */
  function weigh(i, close) {
    const blocks = all("weighted_values", i, (j) => bench.weighted(i, j));
    const arrows = place.use ? all("use", i, (j) => place.use?.(i, j)) : [];
    const streams = all("lift", i, (j) => place.lift(i, j));
    const cells = blocks.map((block, j) => {
      const weight = i < FULL ? fly(script, bench.weight(i, j), block) : [];
      return sequence(grow(streams[j]), together(open(block), grow(arrows[j])), weight, land(block));
    });
    // given weights have none
    const totals = [bench.total(i, "row_sum")].filter((total) => script.items.includes(total));
    const goes = [...hide(...bench.made("shifted_exp", i), ...totals), ...light(0, place.ops.softmax)];
    const comes = [
      ...light(1, place.ops.multiply),
      ...turn(bench.share(i), "outer", 0, 0.12),
      ...foretell(...blocks),
    ];
    const begins = [...place.turnTo("weigh", i, script.add), ...goes, ...comes];
    const moves = [begins, cascade(cells, close ? 0.5 : 0.2)];
    return part(i, "weight", ["weights", pairs(model, i)], moves, { active: ["value"] });
  }

  /** @param {number} i @param {boolean} close @returns {Part} */
  function sum(i, close) {
    const facts = factsOf(i);
    const output = script.add(bench.output(i));
    const streams = place.pour(i).map((line) => script.add(line));
    const shown = close && facts.kind !== "nothing" && keys.length > 1;
    const cell = { tensor: "mixed", index: [model.batch, model.head, i, 0] };
    const flights = streams.length ? [] : copies(i, (j) => [bench.weighted(i, j), output]);
    const moves = [
      [...light(0, place.ops.multiply), ...light(1, place.ops.sum)],
      grow(...streams),
      ...(shown ? cardOf("sum", cell, output, 1.6) : []),
      [...open(output), ...flights, ...land(output)],
      finish(i, facts),
    ];
    return part(i, "sum", [model.result, output.indices], moves, { active: ["softmax", "value"] });
  }

  /** A finished row flies to the map, and words say what it shows. @param {number} i @param {ReturnType<typeof factsOf>} facts @returns {Beat[]} */
  function finish(i, facts) {
    const row = map.rows[i];
    const square = (/** @type {number} */ j) => ({ ...cellBox(row, j), id: `map.${i}.${j}` });
    const fills = copies(i, (j) => [bench.weight(i, j), square(j)]);
    return sequence(fills, [...turn(row, "pale", 0, 0.1), ...snap(row)], show(noteOf(i, facts)));
  }

  /** What a row of the map says, in words. @param {number} i @param {ReturnType<typeof factsOf>} facts */
  function noteOf(i, facts) {
    if (!place.notes || model.q_len > 6) return null;
    const asker = shorten(bench.queryName(i), 13, place.notes.width / 2, 650);
    const item = rowNote(model, `note.${i}`, facts, { asker, name: bench.keyName, most: place.notes.width });
    item.put(place.notes.x, place.notes.y + 22 * queries.indexOf(i));
    return script.add(item);
  }

  /** The map, and all that flows. */
  function end() {
    script.chapter("map", chapters.map);
    const outputs = queries.map((i) => bench.output(i));
    const stays = new Set([...keys.map(bench.value), ...outputs, ...map.items].map(({ id }) => id));
    const away = script.items.filter(
      ({ id, kind }) =>
        !stays.has(id) &&
        !/^(ground|flight|card)$/.test(kind) &&
        !/^(x|x_kv|fork\.value|name|note)\./.test(id),
    );
    const streams = queries.length === model.q_len ? place.end() : null;
    const frame = queries.length > 1 ? script.add(ring("map.ring", map.box)) : null;
    if (streams) script.add(streams);
    const caption = () =>
      w.outputs({
        model,
        rows: queries.map((i) => rowFacts(model, i)),
        streams: Boolean(streams),
      });
    const about = {
      id: "outputs",
      title: w.steps.outputs,
      caption,
      subtitle: w.all(queries.length),
      active: ["value"],
    };
    const said = () => heard(model, model.result, outputs.flatMap(({ indices }) => indices)); // prettier-ignore
    script.step(
      { ...about, rest: 2.2, heard: said },
      sequence(hide(...script.standing(away)), place.turnTo("end", queries.length, script.add)),
      streams ? [...turn(streams, "shown", 1, 0), ...turn(streams, "draw", 1, 0.7)] : [],
      show(frame),
    );
  }

  /** What a query makes with every key, on the stage. @param {string} id @param {number} i @param {(j: number) => any} make */
  function all(id, i, make) {
    const placed = (/** @type {number} */ j) => {
      place.settle(i, j);
      return make(j);
    };
    return bench.all(id, i, placed).map(script.add);
  }

  /** Copies of what a query makes with every key travel; at a glance nobody could follow them. @param {number} i @param {(j: number) => [from: any, to: any]} way */
  function copies(i, way) {
    return i < FULL ? keys.flatMap((j) => fly(script, ...way(j))) : [];
  }

  /** A block with its arrows, quickly. @param {any} block @param {any[]} arrows @returns {Beat[]} */
  function made(block, arrows) {
    const lines = arrows.map((line) => line && script.add(line));
    return sequence(together(open(script.add(block)), grow(...lines)), land(block));
  }

  /** The first cell whose terms are not all zero. @param {string} tensor @param {number[][]} indices */
  function mostTelling(tensor, indices) {
    const telling = indices.findIndex((index) => {
      const { terms } = model.origin(tensor, index);
      return terms.some((cells) => cells.every((cell) => model.value(cell.tensor, cell.index) !== 0));
    });
    return Math.max(0, telling);
  }

  /**
   * A close-up of one cell, as moves that end with the sum fallen into its place.
   * @param {"score" | "projection" | "sum"} what @param {import("../../model.js").Cell} cell @param {any} block where the cell stands
   * @param {number} seconds about how long @param {{ rows?: any[], question?: string }} [said] @returns {Beat[][]}
   */
  function cardOf(what, cell, block, seconds, said = {}) {
    const at = block.indices.findIndex(
      (/** @type {number[]} */ index) => String(index) === String(cell.index),
    );
    const home = cellBox(block, Math.max(0, at));
    const id = `card.${cellName(cell.tensor, cell.index)}`;
    const room = place.cardRoom(what, home);
    const item = script.add(card(model, { id, cell, home, room, size: bench.size, source, ...said }));
    const adds = { travel: MOVE * Math.min(1, seconds / 2), products: 0.36 * seconds, with: open(block) };
    return [show(item), ...addUp(item, adds), hide(item)];
  }
}
