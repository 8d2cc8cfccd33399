/**
 * Many heads: one product makes the queries, keys and values of all of them, every head is a small attention of its own,
 * and their results, side by side, go through one matrix. One head is enlarged; a batch lies behind the item in front.
 */

import { shorten } from "../advance.js";
import { heard, looks, pairs, rowFacts } from "../facts.js";
import { formula as attention, mi, mo, part, row as nodes } from "../formula.js";
import { hide, cascade, foretell, fly, grow, land, move, open, show, snap, turn } from "../kit/moves.js";
import { cellName, upTo } from "../model.js";
import { after, beat, sequence, together } from "../timeline.js";
import { arrange } from "./heads/stage.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../timeline.js").Beat} Beat */
/** @typedef {ReturnType<typeof begin>} Telling */
/** @typedef {NonNullable<Telling["stage"]["words"]>} Words */

/** @type {import("./index.js").Story} */
export default { tell, formula };

/** @param {Script} script @param {import("../scene.js").Room} room @returns {import("../scene.js").Told} */
function tell(script, room) {
  const t = begin(script, room);
  const { model, chapter } = t;
  chapter(model.heads > 1 ? "words" : "project");
  if (t.stage.words) words(t, t.stage.words);
  else given(t);
  chapter("attend");
  scores(t);
  softmax(t);
  mixed(t);
  if (t.stage.foot) join(t, t.stage.foot);
  return { height: t.stage.height, invitation: t.w.invitation(model, script.time) };
}

/** What every step of the telling needs. @param {Script} script @param {import("../scene.js").Room} room */
function begin(script, room) {
  const { model } = script;
  const stage = arrange(model, room);
  const w = model.words.stories["multi-head"];
  for (const item of stage.items) script.add(item);
  const name = (/** @type {"query" | "key"} */ side, /** @type {number} */ n) =>
    model.words.scene.quoted(shorten(model.label(side, n), 13, 160)) ||
    model.words.scene.nameless(model.self ? "input" : side, n + 1);
  const cell = (/** @type {string} */ tensor, /** @type {number[]} */ index) =>
    `[${model.text(tensor, index)}|${cellName(tensor, index)}]`;
  const heads = upTo(model.heads).map((h) => upTo(model.q_len).map((i) => rowFacts(model, i, h)));
  const rows = heads.flat();
  const facts = {
    model,
    name,
    cell,
    look: looks(model, heads),
    forbidden: rows.reduce((sum, { forbidden }) => sum + forbidden, 0),
    byBias: rows.reduce((sum, { byBias }) => sum + byBias, 0),
    pairs: rows.length * model.kv_len,
    nothing: model.override ? 0 : rows.filter(({ kind }) => kind === "nothing").length,
    nan: rows.some(({ kind }) => kind === "nan"),
  };
  return {
    script,
    model,
    stage,
    w,
    facts,
    chapter: (/** @type {string} */ id) => script.chapter(id, w.chapters[id]),
    /** @param {string} id @param {{ at: string, said?: any, active?: string[], caption?: () => string, hear?: [string, number[][]], rest?: number }} about @param {Beat[][]} moves */
    step(id, { at, said = facts, active = [], caption = () => w[id](said), hear, rest = 1.4 }, ...moves) {
      const spoken = () => (hear ? heard(model, ...hear) : "");
      script.step({ id, title: w.steps[id], caption, active, heard: spoken, rest, place: { at } }, ...moves);
    },
  };
}

/** Indices of a matrix. @param {number[]} lead of the axes before the last two @param {number} rows @param {number} columns */
const cells = (lead, rows, columns) => upTo(rows).flatMap((r) => upTo(columns).map((c) => [...lead, r, c]));

/** Numbers of a tensor, for listeners. @param {string} tensor @param {number[][]} indices @returns {[string, number[][]]} */
const heardOf = (tensor, indices) => [tensor, indices];

/** Inputs, and what one product makes of them for all heads at once. @param {Telling} t @param {Words} page */
function words(t, page) {
  const { behindSources, strips, arrows, letters, behind, sources } = page;
  const { batch, batches, head, heads, q_len, d_q, tensor } = t.model;
  const x = cells([batch], q_len, tensor("x")?.shape.at(-1) ?? 0);
  const given = cascade(sources.map(({ block, names }) => [...snap(block), ...show(...names)]));
  t.step("input", { at: "inputs", hear: ["x", x] }, [...given, ...show(...behindSources)]);
  const made = strips.map(({ whole }, r) => {
    const [boxes, numbers] = [open, land].map((appear) => cascade(whole.map((one) => appear(one)), 0.05)); // prettier-ignore
    return sequence([...grow(arrows[r]), ...show(letters[r])], boxes, numbers);
  });
  const about = {
    at: "keys",
    active: ["query", "key", "value"],
    hear: heardOf("query", cells([batch, head], q_len, d_q)),
  };
  t.step(heads > 1 ? "project" : "made", about, cascade(made, 0.7), show(...behind));
  if (heads === 1) return;
  t.chapter("split");
  const apart = strips.map((one) => one.whole.flatMap((from, h) => move(t.script, from, [one.apart[h]], { seconds: 0.9 }))); // prettier-ignore
  t.step("split", { at: "values" }, hide(...behind), cascade(apart, 0.35));
  const id = batches > 1 ? "transpose" : "heads";

  t.step(id, { at: "values", rest: 1.8 }, ...gather(t, page));
}

