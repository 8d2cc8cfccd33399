// The question in the caption: its buttons, what they do, and whose focus they take.
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { JSDOM } from "jsdom";
import { createQuestion } from "../../web/element/question.js";

const question = /** @type {any} */ ({
  id: "softmax-1",
  text: "Which word will “love” look at most?",
  choices: [
    { key: 0, name: "I" },
    { key: 2, name: "cats" },
  ],
  label: "Your guess",
  skip: "Just show me",
});

describe("the question", () => {
  let document, shown, done, other;
  beforeEach(() => {
    ({ document } = new JSDOM("<p><button>play</button><select></select></p>").window);
    done = [];
    shown = createQuestion(document, {
      answer: (key) => void done.push(key),
      skip: () => void done.push("skip"),
      leave: () => void done.push("leave"),
    });
    document.body.append(shown.root);
    other = (name) => document.querySelector(name);
  });
  const buttons = () => [...shown.root.querySelectorAll("button")];

  test("is a group with a label, and one button for each answer and for none", () => {
    assert.equal(shown.root.hidden, true);
    shown.show(question);
    assert.equal(shown.root.hidden, false);
    assert.equal(shown.root.getAttribute("role"), "group");
    assert.equal(shown.root.getAttribute("aria-label"), "Your guess");
    assert.equal(shown.root.querySelector("p").textContent, question.text);
    // the digit that chooses it is seen, not heard
    for (const digit of shown.root.querySelectorAll("kbd"))
      assert.equal(digit.getAttribute("aria-hidden"), "true");
    assert.deepEqual(
      buttons().map((one) => one.textContent),
      ["1I", "2cats", "Just show me"],
    );
    for (const one of buttons()) one.click();
    assert.deepEqual(done, [0, 2, "skip"]);
    shown.show();
    assert.deepEqual([shown.root.hidden, shown.root.childNodes.length], [true, 0]);
  });

  test("shows the row that it is about as bars, which a listener hears as numbers", () => {
    shown.show({ ...question, bars: { shares: [0.25, 0, 1], text: "0.25, 0, 1" } });
    const bars = shown.root.querySelector("[role=img]");
    assert.equal(bars.getAttribute("aria-label"), "0.25, 0, 1");
    assert.deepEqual(
      [...bars.children].map(({ style }) => style.height),
      ["25%", "0%", "100%"],
    );
    shown.show(question);
    assert.equal(shown.root.querySelector("[role=img]"), null);
  });

  test("takes the focus that is in the player, but not out of a field, and hands it back", () => {
    shown.show(question);
    assert.equal(document.activeElement, document.body);
    shown.show();
    assert.deepEqual(done, []);
    other("select").focus();
    shown.show(question);
    assert.equal(document.activeElement, other("select"));
    shown.show();
    other("button").focus();
    shown.show(question);
    assert.equal(document.activeElement, buttons()[0]);
    shown.show({ ...question, skip: "直接看结果" });
    assert.equal(document.activeElement, buttons()[0]);
    shown.show();
    assert.deepEqual(done, ["leave"]);
  });

  test("the space it takes is as large as it is, and nobody hears or reaches it", () => {
    const space = shown.space(question);
    assert.equal(space.getAttribute("aria-hidden"), "true");
    assert.ok(space.hasAttribute("inert"));
    assert.equal(space.querySelectorAll("button").length, 3);
  });
});
