// posters.mjs: writes the first picture of every preset, in every language, for the widths of a phone, a post's column and a
// page, as modules of web/build/posters. The shell shows one until the player has loaded.
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { JSDOM, VirtualConsole } from "jsdom";
import { frameFor, wholeHeight } from "../element/frame.js";
import { dataOf } from "../poster.js";
import { languages } from "../words/languages.js";

const folder = fileURLToPath(new URL("../build/posters/", import.meta.url));
const widths = [360, 680, 1104];

const { window } = new JSDOM("", { virtualConsole: new VirtualConsole() });
for (const name of ["HTMLElement", "customElements"]) globalThis[name] = window[name];
const { loadPresets, presets } = await import("../player.js");
await loadPresets();
mkdirSync(folder, { recursive: true });
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
      // as high as the player at any width: the picture makes up for rows that are higher or lower
      const stage = picture.querySelector(".stage");
      const corner = parseFloat(picture.style.getPropertyValue("--corner-height")) || 0;
      const tall = Number(stage.querySelector("svg").getAttribute("height")) - corner;
      const height = wholeHeight(frameFor(width), tall);
      Object.assign(picture.style, { display: "flex", flexDirection: "column", height: `${height}px` });
      Object.assign(stage.style, { flex: "1 0", minHeight: "0" });
      const name = `${preset}.${lang}.${frameFor(width).kind}.js`;
      // null for a map of many tokens, which is painted on a canvas
      const poster = JSON.stringify(picture.querySelector("canvas") ? null : dataOf(picture));
      writeFileSync(`${folder}${name}.${process.pid}`, `export default ${poster};\n`);
      renameSync(`${folder}${name}.${process.pid}`, `${folder}${name}`);
      made.add(name);
    }
for (const name of readdirSync(folder)) if (!made.has(name)) rmSync(folder + name);
process.exit(0);
