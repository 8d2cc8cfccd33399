/** The gallery: each story and preset as a small picture with its name, in groups. */
import { makeIn, SVG } from "../element/dom.js";
import { opens, presets } from "../presets/index.js";
import { stories } from "../scene/index.js";
import { fill } from "../words/sentence.js";
import { button, element } from "./page.js";
import { pictures, shapesOf } from "./pictures.js";

/** @typedef {{ id: string, preset: string, attributes?: Record<string, string> }} Item */

/** Items that open a preset in another way than by default. @type {Record<string, Item>} */
const special = {
  "walk-through": { id: "walk-through", preset: "walk-through", attributes: { ask: "" } },
  matrices: { id: "matrices", preset: "walk-through", attributes: { story: "matrices" } },
  causal: { id: "causal", preset: "walk-through", attributes: { causal: "on" } },
  compare: { id: "compare", preset: "walk-through", attributes: { story: "compare" } },
};

/** How many items of a group are always shown. */
const SEEN = 4;

/** @param {string} ids @returns {Item[]} */
const itemsOf = (ids) => ids.split(" ").map((id) => special[id] ?? { id, preset: id });

/** Groups, in an order in which a newcomer may go through them. */
const groups = {
  start: itemsOf("walk-through two-words one-query matrices meaning classification as-printed"),
  why: itemsOf("scaling scores causal geometry reach starts compare"),
  inside: itemsOf(
    "eight-heads layer cross english-french heads batch normalization block cross-learned seq2seq " +
      "chinese-english regions long-input long-text fused",
  ),
  learning: itemsOf("search backward training learning-to-align"),
};

const listed = Object.values(groups).flat();
const isOpened = (/** @type {string} */ story) =>
  listed.some(({ preset, attributes }) => (attributes?.story ?? presets[preset].stories[0]) === story);

/** The stories that no item opens. */
const others = stories.filter((id) => !isOpened(id));
groups.inside.push(...others.map((id) => ({ id, preset: opens(id), attributes: { story: id } })));

export const items = Object.values(groups).flat();

/** @param {string} id */
function picture(id) {
  const drawn = shapesOf(pictures[id] ?? pictures["two-words"]).map(({ look, d, strength }) =>
    makeIn(document, SVG, "path", { class: look, d, "fill-opacity": strength.toFixed(2) }),
  );
  return makeIn(document, SVG, "svg", { viewBox: "0 0 100 50", "aria-hidden": "true" }, ...drawn);
}

/** @param {HTMLElement} root @param {(item: Item) => void} chosen */
export function createGallery(root, chosen) {
  const shown = Object.entries(groups).map(([name, listed]) => {
    const cards = listed.map(cardOf);
    const open = () => show(group, true);
    const title = button({ "data-words": `groups.${name}` }, open);
    const count = listed.length - SEEN;
    const rest = button({ class: "rest" }, open, count > 0 ? `+${count}` : "");
    const row = element("div", { class: "cards" }, ...cards.map(({ card }) => card));
    const group = element("div", { class: "group" }, element("h2", {}, title, rest), row);
    return { group, cards, rest, count };
  });
  root.append(...shown.map(({ group }) => group));

  /** @param {Item} item */
  function cardOf(item) {
    const input = element("input", { type: "radio", name: "preset", value: item.id });
    const name = element("span", { class: "name" });
    return { item, input, name, card: element("label", { class: "card" }, input, picture(item.id), name) };
  }

  /** Shows a group: alone on a phone; on wider screens with all its items, if `all`. @param {HTMLElement} group @param {boolean} all */
  function show(group, all) {
    for (const { group: other } of shown) {
      other.classList.toggle("here", other === group);
      if (all) other.classList.toggle("all", other === group);
    }
    if (all) root.scrollLeft = group.offsetLeft - root.offsetLeft;
  }

  root.addEventListener("change", ({ target }) => {
    const card = shown.flatMap(({ cards }) => cards).find(({ input }) => input === target);
    if (card) chosen(card.item);
  });

  return {
    /** @param {Record<string, any>} words all words of a language */
    speak({ page, names }) {
      for (const { cards, rest, count } of shown) {
        rest.ariaLabel = fill(page.rest, { count });
        for (const { item, name } of cards) name.textContent = page.gallery[item.id] ?? names[item.id];
      }
    },

    /** @param {string | null} id of the item that is shown unchanged, or null */
    choose(id) {
      for (const { group, cards } of shown)
        cards.forEach(({ item, input, card }, k) => {
          input.checked = item.id === id;
          if (!input.checked) return;
          show(group, k >= SEEN && !group.matches(".all"));
          // scrolls the gallery alone; the page stays where it is
          root.scrollLeft = card.offsetLeft - (root.clientWidth - card.clientWidth) / 2;
        });
    },
  };
}
