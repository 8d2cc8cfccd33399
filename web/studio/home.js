/** The problem as code to take home, its present step marked; and every tensor as a file. */
import { make } from "../element/dom.js";
import { code, toCsv, toJson, toNpy } from "../input/index.js";
import { tensorName } from "../words/sentence.js";

/** @typedef {Record<string, any>} Problem */
/** @typedef {{ text: string, lines: Record<string, [number, number]>, tensors: Record<string, [number, number]> }} Code */
/**
 * @typedef {object} Studio
 * @property {() => Problem} problem
 * @property {() => Record<string, any>} trace
 * @property {() => { id: string }[]} steps
 * @property {() => string} step
 * @property {(tensor: string | null) => void} ring
 * @property {(text: string) => void} tell
 * @property {() => Record<string, any>} words
 * @property {() => string} lang
 */

/** What each language is called, and what its comments begin with. */
const LANGUAGES = /** @type {const} */ ({
  pytorch: ["PyTorch", "#", "py"],
  numpy: ["NumPy", "#", "py"],
  python: ["Python", "#", "py"],
  javascript: ["JavaScript", "//", "mjs"],
  c: ["C", "//", "c"],
  java: ["Java", "//", "java"],
  latex: ["LaTeX", "%", "tex"],
});
/** @typedef {keyof typeof LANGUAGES} Language */

/** @type {Record<string, { type: string, write: (tensor: any) => BlobPart }>} */
const FORMATS = {
  npy: { type: "application/octet-stream", write: (tensor) => toNpy(tensor) },
  csv: { type: "text/csv", write: (tensor) => toCsv(tensor) },
  json: { type: "application/json", write: (tensor) => toJson(tensor) },
};

