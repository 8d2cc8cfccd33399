/** Writes HTML that embeds what is shown: the tag, or a frame for pages that allow no scripts. */
import { encodeLink } from "../input/index.js";
import { copyText } from "./page.js";

/** Attributes of the player that are part of what is shown. */
const NAMES = "story from to lang theme palette controls ask loop scale causal softmax head batch".split(" ");
/** Height of the frame, in px: every poster fits. */
const HEIGHT = 680;
/** Placeholder for the address of the files. */
const PLACE = "https://your-site.example/attention-player/";
/** Delay in ms, so that dragging a number does not rewrite the frame at every step. */
const PAUSE = 400;

/** @param {(selector: string) => HTMLElement} find @param {import("./page.js").Studio} studio */
export function createEmbedCode(find, studio) {
  const [tag, frame] = [find("#tag"), find("#frame")];
  let waiting = 0;

  /** Returns attributes with their values; no preset if the reader has changed the problem. @returns {[name: string, value: string][]} */
  function attributes() {
    const names = [...(studio.changed() ? [] : ["preset"]), ...NAMES];
    const values = Object.fromEntries(names.map((name) => [name, studio.player.getAttribute(name)]));
    const { compare } = studio.state();
    if (compare) values.compare = studio.player.getAttribute("compare") ?? JSON.stringify(compare);
    return Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  }

  function writeTag() {
    const quoted = (/** @type {string} */ value) => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    const given = attributes().map(([name, value]) => (value ? ` ${name}="${quoted(value)}"` : ` ${name}`));
    // no text in a problem may close the script
    const json = studio.changed() ? JSON.stringify(studio.problem()).replaceAll("<", "\\u003c") : "";
    const problem = json && `\n  <script type="application/json">${json}</script>\n`;
    tag.textContent =
      `<script type="module" src="attention-player/attention-player-core.js"></script>\n` +
      `<attention-player${given.join("")}>${problem}</attention-player>`;
  }

  /** Returns the fragment of the frame's address: attributes, or a link with all of the reader's work. @returns {Promise<string>} */
  async function hash() {
    if (studio.changed()) return encodeLink(studio.state(), { lang: studio.lang() });
    return String(new URLSearchParams(attributes()));
  }

  /** Returns the address of a file beside the player; on an author's own machine, which nobody else can reach, a placeholder. @param {string} name */
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
      // too long for a link
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
