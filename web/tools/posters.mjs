// posters.mjs: writes the first picture of every preset, in every language, for the widths of a phone, a post's column and a
// page, as modules of web/build/posters. The shell shows one until the player has loaded.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { JSDOM, VirtualConsole } from "jsdom";
import { frameFor, wholeHeight } from "../element/frame.js";
import { dataOf } from "../poster.js";
import { languages } from "../words/languages.js";
import { build, widths, write } from "./shared.mjs";

const { window } = new JSDOM("", { virtualConsole: new VirtualConsole() });
for (const name of ["HTMLElement", "customElements"]) globalThis[name] = window[name];
const { loadPresets, presets } = await import("../player.js");
await loadPresets();
const made = new Set();
for (const preset of Object.keys(presets))
  for (const { id: lang } of languages)
    for (const width of widths) {
      const player = window.document.createElement("attention-player");
      Object.defineProperty(player, "clientWidth", { value: width });
      Object.entries({ preset, lang, theme: "light" }).forEach(([name, value]) =>
        player.setAttribute(name, value),
      );
      window.document.body.append(player);
      await player.ready;
      const picture = player.shadowRoot.querySelector(".ap");
      player.remove();
      // the bar, which only the player shows, has a fixed height; tables are written in idle time, so how many there are by now
      // depends on the machine
      for (const part of picture.querySelectorAll(".bar, .heard")) part.replaceChildren();
      for (const invisible of picture.querySelectorAll('svg [opacity="0"]')) invisible.remove();
      // as high as the player at any width: the picture makes up for rows that are higher or lower
      const stage = picture.querySelector(".stage");
      const corner = parseFloat(picture.style.getPropertyValue("--corner-height")) || 0;
      const tall = Number(stage.querySelector("svg").getAttribute("height")) - corner;
      const height = wholeHeight(frameFor(width), tall);
      picture.style.cssText += `display: flex; flex-direction: column; height: ${height}px;`;
      // a page of many is laid out and painted only where it is read; outlines extend slightly beyond the box
      picture.style.cssText += "content-visibility: auto; overflow-clip-margin: 8px;";
      // so that what is in view takes one pass, not another for the stage
      stage.style.cssText += "flex: 1 0; min-height: 0; content-visibility: visible;";
      const name = `${preset}.${lang}.${frameFor(width).kind}.js`;
      // null for a map of many tokens, which is painted on a canvas
      const poster = JSON.stringify(picture.querySelector("canvas") ? null : dataOf(picture));
      write(`posters/${name}`, `export default ${poster};\n`);
      made.add(name);
    }
for (const name of readdirSync(join(build, "posters")))
  if (!made.has(name)) rmSync(join(build, "posters", name));
process.exit(0);
