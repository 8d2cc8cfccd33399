/** The export dialog: the reader chooses the kind of file, a part of the story and its look, then makes the file. */
import { icon, label, makeButton, maker, say } from "../../element/dom.js";
import { adoptSheets } from "../../element/style.js";
import { languageOf } from "../../words/languages.js";
import { exportWords } from "../../words/export/index.js";
import { fill } from "../../words/sentence.js";
import { exportPlayer, shownAs } from "../in-page.js";
import { kinds } from "./choices.js";
import { createChooser, createFields } from "./fields.js";
import { style } from "./style.js";

/** @typedef {import("../../element/controller.js").Controller} Controller */

/** Milliseconds without a change before the preview is drawn: a width is typed digit by digit. */
const PAUSE = 150;

/** Opens the dialog. @param {Controller} controller of a player that shows a picture */
export function openExport(controller) {
  const document = controller.host.ownerDocument;
  const element = maker(document);
  const words = exportWords(controller.lang);
  const { tag } = languageOf(controller.lang);
  const all = controller.scene.steps;
  const told = (/** @type {any} */ { title, subtitle }) => (subtitle ? `${title} · ${subtitle}` : title);
  const names = all.map((/** @type {any} */ step) => [step.id, told(step)]);
  const outer = element("div", { class: "export" });
  const root = outer.attachShadow({ mode: "open" });

  /** @param {string} name @param {() => void} onclick */
  const button = (name, onclick) => makeButton(document, { class: name, onclick }, words[name] ?? "");
  const closing = { class: "close", onclick: () => dialog.close() };
  const close = makeButton(document, closing, icon(document, "close"));
  label(close, controller.words.close, true);
  const title = element("h2", { id: "title" }, words.title);
  const chosen = createChooser(element, words);
  const fields = createFields(element, words);
  const image = element("img", { alt: "" });
  const size = element("p");
  const aside = element("div", { class: "preview" }, image, size);
  const said = element("p", { role: "status" });
  const error = element("p", { class: "error", role: "alert", hidden: true });
  const bar = element("progress", { max: "1", hidden: true, "aria-label": words.title });
  const cancel = button("cancel", () => (making ? making.abort() : dialog.close()));
  const copy = button("copy", copyTag);
  const link = (/** @type {string} */ name, /** @type {Record<string, string>} */ attributes) =>
    element("a", { class: name, hidden: true, ...attributes }, words[name]);
  const open = link("open", { target: "_blank", rel: "noopener" });
  const save = link("save", { download: "" });
  const start = button("make", makeFile);
  const footer = element("footer", {}, said, bar, error, cancel, copy, open, start, save);
  const form = element("form", { onsubmit: submit }, chosen.root, fields.root, aside);
  const head = element("header", {}, title, close);
  const dialog = element("dialog", { "aria-labelledby": "title", lang: tag }, head, form, footer);
  root.append(dialog);
  adoptSheets(root, [{ name: "export", text: () => style }]);

  /** The export in progress. @type {AbortController | null} */
  let making = null;
  /** The finished file. @type {Blob | null} */
  let file = null;
  let waiting = 0;
  let turn = 0;
  /** The object URL of each element, revoked when another replaces it. @type {Map<Element, string>} */
  const addresses = new Map();

  form.addEventListener("input", change);
  // keys pressed in the dialog must not reach the player
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  dialog.addEventListener("cancel", (event) => {
    if (!making) return;
    event.preventDefault();
    making.abort();
  });
  dialog.addEventListener("close", () => {
    clearTimeout(waiting);
    making?.abort();
    for (const node of addresses.keys()) address(node, null);
    outer.remove();
  });
  controller.view?.root.append(outer);
  const { theme } = controller.state.options;
  const reached = controller.reached?.id ?? "";
  const { steps } = /** @type {import("../../element/range.js").Range} */ (controller.range);
  const first = { step: reached, from: steps[0].id, to: steps.at(-1)?.id ?? "", lang: controller.lang };
  fields.set({ ...first, theme: theme === "dark" ? theme : "light", width: "800" });
  change();
  dialog.showModal();

  /** @param {Event} event fired by Enter in a field */
  function submit(event) {
    event.preventDefault();
    if (!making) makeFile();
  }

  /** Points an attribute of a node at a blob; null removes it. @param {Element} node @param {Blob | null} blob @param {string} [name] of the attribute */
  function address(node, blob, name = "href") {
    const former = addresses.get(node);
    if (former) URL.revokeObjectURL(former);
    addresses.delete(node);
    if (!blob) return node.removeAttribute(name);
    const url = URL.createObjectURL(blob);
    addresses.set(node, url);
    node.setAttribute(name, url);
  }

  /** Shows, hides and disables buttons and settings for the current state. */
  function show() {
    chosen.root.disabled = fields.root.disabled = making !== null;
    bar.hidden = !making;
    start.hidden = file !== null || making !== null;
    save.hidden = open.hidden = file === null;
    copy.hidden = file === null || chosen.kind !== "tag";
    say(cancel, file ? controller.words.close : words.cancel);
  }

  /** Handles a change of any choice: discards the finished file and schedules a preview. */
  function change() {
    file = null;
    fields.show(chosen.kind, names);
    say(said, "");
    refuse("");
    show();
    clearTimeout(waiting);
    waiting = Number(setTimeout(preview, PAUSE));
  }

  /** Shows a still picture of the current choice and an estimate of the file's size. */
  async function preview() {
    const mine = ++turn;
    const { kind } = chosen;
    const options = { ...fields.options(kind), type: kind };
    try {
      const { picture } = await shownAs(controller, options);
      if (mine !== turn || !dialog.open) return;
      const { width, height, duration: seconds, steps, description } = picture;
      const { fps = 0, scale = 1 } = options;
      const svg = new Blob([picture.at()], { type: "image/svg+xml" });
      address(image, svg, "src");
      image.alt = description;
      const isSized = kinds[kind].fields.includes("width");
      const pixels = { width: width * scale, height: Math.ceil(height * scale) };
      say(size, isSized ? fill(words.shown, pixels) : "");
      const area = pixels.width * pixels.height;
      const measures = { svg: svg.size, pixels: area, seconds, fps, steps: steps.length };
      if (!said.textContent) say(said, fill(words.about, { size: bytes(kinds[kind].bytes(measures), 2) }));
    } catch (thrown) {
      if (mine === turn) refuse(/** @type {Error} */ (thrown).message);
    }
  }

  /** @param {number} count @param {number} digits significant digits */
  function bytes(count, digits) {
    const [unit, much] = count < 1e6 ? ["kilobyte", count / 1e3] : ["megabyte", count / 1e6];
    const how = { style: "unit", unit, maximumSignificantDigits: digits };
    return new Intl.NumberFormat(tag, /** @type {Intl.NumberFormatOptions} */ (how)).format(much);
  }

  /** @param {string} message one sentence; "" clears the error */
  function refuse(message) {
    error.hidden = message === "";
    say(error, message && fill(controller.words.errors.shown, { message }));
  }

  async function makeFile() {
    const { kind } = chosen;
    const mine = (making = new AbortController());
    const { signal } = mine;
    const percent = new Intl.NumberFormat(tag, { style: "percent" });
    bar.removeAttribute("value");
    refuse("");
    say(said, words.making);
    show();
    cancel.focus();
    /** @param {number} share */
    const onProgress = (share) => {
      // stops when the player has been removed from the page
      if (!dialog.isConnected) mine.abort();
      bar.value = share;
      bar.setAttribute("aria-valuetext", percent.format(share));
    };
    try {
      file = await exportPlayer(controller, { ...fields.options(kind), type: kind, signal, onProgress });
      signal.throwIfAborted();
      const { ending } = kinds[kind];
      save.download = `attention-${controller.scene.story}-${fields.options(kind).lang}.${ending}`;
      for (const node of [open, save]) address(node, file);
      say(said, fill(words.made, { name: save.download, size: bytes(file.size, 3) }));
    } catch (thrown) {
      file = null;
      say(said, signal.aborted ? words.stopped : "");
      if (!signal.aborted) refuse(/** @type {Error} */ (thrown).message);
    }
    making = null;
    show();
    (file ? save : start).focus();
  }

  async function copyTag() {
    try {
      await navigator.clipboard.writeText(await /** @type {Blob} */ (file).text());
      say(said, words.copied);
    } catch {
      say(said, words.uncopied);
    }
  }
}
