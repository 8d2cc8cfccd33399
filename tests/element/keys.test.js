// The keyboard: what each key does, and which keys are left to the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { handleKey } from "../../web/element/keys.js";

/** What a key does to a player, and whether it was taken. @param {string} key @param {{ on?: string, locked?: boolean, settings?: boolean, asked?: boolean, [more: string]: any }} [how] */
function press(key, { on = "stage", locked = false, settings = false, asked = false, ...more } = {}) {
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
  const actions = {
    ...Object.fromEntries(["toggle", "back", "forward", "seek", "chapter"].map((name) => [name, say(name)])),
    choose: (/** @type {number} */ number) => asked && say("choose")(number),
  };
  const targets = {
    field: { key: () => false },
    stage: { locked: locked ? {} : null, move: say("move"), lock: say("lock"), root },
    settings: { open: settings, show: say("show"), button: { focus: say("focus") } },
  };
  const event = { key, composedPath: () => [on === "stage" ? root : other], ...more };
  return {
    taken: handleKey(/** @type {any} */ (event), /** @type {any} */ (actions), /** @type {any} */ (targets)),
    done,
  };
}

test("keys play, step, seek and go to chapters", () => {
  // prettier-ignore
  const does = {
    " ": "toggle", ArrowRight: "forward", ArrowDown: "forward", ArrowLeft: "back", ArrowUp: "back",
    Home: "seek 0", End: "seek Infinity",
    1: "chapter 0", 2: "chapter 1", 3: "chapter 2", 4: "chapter 3", 5: "chapter 4",
    6: "chapter 5", 7: "chapter 6", 8: "chapter 7", 9: "chapter 8",
  };
  for (const on of ["stage", "anything"])
    for (const [key, what] of Object.entries(does))
      assert.deepEqual(press(key, { on }), { taken: true, done: [what] }, `${key} on ${on}`);
});

test("on a slider, up goes forward", () => {
  const slide = (/** @type {string} */ key) => press(key, { on: "[role=slider]" }).done;
  assert.deepEqual(
    [slide("ArrowUp"), slide("ArrowDown"), slide("ArrowRight")],
    [["forward"], ["back"], ["forward"]],
  );
});

test("while a question stands, digits choose an answer", () => {
  for (const on of ["stage", "button", "[role=button]"])
    for (const digit of [1, 2, 9])
      assert.deepEqual(press(String(digit), { on, asked: true }), {
        taken: true,
        done: [`choose ${digit - 1}`],
      });
  assert.deepEqual(press(" ", { asked: true }).done, ["toggle"]);
  assert.deepEqual(press("ArrowRight", { asked: true }).done, ["forward"]);
  assert.deepEqual(press("1", { on: "input", asked: true }).done, []);
});

test("Enter walks the numbers, arrows move among them, Enter and Escape leave", () => {
  assert.deepEqual(press("Enter"), { taken: true, done: ["move"] });
  for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"])
    assert.deepEqual(press(key, { locked: true }), { taken: true, done: [`move ${key}`] });
  assert.deepEqual(press("Home", { locked: true }).done, ["seek 0"]);
  for (const key of ["Enter", "Escape"])
    assert.deepEqual(press(key, { locked: true }), { taken: true, done: ["lock "] }, key);
  // from anywhere else the numbers are not walked
  assert.deepEqual(press("Enter", { on: "anything", locked: true }), { taken: false, done: [] });
  assert.deepEqual(press("ArrowLeft", { on: "anything", locked: true }).done, ["back"]);
});

test("Escape closes the settings before it leaves the numbers, from wherever", () => {
  for (const on of ["stage", "select", "input", "button"])
    assert.deepEqual(
      press("Escape", { on, settings: true, locked: true }),
      { taken: true, done: ["show false", "focus"] },
      on,
    );
});

test("what is not for the player is left to the page", () => {
  for (const key of ["a", "0", "F1", "Tab", "Escape"])
    assert.deepEqual(press(key), { taken: false, done: [] }, key);
  for (const held of ["ctrlKey", "metaKey", "altKey", "defaultPrevented"])
    for (const key of [" ", "Escape", "1"])
      assert.deepEqual(press(key, { [held]: true, locked: true }), { taken: false, done: [] }, held);
});

test("a field keeps its keys, a button those that press it", () => {
  for (const on of ["select", "input"])
    for (const key of [" ", "Enter", "ArrowRight", "Home", "1"])
      assert.deepEqual(press(key, { on }), { taken: false, done: [] }, `${key} on ${on}`);
  for (const key of [" ", "Enter"]) {
    assert.deepEqual(press(key, { on: "button" }), { taken: false, done: [] });
    assert.deepEqual(press(key, { on: "[role=button]" }), { taken: true, done: ["click"] });
  }
  for (const on of ["button", "[role=button]"])
    assert.deepEqual(press("ArrowRight", { on }), { taken: true, done: ["forward"] });
});
