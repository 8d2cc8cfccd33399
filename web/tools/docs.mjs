// docs.mjs: the README below its picture, which begins the documentation, and the pages of web/docs, as HTML.
import { cpSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Marked } from "marked";
import { escape } from "../render/svg.js";
import { languages } from "../words/languages.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The name that a language's sources end with. @param {string} lang */
const ending = (lang) => (lang === languages[0].id ? ".md" : `.${lang}.md`);

/** As GitHub names it, so that a link to a heading is the same there and here. @param {string} text */
const anchor = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/** @typedef {import("../lessons/front.js").Doc} Doc */

/**
 * @param {string} lang
 * @param {{ site: string, up: string, told: string[] }} place the site's folder, the way to it from a page, and the stories that have pages
 * @returns {Doc[]}
 */
export function docsOf(lang, { site, up, told }) {
  const [, readme] = readFileSync(join(root, `README${ending(lang)}`), "utf8").split("</picture>");
  // in the order of its list
  const names = Array.from(readme.matchAll(/^- \[[^\]]+\]\(web\/docs\/(\w+)/gm), ([, name]) => name);
  const sources = names.map((name) => ({ name, path: `web/docs/${name}${ending(lang)}` }));
  const made = sources.map(({ name, path }) => page(name, path, readFileSync(join(root, path), "utf8")));
  // who reads them on the site sees it play
  return [page("index", "README.md", readme.replace(/^\*\*[^]*?\n\n/m, "")), ...made];

  /** @param {string} name @param {string} path from the top @param {string} text @returns {Doc} */
  function page(name, path, text) {
    const marked = new Marked({
      renderer: {
        heading({ tokens, depth, text }) {
          return `<h${depth} id="${anchor(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
        },
        // a story's name leads to its page
        codespan({ text }) {
          const code = `<code>${escape(text)}</code>`;
          return name === "stories" && told.includes(text)
            ? `<a href="../stories/${text}.html">${code}</a>`
            : code;
        },
        link({ href, tokens }) {
          const text = this.parser.parseInline(tokens);
          const target = /^(#|https:)/.test(href) ? href : within(dirname(path), href);
          return target ? `<a href="${target}">${text}</a>` : text;
        },
      },
    });
    const body = marked
      .parse(text)
      .replace(/<table>/g, '<div class="scroll" tabindex="0"><table>')
      .replace(/<\/table>/g, "</table></div>")
      .replace(/<pre>/g, '<pre tabindex="0" translate="no">');
    const [, title = "", description = ""] = /^# (.*)\n\n([^]*?)\n\n/.exec(text) ?? [];
    const plain = description.replace(/\[([^\]]+)\]\([^)]*\)|`/g, "$1").replace(/\s+/g, " ");
    return { name, title, description: plain, body };
  }

  /** A page of these, or a copy of a file, as text; a folder of the repository is not on the site. @param {string} folder @param {string} href */
  function within(folder, href) {
    const [file, place] = href.split("#");
    const path = join(folder, file);
    const { name } = sources.find((source) => source.path === path) ?? {};
    if (name) return `${name}.html${place ? `#${place}` : ""}`;
    if (statSync(join(root, path)).isDirectory()) return null;
    const copy = `docs/files/${path.replaceAll("/", "-")}.txt`;
    mkdirSync(join(site, "docs/files"), { recursive: true });
    cpSync(join(root, path), join(site, copy));
    return up + copy;
  }
}
