import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createPicture } from "../../web/render/dom.js";
import { frame as frameOf } from "../../web/scene/index.js";
import { walkThrough } from "../scene/helpers/problems.js";
import { sceneOf } from "../scene/helpers/scene-of.js";
import { fakeDocument } from "./fake-dom.js";

const side = { width: 36, height: 36 };
const box = (id, x = 0) => ({ type: "rect", id, x, y: 0, ...side, fill: "key", stroke: "outline" });
const number = (id, text, cell, x = 18) => ({
  ...{ type: "text", id, x, y: 24, size: 17, anchor: "middle", text, fill: "on-role", cell, value: text },
  box: { x: x - 18, y: 0, width: 36, height: 36 },
});
const frame = (...marks) => ({ width: 400, height: 200, marks });

function picture() {
  const document = fakeDocument();
  const made = createPicture(document);
  const layer = made.root.children[0];
  return {
    ...made,
    document,
    layer,
    tags: () => layer.children.map((child) => child.attributes.x ?? child.tag),
  };
}

describe("the live picture", () => {
  test("drawing the same moment twice writes nothing", () => {
    const { update, document } = picture();
    const arrow = { type: "path", id: "p", d: "M0 0H50", stroke: "ink", head: true };
    const moment = () => frame(box("a"), number("n", "4", "key:0,0,1,1"), arrow);
    update(moment());
    document.counts.writes = 0;
    update(moment());
    assert.equal(document.counts.writes, 0);
  });

  test("a number that moves costs one write", () => {
    const { update, document } = picture();
    update(frame(box("a"), box("b", 40)));
    document.counts.writes = 0;
    update(frame(box("a"), box("b", 41)));
    assert.equal(document.counts.writes, 1);
  });

  test("marks that leave and come keep the paint order of the rest", () => {
    const { update, tags } = picture();
    update(frame(box("a", 1), box("b", 2), box("c", 3)));
    update(frame(box("b", 2), box("c", 3)));
    assert.deepEqual(tags(), ["2", "3"]);
    update(frame(box("a", 1), box("b", 2), box("d", 4), box("c", 3)));
    assert.deepEqual(tags(), ["1", "2", "4", "3"]);
    update(frame(box("c", 3), box("a", 1)));
    assert.deepEqual(tags(), ["3", "1"]);
  });

  test("a moment has the same elements, whatever was drawn before", () => {
    const scene = sceneOf(walkThrough());
    const tree = ({ tag, attributes, children, textContent }) => [
      ...[tag, attributes],
      children.length ? children.map(tree) : textContent,
    ];
    const played = picture();
    for (let time = 0; time < scene.duration; time += 1.7)
      for (const at of [(7 * time) % scene.duration, time]) {
        const fresh = picture();
        for (const { update } of [played, fresh]) update(frameOf(scene, scene.timeline, at));
        assert.deepEqual(tree(played.root), tree(fresh.root), `${at} s`);
      }
  });

  test("removing a mark does not move the others", () => {
    const { update, document } = picture();
    update(frame(box("a", 1), box("b", 2), box("c", 3)));
    document.counts.writes = 0;
    update(frame(box("b", 2), box("c", 3)));
    assert.equal(document.counts.writes, 1);
  });

  test("a cell's element holds its number and nothing else", () => {
    const { update, layer } = picture();
    update(frame(number("n", "0.468", "weights:0,0,0,1")));
    const [text] = layer.children;
    assert.equal(text.textContent, "0.468");
    assert.equal(text.attributes["data-cell"], "weights:0,0,0,1");
    assert.equal(text.attributes["data-value"], "0.468");
  });

  test("a copy on its way is no cell", () => {
    const { update, layer, cells } = picture();
    update(frame({ ...number("n", "4", "key:0,0,1,1"), copy: true }));
    assert.equal(layer.children[0].attributes["data-cell"], undefined);
    assert.equal(layer.children[0].attributes["data-copy"], "key:0,0,1,1");
    assert.deepEqual(cells(), []);
  });

  test("a text may become runs and plain again", () => {
    const { update, layer } = picture();
    const plain = { type: "text", id: "t", x: 0, y: 0, text: "s12", fill: "text" };
    update(frame(plain));
    const runs = [{ text: "s", italic: true }, { text: "12", dy: 4 }]; // prettier-ignore
    update(frame({ ...plain, runs }));
    assert.equal(layer.children[0].textContent, "s12");
    assert.equal(layer.children[0].children.length, 2);
    update(frame(plain));
    assert.equal(layer.children[0].children.length, 0);
    assert.equal(layer.children[0].textContent, "s12");
  });

  test("a point finds the cell round it, through groups and scales", () => {
    const { update, cellAt } = picture();
    const cell = { ...number("n", "4", "key:0,0,1,1"), box: { x: 0, y: 0, width: 36, height: 36 } };
    update(frame({ type: "group", id: "g", x: 100, y: 50, scale: 2, children: [cell] }));
    assert.equal(cellAt(90, 60), null);
    assert.deepEqual(cellAt(165, 115)?.index, [0, 0, 1, 1]);
    assert.equal(cellAt(165, 115)?.tensor, "key");
    assert.equal(cellAt(175, 115), null);
  });

  test("squares of colour are cells too, where there is no number of the same cell", () => {
    const { update, cells, cellAt, layer } = picture();
    const grid = { tensor: "key", index: [0, 1, "r", "c"], rows: 3, columns: 6, from: 2 };
    update(frame({ ...box("m", 12), y: 6, grid }, number("n", "4", "key:0,1,0,2", 300)));
    assert.deepEqual(cellAt(12 + 6 * 5 + 1, 6 + 12 * 2 + 1)?.index, [0, 1, 2, 7]);
    assert.equal(cellAt(11, 8), null);
    assert.equal(cells().length, 18);
    const { x, y, width, height } = cells().find(({ index }) => String(index) === "0,1,1,3") ?? {};
    assert.deepEqual([x, y, width, height], [18, 18, 6, 12]);
    assert.equal(layer.children[0].attributes["data-cell"], undefined);
  });

  test("a stream is the cell of its weight, wherever it is touched; the uppermost where two cross", () => {
    const { update, cells, cellAt } = picture();
    const curve = { x1: 100, y1: 200, wide1: 30, x2: 40, y2: 0, wide2: 60 };
    const stream = (/** @type {number} */ j, more = {}) => ({
      ...{ type: "path", id: `s${j}`, d: "M0 0", means: `weights:0,0,1,${j}`, curve: { ...curve, ...more } },
    });
    update({
      width: 300,
      height: 200,
      marks: [stream(0), stream(1, { x1: 20, wide1: 1, x2: 80, wide2: 1 })],
    });
    const at = (/** @type {number} */ x, /** @type {number} */ y) => cellAt(x, y)?.index[3];
    assert.deepEqual([at(102, 198), at(128, 198), at(98, 198)], [0, 0, undefined]);
    assert.deepEqual([at(42, 2), at(98, 2), at(103, 2)], [0, 0, undefined]);
    assert.deepEqual([at(72, 100), at(51, 100), at(110, 100)], [0, 1, 0]);
    // a hair is touched from a little beside it, and the keyboard finds the weight in the map
    assert.equal(at(24, 198), 1);
    assert.deepEqual(cells(), []);
  });

  test("a tensor of a chain keeps the name of its stage", () => {
    const { update, cells } = picture();
    update(frame(number("n", "4", "norm.output:0,1")));
    assert.equal(cells()[0].tensor, "norm.output");
  });
});

describe("for readers who listen", () => {
  test("a mark with a label is one picture with a name; single numbers are left out", () => {
    const { update, layer } = picture();
    const bars = { type: "group", id: "bars", label: "softmax bars of love: 0.982", children: [box("a")] };
    update(frame(bars, number("n", "4", "key:0,0,1,1")));
    const [group, text] = layer.children;
    assert.deepEqual([group.attributes.role, group.attributes["aria-label"]], ["img", bars.label]);
    assert.equal(text.attributes["aria-hidden"], "true");
  });
});
