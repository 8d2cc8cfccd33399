// What invites a reader to play: one button, and words that are seen and heard.
import assert from "node:assert/strict";
import { test } from "node:test";
import { JSDOM } from "jsdom";
import { createInvitation } from "../../web/element/invitation.js";

test("an invitation has one button that plays, and its words; what a keyboard shows is not read out", () => {
  const { document } = new JSDOM("").window;
  let plays = 0;
  const { root, disc, set } = createInvitation(document, () => plays++);
  set({ title: "Three words", text: "meet one another" }, { space: "Space", play: "Play" });
  disc.click();
  assert.equal(plays, 1);
  assert.deepEqual([...root.querySelectorAll("button")], [disc]);
  assert.deepEqual([disc.type, disc.getAttribute("aria-label")], ["button", "Play"]);
  const kbd = root.querySelector("kbd");
  assert.deepEqual([kbd.textContent, kbd.getAttribute("aria-hidden")], ["Space", "true"]);
  assert.ok(disc.querySelector("svg[aria-hidden=true]"));
  kbd.remove();
  assert.equal(root.textContent.replace(/\s+/g, " ").trim(), "Three wordsmeet one another");
  set({ title: "", text: "" }, { space: "空格", play: "播放" });
  assert.deepEqual([disc.getAttribute("aria-label"), root.textContent.trim()], ["播放", ""]);
});
