/** Everything inside the shadow root, top to bottom: formula and badges, stage, caption, bar; and what is only heard. */
import { createCaption } from "./caption.js";
import { createControls } from "./controls.js";
import { createFormula } from "./formula.js";
import { make, say } from "./make.js";
import { createStage } from "./stage.js";
import { createTables } from "./table.js";

/** @typedef {Record<string, string>} Words */
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

  const stage = createStage(document, {
    overlay: actions.overlay,
    pointed(target, spoken) {
      for (const { element, node } of symbols.values()) {
        element.classList.toggle("lit", target !== null && node.tensor === target.tensor);
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

    /** What changes with the scene: formula, badges, chapters, the room of the caption. @param {any} scene @param {string[]} notes @param {string[]} stories @param {Words} words */
    setScene(scene, notes, stories, words) {
      stage.root.setAttribute("aria-label", words.picture);
      formula.replaceChildren();
      symbols = new Map();
      if (scene?.formula) {
        const made = createFormula(document, scene.formula);
        made.math.setAttribute("aria-label", words.formula);
        symbols = made.symbols;
        for (const { element, node } of symbols.values()) link(element, node);
        formula.append(made.math);
      }
      const shown = [...(scene?.badges ?? []), ...notes];
      badges.replaceChildren(...shown.map((text) => make(document, "li", { class: "badge" }, text)));
      controls.setChapters(scene?.chapters ?? [], words);
      controls.settings.setWords(words, stories);
      caption.setRoom(scene?.steps ?? []);
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

    /** @param {Record<string, any>} trace @param {Words} words */
    setTables(trace, words) {
      tables.setAttribute("aria-label", words.tables);
      tables.replaceChildren(...createTables(document, trace, words));
    },

    /** Stops what would still speak. */
    quiet() {
      clearTimeout(announce);
    },
  };

  /** A symbol lights its matrix. @param {Element} element @param {any} node */
  function link(element, node) {
    if (!node.tensor) return;
    element.setAttribute("data-link", "");
    element.addEventListener("pointerenter", () => stage.hover({ tensor: node.tensor }));
    element.addEventListener("pointerleave", () => stage.hover(null));
  }
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
