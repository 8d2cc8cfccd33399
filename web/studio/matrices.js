/** Shows the problem's tensors as tables of fields: numbers, names of tokens, and buttons to add and remove tokens and features. */
import { tensorStyle } from "../core/graph/tensors.js";
import * as edit from "../edit/index.js";
import { watchDrags } from "../element/editing/drag.js";
import { entryName } from "../element/editing/entry-name.js";
import { icon } from "../element/dom.js";
import { fill, stageName, tensorName } from "../words/sentence.js";
import { flagField, nameField, numberField } from "./fields.js";
import { letters } from "./names.js";
import { button, element, signButton, times } from "./page.js";

/** @typedef {import("../edit/tensors.js").Given} Given */
/** @typedef {import("./page.js").Problem} Problem */
/** @typedef {import("./fields.js").Place} Place */
// a larger table helps nobody; the rest is pasted or read from a file
const MOST_ROWS = 16;
const MOST_COLUMNS = 64;
const MOST_SLICES = 8;
// this many fields are made at once, others when they come near the window
const MOST_FIELDS = 300;
/** Height of a row and width of a column, in px, of fields that are not made yet. */
const [HIGH, WIDE] = [29, 35];
// by touch, a wider table is scrolled, and its numbers are not dragged
const MOST_DRAGGED = 8;

/** Maximum characters that a narrow field shows. */
const LONG = 3;

/** Tensors that the switches change instead. */
const ELSEWHERE = new Set(["mask"]);

/** Returns the role of a tensor, which gives its hue on the page. @param {string} key */
const roleOf = (key) => tensorStyle(key).role;

/** Returns the rows and columns of one matrix of a tensor. @param {Given} given */
const extentOf = ({ shape }) => [shape.length > 1 ? (shape.at(-2) ?? 1) : 1, shape.at(-1) ?? 1];

