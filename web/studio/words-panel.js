/** The reader's own sentence: a field to type it, and a note on where its words' vectors come from. */
import { entriesOf, givenIn, widthOf, withWords, wordsOf } from "../edit/index.js";
import { loadPresets, presets, withLabels } from "../presets/index.js";
import { fill } from "../words/sentence.js";
import { listed } from "./names.js";
import { button, choiceOf, element, line } from "./page.js";

/** @typedef {import("../edit/tokens.js").Table} Table */
/** @typedef {import("../edit/tensors.js").Given} Given */

const SEED = 7;

/** Returns the words of the learned presets with their vectors, by width. @param {Record<string, any>} words @returns {Map<number, Table>} */
function learnedTables(words) {
  /** @type {Map<number, Table>} */
  const tables = new Map();
  for (const [id, { problem, note }] of Object.entries(presets)) {
    if (!/^(learned|held-out)$/.test(note ?? "")) continue;
    const { stages = [problem] } = withLabels(problem, words.labels[id]);
    for (const { x, labels } of stages) {
      if (!x || !labels?.x) continue;
      const { shape, data } = entriesOf(x);
      const [, width] = shape;
      if (shape.length !== 2) continue;
      const table = tables.get(width) ?? new Map();
      tables.set(width, table);
      labels.x.forEach((/** @type {string} */ word, /** @type {number} */ i) =>
        table.set(word.toLowerCase(), Array.from(data.slice(i * width, (i + 1) * width), Number)),
      );
    }
  }
  return tables;
}

/** @param {HTMLElement} root @param {import("./page.js").Studio} studio @param {(which: Given[], how: { problem: import("./page.js").Problem }) => boolean} draw redraws parameters */
export function createWordsPanel(root, studio, draw) {
  const known = element("datalist", { id: "known-words" });
  const field = element("input", {
    ...{ type: "text", name: "words", list: "known-words", "aria-labelledby": "sentence", dir: "auto" },
    ...{ autocomplete: "off", onfocus: offer, oninput: offer },
    onkeydown(event) {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      enter();
    },
  });
  const use = button({ "data-words": "sentence.use" }, enter);
  const said = element("p", { class: "note", role: "status" });
  const choices = element("div", { class: "places line" });
  const title = element("h3", { id: "sentence", "data-words": "sentence.title" });
  root.append(title, line(field, use), known, said, choices);
  /** The words that the note is about. */
  let taken = "";
  const list = (/** @type {string[]} */ some) => some.join(studio.words().lists.numbers);

  /** Offers the learned words as completions of the word being typed, each with the whole sentence. */
  async function offer() {
    await loadPresets().catch(() => {});
    const [, before, begun] = /** @type {RegExpExecArray} */ (/^(.*?)(\S*)$/s.exec(field.value));
    const all = new Set([...learnedTables(studio.words()).values()].flatMap((table) => [...table.keys()]));
    const offered = [...all].filter((word) => word.startsWith(begun.toLowerCase()));
    known.replaceChildren(...offered.map((word) => element("option", { value: before + word })));
  }

  /** Takes the words; asks first if more of them were learned with a width other than that of the tokens. */
  async function enter() {
    // if the learned words cannot be fetched, vectors are drawn
    await loadPresets().catch(() => {});
    const problem = studio.problem();
    const words = wordsOf(field.value);
    if (words.length === 0 || !problem.x) return;
    const tables = learnedTables(studio.words());
    const knownIn = (/** @type {number} */ width) =>
      words.filter((word) => tables.get(width)?.has(word.toLowerCase()));
    const width = widthOf(problem);
    let best = width;
    for (const other of tables.keys()) if (knownIn(other).length > knownIn(best).length) best = other;
    const withWidth = (/** @type {number} */ width) =>
      withWords(problem, words, tables.get(width) ?? new Map(), { seed: SEED, width });
    if (best === width) return take(withWidth(width));
    const { sentence } = studio.words().page;
    const learned = withWidth(best);
    const anew = learned.changed.map(({ tensor, next: shape }) => listed(studio.words(), { tensor, shape }));
    said.textContent = fill(sentence.wide, { words: list([...new Set(knownIn(best))]), wide: best, width });
    choices.replaceChildren(
      choiceOf(sentence.learned, fill(sentence.anew, { list: list(anew) }), () => take(learned)),
      choiceOf(sentence.keep, fill(sentence.fresh, { width }), () => take(withWidth(width))),
    );
  }

  /** @param {import("../edit/tokens.js").Worded} worded */
  function take({ problem, known, drawn, changed }) {
    const which = givenIn(problem).filter(({ tensor }) => changed.some((other) => other.tensor === tensor));
    const isChosen = choices.contains(document.activeElement);
    if (which.length > 0 ? !draw(which, { problem }) : studio.edit(problem)) return;
    const { sentence } = studio.words().page;
    const parts = [
      known.length > 0 && fill(sentence.known, { words: list(known) }),
      drawn.length > 0 && fill(sentence.drawn, { words: list(drawn), seed: SEED }),
    ];
    said.textContent = parts.filter(Boolean).join(" ");
    taken = String(problem.labels?.x);
    // redrawn parameters have been announced with their seed already
    if (which.length === 0) studio.announce(said.textContent);
    if (isChosen) use.focus();
  }

  return {
    show() {
      const { x, labels } = studio.problem();
      root.hidden = !x;
      const words = labels?.x ?? [];
      const isUnparted = words.every((/** @type {string} */ word) => /^\p{Script=Han}$/u.test(word));
      if (!field.matches(":focus")) field.value = words.join(isUnparted ? "" : " ");
      choices.replaceChildren();
      if (String(words) !== taken) said.textContent = "";
    },
  };
}
