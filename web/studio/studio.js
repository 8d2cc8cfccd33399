/** The script of the studio's page. Connects gallery, editor, player, code and links; uses the player as any page would. */
import { isSelf } from "../edit/index.js";
import { enable, icon, reflect } from "../element/dom.js";
import { attributesOf } from "../input/link/attributes.js";
import { languageOf, languages, loadWords, words } from "../words/index.js";
import { pageWords } from "../words/page/index.js";
import { cut } from "../words/sentence.js";
import { createCodePanel } from "./code-panel.js";
import { createComparison } from "./comparison.js";
import { createDice } from "./dice.js";
import { createEmbedCode } from "./embed-code.js";
import { createGallery, items } from "./gallery.js";
import { createImportPanel } from "./import-panel.js";
import { createMatrices } from "./matrices.js";
import { element } from "./page.js";
import { createShare } from "./share.js";
import { createSwitches } from "./switches.js";
import { createWordsPanel } from "./words-panel.js";

const find = (/** @type {string} */ selector) =>
  /** @type {HTMLElement} */ (document.querySelector(selector));
const player = /** @type {import("./page.js").Player} */ (document.querySelector("attention-player"));
const [stage, status] = [find("#stage"), find("#status")];
const undo = /** @type {HTMLButtonElement} */ (find("#undo"));
const redo = /** @type {HTMLButtonElement} */ (find("#redo"));
const reset = /** @type {HTMLButtonElement} */ (find("#reset"));
const language = /** @type {HTMLSelectElement} */ (find("select[name=lang]"));

/** Attributes that a link holds verbatim. */
const LOOKS = ["softmax", "theme", "palette", "controls", "ask", "from", "to"];
/** Attributes that belong to what is shown, and are removed when something else is. */
const OWN = ["story", "compare", "scale", "causal", "softmax", "ask", "head", "batch", "from", "to"];

await customElements.whenDefined("attention-player");
const attention = await /** @type {any} */ (player.constructor).attention;
let lang = languageOf(navigator.language).id;
let begun = false;

let forgetting = 0;
/** @param {string} text */
function announce(text) {
  status.classList.remove("welcome");
  status.textContent = text;
  clearTimeout(forgetting);
  forgetting = Number(setTimeout(() => (status.textContent = ""), 12_000));
}

/** @type {import("./page.js").Studio} */
const studio = {
  player,
  problem: () => player.problem ?? {},
  trace: () => player.trace ?? {},
  goTo(step) {
    player.ready.then(() => (player.step = step));
    stage.scrollIntoView({ block: "nearest" });
  },
  words: () => ({ ...words(lang), page: pageWords(lang) }),
  lang: () => lang,
  announce,
  set: (name, value) => reflect(player, name, value),
  paste: (given, text) => importPanel.paste(given, text),
  changed: () => player.canUndo || opened,

  /** Removes attributes of the player that would override the problem. */
  edit(problem, sort) {
    const error = player.edit(problem, sort);
    if (error) announce(error.message);
    else for (const name of ["scale", "causal"]) player.removeAttribute(name);
    return error;
  },

  state() {
    const { problem, story, step } = player;
    /** @type {Record<string, any>} */
    const state = { problem, story, lang };
    if (player.compare) state.compare = player.compare;
    if (step && player.currentTime > 0) state.step = step;
    if (player.playbackRate !== 1) state.speed = player.playbackRate;
    if (dice.seed !== null) state.seed = dice.seed;
    for (const name of LOOKS) if (player.hasAttribute(name)) state[name] = player.getAttribute(name);
    for (const name of ["head", "batch"])
      if (player.hasAttribute(name)) state[name] = Number(player.getAttribute(name));
    return state;
  },
};
// whether the problem comes from a link or a draft, not from an example
let opened = false;

const panel = (/** @type {string} */ name) => {
  const root = element("div", { class: name, id: name });
  find("#editor").append(root);
  return root;
};
const wordsPanel = createWordsPanel(panel("sentences"), studio, (which, how) => dice.draw(which, how));
const importPanel = createImportPanel(panel("inlets"), studio);
const matrices = createMatrices(panel("matrices"), studio, (given) => dice.buttonFor(given));
const dice = createDice(panel("dice"), studio, attention);
const switches = createSwitches(panel("switches"), studio);
const comparison = createComparison(panel("comparison"), (problem) => {
  player.compare = problem;
  player.story = "compare";
});
const codePanel = createCodePanel(find("#home"), studio);
const embedCode = createEmbedCode(find, studio);
const gallery = createGallery(find("#gallery"), ({ id }) => {
  share.remember();
  choose(id);
  share.chose(id);
});
const share = createShare({ ...studio, open, choose });

/** Opens an example of the gallery. @param {string} id @returns {boolean} whether there is one of that name */
function choose(id) {
  const item = items.find((item) => item.id === id);
  if (!item) return false;
  opened = false;
  dice.seed = null;
  for (const name of OWN) player.removeAttribute(name);
  // setting the same preset again would change nothing, and edits would stay
  player.problem = player.compare = null;
  player.setAttribute("preset", item.preset);
  for (const [name, value] of Object.entries(item.attributes ?? {})) player.setAttribute(name, value);
  comparison.forget();
  gallery.choose(id);
  player.ready.then(show, () => {});
  return true;
}

