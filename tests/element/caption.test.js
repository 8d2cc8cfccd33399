// The caption: a step in words, and words that point at what they name.
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { JSDOM } from "jsdom";
import { createCaption, longest } from "../../web/element/caption.js";

const query = { tensor: "query" };
const cell = { tensor: "weights", index: [0, 0, 0, 1] };
const step = {
  id: "scores",
  title: "Scores",
  subtitle: "query times key",
  caption: [
    { text: "Row 1 of " },
    { text: "W_Q", role: "query", target: query },
    { text: " meets b_V_, not W_X, and looks at " },
    { text: "0.5", target: cell },
    { text: "." },
  ],
};

describe("the caption", () => {
  let document, caption, pointed, find;
  beforeEach(() => {
    ({ document } = new JSDOM("").window);
    pointed = [];
    caption = createCaption(document, (...given) => void pointed.push(given));
    document.body.append(caption.root);
    find = (selector) => caption.root.querySelector(selector);
    caption.show(step);
  });
  const event = (type) => new document.defaultView.Event(type);

  test("says title, subtitle and sentence; a parameter has its index below the line", () => {
    assert.equal(find(".title span").textContent, "Scores");
    assert.equal(find(".title small").textContent, "query times key");
    assert.equal(
      find("p").innerHTML.replaceAll(/ (role|tabindex|class)="[^"]*"/g, ""),
      'Row 1 of <span data-role="query">W<sub>Q</sub></span> meets b_V_, not W_X, and looks at <span>0.5</span>.',
    );
    caption.show({ id: "plain", title: "Plain", caption: [{ text: "b_V and W_O are added" }] });
    assert.equal(find(".title small").textContent, "");
    assert.equal(find("p").innerHTML, "b<sub>V</sub> and W<sub>O</sub> are added");
    caption.show(undefined);
    assert.equal(caption.root.textContent, "");
  });

  test("the same sentence stays, with what a word points at; another lets go of it, and of nothing that others point at", () => {
    const term = find(".term");
    term.dispatchEvent(event("pointerenter"));
    pointed.length = 0;
    caption.show(structuredClone(step));
    assert.equal(find(".term"), term);
    assert.deepEqual(pointed, []);
    const other = { ...step, caption: step.caption.slice(1) };
    caption.show(other);
    assert.notEqual(find(".term"), term);
    assert.deepEqual(pointed.splice(0), [[null, undefined]]);
    caption.show(step);
    assert.deepEqual(pointed, []);
  });

  test("room is kept for longer sentences, which nobody hears", () => {
    const long = [{ text: "a long " }, { text: "sentence", target: cell }];
    caption.setSpace([long, [{ text: "another" }]], []);
    caption.setSpace([long, [{ text: "the last" }]], []);
    const rooms = [...caption.root.querySelectorAll(".sentences .room")];
    assert.deepEqual(
      rooms.map((one) => [one.innerHTML, one.getAttribute("aria-hidden")]),
      [
        ["a long <span>sentence</span>", "true"],
        ["the last", "true"],
      ],
    );
    assert.equal(find(".sentences p").textContent.slice(0, 9), "Row 1 of ");
  });
});

test("the longest sentences of a story are the broadest three: a Chinese character is broader than a letter", () => {
  const steps = [
    "twelve marks",
    "猫坐在垫子上吃鱼",
    "eleven mark",
    "猫坐在垫子上",
    "a b c d e f g",
    "twelve marks",
  ];
  const found = longest(steps.map((text) => ({ caption: [{ text }] })));
  assert.deepEqual(
    found.map(([{ text }]) => text),
    ["猫坐在垫子上吃鱼", "twelve marks", "eleven mark"],
  );
});
