/**
 * Everything inside the shadow root, top to bottom: formula and badges, stage, caption, bar (or invitation); and texts for screen
 * readers.
 */
import { nameParts, tensorStyle } from "../core/graph/tensors.js";
import { phaseOf } from "../scene/index.js";
import { textWidth } from "../scene/text-metrics.js";
import { createCaption, longest } from "./caption.js";
import { createControls } from "./controls.js";
import { createFormula } from "./formula.js";
import { createInvitation } from "./invitation.js";
import { parts } from "./lazy-parts.js";
import { label, make, makeButton, say } from "./dom.js";
import { createStage } from "./stage.js";
import { inTurns } from "./turns.js";
import { fill } from "../words/sentence.js";

/** The stories of one problem that the header offers as tabs. */
const TABS = ["walk-through", "matrices", "meaning"];

/** Milliseconds of work on the tables before the page gets its turn. */
const TURN = 8;

/** Px of the bar beside the chapters, and of a chapter beside its name; the share of its reckoned width that a name takes. */
const [ASIDE, APART, TAKEN] = [575, 7, 0.93];

/** @typedef {Record<string, any>} Words the element's, of one language */
/** @typedef {{ id: string, name: string }} Choice */
/** @typedef {import("./stage.js").Target} Target */
/** @typedef {ReturnType<typeof createView>} View */

/**
 * @typedef {import("./controls.js").Actions & import("./editing/field.js").EditActions & import("./manipulation/index.js").Actions & {
 *   answer(key: number): void, choose(number: number): boolean, leave(): void, rebuild(): void, explain(target: Target): string,
 *   overlay(target: Target): any[], lit(frame: any, target: Target): any,
 *   said(target: Target): import("./caption.js").Said | null }} Actions
 */

