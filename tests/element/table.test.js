// The tables that a screen reader hears in place of the picture.
import assert from "node:assert/strict";
import { test } from "node:test";
import { JSDOM } from "jsdom";
import { writeTables } from "../../web/element/table.js";
import { words } from "../../web/words/index.js";

const { document } = new JSDOM("<div>").window;
const root = document.querySelector("div");
const read = () => [...root.children].map(({ rows }) => Array.from(rows, ({ textContent }) => textContent));
const write = (trace) => [...writeTables(document, root, trace, words("en"))];
const matrix = (...data) => ({ shape: [2, 2], data: Float32Array.from(data) });

test("a table of the same tensor and shape stays, and its numbers change; others come and go", () => {
  write({ x: matrix(1, 2, 3, 4), notes: {}, weights: matrix(0.5, 0.5, NaN, -Infinity) });
  const [first] = root.children;
  assert.deepEqual(read()[1], ["column 1column 2", "row 10.50.5", "row 2NaN−∞"]);
  write({ x: matrix(1, 2, 3, -5), weights: { shape: [1, 1], data: [1] } });
  assert.equal(root.children[0], first);
  assert.deepEqual(read(), [
    ["column 1column 2", "row 112", "row 23−5"],
    ["column 1", "row 11"],
  ]);
  write({ x: matrix(0, 2, 3, -5) });
  assert.deepEqual(read(), [["column 1column 2", "row 102", "row 23−5"]]);
});
