// What is dragged in the picture: which of two takes the press, what one drag comes to, and when it ends.
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { JSDOM } from "jsdom";
import { createHandles } from "../../web/element/manipulation/handles.js";

/** A frame of 400 × 300 px with a handle for each of some vectors, drawn at 20 px a 1 round its middle. @param {number[][]} a */
const frameOf = (a) => ({
  width: 400,
  height: 300,
  marks: a.map(([x, y], row) => {
    const axis = (c, value, zero, unit) => ({
      ...{ cell: { tensor: "plane.a", index: [row, c] }, value, zero, unit, step: 0.25, fine: 0.1 },
    });
    const handle = {
      name: `plane.a:${row}`,
      ...{ label: `vector ${row}`, text: `${x}, ${y}`, at: { x: 200 + 20 * x, y: 150 - 20 * y }, says: null },
      axes: { x: axis(0, x, 200, 20), y: axis(1, y, 150, -20) },
    };
    return { type: "rect", id: `knob.${row}`, handle };
  }),
});

describe("handles", () => {
  let window, handles, editor, log;
  beforeEach(() => {
    ({ window } = new JSDOM("", { pretendToBeVisual: true }));
    log = [];
    const problem = { stages: [{ id: "plane", op: "geometry", a: [[1, 2], [2, 2]], b: [[1, 0]] }] }; // prettier-ignore
    editor = {
      problem,
      history: { settle: () => log.push("settle") },
      key: () => false,
      cancel: () => log.push("cancel"),
      edit(next, sort) {
        editor.problem = next;
        log.push([next.stages[0].a, sort]);
        handles.update(frameOf(next.stages[0].a));
      },
    };
    const words = () => ({ element: { handle: "drag it" } });
    handles = createHandles(window.document, {
      editor,
      words,
      pause: () => log.push("pause"),
      announce() {},
    });
    window.document.body.append(handles.root);
    // on the page as large as in the picture; each element is where its style says
    const box = (left, top, width, height) => ({ left, top, width, height });
    handles.root.getBoundingClientRect = () => box(0, 0, 400, 300);
    window.HTMLElement.prototype.getBoundingClientRect = function () {
      const [x, y] = [parseFloat(this.style.left) * 4, parseFloat(this.style.top) * 3];
      return box(x - 22, y - 22, 44, 44);
    };
    handles.update(frameOf(problem.stages[0].a));
  });

  const pointer = (type, x, y, more = {}) => {
    const event = new window.MouseEvent(type, { clientX: x, clientY: y, bubbles: true, ...more });
    Object.assign(event, { pointerId: 1 });
    handles.root.firstChild.dispatchEvent(event);
    return log.splice(0);
  };

  test("of two that lie on one another the nearer takes the press, and both its cells change at once", () => {
    pointer("pointerdown", 236, 112);
    const [pause, settle, [a, sort]] = pointer("pointermove", 236 + 20, 112 + 5);
    assert.deepEqual([pause, settle, a], ["pause", "settle", [[1, 2], [3, 1.75]]]); // prettier-ignore
    const [[later, same]] = pointer("pointermove", 236 + 40, 112);
    assert.deepEqual(later[1], [4, 2]);
    assert.equal(same, sort, "one drag is one change");
    assert.deepEqual(pointer("pointerup", 276, 112), ["settle"]);
    assert.deepEqual(pointer("pointermove", 0, 0), [], "it is over");
  });

  test("a press that hardly moves changes nothing, nor does a move within a step", () => {
    pointer("pointerdown", 220, 110);
    assert.deepEqual(pointer("pointermove", 221, 111), []);
    assert.deepEqual(pointer("pointermove", 222, 112).filter(Array.isArray), []);
    assert.equal(pointer("pointermove", 223, 110).filter(Array.isArray).length, 1);
  });

  test("Shift goes in small steps, and Escape takes the drag back", () => {
    pointer("pointerdown", 220, 110);
    assert.deepEqual(pointer("pointermove", 224, 110, { shiftKey: true }).at(-1)[0], [[1.2, 2], [2, 2]]); // prettier-ignore
    handles.root.firstChild.dispatchEvent(
      new window.KeyboardEvent("keydown", { key: "Escape", bubbles: true }),
    );
    assert.deepEqual(log.splice(0), ["cancel"]);
    assert.deepEqual(pointer("pointermove", 260, 110), []);
  });

  test("a second finger does not disturb it, and what leaves the picture is no longer held", () => {
    pointer("pointerdown", 220, 110);
    pointer("pointermove", 230, 110);
    const other = new window.MouseEvent("pointerup", { bubbles: true });
    handles.root.firstChild.dispatchEvent(Object.assign(other, { pointerId: 2 }));
    assert.equal(pointer("pointermove", 240, 110).length, 1);
    const [, second] = frameOf(editor.problem.stages[0].a).marks;
    handles.update({ width: 400, height: 300, marks: [second] });
    assert.deepEqual(log.splice(0), ["settle"]);
    assert.deepEqual(pointer("pointermove", 250, 110), []);
    assert.equal(handles.root.children.length, 1);
  });

  test("they are walked in the order of their names, and say what they are and where", () => {
    const { marks, ...size } = frameOf([[1, 2], [2, 2]]); // prettier-ignore
    handles.update({ ...size, marks: marks.toReversed() });
    const [one, other] = handles.root.children;
    assert.deepEqual(
      [one, other].map((element) => element.getAttribute("aria-label")),
      ["vector 0", "vector 1"],
    );
    assert.equal(one.getAttribute("aria-valuetext"), "1, 2");
    assert.equal(one.getAttribute("role"), "slider");
  });

  test("one that stands for a single number moves along its axis alone, by any arrow", () => {
    const [first, second] = frameOf(editor.problem.stages[0].a).marks;
    delete first.handle.axes.x;
    delete second.handle.axes.y;
    handles.update({ width: 400, height: 300, marks: [first, second] });
    assert.equal(handles.root.firstChild.getAttribute("aria-valuenow"), "2");
    pointer("pointerdown", 220, 110);
    assert.deepEqual(pointer("pointermove", 300, 90).at(-1)[0], [[1, 3], [2, 2]]); // prettier-ignore
    pointer("pointerup", 300, 90);
    handles.update({ width: 400, height: 300, marks: [first, second] });
    const arrow = (key) => new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    handles.root.children[1].dispatchEvent(arrow("ArrowUp"));
    assert.deepEqual(editor.problem.stages[0].a[1], [2.25, 2]);
    handles.root.children[1].dispatchEvent(arrow("ArrowRight"));
    assert.deepEqual(editor.problem.stages[0].a[1], [2.5, 2]);
  });
});
