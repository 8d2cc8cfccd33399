/** The settings behind the gear button: story, appearance, and switches of the computation. */
import { options, valuesOf } from "./options.js";
import { icon, label, make, makeButton, say } from "./dom.js";

/** @typedef {import("./controls.js").Actions} Actions */
/** @typedef {Record<string, any>} Words */
/** @typedef {import("./view.js").Choice} Choice */

/** The most heads or batch items that a list offers. */
const MOST = 64;

/**
 * The choices of each list, as pairs of value and name.
 * @type {Record<string, (state: Record<string, any>, words: Words, stories: Choice[]) => string[][]>}
 */
const choices = {
  story: (_, words, stories) => stories.map(({ id, name }) => [id, name]),
  head: ({ heads }, words) => (heads < 2 ? [] : [["", words.all], ...numbered(heads)]),
  batch: ({ batches }) => numbered(batches),
  theme: (_, words) => named("theme", words),
  palette: (_, words) => named("palette", words),
};

/** @param {number} count */
const numbered = (count) =>
  Array.from({ length: Math.min(count, MOST) }, (_, i) => [String(i), String(i + 1)]);

/** @param {"theme" | "palette"} attribute @param {Words} words */
const named = (attribute, words) =>
  valuesOf(options[attribute]).map((value) => [value, words[`${attribute}.${value}`]]);

/** @param {Document} document @param {Actions} actions */
export function createSettings(document, actions) {
  const toggle = () => show(Boolean(panel.hidden));
  const look = { part: "button settings-button", class: "gear", "aria-expanded": "false", onclick: toggle };
  const button = makeButton(document, look, icon(document, "settings"));
  const panel = make(document, "div", { class: "panel", part: "settings", role: "group", hidden: true });

  /** @template {HTMLElement} T @param {string} attribute @param {T} control */
  const field = (attribute, control) => {
    const name = make(document, "span");
    const label = make(document, "label", {}, name, control);
    panel.append(label);
    return { attribute, control, name, label, listed: "" };
  };
  const selects = Object.keys(choices).map((attribute) => {
    const onchange = () => actions.set(attribute, select.value || null);
    const select = make(document, "select", { onchange });
    return field(attribute, select);
  });
  const checks = ["scale", "causal", "softmax", "ask", "loop"].map((attribute) => {
    const value = () => (attribute === "softmax" ? (box.checked ? "open" : null) : box.checked);
    const onchange = () => actions.set(attribute, value());
    const box = make(document, "input", { type: "checkbox", onchange });
    return field(attribute, box);
  });
  const from = makeButton(document, { part: null, onclick: actions.loopFrom });
  const exporting = makeButton(document, { part: "button export", onclick: actions.export });
  panel.append(from, exporting);
  /** @type {Choice[]} */
  let stories = [];

  /** @param {boolean} open */
  function show(open) {
    panel.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
  }

  return {
    button,
    panel,
    show,

    /** Closes the panel, and moves the focus to its button if it was inside. */
    leave() {
      if (panel.matches(":focus-within")) button.focus();
      show(false);
    },

    get open() {
      return !panel.hidden;
    },

    /** @param {Words} words @param {Choice[]} offered */
    setWords(words, offered) {
      stories = offered;
      label(button, words.settings, true);
      label(panel, words.settings);
      say(exporting, words.export);
      for (const { attribute, name } of [...selects, ...checks]) say(name, words[attribute]);
    },

    /** Shows the present state. @param {Record<string, any>} state @param {Words} words */
    setState(state, words) {
      for (const select of selects) {
        const { attribute, control, label } = select;
        const all = choices[attribute](state, words, stories);
        label.hidden = all.length < 2;
        const listed = JSON.stringify(all);
        if (select.listed !== listed)
          control.replaceChildren(...all.map(([value, name]) => make(document, "option", { value }, name)));
        select.listed = listed;
        const value = String(state[attribute] ?? "");
        if (control.value !== value) control.value = value;
      }
      for (const { attribute, control } of checks) control.checked = Boolean(state[attribute]);
      say(from, state.loopFrom > 0 ? words.fromStart : words.fromHere);
    },
  };
}
