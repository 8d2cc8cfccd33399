// However long a matrix is, it is put in at once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { givenIn, replaced } from "../../web/edit/index.js";
import { presets } from "../helpers/presets.js";

test("a matrix of 100,000 rows takes less than two seconds of work to put in", () => {
  const problem = { ...presets["walk-through"].problem, labels: { x: ["I", "love", "cats"] } };
  const given = givenIn(problem).find(({ key }) => key === "x");
  const start = process.cpuUsage();
  const { x, labels } = replaced(problem, given, { shape: [100_000, 4], data: new Float32Array(400_000) });
  assert.deepEqual([x.length, labels], [100_000, {}]);
  const { user } = process.cpuUsage(start);
  assert.ok(user < 2e6, `${user / 1e6} s of work`);
});
