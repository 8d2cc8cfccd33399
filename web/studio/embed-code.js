/** HTML that embeds what is shown: the tag, or a frame where a page allows no scripts. */
import { encodeLink } from "../input/index.js";
import { copyText } from "./page.js";

/** Attributes of the player that belong to what is shown. */
const NAMES = "story from to lang theme palette controls ask loop scale causal softmax head batch".split(" ");
/** px in which every poster has room. */
const HEIGHT = 680;
/** Where the files will be. */
const PLACE = "https://your-site.example/attention-player/";
/** A reader who drags a number is not followed at every step. */
const PAUSE = 400;

/** @param {(selector: string) => HTMLElement} find @param {import("./page.js").Studio} studio */
export function createEmbedCode(find, studio) {
  const [tag, frame] = [find("#tag"), find("#frame")];
  let waiting = 0;

  /** Attributes with their values; no preset where the reader has changed the problem. @returns {[name: string, value: string][]} */
  function attributes() {
    const names = [...(studio.changed() ? [] : ["preset"]), ...NAMES];
    const values = Object.fromEntries(names.map((name) => [name, studio.attribute(name)]));
    const { compare } = studio.state();
    if (compare) values.compare = studio.attribute("compare") ?? JSON.stringify(compare);
    return Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  }

  function writeTag() {
    const quoted = (/** @type {string} */ value) => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    const given = attributes().map(([name, value]) => (value ? ` ${name}="${quoted(value)}"` : ` ${name}`));
    // what a problem says may close no script
    const json = studio.changed() ? JSON.stringify(studio.problem()).replaceAll("<", "\\u003c") : "";
    const problem = json && `\n  <script type="application/json">${json}</script>\n`;
    tag.textContent =
      `<script type="module" src="attention-player/attention-player-core.js"></script>\n` +
      `<attention-player${given.join("")}>${problem}</attention-player>`;
  }

  /** What the address of a frame says: keys, or all of the reader's work. @returns {Promise<string>} */
  async function hash() {
    if (studio.changed()) return encodeLink(studio.state(), { lang: studio.lang() });
    return String(new URLSearchParams(attributes()));
  }

  /** The address of a file that lies beside the player; of an author's own machine nobody else has one. @param {string} name */
  function beside(name) {
    const { src } = /** @type {HTMLScriptElement} */ (find("script[src*=attention-player]"));
    const isLocal = /^(localhost|127\.|\[::1\])/.test(location.hostname);
    return new URL(name, isLocal ? PLACE : src).href;
  }

  async function writeFrame() {
    const timer = waiting;
    const text = await hash().then(
      (hash) =>
        `<iframe src="${beside("embed.html")}#${hash.replaceAll("&", "&amp;")}" title="${studio.words().element.player}"\n` +
        `  width="100%" height="${HEIGHT}" style="border: 0" loading="lazy" allow="fullscreen"></iframe>\n` +
        `<script src="${beside("embed-frames.js")}" async></script>`,
      // too much for a link
      ({ message }) => message,
    );
    if (timer === waiting) frame.textContent = text;
  }

  for (const code of [tag, frame]) {
    const button = code.closest(".tag")?.querySelector("button");
    button?.addEventListener("click", () => copyText(studio, code));
  }

  return {
    write() {
      writeTag();
      clearTimeout(waiting);
      waiting = Number(setTimeout(writeFrame, PAUSE));
    },
  };
}
