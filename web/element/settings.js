/** What stands behind the gear: story, looks, and the parts of the computation that can be switched. */
import { byAttribute } from "./options.js";
import { icon, make, say } from "./make.js";

/** @typedef {import("./controls.js").Actions} Actions */
/** @typedef {Record<string, any>} Words */

/** @param {Document} document @param {Actions} actions */
export function createSettings(document, actions) {
  const button = make(document, "button", {
    type: "button",
    part: "button settings-button",
    class: "gear",
    "aria-expanded": "false",
  });
  button.append(icon(document, "settings"));
  const panel = make(document, "div", { class: "panel", part: "settings", role: "group", hidden: true });

  /** @type {{ name: Element, word: string }[]} */
  const named = [];
  /** @param {string} word @param {HTMLElement} control */
  const field = (word, control) => {
    const name = make(document, "span");
    named.push({ name, word });
    const label = make(document, "label", {}, name, control);
    panel.append(label);
    return label;
  };
  const story = make(document, "select");
  story.addEventListener("change", () => actions.set("story", story.value));
  const storyField = field("story", story);

  // which head, which item of a batch: only where there are several
  const parts = /** @type {const} */ (["head", "batch"]).map((attribute) => {
    const select = make(document, "select");
    select.addEventListener("change", () => actions.set(attribute, select.value || null));
    return { attribute, select, label: field(attribute, select), listed: "" };
  });

  const choices = ["theme", "palette"].map((attribute) => {
    const select = make(document, "select");
    for (const value of byAttribute[attribute].values ?? [])
      select.append(make(document, "option", { value }));
    select.addEventListener("change", () => actions.set(attribute, select.value));
    field(attribute, select);
    return { attribute, select };
  });

  const checks = ["scale", "causal", "softmax", "ask", "loop"].map((attribute) => {
    const box = make(document, "input", { type: "checkbox" });
    const value = () => (attribute === "softmax" ? (box.checked ? "open" : null) : box.checked);
    box.addEventListener("change", () => actions.set(attribute, value()));
    field(attribute, box);
    return { attribute, box };
  });

  const from = make(document, "button", { type: "button" });
  from.addEventListener("click", actions.loopFrom);
  panel.append(from);

  /** @param {boolean} open */
  const show = (open) => {
    panel.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
  };
  button.addEventListener("click", () => show(Boolean(panel.hidden)));

  /** @param {typeof parts[number]} part @param {Record<string, any>} state @param {Words} words */
  function setPart(part, state, words) {
    const { attribute, select, label } = part;
    const count = attribute === "head" ? state.heads : state.batches;
    label.hidden = count < 2;
    const all = attribute === "head" ? [make(document, "option", { value: "" }, words.all)] : [];
    const listed = `${count} ${words.all}`;
    if (part.listed !== listed) {
      part.listed = listed;
      const one = (/** @type {number} */ i) => make(document, "option", { value: String(i) }, String(i + 1));
      select.replaceChildren(...all, ...Array.from({ length: Math.min(count, 64) }, (_, i) => one(i)));
    }
    const value = String(state[attribute] ?? "");
    if (select.value !== value) select.value = value;
  }

  return {
    button,
    panel,
    show,

    get open() {
      return !panel.hidden;
    },

    /** @param {Words} words @param {import("./view.js").Choice[]} stories */
    setWords(words, stories) {
      button.setAttribute("aria-label", words.settings);
      button.title = words.settings;
      panel.setAttribute("aria-label", words.settings);
      for (const { name, word } of named) say(name, words[word]);
      for (const { attribute, select } of choices) {
        for (const option of select.options) say(option, words[`${attribute}.${option.value}`]);
      }
      story.replaceChildren(...stories.map(({ id, name }) => make(document, "option", { value: id }, name)));
      storyField.hidden = stories.length < 2;
    },

    /** What holds now. @param {Record<string, any>} state @param {Words} words */
    setState(state, words) {
      if (story.value !== state.story) story.value = state.story;
      for (const part of parts) setPart(part, state, words);
      for (const { attribute, select } of choices) {
        if (select.value !== state[attribute]) select.value = state[attribute];
      }
      for (const { attribute, box } of checks) box.checked = Boolean(state[attribute]);
      say(from, state.from > 0 ? words.fromStart : words.fromHere);
    },
  };
}
