/** The studio's own few lines: which problem, which language. The player is used as any page would use it. */
import { presets } from "./presets.js";

const player = /** @type {HTMLElement} */ (document.querySelector("attention-player"));
const form = /** @type {HTMLFormElement} */ (document.querySelector("form"));
const other = /** @type {HTMLSelectElement} */ (form.elements.namedItem("other"));
const language = /** @type {HTMLSelectElement} */ (form.elements.namedItem("lang"));

/** @type {Record<string, [string, string]>} */
const titles = {
  "one-query": ["One query at a time", "逐个查询"],
  layer: ["A small layer", "一个小层"],
  "two-words": ["Two words", "两个词"],
  "eight-heads": ["Two words, eight heads", "两个词，八个头"],
  batch: ["A batch of two, with biases", "两条一批，带偏置"],
  "english-french": ["English to French", "英译法"],
  "chinese-english": ["Chinese to English", "中译英"],
};
const names = Object.keys(presets).filter((name) => name in titles);
for (const name of names) other.append(new Option(name, name));

/** @param {string} lang */
function speak(lang) {
  document.documentElement.lang = lang === "zh" ? "zh-CN" : "en";
  language.value = lang;
  for (const option of other.options) {
    if (option.value) option.textContent = titles[option.value][lang === "zh" ? 1 : 0];
  }
}

form.addEventListener("change", (event) => {
  const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target);
  if (field === language) {
    player.removeAttribute("lang");
    return speak(field.value);
  }
  // what the reader switched belongs to the problem that was
  for (const name of ["story", "scale", "causal"]) player.removeAttribute(name);
  if (field === other) for (const radio of form.querySelectorAll("input")) radio.checked = false;
  else other.value = "";
  player.setAttribute("preset", field.value || "walk-through");
});
form.addEventListener("submit", (event) => event.preventDefault());

speak(/^zh/i.test(navigator.language) ? "zh" : "en");
