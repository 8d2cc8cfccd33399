// An exported picture gives back the problem that it was made of.
import assert from "node:assert/strict";
import { test } from "node:test";
import { exportPicture } from "../../../web/export/node.js";
import { carriedBy } from "../../../web/input/files/carried.js";

const given = { x: [[1, 0.1], [-2, 3]], causal: true, labels: { x: ['<"&\u0000', "猫"] } }; // prettier-ignore
const opened = async (options) =>
  carriedBy(new Blob([await exportPicture(given, { width: 320, ...options })]));

for (const type of ["svg", "svg-animated", "png", "gif", "html", "tag", "pages"])
  test(`${type} carries its problem and its story`, async () => {
    const { problem, story } = await opened({
      type,
      story: "matrices",
      ...(type === "gif" && { to: 0, fps: 10 }),
    });
    assert.deepEqual(problem, given);
    assert.equal(story, "matrices");
  });

test("a tag of the studio carries its problem, and no story", async () => {
  const tag =
    '<attention-player lang="en">\n  <script type="application/json">{"x":[[-0]]}</script>\n</attention-player>';
  assert.deepEqual(await carriedBy(new Blob([tag])), { problem: { x: [[-0]] }, story: null });
});

test("what carries none gives none", async () => {
  assert.equal(await opened({ problem: false }), undefined);
  for (const text of ["", "<svg/>", "<metadata>{</metadata>", "GIF89a!", "\u0089PNG"])
    assert.equal(await carriedBy(new Blob([text])), undefined);
});
