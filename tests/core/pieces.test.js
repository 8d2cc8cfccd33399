// How the rows of a run are dealt to workers.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Deal, Work, rowsOf } from "../../web/core/pieces.js";

const sizes = { batch: 2, heads: 3, q_len: 4001, kv_len: 4001, offset: 0 };
const UNITS = 2 * 3 * 501;
const problems = [{}, { causal: 1 }, { causal: 1, window: [64, 0] }, { window: [-1, 8] }];

/** Deals all to workers of these speeds; whoever is done first takes the next piece. */
function dealt(work, speeds, most = Infinity) {
  const deal = new Deal(work, speeds.length, most);
  const pieces = [];
  const busy = speeds.map(() => 0);
  for (let piece; ;) {
    const worker = busy.indexOf(Math.min(...busy));
    if (!(piece = deal.next(worker))) return { pieces, busy };
    pieces.push({ ...piece, worker });
    busy[worker] += work.of(piece) / speeds[worker];
  }
}

describe("pieces", () => {
  test("hold every unit once", () => {
    for (const values of problems)
      for (const speeds of [[1], [1, 1], [1, 2], [3, 2, 2]]) {
        const held = new Uint8Array(UNITS);
        const { pieces } = dealt(new Work(sizes, values), speeds);
        for (const { first, count } of pieces) for (let n = 0; n < count; n++) held[first + n]++;
        assert.ok(held.every((times) => times === 1));
      }
  });

  test("leave nobody waiting long, whatever rows they hold and however fast the workers are", () => {
    for (const values of problems)
      for (const speeds of [[1], [1, 1], [1, 2], [3, 2, 2]]) {
        const work = new Work(sizes, values);
        const { busy } = dealt(work, speeds);
        const even = work.before(UNITS) / speeds.reduce((a, b) => a + b);
        assert.ok(Math.max(...busy) < 1.2 * even, `${busy} for ${even}`);
      }
  });

  test("of one worker follow each other, so that it needs few keys", () => {
    const { pieces } = dealt(new Work(sizes, {}), [1, 1]);
    let next = 0;
    for (const { first, count, worker } of pieces)
      if (worker === 0) {
        assert.equal(first, next);
        next += count;
      }
    assert.equal(next, UNITS / 2);
  });

  test("begin small, so that a worker has not long to wait for its first", () => {
    const work = new Work(sizes, {});
    const deal = new Deal(work, 2, Infinity);
    const [first, second] = [deal.next(0), deal.next(0)];
    assert.ok(work.of(first) < work.before(UNITS) / 10);
    assert.ok(work.of(second) > 2 * work.of(first));
  });

  test("of a long run are many, so that it tells its progress", () => {
    const work = new Work(sizes, {});
    const most = work.before(UNITS) / 20;
    const { pieces } = dealt(work, [1, 1], most);
    assert.ok(pieces.length >= 16, `${pieces.length} pieces`);
    for (const piece of pieces) assert.ok(work.of(piece) < 1.5 * most);
  });

  test("that come back are dealt again", () => {
    const deal = new Deal(new Work(sizes, {}), 2, Infinity);
    const piece = deal.next(0);
    while (deal.next(1));
    deal.back(piece);
    assert.deepEqual(deal.next(1), piece);
    assert.equal(deal.next(1), undefined);
  });

  test("of nothing are none", () => {
    const work = new Work({ ...sizes, q_len: 0 }, {});
    assert.equal(work.units, 0);
    assert.equal(new Deal(work, 1, Infinity).next(0), undefined);
  });

  test("are rows, counted through all heads; the last unit of a head may be short", () => {
    assert.deepEqual(rowsOf(1001, { first: 0, count: 2 }), [0, 16]);
    assert.deepEqual(rowsOf(1001, { first: 125, count: 1 }), [1000, 1]);
    assert.deepEqual(rowsOf(1001, { first: 125, count: 3 }), [1000, 17]);
    assert.deepEqual(rowsOf(1001, { first: 126, count: 126 }), [1001, 1001]);
  });
});
