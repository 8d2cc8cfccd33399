/** The studio's own few lines: which example, which language, the tag to copy. The player is used as any page would use it. */
import { presets } from "./presets.js";

const player = /** @type {HTMLElement} */ (document.querySelector("attention-player"));
const form = /** @type {HTMLFormElement} */ (document.querySelector("form"));
const weights = /** @type {HTMLElement} */ (document.querySelector("#weights"));
const tag = /** @type {HTMLElement} */ (document.querySelector("#tag"));
const copy = /** @type {HTMLButtonElement} */ (document.querySelector("#copy"));
const language = /** @type {HTMLSelectElement} */ (form.elements.namedItem("lang"));

// in the order of telling; "as-printed" is a choice of its own
/** @type {Record<string, [string, string]>} */
const titles = {
  "walk-through": ["Three inputs", "三个输入"],
  "one-query": ["One query", "一个查询"],
  layer: ["A small layer", "一个小层"],
  "two-words": ["Two words", "两个词"],
  "eight-heads": ["Eight heads", "八个头"],
  batch: ["A batch of two", "两条一批"],
  "english-french": ["English to French", "英译法"],
  "chinese-english": ["Chinese to English", "中译英"],
};

const choices = Object.keys(titles)
  .filter((name) => name in presets)
  .map((name) => {
    const input = document.createElement("input");
    Object.assign(input, { type: "radio", name: "preset", value: name, checked: name === "walk-through" });
    const title = document.createElement("span");
    const label = document.createElement("label");
    label.append(input, title);
    form.querySelector(".presets")?.append(label);
    return { name, input, title };
  });

/** @param {string} lang */
function speak(lang) {
  document.documentElement.lang = lang === "zh" ? "zh-CN" : "en";
  language.value = lang;
  for (const { name, title } of choices) title.textContent = titles[name][lang === "zh" ? 1 : 0];
  write();
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

speak(/^zh/i.test(navigator.language) ? "zh" : "en");