/** @param {HTMLElement} root @param {Studio} studio */
export function createHome(root, studio) {
  const title = make(document, "h2", { id: "code" });
  const tabs = make(document, "div", { class: "choice", role: "radiogroup", translate: "no" });
  const text = make(document, "code");
  const shown = make(document, "pre", { tabindex: "0", class: "code", translate: "no" }, text);
  const copy = make(document, "button", { type: "button" });
  const save = make(document, "button", { type: "button" });
  const tensor = make(document, "select", { name: "tensor" });
  const format = make(document, "select", { name: "format", translate: "no" });
  const load = make(document, "button", { type: "button" });
  const whole = make(document, "button", { type: "button", class: "whole" });
  root.append(
    title,
    make(document, "div", { class: "line" }, tabs, copy, save),
    shown,
    make(document, "div", { class: "line take" }, tensor, format, load, whole),
  );
  format.append(...Object.keys(FORMATS).map((name) => make(document, "option", { value: name }, `.${name}`)));

  /** @type {Language} */
  let language = "pytorch";
  /** @type {Code | null} */
  let made = null;
  let stale = true;
  let near = false;
  /** @type {HTMLElement[]} */
  let lines = [];

  const inputs = Object.entries(LANGUAGES).map(([id, [name]]) => {
    const input = make(document, "input", { type: "radio", name: "language", value: id });
    input.checked = id === language;
    input.addEventListener("change", () => {
      language = /** @type {Language} */ (id);
      write();
    });
    tabs.append(make(document, "label", {}, input, make(document, "span", {}, name)));
    return input;
  });

  /** The code of what is shown now. */
  function write() {
    stale = true;
    // nobody sees it yet: a reader who types should not wait for it
    if (!near) return;
    stale = false;
    try {
      made = /** @type {Code} */ (
        code(studio.problem(), language, { steps: studio.steps(), lang: studio.lang() })
      );
    } catch (error) {
      made = null;
      lines = [];
      text.textContent = error instanceof Error ? error.message : String(error);
      return;
    }
    const [, comment] = LANGUAGES[language];
    lines = made.text.split("\n").map((line) => {
      const at = line.search(new RegExp(`(^|\\s)${comment}`));
      const said =
        at < 0 ? [line] : [line.slice(0, at), make(document, "span", { class: "remark" }, line.slice(at))];
      return make(document, "span", { class: "row" }, ...said, "\n");
    });
    text.replaceChildren(...lines);
    mark();
  }

  /** The lines of the present step. */
  function mark() {
    const [first, last] = made?.lines[studio.step()] ?? [0, -1];
    lines.forEach((line, k) => line.classList.toggle("on", k + 1 >= first && k + 1 <= last));
    const line = lines[first - 1];
    // the code moves, and never the page
    if (line && shown.scrollHeight > shown.clientHeight) {
      const top = line.offsetTop - shown.offsetTop;
      if (top < shown.scrollTop || top > shown.scrollTop + shown.clientHeight - 40)
        shown.scrollTop = top - 40;
    }
  }

  /** The tensor that a line makes. @param {EventTarget | null} target */
  function tensorAt(target) {
    const line = target instanceof Element ? target.closest(".row") : null;
    const at = lines.indexOf(/** @type {HTMLElement} */ (line)) + 1;
    if (!at || !made) return null;
    // of several on one line the last is what the picture shows: a key, and not the projection it is split from
    const found = Object.entries(made.tensors)
      .filter(([, [first, last]]) => at >= first && at <= last)
      .reverse()
      .sort(([, [a, b]], [, [c, d]]) => b - a - (d - c));
    return found[0]?.[0] ?? null;
  }
  shown.addEventListener("pointerover", ({ target }) => studio.ring(tensorAt(target)));
  shown.addEventListener("pointerleave", () => studio.ring(null));

  copy.addEventListener("click", async () => {
    const { page } = studio.words();
    try {
      await navigator.clipboard.writeText(made?.text ?? "");
      studio.tell(page.copied);
    } catch {
      // where the clipboard is refused, the text is ready to be copied by hand
      getSelection()?.selectAllChildren(text);
    }
  });
  save.addEventListener("click", () => {
    const name = language === "java" ? "SelfAttention" : "attention";
    if (made) give(`${name}.${LANGUAGES[language][2]}`, [made.text], "text/plain");
  });
  load.addEventListener("click", () => {
    const name = tensor.value;
    const { type, write } = FORMATS[format.value];
    give(`${name}.${format.value}`, [write(studio.trace()[name])], type);
  });
  // what is too long for a link goes home as a file, and comes back by being dropped
  whole.addEventListener("click", () =>
    give("problem.json", [JSON.stringify(studio.problem(), null, 1)], "application/json"),
  );
  new IntersectionObserver(
    (entries) => {
      near = entries.at(-1)?.isIntersecting ?? false;
      if (near && stale) write();
    },
    { rootMargin: "200px" },
  ).observe(root);

  return {
    mark,

    show() {
      write();
      const names = Object.entries(studio.trace() ?? {}).filter(([, one]) => one?.shape && one.data);
      const { element, page, ...all } = studio.words();
      const before = tensor.value;
      tensor.replaceChildren(
        ...names.map(([name, { shape }]) =>
          make(document, "option", { value: name }, `${tensorName(all, name)} ${shape.join("×")}`),
        ),
      );
      const last = names.some(([name]) => name === before) ? before : names.at(-1)?.[0];
      if (last) tensor.value = last;
    },

    /** @param {Record<string, any>} words */
    speak({ page }) {
      title.textContent = page.code;
      tabs.setAttribute("aria-label", page.code);
      copy.textContent = page.copy;
      save.textContent = page.save;
      load.textContent = page.save;
      whole.textContent = page.saveProblem;
      tensor.setAttribute("aria-label", page.tensor);
      format.setAttribute("aria-label", page.format);
    },

    inputs,
  };
}

/** @param {string} name of the file @param {BlobPart[]} parts @param {string} type */
function give(name, parts, type) {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  make(document, "a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
