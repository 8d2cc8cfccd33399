// A run too large to be held: its rows come as they are asked for, in blocks, with the bits of the whole.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { AttentionError, createAttention } from "../../web/index.js";
import { buildScene, compute } from "../../web/element/build-scene.js";
import "../../web/whole.js";
import { isLong } from "../../web/element/runs/held.js";
import { openRows } from "../../web/element/runs/long.js";
import { createMap, fillRows } from "../../web/scene/kit/raster/map.js";
import { chance } from "../helpers/random.js";

const attention = await createAttention();
after(() => attention.close());

const draw = chance(17);
const [Q, K] = [1040, 1030];
/** The numbers of a tensor as nested arrays. */
function nested({ shape: [first, ...rest], data }) {
  if (rest.length === 0) return [...data];
  const each = data.length / first;
  return Array.from({ length: first }, (_, n) =>
    nested({ shape: rest, data: data.subarray(n * each, (n + 1) * each) }),
  );
}
const json = (problem) =>
  JSON.parse(JSON.stringify(problem, (_, value) => (value?.data ? nested(value) : value)));
const small = (...shape) => draw.tensor(shape, 0.3);
const of = (problem, more = {}) => ({ query: 0, head: null, batch: 0, ...more, problem });

const projections = (d_model, d_kv, heads) => ({
  ...{ w_q: small(d_model, 160), w_k: small(d_kv, 160), w_v: small(d_kv, 160), w_o: small(160, 128) },
  ...{ b_q: small(160), b_v: small(160), b_o: small(128), heads },
});
// wide enough that no product of a few rows is small work, which the core sums more finely
const CASES = {
  "tokens that ask one another, as JSON, causal": of(
    json({ x: small(Q, 160), ...projections(160, 160, 1), causal: true }),
    { query: 1039 },
  ),
  "tokens that ask others, two heads, causal from the bottom right, some keys left out": of(
    {
      ...{ x: small(Q, 160), x_kv: small(K, 70), x_v: small(K, 40), ...projections(160, 70, 2) },
      ...{ w_v: small(40, 160), causal: "bottom-right", key_mask: draw.flags([K]) },
    },
    { query: 517, head: 1 },
  ),
  "queries, keys and values as JSON, with a mask, a bias for each key and a softcap": of(
    json({
      ...{ query: small(Q, 18), key: small(K, 18), value: small(K, 18) },
      ...{ mask: draw.flags([Q, K]), bias: small(K), softcap: 2 },
    }),
    { query: null },
  ),
  "two items of two heads, with a window, and masks and biases of their own": of(
    {
      ...{ query: small(2, 2, 512, 18), key: small(2, 1, K, 18), value: small(2, 1, K, 18) },
      ...{ mask: draw.flags([2, 1, 512, K]), bias: small(2, 1, 512, 1), key_mask: draw.flags([2, K]) },
      ...{ window: [300, 20], causal_offset: 400 },
    },
    { query: 300, head: 1, batch: 1 },
  ),
  "weights that are given, and numbers finer than the core's": of({
    x: { shape: [Q, 18], data: Array.from({ length: 18 * Q }, (_, n) => Math.sin(n)) },
    x_kv: { shape: [K, 18], data: Float64Array.from({ length: 18 * K }, (_, n) => Math.cos(n)) },
    weights_override: draw.tensor([Q, K]),
  }),
};

/** A run, and what is asked of the core for it. @param {Record<string, any>} problem */
function open(problem, run = (...call) => attention.run(.../** @type {[any, any, any]} */ (call))) {
  const asked = { runs: 0, changes: 0 };
  const core = {
    graph: (given) => attention.graph(given),
    run(...call) {
      asked.runs++;
      return run(...call);
    },
  };
  const opened = openRows(/** @type {any} */ (core), problem);
  /** Until the first rows of a map are there. */
  const begun = (map) =>
    new Promise((resolve) => {
      opened.rows.changed = () => {
        asked.changes++;
        if (map.filled > 0) resolve(undefined);
      };
    });
  opened.rows.changed = () => void asked.changes++;
  return { ...opened, asked, begun };
}

/** Draws until nothing more is to come. */
async function complete(rows, drawn) {
  for (let times = 1; ; times++) {
    const { more, coming } = rows.draw(drawn);
    if (!coming) return { ...more, times };
    await coming;
  }
}

/** The map of weights that are there as a whole. */
function mapOf({ shape: [, heads, rows, columns], data }, batch, head, most) {
  const map = createMap({ rows, columns, batch, head, most });
  const from = (batch * heads + head) * rows * columns;
  fillRows(map, data.subarray(from, from + rows * columns));
  return map;
}

