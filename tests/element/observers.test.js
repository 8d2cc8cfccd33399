// What an element observes of the page, and that it observes nothing more when it has left it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { JSDOM } from "jsdom";
import { language } from "../../web/element/environment.js";
import { observe } from "../../web/element/observers.js";

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
  return { window, document: window.document, alive };
}

test("an element that leaves the page leaves no observer and no listener there", () => {
  const { window, document, alive } = open();
  const heard = [];
  const names = ["resized", "near", "seen", "children", "environment", "printed", "key", "pressed"];
  const callbacks = Object.fromEntries(names.map((name) => [name, () => heard.push(name)]));
  const paragraph = document.querySelector("p");
  const dispatch = () => {
    for (const type of ["beforeprint", "afterprint"]) window.dispatchEvent(new window.Event(type));
    for (const type of ["pointerdown", "DOMContentLoaded"]) document.dispatchEvent(new window.Event(type));
    paragraph.dispatchEvent(new window.Event("keydown"));
    return heard.splice(0);
  };
  const ends = new window.AbortController();
  observe(paragraph, window, /** @type {any} */ (callbacks), ends.signal);
  assert.deepEqual(new Set([...alive].map(({ kind }) => kind)), new Set(kinds));
  assert.deepEqual(dispatch(), ["printed", "printed", "pressed", "children", "key"]);
  ends.abort();
  assert.equal(alive.size, 0);
  assert.deepEqual(dispatch(), []);
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
