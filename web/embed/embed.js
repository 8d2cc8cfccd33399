/** A player in a frame: shows what the address asks for, and reports its height to the embedding page. */
import { linkWords } from "../words/input/link/index.js";
import { fill } from "../words/sentence.js";
import { readAddress } from "./address.js";
import { speakToPage } from "./messages.js";
import { createShow, known } from "./show.js";
import { adoptStyle } from "./style.js";

const MODULE = "attention-player-core.js";
const CLASSIC = "attention-player.classic.js";

const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
const root = document.documentElement;
const content = /** @type {HTMLElement} */ (document.querySelector("main"));
const refused = /** @type {HTMLElement} */ (document.querySelector("#refused"));

adoptStyle(document);

/** Loads the player. A sandboxed frame or a page opened from disk may load a classic script, but no module. */
async function load() {
  const loaded = origin === "null" ? null : await import(new URL(MODULE, src).href).catch(() => null);
  return loaded ?? addScript(new URL(CLASSIC, src).href);
}

/** @param {string} address @returns {Promise<unknown>} */
function addScript(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.onload = resolve;
    script.onerror = reject;
    script.src = address;
    document.head.append(script);
  });
}

/** @param {string} text "" hides the error */
function showError(text) {
  refused.textContent = text;
  refused.hidden = text === "";
}

/** The theme that the embedding page reports, "light" or "dark"; otherwise "". */
let around = "";

/** Sets the language, title and colour scheme of the document to the player's. @param {Element | null} [player] */
function follow(player = content.querySelector("attention-player")) {
  const { frame } = linkWords(player?.getAttribute("lang") || navigator.language);
  root.lang = frame.tag;
  document.title = frame.title;
  const theme = player?.getAttribute("theme") ?? "";
  root.style.colorScheme = /^(light|dark)$/.test(theme) ? theme : around;
}

/** @param {import("./show.js").Player} player */
function place(player) {
  follow(player);
  content.append(player);
  new MutationObserver(() => follow()).observe(player, { attributeFilter: ["lang", "theme"] });
}

function start() {
  const show = createShow(place, showError);
  let turn = 0;
  const open = async () => {
    const latest = ++turn;
    const request = await readAddress(location.hash, known(), root.lang);
    // a later address wins over one that is still being read
    if (latest === turn) show(request);
  };
  addEventListener("hashchange", open);
  return open();
}

follow();
speakToPage(content, (theme) => {
  around = theme;
  follow();
});
load().then(start, () => showError(fill(linkWords(root.lang).frame.missing, { file: CLASSIC })));