/** Whether an entry of a tensor is at hand, and its bits, beside the whole; rows of which nothing is at hand are counted. */
function compare(rows, node, whole, batch) {
  const { tensor, axes, shape } = node;
  if (node.op === "given" && !rows.tensor(tensor)) {
    assert.equal(whole, undefined, tensor);
    return 0;
  }
  const { data: entries, at } = rows.tensor(tensor);
  assert.deepEqual([shape, rows.tensor(tensor).shape], [whole.shape, whole.shape], tensor);
  if (!at) {
    assert.deepEqual(Float32Array.from(entries), whole.data, tensor);
    assert.ok(entries instanceof Float32Array, tensor);
    return 0;
  }
  const query = axes.indexOf("query");
  const item = axes.indexOf("batch");
  const size = shape.at(-1);
  let missing = 0;
  for (let from = 0; from < whole.data.length; from += size) {
    const index = [];
    for (let rest = from / size, axis = shape.length - 2; axis >= 0; axis--) {
      index.unshift(rest % shape[axis]);
      rest = Math.floor(rest / shape[axis]);
    }
    // of row_max and the like the last axis is the query
    const last = query === shape.length - 1;
    const there = last ? null : at([...index, 0]);
    if (there === undefined) {
      missing++;
      assert.equal(at([...index, size - 1]), undefined, tensor);
      continue;
    }
    if (item >= 0 && !last) assert.equal(index[item], batch, `${tensor} of another item`);
    for (let k = 0; k < size; k++) {
      const value = at([...index, k]);
      if (last && value === undefined) missing++;
      else if (!Object.is(value, whole.data[from + k]))
        assert.fail(`${tensor} ${index},${k}: ${value}, not ${whole.data[from + k]}`);
    }
  }
  return missing;
}

describe("what is at hand of a long run has the bits of the whole:", () => {
  for (const [name, { problem, ...drawn }] of Object.entries(CASES))
    test(name, async () => {
      const whole = attention.forward(problem);
      const [batches, heads, q_len] = whole.weights.shape;
      const { trace, graph, rows } = open(problem);
      assert.deepEqual(Object.keys(trace), ["notes"]);
      assert.ok(trace.notes.omitted.includes("weights"));
      assert.equal(rows.tensor("weighted_values"), null);
      assert.equal(rows.tensor("weights").at([0, 0, 0, 0]), undefined);

      const { map, maps, times } = await complete(rows, drawn);
      assert.ok(times > 2, `drawn ${times} times`);
      const { batch, head } = { ...drawn, head: drawn.head ?? 0 };
      assert.deepEqual([map.filled, map.batch, map.head], [q_len, batch, head]);
      assert.deepEqual(map.shades, mapOf(whole.weights, batch, head).shades);
      if (heads > 1)
        maps.forEach((one, own) =>
          assert.deepEqual(one.shades, mapOf(whole.weights, batch, own, 64).shades, `head ${own}`),
        );

      const told = drawn.query ?? q_len - 1;
      const held = Math.min(16, q_len - (told - (told % 16)));
      const near = told > 700 ? 40 : 1000;
      for (const more of [0, 16]) {
        // the numbers round another query, which is no neighbour
        if (more) await rows.near(Math.min(near, q_len - 8));
        for (const node of graph) {
          const missing = compare(rows, node, whole[node.tensor], batch);
          const { length } = node.axes.filter((axis) => axis === "query");
          if (!rows.tensor(node.tensor)?.at || length === 0) continue;
          const each = node.axes.includes("head") ? heads : 1;
          const last = node.axes.at(-1) === "query";
          const expected = each * (batches * q_len - held - more);
          // another item has no entries at hand, of row_max and the like not even a first
          assert.equal(missing, expected, `${node.tensor}${last ? " by entries" : ""}`);
        }
      }
      assert.deepEqual(
        trace.notes.fully_masked_rows.toSorted().map(String),
        whole.notes.fully_masked_rows
          .filter(([item]) => item === batch)
          .toSorted()
          .map(String),
      );
      rows.close();
    });
});

