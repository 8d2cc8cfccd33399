/** Shows the problem as code, with the lines of the current step marked, and saves any tensor as a file. */
import { code, languages } from "../input/code/index.js";
import { toCsv, toJson, toNpy } from "../input/index.js";
import { tensorName } from "../words/sentence.js";
import { button, copyText, element, fillSelect, line, messageOf } from "./page.js";

/** @typedef {{ text: string, lines: Record<string, [number, number]>, tensors: Record<string, [number, number]> }} Code */
/** @typedef {import("../input/code/index.js").Language} Language */

/** @type {Record<string, { type: string, write: (tensor: any) => BlobPart }>} */
const FORMATS = {
  npy: { type: "application/octet-stream", write: (tensor) => toNpy(tensor) },
  csv: { type: "text/csv", write: (tensor) => toCsv(tensor) },
  json: { type: "application/json", write: (tensor) => toJson(tensor) },
};

/** @param {HTMLElement} root @param {import("./page.js").Studio} studio */
export function createCodePanel(root, studio) {
  /** @type {Language} */
  let language = "pytorch";
  /** @type {Code | null} */
  let made = null;
  let stale = true;
  let near = false;
  /** @type {HTMLElement[]} */
  let rows = [];

  const tabs = Object.entries(languages).map(([value, { title }]) => {
    const checked = value === language;
    const input = element("input", { type: "radio", name: "language", value, checked });
    return element("label", {}, input, element("span", {}, title));
  });
  const onchange = (/** @type {any} */ { target }) => {
    language = target.value;
    write();
  };
  const choice = { class: "choice", role: "radiogroup", translate: "no", "data-label": "code", onchange };
  const text = element("code");
  const shown = element("pre", { tabindex: "0", class: "code", translate: "no" }, text);
  const copy = button({ "data-words": "copy" }, () => copyText(studio, text));
  const save = button({ "data-words": "save" }, () => {
    if (made) give(languages[language].file, [made.text], "text/plain");
  });
  const tensor = element("select", { name: "tensor", "data-label": "tensor" });
  const format = element("select", { name: "format", translate: "no", "data-label": "format" });
  fillSelect(format, Object.fromEntries(Object.keys(FORMATS).map((name) => [name, `.${name}`])));
  const saveTensor = button({ "data-words": "save" }, () => {
    const { type, write } = FORMATS[format.value];
    give(`${tensor.value}.${format.value}`, [write(studio.trace()[tensor.value])], type);
  });
  // a problem that is too long for a link can be saved as a file, and opened by dropping it on the page
  const saveProblem = button({ "data-words": "saveProblem" }, () =>
    give("problem.json", [JSON.stringify(studio.problem(), null, 1)], "application/json"),
  );
  const bar = line(element("div", choice, ...tabs), copy, save);
  root.append(bar, shown, line(tensor, format, saveTensor, saveProblem));

  /** Writes the code of the current problem. */
  function write() {
    stale = true;
    // out of sight, code must not slow down a reader who types
    if (!near) return;
    stale = false;
    try {
      const options = { steps: studio.player.steps, lang: studio.lang() };
      made = /** @type {Code} */ (code(studio.problem(), language, options));
    } catch (error) {
      made = null;
      rows = [];
      text.textContent = messageOf(error);
      return;
    }
    const remark = new RegExp(`(^|\\s)${languages[language].comment}`);
    rows = made.text.split("\n").map((row) => {
      const at = row.search(remark);
      const pieces = at < 0 ? [row] : [row.slice(0, at), element("span", { class: "remark" }, row.slice(at))];
      return element("span", { class: "row" }, ...pieces, "\n");
    });
    text.replaceChildren(...rows);
    mark();
  }

  /** Marks the lines of the current step. */
  function mark() {
    const [first, last] = made?.lines[studio.player.step] ?? [0, -1];
    rows.forEach((row, k) => row.classList.toggle("on", k + 1 >= first && k + 1 <= last));
    const row = rows[first - 1];
    // scrolls the code, never the page
    if (row && shown.scrollHeight > shown.clientHeight) {
      const top = row.offsetTop - shown.offsetTop;
      if (top < shown.scrollTop || top > shown.scrollTop + shown.clientHeight - 40)
        shown.scrollTop = top - 40;
    }
  }

  /** Returns the tensor that a line makes, or null. @param {EventTarget | null} target */
  function tensorAt(target) {
    const row = target instanceof Element ? target.closest(".row") : null;
    const at = rows.indexOf(/** @type {HTMLElement} */ (row)) + 1;
    if (!at || !made) return null;
    // of several on one line, the picture shows the last: a key rather than the projection it is split from
    const found = Object.entries(made.tensors)
      .filter(([, [first, last]]) => at >= first && at <= last)
      .reverse()
      .sort(([, [a, b]], [, [c, d]]) => b - a - (d - c));
    return found[0]?.[0] ?? null;
  }
  shown.addEventListener("pointerover", ({ target }) => studio.player.highlight(tensorAt(target)));
  shown.addEventListener("pointerleave", () => studio.player.highlight(null));

  const come = (/** @type {IntersectionObserverEntry[]} */ entries) => {
    near = entries.at(-1)?.isIntersecting ?? false;
    if (near && stale) write();
  };
  new IntersectionObserver(come, { rootMargin: "200px" }).observe(root);

  return {
    mark,

    show() {
      write();
      const all = Object.entries(studio.trace() ?? {});
      const tensors = all.filter(([, tensor]) => tensor?.shape && tensor.data);
      const named = (/** @type {string} */ name) => tensorName(studio.words(), name);
      const texts = Object.fromEntries(
        tensors.map(([name, { shape }]) => [name, `${named(name)} ${shape.join("×")}`]),
      );
      const before = tensor.value;
      fillSelect(tensor, texts, Object.hasOwn(texts, before) ? before : tensors.at(-1)?.[0]);
    },
  };
}

/** Downloads a file. @param {string} name of the file @param {BlobPart[]} parts @param {string} type */
function give(name, parts, type) {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
