// Rounds: every engine once a round, in another order each time. What runs before an engine matters to it: inputs that
// have just been read are near, others are far.
import { chance } from "../helpers/random.js";

const SAMPLE = 4; // ms that one measurement takes at least

/**
 * @typedef {object} Engine
 * @property {string} name
 * @property {() => any} run from Float32Arrays to Float32Arrays; a promise is awaited
 */

/** Runs `count` times; awaits only what is a promise, because a turn of the queue is not free. */
async function times(engine, count, clock) {
  const start = clock();
  for (let i = 0; i < count; i++) {
    const result = engine.run();
    if (typeof result?.then === "function") await result;
  }
  return (clock() - start) / count;
}

/** Warms up, and finds how many calls make one measurement: twice as many until they take long enough. */
async function warm(engine, ms) {
  const now = () => performance.now(); // stands still for 0.1 ms at a time in a page
  const start = now();
  let count = 1;
  do {
    while (count * (await times(engine, count, now)) < SAMPLE) count *= 2;
  } while (now() - start < ms);
  return count;
}

/**
 * @param {Engine[]} engines
 * @param {{ seconds: number, least?: number, warmUp?: number, clock?: () => number }} options at least `least` rounds; an engine that has
 *   used up half of the time sits out the rest; warmUp: ms until the compilers under an engine have done their part
 * @returns {Promise<number[][]>} ms by engine and round; NaN where it sat out
 */
export async function rounds(engines, { seconds, least = 3, warmUp = 200, clock = () => performance.now() }) {
  const counts = [];
  for (const engine of engines) counts.push(await warm(engine, warmUp));
  const measured = engines.map(() => []);
  const spent = engines.map(() => 0);
  const end = performance.now() + seconds * 1000;
  const draw = chance(1);
  for (let round = 0; round < least || performance.now() < end; round++)
    for (const which of shuffled(engines.length, draw)) {
      const tired = round >= least && spent[which] > 500 * seconds;
      const time = tired ? NaN : await times(engines[which], counts[which], clock);
      measured[which].push(time);
      if (!tired) spent[which] += time * counts[which];
    }
  return measured;
}

/** The numbers below `count` in an order that is drawn. */
function shuffled(count, draw) {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const other = draw.below(i + 1);
    [order[i], order[other]] = [order[other], order[i]];
  }
  return order;
}

/** The first words of an error; what follows names places on the machine where the engine was built. */
export const reason = (error) =>
  String(error?.message ?? error)
    .split(/\n|ERROR_MESSAGE/)[0]
    .slice(0, 100);
