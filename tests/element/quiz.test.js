// When a question stands, when its answer is told, and when neither is said any more.
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { Quiz } from "../../web/element/quiz.js";

const question = (id, time) => ({
  id,
  of: `weights of ${id}`,
  time,
  lands: time + 3,
  ends: time + 5,
  text: `${id}?`,
  guessed: (key) => `guess ${key}`,
  answer: (key) => [{ text: `told ${key}` }],
});
const [first, second] = [question("first", 10), question("second", 20)];
const step = { id: "first", title: "Softmax", subtitle: "query 1", text: "own", caption: [{ text: "own" }] };

describe("quiz", () => {
  let quiz;
  beforeEach(() => {
    quiz = new Quiz();
    quiz.setQuestions([first, second]);
  });
  /** What is said at a time: the caption, or the question. */
  const said = (time, { paused = false } = {}) => {
    const shown = quiz.captioned(step, time, paused);
    return shown.question?.text ?? [shown.subtitle, shown.caption[0].text].join(", ");
  };
  const own = "query 1, own";

  test("the clock comes to a question from before it, and to none that it begins at or does not reach", () => {
    assert.deepEqual(quiz.stopBetween(9.9, 10.1, false), { time: 10, question: first });
    assert.deepEqual(quiz.stopBetween(9.9, 10, false)?.time, 10);
    assert.deepEqual(quiz.stopBetween(5, 30, false)?.question, first);
    for (const [from, to] of [
      [10, 11],
      [9, 9.9],
      [10, 10],
      [20, 9],
    ])
      assert.equal(quiz.stopBetween(from, to, false), undefined, `${from} to ${to}`);
  });

  test("another pass asks again, a loop does not", () => {
    quiz.ask(first);
    assert.equal(quiz.stopBetween(9, 11, false)?.question, first);
    assert.equal(quiz.stopBetween(9, 11, true), undefined);
    assert.equal(quiz.stopBetween(19, 21, true)?.question, second);
  });

  test("it stands while the clock does, and goes for good when that goes on", () => {
    quiz.ask(first);
    assert.equal(said(10, { paused: true }), "first?");
    assert.equal(quiz.pending, first);
    assert.equal(quiz.captioned(step, 10, true).text, "Softmax. first?");
    assert.equal(said(10), own);
    assert.equal(quiz.pending, null);
    assert.equal(said(10, { paused: true }), own);
    quiz.ask(first);
    assert.equal(said(4, { paused: true }), own);
    // nobody answered, and nothing is told
    assert.equal(quiz.stopBetween(12, 14, false), undefined);
    assert.equal(said(14), own);
  });

  test("a guess stands below the title until the weights have landed, then what it is worth stands in the caption", () => {
    quiz.ask(first);
    quiz.answer(2);
    assert.equal(quiz.pending, null);
    assert.equal(said(10), "guess 2, own");
    assert.equal(said(12.9), "guess 2, own");
    assert.deepEqual(quiz.stopBetween(12.9, 13.1, false), { time: 13 });
    assert.equal(said(13), "query 1, told 2");
    assert.equal(quiz.captioned(step, 13, false).text, "told 2");
    assert.equal(said(14.9, { paused: true }), "query 1, told 2");
    assert.equal(said(15), own);
    assert.equal(said(14), own);
  });

  test("a guess is forgotten where the time goes back before it", () => {
    quiz.ask(first);
    quiz.answer(2);
    assert.equal(said(9.9), own);
    assert.equal(said(13), own);
  });

  test("what is said is one object as long as it is the same", () => {
    quiz.ask(first);
    assert.equal(quiz.captioned(step, 10, true), quiz.captioned(step, 10, true));
    quiz.answer(1);
    assert.equal(quiz.captioned(step, 11, false), quiz.captioned(step, 12, false));
    assert.notEqual(quiz.captioned(step, 12, false), quiz.captioned({ ...step }, 12, false));
  });

  test("another scene asks the same question in its own words; one without it asks nothing", () => {
    quiz.ask(first);
    quiz.setQuestions([{ ...question("first", 11), text: "先猜？" }]);
    assert.equal(said(11, { paused: true }), "先猜？");
    // of another head, the answer would be another
    quiz.setQuestions([{ ...question("first", 11), of: "weights of another" }]);
    assert.equal(quiz.pending, null);
    assert.equal(said(11, { paused: true }), own);
  });
});
