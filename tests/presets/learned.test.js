// What npm run learn has made: as good as its files say, on sentences that it has not learned from.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import chineseEnglish from "../../web/build/presets/learned/chinese-english.js";
import englishFrench from "../../web/build/presets/learned/english-french.js";
import heads from "../../web/build/presets/learned/heads.js";
import meaningChinese from "../../web/build/presets/learned/meaning-chinese.js";
import meaningEnglish from "../../web/build/presets/learned/meaning-english.js";
import regions from "../../web/build/presets/learned/regions.js";
import sentiment from "../../web/build/presets/learned/sentiment.js";
import { END, NOTHING, START, exampleOf, largest, problemOf, translate } from "../../web/presets/sentences.js"; // prettier-ignore
import { opinionOf } from "../setup/learn/classification.js";
import { models } from "../setup/learn/models.js";

/** Every number below. @param {any} part @returns {number[]} */
const numbersOf = (part) =>
  typeof part === "number" ? [part] : Object.values(part).flatMap((one) => numbersOf(one));

let attention;
before(async () => {
  attention = await createAttention();
});

for (const pair of [englishFrench, chineseEnglish])
  describe(pair.name, () => {
    const { heldOut, examples, measure } = models[pair.name];
    const text = ({ source }) => source.join(" ");

    test("no held-out sentence was learned from, and the one that is shown is held out", () => {
      const learned = new Set(examples.flat().map(text));
      assert.equal(new Set(heldOut.map(text)).size, 500);
      assert.deepEqual(heldOut.map(text).filter((one) => learned.has(one)), []); // prettier-ignore
      const shown = heldOut.find((one) => text(one) === text(pair.example));
      assert.deepEqual(pair.example.target, shown?.target);
    });

    test("the figures in its file are those of its numbers, and good enough", () => {
      assert.deepEqual(measure(attention, pair), pair.measured);
      const { attention: measured, bottleneck } = pair.measured;
      assert.ok(measured.exact >= 0.95, `${measured.exact} exactly right`);
      assert.ok(measured.aligned >= 0.9, `${measured.aligned} look at the word they translate`);
      const share = ({ by_length: lengths }) => lengths.map(({ words, right }) => right / words);
      share(bottleneck).forEach((one, n) => assert.ok(one < share(measured)[n] - 0.1));
    });

    test("the words of the sentence that is shown each look most at the word they translate", () => {
      const { shape, data } = attention.forward(exampleOf(pair))["decoder.weights"];
      const { aligned } = heldOut.find((one) => text(one) === text(pair.example));
      const row = (step) => data.subarray(step * shape[3], (step + 1) * shape[3]);
      // the first state is that before the sentence
      aligned.forEach((place, step) => assert.equal(largest(row(step)), place + 1));
    });

    test("its numbers take at most 8 KiB as float32, each written with three decimals", () => {
      const numbers = [pair.attention, pair.bottleneck].map(numbersOf);
      assert.ok(4 * numbers.flat().length <= 8192, `${numbers.flat().length} numbers`);
      for (const number of numbers.flat()) assert.equal(number, Number(number.toFixed(3)));
    });
  });

describe("a sentence as a problem", () => {
  test("encoder and decoder, each token with its word", () => {
    const { stages } = problemOf(englishFrench, ["a", "cow", "eats"], ["une"]);
    assert.deepEqual(
      stages.map(({ id, op }) => [id, op]),
      [
        ["encoder", "recurrent_encoder"],
        ["decoder", "recurrent_decoder"],
      ],
    );
    assert.deepEqual(stages[0].labels, { x: ["a", "cow", "eats"] });
    assert.deepEqual(stages[1].labels, {
      x: [START, "une"],
      encoder_states: [NOTHING, "a", "cow", "eats"],
      output: ["une", END],
      logits: englishFrench.target,
    });
    const trace = attention.forward({ stages });
    assert.deepEqual(trace["decoder.weights"].shape, [1, 1, 2, 4]);
    assert.deepEqual(trace["decoder.logits"].shape, [2, englishFrench.target.length]);
  });

  test("a bottleneck hands on the last state alone", () => {
    const trace = attention.forward(exampleOf(englishFrench, { bottleneck: true }));
    const { shape, data } = trace["encoder.state"];
    assert.deepEqual(trace["last.output"].data, data.slice(-shape[1]));
    assert.deepEqual(trace["decoder.weights"].data, new Float32Array(5).fill(1));
  });

  test("translated word by word, whatever is guessed at first", () => {
    const source = ["a", "white", "mouse", "follows", "the", "calm", "dog"];
    const target = ["une", "souris", "blanche", "suit", "le", "chien", "calme"];
    for (const guess of [undefined, [], target, ["dort", "dort"], Array(12).fill("noir")])
      assert.deepEqual(translate(attention, englishFrench, source, { guess }), target);
  });

  test("refuses a word that was not learned", () => {
    assert.throws(() => problemOf(englishFrench, ["the", "unicorn"], []), /"unicorn" is none of the words learned: the, /); // prettier-ignore
  });
});