/** @param {Document} document @param {Actions} actions */
export function createView(document, actions) {
  const formula = make(document, "div", { class: "formula", part: "formula" });
  // twice: beside the formula, as far as there is room, and in full in the settings
  const badges = ["", ""].map(() => make(document, "ul", { class: "badges", part: "badges" }));
  const tabs = TABS.map((story) =>
    makeButton(document, { part: "button story", onclick: () => actions.set("story", story) }),
  );
  const turn = make(document, "div", { class: "turn", part: "stories", role: "group" }, ...tabs);
  const turnCausal = () => actions.set("causal", causal.getAttribute("aria-pressed") !== "true");
  const causal = makeButton(document, { class: "switch", hidden: true, onclick: turnCausal });
  const look = { part: "button back", class: "switch leave", hidden: true };
  const back = makeButton(document, { ...look, onclick: actions.leave });
  const top = make(document, "div", { class: "top", part: "header" }, back, formula, turn, causal, badges[0]);
  const error = make(document, "p", { class: "error", part: "error", role: "alert", hidden: true });
  const again = makeButton(document, { onclick: actions.rebuild });
  const live = make(document, "div", { class: "heard", "aria-live": "polite" });
  const tables = make(document, "div", { class: "heard", role: "group" });

  /** @type {Map<string, { element: Element, node: any }>} */
  let symbols = new Map();
  let announcement = 0;
  /** @type {ReturnType<typeof import("./table.js").writeTables> | undefined} */
  let listing;
  /** @type {Map<string, string>} */
  const last = new Map();
  /** Px of the player. */
  let wide = 0;
  /** @type {import("./controls.js").Chapter[]} */
  let chapters = [];

  /** @type {ReturnType<typeof import("./manipulation/index.js").createManipulation> | null} */
  let manipulation = null;
  /** @type {ReturnType<typeof import("./editing/index.js").createEditing> | null} */
  let editing = null;

  const stage = createStage(document, {
    mapped: (x, y) => manipulation?.cellAt(x, y) ?? null,
    overlay: actions.overlay,
    lit: actions.lit,
    pointed(target, spoken) {
      caption.point(target && actions.said(target));
      for (const { element, node } of symbols.values())
        element.classList.toggle("lit", target !== null && tensorOf(node) === target.tensor);
      if (!spoken) return;
      clearTimeout(announcement);
      say(live, target ? actions.explain(target) : "");
    },
  });
  const caption = createCaption(document, (target, spoken) => stage.hover(target, spoken), {
    answer: actions.answer,
    skip: actions.toggle,
    leave: () => (controls.play.hidden ? stage.root : controls.play).focus({ preventScroll: true }),
  });
  const controls = createControls(document, actions);
  controls.settings.panel.prepend(badges[1]);
  const invitation = createInvitation(document, actions.play);
  const foot = make(document, "div", { class: "foot" }, caption.root, controls.root, invitation.root);
  const root = make(document, "div", { class: "ap", part: "player" });
  root.append(top, stage.root, error, foot, live, tables);
  /** Where not all names of chapters fit, only the present one is there. */
  const nameChapters = () => {
    const needed = chapters.reduce((sum, { title }) => sum + TAKEN * textWidth(title, 13, 650) + APART, 0);
    root.classList.toggle("brief", wide < 1000 || needed > wide - ASIDE);
  };

  /** On a phone, the buttons that edit are among the settings. */
  const placeEdits = () => {
    if (!editing) return;
    const { button, panel } = controls.settings;
    const place = root.classList.contains("phone") && !button.hidden ? panel : foot;
    if (editing.bar.root.parentNode !== place) place.append(editing.bar.root);
  };

  return {
    root,
    stage,
    controls,

    /** The interactive elements over the picture. */
    get manipulation() {
      return manipulation;
    },

    /** The field and the bar that change numbers. */
    get editing() {
      return editing;
    },

    /** Makes the picture interactive. */
    manipulate() {
      manipulation ??= parts.manipulation.createManipulation(document, stage, {
        ...actions,
        announce: (target) => say(live, actions.explain(target)),
      });
    },

    /** @param {boolean} on whether numbers may be changed @param {Words} words */
    setEditable(on, words) {
      root.classList.toggle("editable", on);
      if (on && parts.editing) editing ??= parts.editing.createEditing(document, stage, actions);
      placeEdits();
      editing?.show(on, words);
    },

    get poster() {
      return root.classList.contains("poster");
    },

    /** @param {boolean} on @param {boolean} moving whether leaving it is animated */
    setPoster(on, moving) {
      const { disc } = invitation;
      const held = disc.matches(":focus");
      const from = moving ? disc.getBoundingClientRect() : null;
      if (moving) stage.clear();
      root.classList.toggle("poster", on);
      if (from) controls.receive(from);
      if (held) controls.play.focus({ preventScroll: true });
    },

    /** Shows and hides the parts around the picture. @param {Set<string>} shown words of the attribute controls */
    setControls(shown) {
      controls.setShown(shown);
      caption.root.hidden = !shown.has("captions");
      root.classList.toggle("bare", !shown.has("play"));
      root.classList.toggle("silent", caption.root.hidden);
      root.classList.toggle("lineless", !shown.has("bar"));
      placeEdits();
    },

    /**
     * @param {import("./frame.js").Frame} frame
     * @param {{ height: number, corner?: { width: number, height: number } }} scene height: of the picture, px; corner: of it, beside the caption
     */
    setFrame({ kind, outer, margin, height, zoom }, { height: taken, corner = { width: 0, height: 0 } }) {
      for (const name of ["column", "phone"]) root.classList.toggle(name, kind === name);
      placeEdits();
      root.classList.toggle("few", outer < 1000);
      wide = outer;
      nameChapters();
      root.classList.toggle("narrow", outer < 360);
      write(root, "--zoom", String(zoom));
      controls.setRoomy(kind === "wide");
      root.classList.toggle("tall", taken > height);
      write(root, "--margin", `${margin}px`);
      write(stage.root, "--least", `${height}px`);
      write(stage.root, "contain-intrinsic-height", `${Math.max(height, taken) + corner.height}px`);
      root.classList.toggle("cornered", corner.height > 0);
      write(root, "--corner-width", `${corner.width}px`);
      write(root, "--corner-height", `${corner.height}px`);
    },

    /**
     * Shows the switch of the causal mask, where a preset offers it.
     * @param {boolean} offered @param {boolean} on @param {Words} words
     */
    offerCausal(offered, on, words) {
      causal.hidden = !offered;
      causal.setAttribute("aria-pressed", String(on));
      say(causal, words.causal);
    },

    /** Shows the way back from an opened part of the picture. @param {string} text empty when no part is open */
    offerBack(text) {
      const held = back.matches(":focus");
      back.hidden = text === "";
      say(back, text);
      if (held && back.hidden) controls.play.focus({ preventScroll: true });
    },

    /**
     * Updates what changes with the scene: formula, badges, chapters.
     * @param {any} scene @param {import("./range.js").Range | null} range what is played of it @param {string[]} notes
     * @param {Choice[]} stories @param {Words} words @param {string} [next] the language that the button switches to
     */
    setScene(scene, range, notes, stories, words, next) {
      if (changed("formula", [scene?.formula, words.formula])) setFormula(scene?.formula, words);
      // the origin of the numbers comes first: later badges may not fit
      const shown = [...notes, ...(scene?.badges ?? [])];
      if (changed("badges", shown))
        for (const list of badges)
          list.replaceChildren(
            ...shown.map((text) => make(document, "li", { class: "badge", title: text }, text)),
          );
      if (changed("chapters", range?.chapters)) {
        controls.setChapters((chapters = range?.chapters ?? []));
        nameChapters();
      }
      // they change with the language, as all words do
      if (changed("words", [stories, next])) {
        label(stage.root, words.picture);
        controls.setWords(words, next);
        controls.settings.setWords(words, stories);
      }
      // a story that cannot show the problem has no tab, and a single tab is hidden
      const told = TABS.filter((story) => scene?.stories.includes(story));
      turn.hidden = told.length < 2 || !told.includes(scene.story);
      label(turn, words.story);
      for (const [k, button] of tabs.entries()) {
        button.hidden = !told.includes(TABS[k]);
        say(button, stories.find(({ id }) => id === TABS[k])?.name ?? "");
        button.setAttribute("aria-pressed", String(scene?.story === TABS[k]));
      }
      if (scene && range) {
        const seconds = Math.round(range.end - range.start);
        invitation.set({ ...scene.invitation, text: fill(words.promise, { seconds }) }, words);
      }
      stage.refresh();
    },

    /** Lights the formula's symbol for a tensor, else the symbols of the phase that computes it. @param {string} tensor */
    light(tensor) {
      const { role } = tensorStyle(tensor);
      const [stage, name] = nameParts(tensor);
      const { symbols: made } = phaseOf(name);
      const all = [...symbols.values()];
      const exact = all.filter(({ node }) =>
        [node.id, tensorOf(node)].some((id) => id === tensor || id === stage),
      );
      const part = made.includes(role) ? [role] : made;
      for (const { element } of exact.length ? exact : all.filter(({ node }) => part.includes(node.id)))
        element.classList.add("lit");
    },

    /**
     * Reserves space for the longest sentences, and for questions.
     * @param {any[]} steps @param {import("./question.js").Question[]} questions
     */
    setSpace(steps, questions) {
      const captions = longest(steps);
      if (changed("space", [captions, questions])) caption.setSpace(captions, questions);
    },

    /** Announces a text. @param {string} text */
    announce: (text) => say(live, text),

    /** @param {any} step @param {boolean} aloud @param {boolean} kept whether the last announcement still holds */
    setStep(step, aloud, kept) {
      caption.show(step);
      if (stage.target) caption.point(actions.said(stage.target));
      stage.picture.root.setAttribute("aria-label", step?.text || step?.title || " ");
      const active = new Set(step?.active ?? []);
      for (const [id, { element }] of symbols) element.classList.toggle("on", active.has(id));
      clearTimeout(announcement);
      // what was said of the former picture is obsolete, and the same again would not be heard
      if (aloud || !kept) say(live, "");
      // of steps in quick succession only the last is announced
      if (aloud && step) announcement = Number(setTimeout(() => say(live, step.text || step.title), 400));
    },

    /**
     * @param {string} message @param {boolean} alone whether there is no picture
     * @param {string} [retry] the text of a button, where another try may help
     */
    setError(message, alone, retry) {
      error.hidden = message === "";
      for (const part of [top, stage.root, foot]) part.hidden = alone;
      say(error, message);
      if (retry) error.append(" ", again);
      say(again, retry ?? "");
    },

    /** @param {boolean} on whether something is being loaded */
    setWaiting(on) {
      stage.root.setAttribute("aria-busy", String(on));
    },

    /** @param {Record<string, any>} trace @param {import("../words/index.js").Words} words all texts of a language */
    setTables(trace, words) {
      label(tables, words.element.tables);
      listing?.return();
      listing = parts.tables.writeTables(document, tables, trace, words);
      inTurns(listing, TURN);
    },

    /** Cancels pending announcements. */
    quiet() {
      clearTimeout(announcement);
      manipulation?.quiet();
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
    for (const { element, node } of symbols.values()) {
      const tensor = tensorOf(node);
      // a symbol highlights its matrix
      element.setAttribute("data-link", "");
      element.addEventListener("pointerenter", () => stage.hover({ tensor }));
      element.addEventListener("pointerleave", () => stage.hover(null));
    }
    formula.append(made.math);
  }

  /** Whether a part has changed since it was last written. @param {string} part @param {unknown} what */
  function changed(part, what) {
    const now = JSON.stringify(what);
    const isNew = last.get(part) !== now;
    last.set(part, now);
    return isNew;
  }
}

/**
 * Sets a style property only if it changes: writing the same value would restyle everything inside.
 * @param {HTMLElement} element @param {string} property @param {string} value
 */
function write({ style }, property, value) {
  if (style.getPropertyValue(property) !== value) style.setProperty(property, value);
}

/** @type {Record<string, string>} */
const madeBy = { softmax: "weights", scale: "scaled_scores", mask: "masked_scores" };

/** The tensor that a symbol of the formula stands for, or that its operation produces. @param {any} node @returns {string} */
function tensorOf(node) {
  return node.tensor ?? madeBy[node.id] ?? node.id;
}
