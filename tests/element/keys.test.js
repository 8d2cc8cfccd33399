// The keyboard: what each key does, and which keys are left to the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { handleKey } from "../../web/element/keys.js";

/** What a key does to a player, and whether it was taken. @param {string} key @param {{ on?: string, locked?: boolean, settings?: boolean, [more: string]: any }} [how] */
function press(key, { on = "stage", locked = false, settings = false, ...more } = {}) {
  /** @type {string[]} */
  const done = [];
  const say =
    (/** @type {string} */ name) =>
    (/** @type {any[]} */ ...given) => (done.push([name, ...given].join(" ")), true);
  const root = { matches: () => false };
  const other = {
    matches: (/** @type {string} */ selector) => selector.split(", ").includes(on),
    click: say("click"),
  };
  const player = {
    ...Object.fromEntries(["toggle", "back", "forward", "seek", "chapter"].map((name) => [name, say(name)])),
    duration: () => 60,
    stage: { locked: locked ? {} : null, move: say("move"), lock: say("lock"), root },
    settings: { open: settings, show: say("show"), button: { focus: say("focus") } },
  };
  const event = { key, composedPath: () => [on === "stage" ? root : other], ...more };
  return { taken: handleKey(/** @type {any} */ (event), /** @type {any} */ (player)), done };
}

test("keys play, step, seek and go to chapters", () => {
  const does = { " ": "toggle", ArrowRight: "forward", ArrowDown: "forward", ArrowLeft: "back", ArrowUp: "back", Home: "seek 0", End: "seek 60", 1: "chapter 0", 9: "chapter 8" }; // prettier-ignore
  for (const [key, what] of Object.entries(does))
    assert.deepEqual(press(key), { taken: true, done: [what] }, key);
});

test("Enter walks the numbers, arrows move among them, Enter and Escape leave", () => {
  assert.deepEqual(
    press("Enter").done,
    ["move "].map((one) => one.trim()),
  );
  assert.deepEqual(press("ArrowLeft", { locked: true }).done, ["move ArrowLeft"]);
  assert.deepEqual(press("Enter", { locked: true }).done, ["lock "]);
  assert.deepEqual(press("Escape", { locked: true }), { taken: true, done: ["lock "] });
  assert.deepEqual(press("Escape", { settings: true }), { taken: true, done: ["show false", "focus"] });
});

test("what is not for the player is left to the page", () => {
  for (const key of ["a", "0", "Tab", "Escape"])
    assert.deepEqual(press(key), { taken: false, done: [] }, key);
  for (const held of ["ctrlKey", "metaKey", "altKey", "defaultPrevented"])
    assert.equal(press(" ", { [held]: true }).taken, false, held);
  for (const on of ["select", "input"]) assert.equal(press("ArrowRight", { on }).taken, false, on);
  assert.equal(press(" ", { on: "button" }).taken, false);
  assert.deepEqual(press("ArrowRight", { on: "button" }).done, ["forward"]);
  assert.deepEqual(press("Enter", { on: "[role=button]" }), { taken: true, done: ["click"] });
});
