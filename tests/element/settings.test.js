// The settings: what holds is shown, what is chosen is handed on, and what there is no choice of is not offered.
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { JSDOM } from "jsdom";
import { createSettings } from "../../web/element/settings.js";
import { words as wordsOf } from "../../web/words/index.js";

const words = wordsOf("en").element;
const stories = [
  { id: "walk-through", name: "Walk-through" },
  { id: "matrices", name: "Matrices" },
];
const state = {
  story: "matrices",
  theme: "dark",
  palette: "safe",
  head: null,
  heads: 4,
  batch: 1,
  batches: 2,
  scale: true,
  causal: false,
  softmax: true,
  ask: true,
  loop: false,
  loopFrom: 0,
};

describe("the settings", () => {
  let document, settings, done, control;
  beforeEach(() => {
    ({ document } = new JSDOM("").window);
    done = [];
    settings = createSettings(document, {
      set: (...given) => void done.push(given),
      loopFrom: () => void done.push("from here"),
      export: () => void done.push("export"),
    });
    document.body.append(settings.button, settings.panel);
    settings.setWords(words, stories);
    settings.setState(state, words);
    /** what stands beside a name */
    control = (name) =>
      [...settings.panel.querySelectorAll("label")].find(
        (label) => label.querySelector("span").textContent === words[name],
      )?.lastChild;
  });
  const choose = (name, value) => {
    const one = control(name);
    if (one.type === "checkbox") one.checked = value;
    else one.value = value;
    one.dispatchEvent(new document.defaultView.Event("change"));
    return done.pop();
  };
  const choices = (name) => [...control(name).options].map(({ value, text }) => `${value}: ${text}`);

  test("open and close by their button, which says so", () => {
    const seen = () => [settings.open, settings.button.getAttribute("aria-expanded")];
    assert.deepEqual(seen(), [false, "false"]);
    settings.button.click();
    assert.deepEqual(seen(), [true, "true"]);
    settings.button.click();
    assert.deepEqual(seen(), [false, "false"]);
    for (const one of [settings.button, settings.panel])
      assert.equal(one.getAttribute("aria-label"), words.settings);
    assert.equal(settings.button.title, words.settings);
  });

  test("show what holds, and what can be chosen in the reader's language", () => {
    const shown = ["story", "theme", "palette", "head", "batch"].map((name) => control(name).value);
    assert.deepEqual(shown, ["matrices", "dark", "safe", "", "1"]);
    const checked = ["scale", "causal", "softmax", "ask", "loop"].map((name) => control(name).checked);
    assert.deepEqual(checked, [true, false, true, true, false]);
    assert.deepEqual(choices("story"), ["walk-through: Walk-through", "matrices: Matrices"]);
    assert.deepEqual(choices("theme"), [
      `auto: ${words["theme.auto"]}`,
      `light: ${words["theme.light"]}`,
      `dark: ${words["theme.dark"]}`,
    ]);
    assert.deepEqual(choices("head"), [`: ${words.all}`, "0: 1", "1: 2", "2: 3", "3: 4"]);
    assert.deepEqual(choices("batch"), ["0: 1", "1: 2"]);
    const other = wordsOf("zh").element;
    settings.setWords(other, stories);
    settings.setState({ ...state, head: 2 }, other);
    assert.equal(settings.button.title, other.settings);
    assert.ok(settings.panel.textContent.includes(other["theme.dark"]));
    const head = [...settings.panel.querySelectorAll("select")].find(({ value }) => value === "2");
    assert.equal(head.options[0].text, other.all);
  });

  test("hand on what is chosen", () => {
    assert.deepEqual(choose("story", "walk-through"), ["story", "walk-through"]);
    assert.deepEqual(choose("theme", "light"), ["theme", "light"]);
    assert.deepEqual(choose("palette", "print"), ["palette", "print"]);
    assert.deepEqual(choose("head", "3"), ["head", "3"]);
    assert.deepEqual(choose("head", ""), ["head", null]);
    assert.deepEqual(choose("batch", "0"), ["batch", "0"]);
    for (const name of ["scale", "causal", "ask", "loop"])
      for (const on of [true, false]) assert.deepEqual(choose(name, on), [name, on]);
    assert.deepEqual(choose("softmax", true), ["softmax", "open"]);
    assert.deepEqual(choose("softmax", false), ["softmax", null]);
  });

  test("offer no choice of one", () => {
    const offered = () => ["story", "head", "batch"].filter((name) => !control(name).parentElement.hidden);
    assert.deepEqual(offered(), ["story", "head", "batch"]);
    settings.setWords(words, stories.slice(0, 1));
    settings.setState({ ...state, heads: 1, batches: 1, batch: 0 }, words);
    assert.deepEqual(offered(), []);
  });

  test("list at most 64 heads", () => {
    settings.setState({ ...state, heads: 1000 }, words);
    assert.equal(choices("head").at(-1), "63: 64");
    assert.equal(choices("head").length, 65);
  });

  test("the loop begins here, or at the start again", () => {
    const button = settings.panel.querySelector("button");
    assert.equal(button.textContent, words.fromHere);
    button.click();
    assert.deepEqual(done, ["from here"]);
    settings.setState({ ...state, loopFrom: 3 }, words);
    assert.equal(button.textContent, words.fromStart);
  });

  test("a picture is taken elsewhere from here", () => {
    const button = settings.panel.querySelector("[part~=export]");
    assert.equal(button.textContent, words.export);
    button.click();
    assert.deepEqual(done, ["export"]);
  });
});