/** @param {HTMLElement} root @param {import("./page.js").Studio} studio @param {(given: Given) => HTMLElement | null} dieOf makes a button that redraws a matrix */
export function createMatrices(root, studio, dieOf) {
  /** @type {{ input: HTMLInputElement, place: Place }[]} */
  let fields = [];
  /** @type {{ input: HTMLInputElement, key: string, at: number }[]} */
  let names = [];
  let shape = "";
  /** @type {Set<string>} entries that were drawn for a larger size, and that the reader has not written */
  let fresh = new Set();
  /** How many more fields may be made at once. */
  let room = 0;
  /** Makes the tables of tensors that are not near the window yet. @type {WeakMap<Element, () => void>} */
  const later = new WeakMap();
  /** @param {IntersectionObserverEntry[]} entries */
  const come = (entries) => {
    for (const { target } of entries.filter(({ isIntersecting }) => isIntersecting)) {
      near.unobserve(target);
      later.get(target)?.();
      update(studio.problem());
    }
  };
  const near = new IntersectionObserver(come, { rootMargin: "300px" });

  /** @param {Place} place */
  const nameOf = ({ given, at }) => `${given.tensor}:${at}`;

  /** @param {import("../edit/resize.js").Resized} resized */
  function resize({ problem, cells }) {
    if (studio.edit(problem)) return;
    fresh = new Set(cells.map(({ tensor, at }) => `${tensor}:${at}`));
    show(studio.problem());
  }

  /** Makes a button that adds something. @param {string} text @param {() => void} act */
  const adding = (text, act) => button({ class: "quiet" }, act, icon(document, "more"), ` ${text}`);

  /** Makes the table of one matrix of a tensor. @param {Given} given @param {number} slice @param {string} named key of the labels of its rows; "" for none */
  function createTable(given, slice, named) {
    const { page } = studio.words();
    const [rows, columns] = extentOf(given);
    const size = named && rows > 1 ? edit.countedBy(studio.problem(), given.key).rows : undefined;
    const many = columns > MOST_DRAGGED ? " many" : "";
    const table = element("table", { class: `matrix ${roleOf(given.key)}${many}` });
    for (let r = 0; r < Math.min(rows, MOST_ROWS); r++) {
      const row = element("tr");
      if (named) {
        const input = nameField(studio, named, r);
        names.push({ input, key: named, at: r });
        row.append(element("th", { scope: "row" }, input));
      }
      for (let c = 0; c < Math.min(columns, MOST_COLUMNS); c++) {
        const place = { given, at: (slice * rows + r) * columns + c };
        const label = entryName(studio.words(), given.tensor, edit.indexOf(place.at, given.shape));
        const written = () => fresh.delete(nameOf(place));
        const isFlag = edit.isMask(given.key);
        const input = isFlag ? flagField(studio, place) : numberField(studio, place, { label, written });
        input.setAttribute("aria-label", label);
        fields.push({ input, place });
        row.append(element("td", {}, input));
      }
      if (size) {
        const label = fill(page.removeToken, { n: r + 1 });
        const act = () => resize(edit.remove(studio.problem(), size, r));
        row.append(element("td", { class: "gone" }, signButton("less", { "aria-label": label }, act)));
      }
      table.append(row);
    }
    return table;
  }

  /** Makes the title above a tensor's table. @param {Given} given */
  function createTitle(given) {
    const words = studio.words();
    const { stage, letter, index } = letters(given.tensor);
    const shape = given.shape.join("×");
    const label = `${tensorName(words, given.tensor)} ${shape}`;
    const title = element("h3", { class: roleOf(given.key), "aria-label": label });
    if (stage) title.append(element("span", { class: "stage" }, `${stageName(words, stage)} `));
    if (letter.length > 1) title.append(tensorName(words, given.key));
    else title.append(element("i", {}, letter), index ? element("sub", {}, index) : "");
    const note = given.key === "x" ? words.page.perToken : "";
    title.append(element("span", { class: "note" }, ` ${note}`), element("span", { class: "shape" }, shape));
    const die = dieOf(given);
    return element("div", { class: "above" }, title, ...(die ? [die] : []));
  }

  /** @param {Given} given */
  function createTensor(given) {
    const ofTokens = given.key === "x" || (given.key === "x_kv" && !edit.isSelf(studio.problem()));
    const named = given.stage < 0 && ofTokens ? given.key : "";
    const slices = given.shape.slice(0, -2).reduce((product, length) => product * length, 1);
    const root = element("div", { class: named ? "tensor wide" : "tensor" }, createTitle(given));
    const tables = element("div", { class: "tables" });
    root.append(tables);
    const [rows, columns] = extentOf(given);
    const shown = [Math.min(rows, MOST_ROWS), Math.min(columns, MOST_COLUMNS), Math.min(slices, MOST_SLICES)];
    const make = () => {
      tables.replaceChildren(...times(shown[2], (slice) => createTable(given, slice, named)));
      tables.removeAttribute("style");
    };
    room -= shown[0] * shown[1] * shown[2];
    if (room >= 0) make();
    else {
      Object.assign(tables.style, { height: `${shown[0] * HIGH}px`, width: `${shown[1] * WIDE}px` });
      later.set(tables, make);
      near.observe(tables);
    }
    if (rows > MOST_ROWS || columns > MOST_COLUMNS || slices > MOST_SLICES)
      root.append(element("p", { class: "note" }, studio.words().page.more));
    if (named) root.append(createMore(given));
    return root;
  }

  /** Makes the buttons that add a token, and add or remove a feature. @param {Given} given of tokens */
  function createMore(given) {
    const { page, element: player } = studio.words();
    const { rows, columns } = edit.countedBy(studio.problem(), given.key);
    const more = element("div", { class: "more" });
    if (rows) {
      const label = player.edits.token;
      more.append(adding(page.token, () => resize(edit.add(studio.problem(), rows, { label }))));
    }
    if (columns) {
      const label = fill(player.edits.fewer, { size: page.feature });
      const narrow = () => resize(edit.remove(studio.problem(), columns));
      const fewer = signButton("less", { "aria-label": label }, narrow);
      fewer.disabled = extentOf(given)[1] < 2;
      const wider = adding(page.feature, () => resize(edit.add(studio.problem(), columns)));
      more.append(wider, fewer);
    }
    return more;
  }

  // a field loses the focus as it is dragged
  watchDrags(document.body, (event) => {
    const input = /** @type {HTMLElement} */ (event.target);
    const field = fields.find((field) => field.input === input);
    if (!field || edit.isMask(field.place.given.key) || input.matches(":focus")) return null;
    if (event.pointerType === "touch" && input.closest(".many")) return null;
    const { place } = field;
    const { data } = edit.entriesOf(edit.tensorIn(studio.problem(), place.given));
    const sort = {};
    let changed = false;
    return {
      value: Number(data[place.at]),
      step: edit.stepAmong(data),
      start: () => input.blur(),
      change(value) {
        changed = !studio.edit(edit.withEntry(studio.problem(), place, value), sort) || changed;
      },
      cancel: () => changed && studio.player.undo(),
    };
  });

  /** The control of the same name in new tables, else the first button that adds something. @param {Element} former @returns {HTMLElement | null} */
  const twinOf = (former) => {
    const named = (/** @type {Element} */ one) => one.getAttribute("aria-label") ?? one.textContent;
    const all = [...root.querySelectorAll("button, input")];
    const twin = all.find((one) => named(one) === named(former) && !one.matches(":disabled"));
    return /** @type {HTMLElement | null} */ (twin ?? root.querySelector(".more button"));
  };

  /** @param {Problem} problem */
  function show(problem) {
    const all = edit.givenIn(problem).filter(({ key, stage }) => stage >= 0 || !ELSEWHERE.has(key));
    const now = JSON.stringify([studio.lang(), all]);
    const held = root.querySelector(":focus");
    if (now !== shape) {
      shape = now;
      [fields, names, room] = [[], [], MOST_FIELDS];
      near.disconnect();
      const wide = all.filter(({ key }) => /^x/.test(key));
      const others = all.filter(({ key }) => !/^x/.test(key));
      const tables = wide.map(createTensor);
      root.replaceChildren(...tables, element("div", { class: "parameters" }, ...others.map(createTensor)));
    }
    update(problem);
    if (held && !held.isConnected) twinOf(held)?.focus({ preventScroll: true });
  }

  /** Updates what the fields show. @param {Problem} problem */
  function update(problem) {
    for (const table of root.querySelectorAll(".decimal")) table.classList.remove("decimal");
    for (const { input, place } of fields) {
      const entry = edit.entryAt(problem, place);
      if (edit.textOf(entry).length > LONG) input.closest("table")?.classList.add("decimal");
      input.classList.toggle("fresh", fresh.has(nameOf(place)));
      if (input.type === "checkbox") input.checked = Boolean(Number(entry));
      else if (!input.matches(":focus")) input.value = edit.textOf(entry);
    }
    for (const { input, key, at } of names) {
      const label = problem.labels?.[key]?.[at] ?? "";
      if (!input.matches(":focus") && input.value !== label) input.value = label;
      input.setAttribute("aria-label", fill(studio.words().page.name, { n: at + 1 }));
      input.placeholder = String(at + 1);
    }
  }

  return { show, twinOf };
}
