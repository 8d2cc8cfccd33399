/** The problem's tensors as tables of fields: numbers, names of tokens, and tokens and features more or fewer. */
import {
  add,
  countedBy,
  entriesOf,
  entryAt,
  givenIn,
  isMask,
  isSelf,
  remove,
  stepAmong,
  tensorIn,
  textOf,
  withEntry,
} from "../edit/index.js";
import { watchDrags } from "../element/editing/drag.js";
import { icon, make } from "../element/dom.js";
import { fill, stageName, tensorName } from "../words/sentence.js";
import { flagField, nameField, numberField } from "./fields.js";
import { letters } from "./names.js";

/** @typedef {import("../edit/tensors.js").Given} Given */
/** @typedef {Record<string, any>} Problem */
/** @typedef {import("./fields.js").Place} Place */
/**
 * @typedef {object} Studio
 * @property {() => Problem} problem
 * @property {(problem: Problem, sort?: unknown) => Error | null} edit
 * @property {() => void} undo
 * @property {(text: string) => void} tell
 * @property {() => Record<string, any>} words
 * @property {(given: Given, text: string) => void} paste into a tensor
 */

// a table of more is no help to anybody; the rest is pasted or read from a file
const MOST_ROWS = 16;
const MOST_COLUMNS = 64;
const MOST_SLICES = 8;
// on a phone a finger pushes a wider one along
const MOST_DRAGGED = 8;

/** Tensors that the switches change. */
const ELSEWHERE = new Set(["mask"]);

/** @type {Record<string, string>} */
const ROLES = { q: "query", k: "key", v: "value" };

/** The hue of a tensor on the page. @param {string} key */
function roleOf(key) {
  if (/^x/.test(key) || key === "a" || key === "b" || key === "encoder_states") return "input";
  return (
    ROLES[/^[wb]_([qkv])$/.exec(key)?.[1] ?? ""] ?? (/^(query|key|value)$/.test(key) ? key : "parameter")
  );
}

