// How the rows of a run are dealt to workers.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Schedule, rowsOf } from "../../web/core/workers/schedule.js";

const UNITS = 2 * 3 * 501;
const even = () => 1;
// the rows of a causal run: the later in a head, the more keys
const causal = (unit) => unit % 501;

/** Deals all to workers of these speeds; whoever is done first takes the next chunk. */
function dealt(speeds, cost = even, most = Infinity) {
  const schedule = new Schedule(UNITS, speeds.length, most);
  const chunks = [];
  const busy = speeds.map(() => 0);
  for (let chunk; (chunk = schedule.next());) {
    const worker = busy.indexOf(Math.min(...busy));
    chunks.push(chunk);
    for (let n = 0; n < chunk.count; n++) busy[worker] += cost(chunk.first + n) / speeds[worker];
  }
  return { chunks, busy };
}

describe("chunks of rows", () => {
  test("hold every unit once", () => {
    for (const speeds of [[1], [1, 1], [1, 2], [3, 2, 2]]) {
      let next = 0;
      for (const { first, count } of dealt(speeds).chunks) {
        assert.equal(first, next);
        assert.ok(count > 0);
        next += count;
      }
      assert.equal(next, UNITS);
    }
  });

  test("leave nobody waiting long, whatever rows they hold and however fast the workers are", () => {
    for (const cost of [even, causal])
      for (const speeds of [[1], [1, 1], [1, 2], [3, 2, 2], [1, 1, 1, 1, 1, 1, 1, 1]]) {
        const { busy } = dealt(speeds, cost);
        const work = Array.from({ length: UNITS }, (_, unit) => cost(unit)).reduce((a, b) => a + b);
        const best = work / speeds.reduce((a, b) => a + b);
        assert.ok(Math.max(...busy) < 1.2 * best, `${busy} for ${best}`);
      }
  });

  test("are few: all but the last hold 8 units, and a sixteenth of what each worker would get", () => {
    for (const [units, workers, least] of [
      [UNITS, 1, UNITS / 16],
      [UNITS, 8, UNITS / 128],
      [100, 4, 8],
    ]) {
      const schedule = new Schedule(units, workers, Infinity);
      const counts = [];
      for (let chunk; (chunk = schedule.next());) counts.push(chunk.count);
      for (const count of counts.slice(0, -1)) assert.ok(count >= least, `${counts}`);
    }
  });

  test("of a long run are many, so that it tells its progress", () => {
    const { chunks } = dealt([1, 1], even, UNITS / 20);
    assert.ok(chunks.length >= 20, `${chunks.length} chunks`);
    for (const { count } of chunks) assert.ok(count <= Math.ceil(UNITS / 20));
  });

  test("that come back are dealt again", () => {
    const schedule = new Schedule(UNITS, 2, Infinity);
    const chunk = schedule.next();
    while (schedule.next());
    schedule.giveBack(chunk);
    assert.deepEqual(schedule.next(), chunk);
    assert.equal(schedule.next(), undefined);
  });

  test("of nothing are none", () => {
    assert.equal(new Schedule(0, 1, Infinity).next(), undefined);
  });

  test("are rows, counted through all heads; the last unit of a head may be short", () => {
    assert.deepEqual(rowsOf(1001, { first: 0, count: 2 }), [0, 16]);
    assert.deepEqual(rowsOf(1001, { first: 125, count: 1 }), [1000, 1]);
    assert.deepEqual(rowsOf(1001, { first: 125, count: 3 }), [1000, 17]);
    assert.deepEqual(rowsOf(1001, { first: 126, count: 126 }), [1001, 1001]);
  });
});