/** Opens the state of a link or a draft; a problem that cannot be shown changes nothing. @param {Record<string, any>} state */
async function open({ problem, story, compare, step, time, seed, lang: wanted, ...attributes }) {
  const before = studio.state();
  if (problem) player.problem = problem;
  await player.ready.catch((error) => {
    player.problem = before.problem;
    throw error;
  });
  opened = Boolean(problem) || opened;
  dice.seed = seed ?? null;
  for (const name of OWN) player.removeAttribute(name);
  player.compare = null;
  if (typeof compare === "string") player.setAttribute("compare", compare);
  else if (compare) player.compare = compare;
  if (story) player.story = story;
  for (const [name, value] of Object.entries(attributesOf(attributes))) studio.set(name, value);
  if (wanted && languageOf(wanted).id !== lang) await speak(wanted);
  player.pause();
  // a step takes precedence over a time, at which another version may show another step
  if (step !== undefined) player.step = step;
  else if (time !== undefined) player.currentTime = time;
  gallery.choose(null);
  comparison.forget();
  show();
}

/** Updates everything beside the player after a change; not before the link is opened, which would discard what was typed until then. */
function show() {
  if (!begun) return;
  const problem = studio.problem();
  for (const back of [undo, reset]) enable(back, player.canUndo);
  enable(redo, player.canRedo);
  wordsPanel.show();
  matrices.show(problem);
  switches.show();
  importPanel.show();
  codePanel.show();
  const { labels = {} } = problem;
  const names = { labels: labels.x ?? [], keys: (isSelf(problem) ? labels.x : labels.x_kv) ?? [] };
  const [head, batch] = ["head", "batch"].map((name) => Number(player.getAttribute(name)));
  comparison.show(player.trace?.weights, { ...names, head, batch, problem, words: studio.words() });
  embedCode.write();
}

/** @param {string} wanted a language tag */
async function speak(wanted) {
  const page = pageWords(wanted);
  const all = { ...(await loadWords(wanted)), page };
  const { id, tag } = languageOf(wanted);
  lang = id;
  document.documentElement.lang = tag;
  language.value = id;
  // follows a path such as "switches.score" into the page's words
  const text = (/** @type {string} */ path = "") =>
    path.split(".").reduce((part, name) => part[name], /** @type {any} */ (page));
  for (const named of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-words]")))
    named.replaceChildren(...cut(text(named.dataset.words)).map(piece));
  for (const named of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-label]"))) {
    named.setAttribute("aria-label", text(named.dataset.label));
    if (named instanceof HTMLButtonElement) named.title = text(named.dataset.label);
  }
  gallery.speak(all);
  importPanel.speak();
  dice.speak();
  if (status.matches(".welcome")) status.textContent = page.welcome;
  // the player, and with it a preset's labels, follows a little later
  setTimeout(show);
}

/** Makes a piece of a sentence; its name is that of the element around it. @param {import("../words/sentence.js").Span} span */
function piece({ text, name }) {
  return name ? element(/** @type {"kbd"} */ (name), {}, text) : text;
}

for (const { id, tag, name } of languages) {
  const option = new Option(name, id);
  option.lang = tag;
  language.append(option);
}
language.addEventListener("change", () => {
  player.removeAttribute("lang");
  speak(language.value);
});
undo.append(icon(document, "undo"));
redo.append(icon(document, "redo"));
undo.addEventListener("click", () => player.undo());
redo.addEventListener("click", () => player.redo());
reset.addEventListener("click", () => player.reset());
find("#share").addEventListener("click", () => share.share());
// the player's own button
const exporting = () => player.shadowRoot?.querySelector('[part~="export"]');
find("#export").addEventListener("click", () => /** @type {HTMLElement | null} */ (exporting())?.click());
document.addEventListener("keydown", (event) => {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (event.defaultPrevented || !(ctrlKey || metaKey) || altKey) return;
  // a text box has an undo of its own
  if (event.target instanceof HTMLTextAreaElement) return;
  const letter = key.toLowerCase();
  if (letter !== "z" && letter !== "y") return;
  event.preventDefault();
  const { activeElement: held } = document;
  // a field with the focus keeps its text
  if (held instanceof HTMLInputElement) held.blur();
  if (letter === "z" && !shiftKey) player.undo();
  else player.redo();
  if (held instanceof HTMLInputElement)
    (held.isConnected ? held : matrices.twinOf(held))?.focus({ preventScroll: true });
});
player.addEventListener("change", () => {
  // what was said of the change before no longer holds
  announce("");
  show();
  if (studio.changed()) gallery.choose(null);
  share.changed();
});
// on a phone the player stays in sight, small, while numbers are edited
new IntersectionObserver(([{ isIntersecting, boundingClientRect }]) => {
  stage.classList.toggle("past", !isIntersecting);
  stage.style.minHeight = isIntersecting ? "" : `${boundingClientRect.height}px`;
}).observe(stage);
// it would cover a field at the top of the window; not before the tap has ended, which would hit something else
find("#editor").addEventListener("focusin", ({ target }) => {
  const field = /** @type {HTMLElement} */ (target);
  if (field.matches(":read-write")) setTimeout(() => field.scrollIntoView({ block: "nearest" }));
});
player.addEventListener("stepchange", () => codePanel.mark());
new MutationObserver(() => {
  const wanted = player.getAttribute("lang");
  if (wanted && languageOf(wanted).id !== lang) speak(wanted);
  else embedCode.write();
}).observe(player, { attributes: true });

// the site's pages pass on their reader's language
await speak(new URLSearchParams(location.search).get("lang") ?? navigator.language);
await player.ready.catch(() => {});
gallery.choose("walk-through");
await share.begin();
begun = true;
show();
// shows a line of welcome and an animated hint, until something is changed
if (!studio.changed() && !status.textContent) {
  status.textContent = pageWords(lang).welcome;
  status.classList.add("welcome");
}
