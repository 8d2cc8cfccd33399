// The stage: which cell a pointer or an arrow key is at, and how long it stays marked.
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { JSDOM } from "jsdom";
import { createStage } from "../../web/element/stage.js";

/** A number of 40 × 20 px whose upper left corner is at x, y. */
const number = (tensor, i, j, x, y) => ({
  id: `${tensor}.${i}.${j}`,
  type: "text",
  text: "1",
  x,
  y,
  size: 12,
  cell: `${tensor}:${i},${j}`,
  box: { x, y, width: 40, height: 20 },
});
/** Two matrices beside each other: a of two rows and two columns, b of one number beside its first row. */
const frame = {
  width: 300,
  height: 100,
  marks: [
    number("a", 0, 0, 0, 0),
    number("a", 0, 1, 50, 0),
    number("a", 1, 0, 0, 40),
    number("a", 1, 1, 50, 40),
    number("b", 0, 0, 200, 10),
  ],
};
const at = (tensor, ...index) => ({ tensor, index });

describe("the stage", () => {
  let window, stage, told, rings;
  beforeEach(() => {
    ({ window } = new JSDOM("", { pretendToBeVisual: true }));
    told = [];
    rings = [];
    stage = createStage(window.document, {
      overlay: (target) => (rings.push(target), []),
      pointed: (target, spoken) => told.push([target, spoken]),
    });
    window.document.body.append(stage.root);
    // the picture is drawn at half its size, somewhere on the page
    stage.picture.root.getBoundingClientRect = () => ({ left: 100, top: 10, width: 150, height: 50 });
    stage.update(frame);
  });
  const pointer = (type, x, y, more = {}) => {
    const event = new window.MouseEvent(type, { clientX: 100 + x / 2, clientY: 10 + y / 2 });
    stage.root.dispatchEvent(Object.assign(event, more));
    return told.splice(0);
  };
  const key = (name) => {
    stage.move(name);
    return stage.locked;
  };

  test("the cell under a pointer is told once, and that there is none", () => {
    assert.deepEqual(pointer("pointermove", 60, 50), [[at("a", 1, 1), false]]);
    assert.equal(stage.root.style.cursor, "pointer");
    assert.deepEqual(pointer("pointermove", 62, 52), []);
    assert.deepEqual(pointer("pointermove", 120, 50), [[null, false]]);
    assert.equal(stage.root.style.cursor, "");
    pointer("pointermove", 5, 5);
    assert.deepEqual(pointer("pointerleave", 0, 0), [[null, false]]);
    assert.deepEqual(rings, [at("a", 1, 1), at("a", 0, 0)]);
  });

  test("a finger that moves points at nothing; where it taps, it does", () => {
    assert.deepEqual(pointer("pointermove", 60, 50, { pointerType: "touch" }), []);
    assert.deepEqual(pointer("click", 60, 50), [[at("a", 1, 1), true]]);
  });

  test("a click keeps a cell, over what is hovered afterwards; a second one or one beside it lets go", () => {
    pointer("click", 10, 10);
    assert.deepEqual(stage.locked, at("a", 0, 0));
    assert.deepEqual(pointer("pointermove", 60, 50), [[at("a", 1, 1), false]]);
    assert.deepEqual(pointer("pointerleave", 0, 0), [[at("a", 0, 0), false]]);
    pointer("pointermove", 10, 10);
    assert.deepEqual(pointer("click", 10, 10), [[null, true]]);
    assert.equal(stage.locked, null);
    pointer("click", 10, 10);
    pointer("click", 60, 50);
    assert.deepEqual(stage.locked, at("a", 1, 1));
    pointer("click", 150, 90);
    assert.equal(stage.locked, null);
  });

  test("arrows go to the neighbour, straight before aside, and stop at the edge", () => {
    const way = ["", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowLeft"].map(key);
    assert.deepEqual(way, [
      at("a", 0, 0),
      at("a", 0, 1),
      at("a", 1, 1),
      at("a", 1, 0),
      at("a", 0, 0),
      at("a", 0, 0),
      at("a", 0, 0),
    ]);
    // from one matrix into the next, which stands a little lower
    assert.deepEqual([key("ArrowRight"), key("ArrowRight")], [at("a", 0, 1), at("b", 0, 0)]);
    assert.deepEqual(key("ArrowDown"), at("b", 0, 0));
    assert.deepEqual(key("ArrowLeft"), at("a", 0, 1));
    assert.ok(told.every(([, spoken]) => spoken));
  });

  test("where the marked cell has gone, arrows begin anew; an empty picture has none", () => {
    stage.lock(at("a", 1, 1));
    stage.update({ ...frame, marks: frame.marks.slice(0, 2) });
    assert.deepEqual(key("ArrowRight"), at("a", 0, 0));
    assert.equal(stage.move(), true);
    stage.update({ ...frame, marks: [] });
    assert.equal(stage.move("ArrowRight"), false);
  });

  test("what words and symbols point at is shown, and gives way to a cell that is kept", () => {
    stage.hover({ tensor: "a" }, true);
    stage.hover(null);
    assert.deepEqual(told.splice(0), [
      [{ tensor: "a" }, true],
      [null, false],
    ]);
    stage.hover({ tensor: "a" });
    stage.lock(at("a", 0, 1));
    assert.deepEqual(told.at(-1), [at("a", 0, 1), true]);
    stage.lock(null);
    assert.deepEqual(told.at(-1), [null, true]);
    // what the page highlights comes back after what a pointer is at
    stage.ring({ tensor: "a" });
    pointer("pointermove", 10, 10);
    assert.deepEqual(pointer("pointerleave", 0, 0), [[{ tensor: "a" }, false]]);
    stage.lock(at("a", 0, 1));
    assert.deepEqual(told.at(-1), [at("a", 0, 1), true]);
  });

  test("a new scene tells of the same cell again", () => {
    stage.lock(at("a", 0, 1));
    told.length = 0;
    stage.refresh();
    stage.refresh();
    assert.deepEqual(told, Array(2).fill([at("a", 0, 1), false]));
    assert.deepEqual(rings.at(-1), at("a", 0, 1));
  });

  test("a picture that goes stands over the next one for a moment, heard by nobody, and is not asked", () => {
    const animations = [];
    window.Element.prototype.animate = function (...given) {
      const animation = { element: this, given };
      animations.push(animation);
      return animation;
    };
    stage.clear();
    const [{ element, given }] = animations;
    assert.equal(given[1], 240);
    assert.equal(element.parentNode, stage.root);
    assert.equal(element.getAttribute("aria-hidden"), "true");
    assert.equal(element.querySelectorAll("[data-cell], [data-value], [part]").length, 0);
    assert.equal(stage.picture.root.querySelectorAll("[data-cell]").length, 5);
    animations[0].onfinish();
    assert.equal(stage.root.querySelector(".past"), null);
    stage.clear();
    animations[1].oncancel();
    assert.equal(stage.root.querySelector(".past"), null);
  });

  test("without animations nothing stays of it", () => {
    stage.clear();
    assert.equal(stage.root.querySelector(".past"), null);
  });
});
