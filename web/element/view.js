/** Everything inside the shadow root, top to bottom: formula and badges, stage, caption, bar; and what is only heard. */
import { createCaption, longest } from "./caption.js";
import { createControls } from "./controls.js";
import { createFormula } from "./formula.js";
import { make, say } from "./make.js";
import { createStage } from "./stage.js";
import { createTables } from "./table.js";

/** @typedef {Record<string, any>} Words the element's, of one language */
/** @typedef {{ id: string, name: string }} Choice */
/** @typedef {import("./stage.js").Target} Target */
/** @typedef {ReturnType<typeof createView>} View */

/**
 * @param {Document} document
 * @param {import("./controls.js").Actions & { overlay(target: Target): any[], explain(target: Target): string }} actions
 */
export function createView(document, actions) {
  const formula = make(document, "div", { class: "formula", part: "formula" });
  const badges = make(document, "ul", { class: "badges", part: "badges" });
  const top = make(document, "div", { class: "top", part: "header" }, formula, badges);
  const error = make(document, "p", { class: "error", part: "error", role: "alert", hidden: true });
  const live = make(document, "div", { class: "heard", "aria-live": "polite" });
  const tables = make(document, "div", { class: "heard", role: "group" });

  /** @type {Map<string, { element: Element, node: any }>} */
  let symbols = new Map();
  let announce = 0;
  /** @type {Map<string, string>} */
  const last = new Map();

  const stage = createStage(document, {
    overlay: actions.overlay,
    pointed(target, spoken) {
      for (const { element, node } of symbols.values()) {
        element.classList.toggle("lit", target !== null && tensorOf(node) === target.tensor);
      }
      if (spoken) say(live, target?.index ? actions.explain(target) : "");
    },
  });
  const caption = createCaption(document, (cell) => stage.hover(cell === null ? null : address(cell)));
  const controls = createControls(document, actions);
  const root = make(document, "div", { class: "ap", part: "player" });
  root.append(top, stage.root, error, caption.root, controls.root, live, tables);

  return {
    root,
    stage,
    caption,
    controls,

    /** What changes with the scene: formula, badges, chapters, the room of the caption. @param {any} scene @param {string[]} notes @param {Choice[]} stories @param {Words} words @param {string} [next] the language that the button switches to */
    setScene(scene, notes, stories, words, next) {
      if (fresh("formula", [scene?.formula, words.formula])) setFormula(scene?.formula, words);
      const shown = [...(scene?.badges ?? []), ...notes];
      if (fresh("badges", shown)) {
        badges.replaceChildren(...shown.map((text) => make(document, "li", { class: "badge" }, text)));
      }
      if (fresh("chapters", scene?.chapters)) controls.setChapters(scene?.chapters ?? []);
      if (fresh("words", [words, stories, next])) {
        stage.root.setAttribute("aria-label", words.picture);
        controls.setWords(words, next);
        controls.settings.setWords(words, stories);
      }
      const room = longest(scene?.steps ?? []);
      if (fresh("room", room)) caption.setRoom(room);
      stage.refresh();
    },

    /** @param {any} step @param {boolean} aloud */
    setStep(step, aloud) {
      caption.show(step);
      stage.picture.root.setAttribute("aria-label", step?.text || step?.title || " ");
      const active = new Set(step?.active ?? []);
      for (const [id, { element }] of symbols) element.classList.toggle("on", active.has(id));
      clearTimeout(announce);
      // of steps that fly by only the last is said
      if (aloud && step) announce = window.setTimeout(() => say(live, step.text || step.title), 400);
    },

    /** @param {string} message @param {boolean} alone whether there is no picture beside it */
    setError(message, alone) {
      error.hidden = message === "";
      for (const part of [top, stage.root, caption.root]) part.hidden = alone;
      if (alone) controls.root.hidden = true;
      say(error, message);
    },

    /** @param {Record<string, any>} trace @param {import("../words/index.js").Words} words all of a language's */
    setTables(trace, words) {
      tables.setAttribute("aria-label", words.element.tables);
      tables.replaceChildren(...createTables(document, trace, words));
    },

    /** Stops what would still speak. */
    quiet() {
      clearTimeout(announce);
    },
  };

  /** @param {any} node @param {Words} words */
  function setFormula(node, words) {
    formula.replaceChildren();
    symbols = new Map();
    if (!node) return;
    const made = createFormula(document, node);
    made.math.setAttribute("aria-label", words.formula);
    symbols = made.symbols;
    for (const symbol of symbols.values()) link(symbol.element, symbol.node);
    formula.append(made.math);
  }

  /** Whether a part has changed: what has not is not written again. @param {string} part @param {unknown} what */
  function fresh(part, what) {
    const now = JSON.stringify(what);
    const changed = last.get(part) !== now;
    last.set(part, now);
    return changed;
  }

  /** A symbol lights its matrix. @param {Element} element @param {any} node */
  function link(element, node) {
    const tensor = tensorOf(node);
    element.setAttribute("data-link", "");
    element.addEventListener("pointerenter", () => stage.hover({ tensor }));
    element.addEventListener("pointerleave", () => stage.hover(null));
  }
}

/** @type {Record<string, string>} */
const made = { softmax: "weights", scale: "scaled_scores", mask: "masked_scores" };

/** The matrix that a symbol of the formula stands for, or makes. @param {any} node @returns {string} */
function tensorOf(node) {
  return node.tensor ?? made[node.id] ?? node.id;
}

/** "weights:0,0,1,2" as tensor and index. @param {string} cell @returns {Target} */
export function address(cell) {
  const at = cell.lastIndexOf(":");
  return {
    tensor: cell.slice(0, at),
    index: cell
      .slice(at + 1)
      .split(",")
      .map(Number),
  };
}