/** Every head takes what is its own, and one is enlarged. @param {Telling} t @param {Words} page @returns {Beat[][]} */
function gather({ script, model, stage }, { strips, leaving }) {
  const { slots, large, grounds } = stage.page;
  const appear = [...hide(...leaving), ...show(...grounds, large.title, ...slots.map(({ title }) => title))];
  const seconds = 0.9;
  if (model.heads === 1)
    return [[...appear, ...strips.flatMap(({ whole }, k) => move(script, whole[0], [large.trio[k]], { seconds }))]]; // prettier-ignore
  const takes = strips.map(({ apart }, k) =>
    apart.flatMap((one, g) => {
      const takers = slots.filter((_, h) => Math.floor((h * apart.length) / slots.length) === g);
      return move(script, one, takers.map(({ trio }) => trio[k]), { seconds }); // prettier-ignore
    }),
  );
  const own = slots[model.head].trio;
  const enlarge = large.trio.map((one, k) => sequence(fly(script, own[k], one), snap(one)));
  return [appear, cascade(takes, 0.55), cascade(enlarge, 0.3)];
}

/** Queries, keys and values that are handed over, already split. @param {Telling} t */
function given(t) {
  const { slots, large, grounds } = t.stage.page;
  const arrive = slots.map(({ title, trio }) => [...show(title), ...trio.flatMap((one) => snap(one))]);
  t.step(
    "given",
    { at: "inputs" },
    show(...grounds, large.title),
    cascade(arrive, 0.12),
    cascade(
      large.trio.map((one) => snap(one)),
      0.2,
    ),
  );
}

/** Scores of the enlarged head, and what is made of them in the same place. @param {Telling} t */
function scores(t) {
  const { model, script, stage } = t;
  const { slots, large } = stage.page;
  const [query, key] = large.trio;
  const [first, ...later] = large.stages.filter(({ tensor }) => !tensor.startsWith("shifted"));
  const all = cells([model.batch, model.head], model.q_len, model.kv_len);
  const maps = [...slots.map(({ map }) => map), large.map];
  const edges = slots.flatMap(({ edge }) => edge);
  const blanks = maps
    .flatMap((map) => [
      ...show(...map.rowNames, ...map.columnNames),
      ...map.rows.flatMap((one) => turn(one, "pale", 1)),
    ])
    .concat(show(...edges));
  t.step(
    "scores",
    { at: "scores", active: ["query", "key"], hear: ["scores", all] },
    ...(model.heads === 1 && stage.words ? gather(t, stage.words) : []),
    [...hide(...slots.flatMap(({ trio }) => trio), ...(large.stays ? [] : large.trio)), ...blanks],
    [...open(first.block), ...show(first.word)],
    [...fly(script, query, first.block), ...fly(script, key, first.block)],
    land(first.block),
  );
  later.forEach(({ tensor }) => {
    const place = /** @type {Record<string, string>} */ ({
      scaled_scores: "scale",
      capped_scores: "cap",
      masked_scores: "mask",
    })[tensor];
    const reused = model.words.stories["walk-through"];
    const to = { scores: tensor };
    const caption = () =>
      tensor === "masked_scores" ? t.w.masked_scores(t.facts) : reused[place]({ to, model });
    t.step(tensor, { at: place, active: [place], caption, hear: [tensor, all] }, replace(large, tensor));
  });
}

/** The next numbers take the place of the last. @param {Telling["stage"]["page"]["large"]} large @param {string} tensor */
function replace({ stages }, tensor) {
  const k = stages.findIndex((one) => one.tensor === tensor);
  const before = stages.slice(0, k);
  return [
    ...hide(...before.flatMap(({ block, word }) => [block, word])),
    ...snap(stages[k].block),
    ...show(stages[k].word),
  ];
}

