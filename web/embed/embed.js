/** A player in a frame of somebody's page: shows what the address says, and tells the page how high it is. */
import { linkWords } from "../words/input/link/index.js";
import { fill } from "../words/sentence.js";
import { readAddress } from "./address.js";
import { speakToPage } from "./messages.js";
import { createShow, known } from "./show.js";
import { dress } from "./style.js";

const MODULE = "attention-player-core.js";
const CLASSIC = "attention-player.classic.js";

const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
const root = document.documentElement;
const content = /** @type {HTMLElement} */ (document.querySelector("main"));
const refused = /** @type {HTMLElement} */ (document.querySelector("#refused"));

dress(document);

/** The player's code. A sandbox, and a page from the disk, may take a plain script, but no module. */
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

/** @param {string} text empty: nothing is wrong */
function tell(text) {
  refused.textContent = text;
  refused.hidden = text === "";
}

/** Light or dark, as the page around says, if it does. */
let around = "";

/** Language, title and colours of the page are the player's. @param {Element | null} [player] */
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
  const show = createShow(place, tell);
  let turn = 0;
  const open = async () => {
    const own = ++turn;
    const asked = await readAddress(location.hash, known(), root.lang);
    // what is opened later wins over what is still being read
    if (own === turn) show(asked);
  };
  addEventListener("hashchange", open);
  return open();
}

follow();
speakToPage(content, (theme) => {
  around = theme;
  follow();
});
load().then(start, () => tell(fill(linkWords(root.lang).frame.missing, { file: CLASSIC })));
