// What the room says: all languages say the same things with the same facts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inputWords } from "../../web/words/input/index.js";

/** Every text of a language with its path. @returns {[string, any][]} */
const texts = (value, path = "") =>
  value !== null && typeof value === "object"
    ? Object.entries(value).flatMap(([key, child]) => texts(child, `${path}.${key}`))
    : [[path, value]];
const facts = (text) => [...String(text).matchAll(/(?<=\{~?)\w+/g)].map(String).sort();

test("Chinese says what English says, with the same facts", () => {
  const [english, chinese] = ["en", "zh"].map((lang) => new Map(texts(inputWords(lang))));
  assert.deepEqual([...chinese.keys()].sort(), [...english.keys()].sort());
  for (const [path, text] of chinese) {
    assert.notEqual(text, "", path);
    assert.deepEqual([...new Set(facts(text))], [...new Set(facts(english.get(path)))], path);
  }
});

test("a brace in a text is a fact's", () => {
  for (const lang of ["en", "zh"])
    for (const [path, text] of texts(inputWords(lang)))
      if (typeof text === "string") assert.doesNotMatch(text, /\{(?!~?\w+[}:])/, `${lang}${path}`);
});
