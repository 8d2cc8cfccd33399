// The export dialog: by keyboard it opens, makes files while the story plays on, stops what it makes, and gives the focus back.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { findings, openStudio, playerIn } from "./page.js";

let studio;
before(async () => (studio = await openStudio()));
after(() => studio.close());

/** Opens the dialog of a page's player, which plays, from its settings by keyboard; in the page `window.dialog` is what stands in it. */
async function open(page) {
  const player = playerIn(page);
  await player(async (player) => {
    const { shadowRoot: root } = await player.ready;
    player.play();
    root.querySelector(".gear").click();
    root.querySelector("[part~=export]").focus();
  });
  await page.keyboard.press("Enter");
  await player(async ({ shadowRoot: root }) => {
    window.dialog = (await window.until(() => root.querySelector(".export"))).shadowRoot;
    await window.until(() => window.dialog.querySelector("img").alt);
  });
  return player;
}

test("by keyboard: a GIF of one step, an SVG, a film that is cancelled, and back to the settings", async () => {
  const body = "<main><h1>Page</h1><attention-player></attention-player></main>";
  const { page, errors } = await studio.page(body, { width: 360, height: 740 });
  const player = await open(page);
  assert.deepEqual(await findings(page), []);
  await page.keyboard.press("ArrowDown");
  const before = await player((player) => {
    for (const [field, value] of Object.entries({ from: "query-1", to: "query-1", width: "160" }))
      window.dialog.querySelector(`[data-field=${field}] > *`).value = value;
    window.dialog.querySelector("[data-field=width] > *").focus();
    const bar = window.dialog.querySelector("progress");
    window.shares = new Set();
    new MutationObserver(() => window.shares.add(bar.value)).observe(bar, { attributes: true });
    return player.currentTime;
  });
  await page.keyboard.press("Enter");
  /** The file that was made: its name, its kind, its first letters; and whether it is said. */
  const made = () =>
    player(async () => {
      const save = await window.until(() => window.dialog.querySelector(".save:focus"));
      const blob = await (await fetch(save.href)).blob();
      const said = window.dialog.querySelector("[role=status]").textContent;
      return [save.download, blob.type, (await blob.text()).slice(0, 4), said.startsWith(save.download)];
    });
  assert.deepEqual(await made(), ["attention-walk-through-en.gif", "image/gif", "GIF8", true]);
  const [shares, time] = await player((player) => [window.shares.size, player.currentTime]);
  assert.ok(shares > 2 && time > before, `${shares} parts, ${time} s`);

  const make = async (kind) => {
    const choose = (_, kind) => {
      window.dialog.querySelector(`[value=${kind}]`).click();
      window.dialog.querySelector(".make").focus();
    };
    await player(choose, kind);
    await page.keyboard.press("Enter");
  };
  await make("svg");
  assert.deepEqual(await made(), ["attention-walk-through-en.svg", "image/svg+xml", "<svg", true]);
  await make("svg-animated");
  await player(() => window.until(() => window.dialog.querySelector("progress").value > 0));
  await page.keyboard.press("Escape");
  const said = await player(async () => {
    await window.until(() => window.dialog.querySelector(".make:focus"));
    return window.dialog.querySelector("[role=status]").textContent;
  });
  assert.equal(said, "Cancelled; nothing was made.");
  await page.keyboard.press("Escape");
  const focus = await player(async ({ shadowRoot: root }) => {
    await window.until(() => !root.querySelector(".export"));
    return root.activeElement.title;
  });
  assert.equal(focus, "Settings");
  assert.deepEqual(errors, []);
  await page.close();
});

test("what cannot be made is said where it is chosen", async () => {
  const { page } = await studio.page("<attention-player></attention-player>");
  await page.evaluate(() => delete window.VideoEncoder);
  const player = await open(page);
  const said = await player(async () => {
    const film = window.dialog.querySelector("[value=mp4]");
    const width = window.dialog.querySelector("[data-field=width] > *");
    width.value = "9";
    width.dispatchEvent(new Event("input", { bubbles: true }));
    const error = await window.until(() => window.dialog.querySelector("[role=alert]:not([hidden])"));
    return [film.disabled, film.parentNode.textContent, error.textContent];
  });
  assert.deepEqual(said, [true, "MP4This browser has no video encoder; take a GIF.", "width is 9; give 64 to 4096 px."]); // prettier-ignore
  await page.close();
});

test("a player that leaves its page while the dialog is on its way shows none, and does so when it is back", async () => {
  const { page, errors } = await studio.page("<attention-player></attention-player>");
  const opened = await playerIn(page)(async (player) => {
    const { shadowRoot: root } = await player.ready;
    const press = () => root.querySelector("[part~=export]").click();
    press();
    player.remove();
    await window.frames(20);
    document.body.append(player);
    press();
    await window.until(() => root.querySelector(".export"));
    return root.querySelectorAll(".export").length;
  });
  assert.equal(opened, 1);
  assert.deepEqual(errors, []);
  await page.close();
});
