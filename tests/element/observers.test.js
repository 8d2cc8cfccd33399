// What an element hears of the page, and that it hears nothing more when it has left it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { JSDOM } from "jsdom";
import { language } from "../../web/element/environment.js";
import { watch } from "../../web/element/observers.js";

const kinds = ["ResizeObserver", "IntersectionObserver", "MutationObserver"];

/** A window whose observers can be counted. */
function open() {
  const { window } = new JSDOM("<main><p></p></main>");
  const alive = new Set();
  for (const kind of kinds)
    window[kind] = class {
      kind = kind;
      observe() {
        alive.add(this);
      }
      disconnect() {
        alive.delete(this);
      }
    };
  const listening = new Map();
  const count = (type, by) => listening.set(type, (listening.get(type) ?? 0) + by);
  for (const target of [window, window.document, window.document.querySelector("p")]) {
    const { addEventListener, removeEventListener } = target;
    target.addEventListener = (type, ...more) => (
      count(type, 1),
      addEventListener.call(target, type, ...more)
    );
    target.removeEventListener = (type, ...more) => (
      count(type, -1),
      removeEventListener.call(target, type, ...more)
    );
  }
  return { document: window.document, alive, listening };
}

test("an element that leaves the page leaves no observer and no listener there", () => {
  const { document, alive, listening } = open();
  const nothing = () => {};
  const heard = {
    ...{ resized: nothing, near: nothing, seen: nothing, children: nothing },
    ...{ environment: nothing, printed: nothing, key: nothing, pressed: nothing },
  };
  const end = watch(document.querySelector("p"), heard);
  assert.deepEqual(new Set([...alive].map(({ kind }) => kind)), new Set(kinds));
  const types = [...listening.keys()];
  for (const type of ["keydown", "pointerdown", "resize", "beforeprint"])
    assert.ok(types.includes(type), type);
  end();
  assert.equal(alive.size, 0);
  assert.deepEqual(
    [...listening.values()],
    types.map(() => 0),
    types.join(" "),
  );
});

test("in a window that names no language it speaks English", () => {
  const { window } = new JSDOM("<p></p>");
  const paragraph = window.document.querySelector("p");
  for (const navigator of [undefined, {}, { language: "" }, { language: "xx" }]) {
    Object.defineProperty(window, "navigator", { value: navigator, configurable: true });
    assert.equal(language(paragraph), "en");
  }
  Object.defineProperty(window, "navigator", { value: { language: "zh-CN" } });
  assert.equal(language(paragraph), "zh");
});