/** @param {HTMLElement} root @param {Studio} studio */
export function createMatrices(root, studio) {
  /** @type {{ input: HTMLInputElement, place: Place }[]} */
  let fields = [];
  /** @type {{ input: HTMLInputElement, key: string, at: number }[]} */
  let names = [];
  let shape = "";
  /** @type {Set<string>} entries that nobody wrote */
  let fresh = new Set();

  /** @param {Place} place */
  const nameOf = ({ given, at }) => `${given.tensor}:${at}`;

  /** @param {import("../edit/resize.js").Resized} resized */
  function resize({ problem, cells }) {
    if (studio.edit(problem)) return;
    fresh = new Set(cells.map(({ tensor, at }) => `${tensor}:${at}`));
    show(studio.problem());
  }

  /** @param {string} text @param {() => void} act @param {"more" | "less"} [sign] */
  function button(text, act, sign) {
    const element = make(document, "button", { type: "button", class: sign ? "sign" : "quiet" });
    if (sign) element.append(icon(document, sign));
    if (sign) element.setAttribute("aria-label", text);
    else element.append(icon(document, "more"), ` ${text}`);
    element.addEventListener("click", act);
    return element;
  }

  /** @param {Place} place */
  function spokenName({ given, at }) {
    const columns = given.shape.at(-1) || 1;
    const { element, lists } = studio.words();
    const row = given.shape.length > 1 ? [`${element.row} ${Math.floor(at / columns) + 1}`] : [];
    const name = tensorName(studio.words(), given.tensor);
    return [name, ...row, `${element.column} ${(at % columns) + 1}`].join(lists.numbers);
  }

  /** One matrix of a tensor. @param {Given} given @param {number} slice @param {string} named key of the labels of its rows; "" for none */
  function createTable(given, slice, named) {
    const columns = given.shape.at(-1) ?? 1;
    const rows = given.shape.length > 1 ? (given.shape.at(-2) ?? 1) : 1;
    const { problem, words } = studio;
    const removable = named && countedBy(problem(), given.key).rows && rows > 1;
    const many = columns > MOST_DRAGGED ? " many" : "";
    const table = make(document, "table", { class: `matrix ${roleOf(given.key)}${many}` });
    for (let r = 0; r < Math.min(rows, MOST_ROWS); r++) {
      const row = make(document, "tr");
      if (named) {
        const input = nameField(studio, named, r);
        names.push({ input, key: named, at: r });
        row.append(make(document, "th", { scope: "row" }, input));
      }
      for (let c = 0; c < Math.min(columns, MOST_COLUMNS); c++) {
        const place = { given, at: (slice * rows + r) * columns + c };
        const label = spokenName({ given, at: r * columns + c });
        const written = () => fresh.delete(nameOf(place));
        const input = isMask(given.key)
          ? flagField(studio, place)
          : numberField(studio, place, { label, written });
        input.setAttribute("aria-label", label);
        fields.push({ input, place });
        row.append(make(document, "td", {}, input));
      }
      if (removable) {
        const { page } = words();
        const size = countedBy(problem(), given.key).rows;
        const gone = button(
          fill(page.removeToken, { n: r + 1 }),
          () => size && resize(remove(studio.problem(), size, r)),
          "less",
        );
        row.append(make(document, "td", { class: "gone" }, gone));
      }
      table.append(row);
    }
    return table;
  }

  /** @param {Given} given */
  function createTensor(given) {
    const { problem, words } = studio;
    const { page, presets: _, ...all } = words();
    const { stage, letter, index } = letters(given.tensor);
    const title = make(document, "h3", { class: roleOf(given.key) });
    if (stage) title.append(make(document, "span", { class: "stage" }, `${stageName(words(), stage)} `));
    if (letter.length > 1) title.append(tensorName(all, given.key));
    else title.append(make(document, "i", {}, letter), index ? make(document, "sub", {}, index) : "");
    const note = given.key === "x" ? page.perToken : "";
    title.append(make(document, "span", { class: "note" }, ` ${note}`));
    title.append(make(document, "span", { class: "shape" }, given.shape.join("×")));
    title.setAttribute("aria-label", `${tensorName(all, given.tensor)} ${given.shape.join("×")}`);
    const tokens = given.stage < 0 && !given.key.includes("v") ? given.key : "";
    const named =
      tokens === "x" ? "x" : given.stage < 0 && given.key === "x_kv" && !isSelf(problem()) ? "x_kv" : "";
    const root = make(document, "div", { class: named ? "tensor wide" : "tensor" }, title);
    const slices = given.shape.slice(0, -2).reduce((product, length) => product * length, 1);
    const scroller = make(document, "div", { class: "tables" });
    for (let slice = 0; slice < Math.min(slices, MOST_SLICES); slice++)
      scroller.append(createTable(given, slice, named));
    root.append(scroller);
    const [rows, columns] = [given.shape.at(-2) ?? 1, given.shape.at(-1) ?? 1];
    if (rows > MOST_ROWS || columns > MOST_COLUMNS || slices > MOST_SLICES)
      root.append(make(document, "p", { class: "note" }, page.more));
    if (named) root.append(createMore(given));
    return root;
  }

  /** One token more, one feature more or fewer. @param {Given} given of tokens */
  function createMore(given) {
    const { page } = studio.words();
    const { rows, columns } = countedBy(studio.problem(), given.key);
    const more = make(document, "div", { class: "more" });
    if (rows)
      more.append(
        button(page.token, () => {
          const label = studio.words().element.edits.token;
          resize(add(studio.problem(), rows, { label }));
        }),
      );
    if (columns) {
      more.append(button(page.feature, () => resize(add(studio.problem(), columns))));
      const fewer = button(
        fill(studio.words().element.edits.fewer, { size: page.feature }),
        () => resize(remove(studio.problem(), columns)),
        "less",
      );
      fewer.disabled = (given.shape.at(-1) ?? 1) < 2;
      more.append(fewer);
    }
    return more;
  }

  watchDrags(root, (event) => {
    const input = /** @type {HTMLElement} */ (event.target);
    const field = fields.find((one) => one.input === input);
    if (!field || isMask(field.place.given.key) || input.matches(":focus")) return null;
    if (event.pointerType === "touch" && input.closest(".many")) return null;
    const { place } = field;
    const { data } = entriesOf(tensorIn(studio.problem(), place.given));
    const sort = {};
    return {
      value: Number(data[place.at]),
      step: stepAmong(data),
      start: () => input.blur(),
      turn: (value) => void studio.edit(withEntry(studio.problem(), place, value), sort),
      end: () => {},
    };
  });

  /** @param {Problem} problem */
  function show(problem) {
    const all = givenIn(problem).filter(({ key, stage }) => stage >= 0 || !ELSEWHERE.has(key));
    const now = JSON.stringify([studio.words().page.title, all]);
    if (now !== shape) {
      shape = now;
      [fields, names] = [[], []];
      const wide = all.filter(({ key }) => /^x/.test(key));
      const others = all.filter(({ key }) => !/^x/.test(key));
      root.replaceChildren(
        ...wide.map(createTensor),
        make(document, "div", { class: "parameters" }, ...others.map(createTensor)),
      );
    }
    for (const { input, place } of fields) {
      const entry = entryAt(problem, place);
      input.classList.toggle("fresh", fresh.has(nameOf(place)));
      if (input.type === "checkbox") input.checked = Boolean(Number(entry));
      else if (!input.matches(":focus")) input.value = textOf(entry);
    }
    for (const { input, key, at } of names) {
      const label = problem.labels?.[key]?.[at] ?? "";
      if (!input.matches(":focus") && input.value !== label) input.value = label;
      const { page } = studio.words();
      input.setAttribute("aria-label", fill(page.name, { n: at + 1 }));
      input.placeholder = String(at + 1);
    }
  }

  return { show };
}