describe("a long run", () => {
  const problem = { x: small(Q, 18), x_kv: small(K, 18), causal: true };
  const first = { query: 0, head: null, batch: 0 };
  const shades = () => mapOf(attention.forward(problem).weights, 0, 0).shades;

  test("is one of more than 2²⁰ weights; those are still held", () => {
    const tokens = (count, more = {}) => ({ x: small(1024, 1), x_kv: small(count, 1), ...more });
    const run = (given) => compute(attention, /** @type {any} */ ({ problem: given, stories: [] }), {});
    const held = run(tokens(1024));
    assert.equal(held.rows, undefined);
    assert.deepEqual(held.trace.weights.shape, [1, 1, 1024, 1024]);
    const long = run(tokens(1025));
    assert.ok(long.rows);
    assert.equal(long.trace.weights, undefined);
    const x = { shape: [1025, 1], data: new Float32Array(1025) };
    const look = { story: "matrices", lang: "en", width: 900 };
    const scene = buildScene(run({ x, w_q: [[1]], w_k: [[1]] }), { head: 0, batch: 0 }, look);
    assert.ok(!scene.stories.includes("starts"));
    // heads and items count
    const heads = (count) => ({ query: small(count, 512, 1), key: small(count, 512, 1) });
    assert.deepEqual([isLong(heads(4)), isLong(heads(5))], [false, true]);
    assert.equal(isLong({ stages: [{ id: "a", ...tokens(1025) }] }), false);
  });

  test("of more than 2²⁴ weights a head is refused in a sentence", () => {
    const tokens = (count) => ({ shape: [count, 1], data: new Float32Array(count) });
    const most = { x: tokens(4096) };
    assert.ok(openRows(attention, most).rows);
    assert.throws(() => openRows(attention, { ...most, x_kv: tokens(4097) }), {
      ...{ name: "AttentionError", code: "limit", where: "weights" },
      message:
        /^weights would be 4096 × 4097; at most 16777216 \(4096 × 4096\) can be drawn: give fewer tokens\.$/,
    });
    assert.throws(() => openRows(attention, { x: tokens(33), x_kv: tokens(32769) }), {
      ...{ name: "AttentionError", code: "limit", where: "weights" },
      message: /^weights would be 33 × 32769; at most 32768 queries and as many keys can be drawn/,
    });
  });

  test("that is not sound is refused in the words of one that is held", () => {
    const rows = json({ x: small(Q, 2) }).x;
    const torn = rows.map((row, n) => (n === 700 ? [1] : row));
    const none = rows.map((row, n) => (n === 700 ? [1, null] : row));
    const short = { shape: [Q, 2], data: new Float32Array(3) };
    const bad = [
      { x: torn },
      { x: torn, x_kv: rows },
      { x: none },
      { x: rows, w_k: small(3, 2) },
      { x: rows, mask: { shape: 5, data: [1] } },
      { x: rows, mask: { shape: [Q, Q], data: [1] } },
      { x: rows, bias: small(500, Q) },
      { x: short },
      { x: { shape: 5, data: [1] } },
      { x: { shape: [Q, 2] } },
      { x: { shape: [Q, 2], data: "no numbers" } },
      { x: rows, causal: true, causal_offset: "3" },
      { x: rows, heads: "a" },
      { query: small(2, 1, Q, 2), key: rows, value: rows },
    ];
    const refusal = (call) => {
      try {
        call();
      } catch (error) {
        return { name: error.name, code: error.code, where: error.where, message: error.message };
      }
      assert.fail("not refused");
    };
    for (const problem of bad) {
      const own = refusal(() =>
        compute(attention, /** @type {any} */ ({ problem, stories: [] }), { scale: null, causal: null }),
      );
      assert.deepEqual(
        own,
        refusal(() => attention.forward(problem)),
      );
    }
  });

  test("of few features has the numbers of the whole up to their last digits", async () => {
    const narrow = { x: small(Q, 3), x_kv: small(K, 2), ...projections(3, 2, 2), causal: "bottom-right" };
    const { weights, output } = attention.forward(narrow);
    const { rows } = open(narrow);
    const { map } = await complete(rows, { ...first, query: 700 });
    const whole = mapOf(weights, 0, 0).shades.levels[0].shades;
    map.shades.levels[0].shades.forEach((shade, n) => assert.ok(Math.abs(shade - whole[n]) < 2, `${n}`));
    for (const [name, { shape, data }] of Object.entries({ weights, output })) {
      const size = shape.at(-1);
      const { at } = rows.tensor(name);
      for (let k = 0; k < size; k++) {
        const [own, other] = [at([0, ...(name === "weights" ? [0] : []), 700, k]), data[700 * size + k]];
        assert.ok(
          Math.abs(own - other) <= 2e-6 * (1 + Math.abs(other)),
          `${name} ${k}: ${own}, not ${other}`,
        );
      }
    }
    rows.close();
  });

  test("brings the row that is told before the map is complete", async () => {
    const { rows } = open(problem);
    const { more, coming } = rows.draw({ ...first, query: 900 });
    assert.equal(more.map.filled, 0);
    await coming;
    while (rows.tensor("weights").at([0, 0, 900, 0]) === undefined)
      await rows.draw({ ...first, query: 900 }).coming;
    assert.ok(more.map.filled < Q, `${more.map.filled} rows`);
    rows.close();
  });

  test("says of every block that it is there", async () => {
    const { rows, asked } = open(problem);
    await complete(rows, first);
    assert.deepEqual(asked, { runs: 4, changes: 4 });
    // what is complete is not computed again, for another query only its group
    await complete(rows, { ...first, query: 1 });
    assert.equal(asked.runs, 4);
    await complete(rows, { ...first, query: 600 });
    assert.equal(asked.runs, 5);
    rows.close();
  });

  test("stops, keeps what there is, and goes on from there", async () => {
    const { rows, asked, begun } = open(problem);
    const { map } = rows.draw(first).more;
    await begun(map);
    rows.stop();
    const { filled } = map;
    assert.ok(filled > 0 && filled < Q, `${filled} rows`);
    await complete(rows, first);
    const { runs } = asked;
    await wait(80);
    assert.deepEqual([map.filled, asked.runs, map.stopped], [filled, runs, true]);
    rows.resume();
    assert.equal((await complete(rows, first)).map, map);
    assert.equal(map.filled, Q);
    assert.deepEqual(map.shades, shades());
    rows.close();
  });

  test("that pauses computes nothing until it is drawn again, and then has lost nothing", async () => {
    const { rows, asked, begun } = open(problem);
    const { map } = rows.draw(first).more;
    await begun(map);
    rows.near(500);
    rows.pause();
    const { filled } = map;
    const before = { ...asked };
    await wait(80);
    assert.deepEqual([map.filled, asked], [filled, before]);
    await complete(rows, first);
    assert.deepEqual(map.shades, shades());
    // nor does a pointer wait for what was given up
    await rows.near(500);
    assert.notEqual(rows.tensor("weights").at([0, 0, 500, 0]), undefined);
    rows.close();
  });

  test("that is paused and drawn at once has each row once", async () => {
    const { rows } = open(problem);
    const { map } = rows.draw(first).more;
    for (let times = 0; times < 6; times++) {
      await Promise.race([rows.draw(first).coming, wait(7 * times)]);
      rows.pause();
    }
    await complete(rows, first);
    assert.equal(map.filled, Q);
    assert.deepEqual(map.shades, shades());
    rows.close();
  });

  test("that is closed has nothing at hand, and nobody hears of it", async () => {
    const { rows, asked, begun } = open(problem);
    const { map } = rows.draw(first).more;
    await begun(map);
    rows.near(500);
    rows.near(700);
    rows.close();
    const [before, { filled }] = [{ ...asked }, map];
    assert.ok(filled < Q, `${filled} rows`);
    await wait(120);
    assert.deepEqual([asked, map.filled], [before, filled]);
    for (const name of ["weights", "output"])
      assert.equal(rows.tensor(name).at([0, 0, 0, 0].slice(name === "output" ? 1 : 0)), undefined, name);
  });

  test("that fails says why, once, to who waits", async () => {
    const error = new AttentionError("memory", "problem", "There is no more memory; give fewer tokens.");
    const { rows } = open(problem, (method, part, options) =>
      part.causal_offset > 0 ? Promise.reject(error) : attention.run(method, part, options),
    );
    // nobody waits for the first
    rows.draw(first);
    await assert.rejects(complete(rows, first), (thrown) => thrown === error);
    // a pointer shows what there is
    await rows.near(700);
    rows.close();
  });

  test("brings of many queries in a row the last, with its neighbours, and keeps a few groups", async () => {
    const { rows, asked } = open(problem);
    await complete(rows, first);
    const { runs } = asked;
    const there = (i) => rows.tensor("weights").at([0, 0, i, 0]) !== undefined;
    await Promise.all([100, 200, 300, 400, 511].map((i) => rows.near(i)));
    assert.ok(asked.runs - runs <= 4, `${asked.runs - runs} runs`);
    assert.deepEqual([510, 511, 512, 200, 300].map(there), [true, true, true, false, false]);
    for (const i of [600, 650, 700, 750]) await rows.near(i);
    // the row that is told stays
    assert.deepEqual([0, 511, 650, 750].map(there), [true, false, true, true]);
    rows.close();
  });

  test("has a map for each head and each item, drawn anew for another", async () => {
    const given = { query: small(2, 2, 520, 2), key: small(2, 2, 530, 2), value: small(2, 2, 530, 1) };
    const whole = attention.forward(given);
    const { rows } = open(given);
    const at = (item) => rows.tensor("weights").at([item, 1, 3, 4]);
    const entry = (item) => whole.weights.data[((item * 2 + 1) * 520 + 3) * 530 + 4];
    for (const [batch, head] of [
      [0, 0],
      [0, 1],
      [1, 1],
    ]) {
      // the map before is given up half way
      rows.draw({ query: 3, head: 1 - head, batch });
      const { map } = await complete(rows, { query: 3, head, batch });
      assert.deepEqual(map.shades, mapOf(whole.weights, batch, head).shades, `${batch} ${head}`);
      assert.deepEqual([at(batch), at(1 - batch)], [entry(batch), undefined]);
    }
    rows.close();
  });
});
