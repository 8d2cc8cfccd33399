/** Redraws one matrix or all: as layers are initialized, or as small integers. The same seed draws the same numbers. */
import { drawn, DRAWS, givenIn, isDrawable } from "../edit/index.js";
import { drawn as picture } from "../element/dom.js";
import { fill } from "../words/sentence.js";
import { listed } from "./names.js";
import { button, element, fillSelect, line } from "./page.js";

/** @typedef {import("../edit/tensors.js").Given} Given */

const DIE = "M5 5h14v14H5zM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01";
const LARGEST = 2 ** 32 - 1;

const die = () => picture(document, DIE);

/** @param {HTMLElement} root @param {import("./page.js").Studio} studio @param {import("../edit/draw.js").Engine} attention */
export function createDice(root, studio, attention) {
  /** The seed of the numbers shown; null if they were not drawn. @type {number | null} */
  let seed = null;
  const kind = element("select", { name: "draw", "data-label": "draw.kind" });
  const field = element("input", {
    ...{ type: "number", name: "seed", min: "0", max: LARGEST, step: "1", class: "amount" },
    ...{ value: "0", "data-label": "draw.seed" },
    onchange: () => field.validity.valid && field.value && draw(drawable(), { by: Number(field.value) }),
  });
  const all = button({}, () => draw(drawable()), die(), element("span", { "data-words": "draw.all" }));
  const named = element("label", { class: "field" }, element("span", { "data-words": "draw.seed" }), field);
  root.append(line(all, kind, named));

  const drawable = () => givenIn(studio.problem()).filter(isDrawable);

  /**
   * Redraws tensors with the next seed, or with one that was typed.
   * @param {Given[]} which @param {{ by?: number, problem?: import("./page.js").Problem }} [how] problem: the one to draw in, if more than these tensors changes
   * @returns {boolean} whether they were drawn
   */
  function draw(which, { by = (Number(field.value) + 1) % (LARGEST + 1), problem = studio.problem() } = {}) {
    const how = { kind: /** @type {any} */ (kind.value), seed: by };
    if (which.length === 0 || studio.edit(drawn(problem, which, how, attention))) return false;
    [seed, field.value] = [by, String(by)];
    const { draw } = studio.words().page;
    const some = which.map((given) => listed(studio.words(), given)).join(studio.words().lists.numbers);
    const what = which.length < drawable().length ? some : draw.every;
    studio.announce(fill(draw.said, { what, kind: draw.kinds[kind.value], seed: by }));
    return true;
  }

  return {
    draw,

    /** Makes a button that redraws one matrix. @param {Given} given */
    buttonFor(given) {
      if (!isDrawable(given)) return null;
      const label = fill(studio.words().page.draw.one, { matrix: listed(studio.words(), given) });
      return button({ class: "sign die", "aria-label": label, title: label }, () => draw([given]), die());
    },

    speak() {
      const { kinds } = studio.words().page.draw;
      fillSelect(kind, Object.fromEntries(DRAWS.map((name) => [name, kinds[name]])), kind.value);
    },

    /** The seed of the numbers that were drawn, for a link; null if there are none. */
    get seed() {
      return studio.changed() ? seed : null;
    },
    set seed(value) {
      seed = value;
      field.value = String(value ?? 0);
    },
  };
}
