/** The dialog's controls: one group for the kinds of file, one for the settings of the chosen kind. */
import { filmless, kinds, lists } from "./choices.js";

/** @typedef {import("./choices.js").ExportKind} ExportKind */
/** @typedef {import("./choices.js").FieldName} FieldName */
/** @typedef {import("./choices.js").Kind} Kind */

/** @type {FieldName[]} */
const ENDS = ["from", "to"];

/** @typedef {ReturnType<typeof import("../../element/dom.js").maker>} Make */

/** Creates the radio buttons for the kinds, grouped by purpose. @param {Make} element @param {Record<string, any>} words */
export function createChooser(element, words) {
  const why = filmless();
  const radios = /** @type {[ExportKind, Kind][]} */ (Object.entries(kinds)).map(
    ([value, { group, film }]) => {
      const unable = film && why;
      const radio = element("input", { type: "radio", name: "kind", value, disabled: Boolean(unable) });
      radio.checked = radio.autofocus = value === "svg-animated";
      const [name, purpose] = words.kinds[value];
      const small = element("small", {}, unable ? words.filmless[unable] : purpose);
      return { group, radio, row: element("label", {}, radio, element("span", {}, name, small)) };
    },
  );
  const groups = Object.entries(words.groups).map(([id, name]) => {
    const rows = radios.filter(({ group }) => group === id).map(({ row }) => row);
    return element("div", { role: "group", "aria-label": name }, element("h3", {}, name), ...rows);
  });
  const root = element("fieldset", { class: "kinds", "aria-label": words.kind }, ...groups);
  return {
    root,
    get kind() {
      return /** @type {ExportKind} */ (radios.find(({ radio }) => radio.checked)?.radio.value);
    },
  };
}

/** Creates the settings; each kind shows some of them. @param {Make} element @param {Record<string, any>} words */
export function createFields(element, words) {
  /** @type {Record<string, HTMLInputElement>} */
  const others = {
    width: element("input", { type: "number", min: "64", max: "4096", required: true, list: "widths" }),
    captions: element("input", { type: "checkbox", checked: true }),
    problem: element("input", { type: "checkbox", checked: true }),
  };
  const widths = ["480", "680", "800", "1152"].map((value) => element("option", { value }));
  const fields = /** @type {FieldName[]} */ (Object.keys(words.fields)).map((name) => {
    const control = others[name] ?? element("select");
    const row = element("label", { "data-field": name }, words.fields[name], control);
    return { name, control, row, listed: "" };
  });
  const rows = fields.map(({ row }) => row);
  const list = element("datalist", { id: "widths" }, ...widths);
  const root = element("fieldset", { class: "settings", "aria-label": words.settings }, ...rows, list);
  /** The values given to `set`: the initial values of lists, which are filled later. @type {Record<string, string>} */
  let wanted = {};

  return {
    root,

    /** @param {Record<string, string>} values */
    set(values) {
      wanted = values;
      others.width.value = values.width;
    },

    /** Shows the settings of a kind. @param {ExportKind} kind @param {string[][]} steps ids and names */
    show(kind, steps) {
      for (const field of fields) {
        const { name, control, row } = field;
        row.hidden = !kinds[kind].fields.includes(name);
        const choices = lists[name]?.(words, steps, kinds[kind]);
        if (!choices || field.listed === String(choices)) continue;
        const value = field.listed ? control.value : wanted[name];
        control.replaceChildren(...choices.map(([value, text]) => element("option", { value }, text)));
        control.value = choices.some(([id]) => id === value) ? value : choices[0][0];
        field.listed = String(choices);
      }
    },

    /** @param {ExportKind} kind @returns {import("../../element/types.js").ExportOptions} */
    options(kind) {
      const shown = fields.filter(({ name }) => kinds[kind].fields.includes(name));
      /** @type {[FieldName, any][]} */
      const values = shown.map(({ name, control }) => [name, valueOf(name, control)]);
      // an end that the player has already is left out: with an explicit end, the poster may differ
      return Object.fromEntries(
        values.filter(([name, value]) => !(ENDS.includes(name) && value === wanted[name])),
      );
    },
  };
}

/** @param {FieldName} name @param {HTMLInputElement | HTMLSelectElement} control */
function valueOf(name, control) {
  if (control.localName === "input") {
    const input = /** @type {HTMLInputElement} */ (control);
    return input.type === "checkbox" ? input.checked : Number(input.value);
  }
  const isNumber = ["scale", "perPage", "fps"].includes(name);
  return isNumber ? Number(control.value) : control.value || undefined;
}
