/** The reader's own sentence: a line to type, and what its words' numbers are. */
import { entriesOf, withWords, wordsOf } from "../edit/index.js";
import { presets, withLabels } from "../presets/index.js";
import { fill } from "../words/sentence.js";
import { button, element, line } from "./page.js";

/** @typedef {import("../edit/tokens.js").Table} Table */

const SEED = 7;

/** The words of the learned presets, with their vectors of a width. @param {Record<string, any>} words @param {number} width @returns {Table} */
function learnedTable(words, width) {
  /** @type {Table} */
  const table = new Map();
  for (const [id, { problem, note }] of Object.entries(presets)) {
    if (!/^(learned|held-out)$/.test(note ?? "")) continue;
    const { stages = [problem] } = withLabels(problem, words.presets[id]?.labels);
    for (const { x, labels } of stages) {
      if (!x || !labels?.x) continue;
      const { shape, data } = entriesOf(x);
      if (shape.length !== 2 || shape[1] !== width) continue;
      labels.x.forEach((/** @type {string} */ word, /** @type {number} */ i) =>
        table.set(word.toLowerCase(), Array.from(data.slice(i * width, (i + 1) * width), Number)),
      );
    }
  }
  return table;
}

/** @param {HTMLElement} root @param {import("./page.js").Studio} studio */
export function createWordsPanel(root, studio) {
  const known = element("datalist", { id: "known-words" });
  const field = element("input", {
    ...{ type: "text", name: "words", list: "known-words", "aria-labelledby": "sentence", dir: "auto" },
    autocomplete: "off",
  });
  const use = button({ "data-words": "sentence.use" }, enter);
  const said = element("p", { class: "note", role: "status" });
  root.append(
    element("h3", { id: "sentence", "data-words": "sentence.title" }),
    line(field, use),
    known,
    said,
  );

  /** The words that have a learned vector as wide as the tokens. */
  const table = () => learnedTable(studio.words(), entriesOf(studio.problem().x).shape.at(-1) ?? 0);

  /** Offers them, each as what the line becomes with it in place of the word that is being written. */
  function offer() {
    const [, before, begun] = /** @type {RegExpExecArray} */ (/^(.*?)(\S*)$/s.exec(field.value));
    const offered = [...table().keys()].filter((word) => word.startsWith(begun.toLowerCase()));
    known.replaceChildren(...offered.map((word) => element("option", { value: before + word })));
  }
  field.addEventListener("focus", offer);
  field.addEventListener("input", offer);

  function enter() {
    const problem = studio.problem();
    const words = wordsOf(field.value);
    if (words.length === 0 || !problem.x) return;
    const { sentence } = studio.words().page;
    const worded = withWords(problem, words, table(), SEED);
    if (studio.edit(worded.problem)) return;
    const list = (/** @type {string[]} */ some) => some.join(studio.words().lists.numbers);
    const parts = [
      worded.known.length > 0 && fill(sentence.known, { words: list(worded.known) }),
      worded.drawn.length > 0 && fill(sentence.drawn, { words: list(worded.drawn), seed: SEED }),
    ];
    said.textContent = parts.filter(Boolean).join(" ");
    studio.announce(said.textContent);
  }
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    enter();
  });

  return {
    show() {
      const { x, labels } = studio.problem();
      root.hidden = !x;
      const words = labels?.x ?? [];
      const separator = words.every((/** @type {string} */ word) => /^\p{Script=Han}$/u.test(word))
        ? ""
        : " ";
      if (!field.matches(":focus")) field.value = words.join(separator);
    },
  };
}