/** Every map fills, in all heads at once. @param {Telling} t */
function softmax(t) {
  const { model, stage } = t;
  const { slots, large } = stage.page;
  const all = cells([model.batch, model.head], model.q_len, model.kv_len);
  const rows = upTo(model.q_len).map((i) => [model.batch, model.head, i]);
  const active = ["softmax"];
  if (model.open) {
    const [max, total] = large.totals;
    t.step("row_max", { at: "softmax-max", active, hear: ["row_max", rows] }, snap(...max));
    t.step(
      "shifted_scores",
      { at: "softmax-shift", active, hear: ["shifted_scores", all] },
      replace(large, "shifted_scores"),
    );
    t.step("shifted_exp", { at: "softmax-exp", active, hear: ["shifted_exp", all] }, [
      ...hide(...max),
      ...replace(large, "shifted_exp"),
    ]);
    t.step("row_sum", { at: "softmax-sum", active, hear: ["row_sum", rows] }, snap(...total));
  }
  const gone = hide(...large.stages.flatMap(({ block, word }) => [block, word]), ...large.totals.flat());
  const fill = upTo(model.q_len).map((i) =>
    [...slots.map(({ map }) => map), large.map].flatMap((map) => snap(map.rows[i])),
  );
  const id = model.open ? "divide" : "weights";
  t.step(
    id,
    { at: model.open ? "softmax-divide" : "softmax", active, hear: ["weights", all], rest: 3 },
    gone,
    [...show(large.word), ...cascade(fill, 0.4)],
  );
}

/** Every head mixes its values. @param {Telling} t */
function mixed(t) {
  const { model, script, stage } = t;
  const { results, arrows, map, trio, stays, letter } = stage.page.large;
  const made = map.rows.map((row, i) => {
    const one = results[Math.min(i, results.length - 1)];
    const from = [...(stays ? fly(script, trio[2], one) : []), ...fly(script, row, one)];
    return sequence([...open(one), ...grow(arrows[i])], from, land(one));
  });
  const lead = model.result === "output" ? [model.batch] : [model.batch, model.head];
  const indices = upTo(model.q_len).flatMap((i) => upTo(model.d_v).map((c) => [...lead, i, c]));
  t.step("mixed", { at: "sum", active: ["value", `z${model.head + 1}`], hear: [model.result, indices] }, [
    ...show(letter),
    ...cascade(made, 0.35),
  ]);
}

/** The results go side by side, and through the last matrix. @param {Telling} t @param {NonNullable<Telling["stage"]["foot"]>} foot */
function join(t, { parts, names, behind, sources, ends }) {
  const { model, script, stage, chapter } = t;
  const { batch, head, heads, q_len, d_v } = model;
  const travels = (/** @type {number} */ h) => sequence(fly(script, sources[h], parts[h], { seconds: 0.8 }), snap(parts[h])); // prettier-ignore
  const others = upTo(heads).filter((h) => h !== head);
  const clear = stage.paged ? stage.page.items.flatMap((one) => [...hide(one), ...turn(one, "pale", 0)]) : [];
  if (heads > 1) chapter("join");
  t.step(
    "join",
    {
      at: "joined",
      active: ["concat"],
      hear: heardOf("joined", cells([batch], q_len, heads * d_v)),
      rest: 1.8,
    },
    clear,
    [...foretell(...parts), ...show(...names)],
    grow(stage.flow),
    travels(head),
    cascade(others.map(travels), 0.16),
    show(...behind),
  );
  if (!ends) return;
  chapter("output");
  const { before, equals, output, pile } = ends;
  const out = cells([batch], q_len, model.tensor("output")?.shape.at(-1) ?? 0);
  t.step(
    "output",
    { at: "outputs", active: ["w_o", "b_o"], hear: heardOf("output", out), rest: 2.5 },
    cascade(before.map((one) => snap(one)), 0.2), // prettier-ignore
    [...show(equals), ...open(output)],
    fly(script, parts[head], output),
    [...land(output), ...show(...pile)],
  );
}

/** concat(head₁, …, headₙ) W_O @param {import("../model.js").Model} model */
function formula(model) {
  const sub = (/** @type {string} */ of, /** @type {string} */ at) => ({
    tag: "msub",
    children: [mi(of), mi(at)],
  });
  const head = (/** @type {number} */ h) => part(`z${h}`, "output", sub("head", String(h)));
  const matrix = model.tensor("w_o") ? [part("w_o", "output", sub("W", "O"))] : [];
  const bias = model.tensor("b_o") ? [mo("+"), part("b_o", "output", sub("b", "O"))] : [];
  if (model.heads === 1) return nodes(attention(model), ...matrix, ...bias);
  const heads =
    model.heads === 2 ? [head(1), mo(","), head(2)] : [head(1), mo(","), mo("…"), mo(","), head(model.heads)];
  return nodes(part("concat", "output", mi("concat")), mo("("), ...heads, mo(")"), ...matrix, ...bias);
}
