/** The studio's own few lines: which example, which language, the tag to copy. The player is used as any page would use it. */
import { languageOf, languages, loadWords, words } from "./words/index.js";
import { cut } from "./words/sentence.js";

const player = /** @type {HTMLElement} */ (document.querySelector("attention-player"));
const form = /** @type {HTMLFormElement} */ (document.querySelector("form"));
const weights = /** @type {HTMLElement} */ (document.querySelector("#weights"));
const tag = /** @type {HTMLElement} */ (document.querySelector("#tag"));
const copy = /** @type {HTMLButtonElement} */ (document.querySelector("#copy"));
const language = /** @type {HTMLSelectElement} */ (form.elements.namedItem("lang"));

for (const { id, tag, name } of languages) {
  const option = new Option(name, id);
  option.lang = tag;
  language.append(option);
}

// "as-printed" is a choice of its own
const choices = Object.keys(words().presets)
  .filter((name) => name !== "as-printed")
  .map((name) => {
    const input = document.createElement("input");
    Object.assign(input, { type: "radio", name: "preset", value: name, checked: name === "walk-through" });
    const title = document.createElement("span");
    const label = document.createElement("label");
    label.append(input, title);
    form.querySelector(".presets")?.append(label);
    return { name, input, title };
  });

/** @param {string} wanted a language tag */
async function speak(wanted) {
  const { page, presets } = await loadWords(wanted);
  const { id, tag } = languageOf(wanted);
  document.documentElement.lang = tag;
  language.value = id;
  for (const element of document.querySelectorAll("[data-words]")) {
    const text = page[/** @type {HTMLElement} */ (element).dataset.words ?? ""];
    element.replaceChildren(...cut(text).map(piece));
  }
  for (const { name, title } of choices) title.textContent = presets[name].title;
  write();
}

/** A piece of a sentence; its name is the element it stands in. @param {import("./words/sentence.js").Span} span */
function piece({ text, name }) {
  if (!name) return text;
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

/** What to paste for what is shown: the preset, and the reader's own choices. */
function write() {
  const names = ["preset", "story", "lang", "theme", "palette", "loop", "scale", "causal", "softmax", "head"];
  const attributes = names
    .filter((name) => player.hasAttribute(name))
    .map((name) => (player.getAttribute(name) ? ` ${name}="${player.getAttribute(name)}"` : ` ${name}`));
  tag.textContent = `<script type="module" src="attention-player.js"></script>\n<attention-player${attributes.join("")}></attention-player>`;
}

/** @param {string} name */
function show(name) {
  // what the reader switched belongs to the example that was
  for (const attribute of ["story", "scale", "causal", "head", "batch"]) player.removeAttribute(attribute);
  player.setAttribute("preset", name);
  const printed = name === "as-printed";
  weights.hidden = !printed && name !== "walk-through";
  for (const { input } of choices) input.checked = input.value === (printed ? "walk-through" : name);
  for (const input of weights.querySelectorAll("input")) input.checked = input.value === name;
}

form.addEventListener("change", ({ target }) => show(/** @type {HTMLInputElement} */ (target).value));
language.addEventListener("change", () => {
  player.removeAttribute("lang");
  speak(language.value);
});
weights.addEventListener("change", ({ target }) => show(/** @type {HTMLInputElement} */ (target).value));
form.addEventListener("submit", (event) => event.preventDefault());
new MutationObserver(write).observe(player, { attributes: true });

copy.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(tag.textContent ?? "");
    copy.classList.add("done");
    setTimeout(() => copy.classList.remove("done"), 1500);
  } catch {
    // where the clipboard is refused, the text is ready to be copied by hand
    getSelection()?.selectAllChildren(tag);
  }
});

speak(navigator.language);