test("regions: none with the caption that is shown was learned from, and the figures are those of its numbers", () => {
  const { heldOut, examples, measure } = models.regions;
  assert.ok(examples.flat().every(({ source }) => source.join(" ") !== regions.example.join(" ")));
  assert.deepEqual(measure(attention, regions), regions.measured);
  assert.ok(heldOut.length >= 90 && regions.measured.right >= 0.95 && regions.measured.decided >= 0.7);
});

describe("the classifier of opinions", () => {
  test("the figures in its file are those of its numbers, and good enough", () => {
    const { heldOut, examples, measure } = models.sentiment;
    const learned = new Set(examples.flat().map(({ source }) => source.join(" ")));
    assert.ok(heldOut.every(({ source }) => !learned.has(source.join(" "))));
    assert.deepEqual(measure(attention, sentiment), sentiment.measured);
    assert.ok(sentiment.measured.right >= 0.95 && sentiment.measured.decided >= 0.9);
  });

  test("“hate” decides that “I hate this movie” is negative", () => {
    const problem = opinionOf(sentiment, ["I", "hate", "this", "movie"]);
    const { weights, output } = attention.forward(problem);
    assert.ok(weights.data[1] > 0.9);
    assert.ok(output.data[0] > Math.max(output.data[1], output.data[2]));
  });
});

for (const senses of [meaningEnglish, meaningChinese])
  describe(senses.name, () => {
    const { heldOut, examples, measure } = models[senses.name];
    const text = ({ source }) => source.join(" ");

    test("the figures in its file are those of its numbers, and good enough", () => {
      const learned = new Set(examples.flat().map(text));
      assert.ok(learned.size >= 60 && heldOut.every((one) => !learned.has(text(one))));
      assert.ok(heldOut.some((one) => text(one) === text(senses.example)));
      assert.deepEqual(measure(attention, senses), senses.measured);
      assert.ok(senses.measured.right >= 0.9 && senses.measured.decided >= 0.9);
    });

    test("a word that tells nothing gets little", () => {
      const { w_q, w_k, w_v, words, vectors, example } = senses;
      const x = example.source.map((word) => vectors[words.indexOf(word)]);
      const row = attention.forward({ x, w_q, w_k, w_v }).weights.data.slice(-x.length);
      row.forEach((weight, place) => assert.ok(place === 1 ? weight > 0.6 : weight < 0.2, `${weight}`));
    });
  });

describe("four heads", () => {
  const { heldOut, examples, measure } = models.heads;
  const text = ({ source }) => source.join(" ");

  test("the figures in its file are those of its numbers: all words right, each head in a role of its own", () => {
    const learned = new Set(examples.flat().map(text));
    assert.ok(heldOut.length === 200 && heldOut.every((one) => !learned.has(text(one))));
    assert.deepEqual(measure(attention, heads), heads.measured);
    const { right, roles } = heads.measured;
    assert.ok(right > 0.99);
    assert.deepEqual(roles.map(({ role }) => role).sort(), ["adjective", "first", "previous", "verb"]);
    for (const { role, share } of roles) assert.ok(share > 0.99, role);
  });

  test("a head that is turned off loses its role alone", () => {
    const { w_q, roles = heads.measured.roles } = heads;
    const blind = { ...heads, w_q: w_q.map((row) => row.map((one, c) => (c < 4 ? 0 : one))) };
    const told = measure(attention, blind).roles;
    assert.notEqual(told[0].role, roles[0].role);
    assert.deepEqual(told.slice(1), roles.slice(1));
  });
});
