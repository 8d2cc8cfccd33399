// docs.mjs: the documentation as HTML: the README below its picture, then the pages of web/docs.
import { cpSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { Marked } from "marked";
import { escape } from "../render/svg.js";
import { languages } from "../words/languages.js";
import { web } from "./shared.mjs";

const root = join(web, "..");

/** Returns the file name ending of a language's sources. @param {string} lang */
const ending = (lang) => (lang === languages[0].id ? ".md" : `.${lang}.md`);

/** Returns the id of a heading. It is the one that GitHub gives it, so links to headings work on both. @param {string} text */
const anchor = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/** @typedef {import("../lessons/front.js").Doc} Doc */

/**
 * Returns the pages of the documentation in a language. Copies the files that they link to into the site.
 * @param {string} lang
 * @param {{ site: string, up: string, told: string[] }} place the site's folder, the path to it from a page, and the
 *   stories that have pages
 * @returns {Doc[]}
 */
export function docsOf(lang, { site, up, told }) {
  const [, readme] = readFileSync(join(root, `README${ending(lang)}`), "utf8").split("</picture>");
  // in the order of the README's list
  const names = Array.from(readme.matchAll(/^- \[[^\]]+\]\(web\/docs\/(\w+)/gm), ([, name]) => name);
  const sources = names.map((name) => ({ name, path: `web/docs/${name}${ending(lang)}` }));
  const made = sources.map(({ name, path }) => page(name, path, readFileSync(join(root, path), "utf8")));
  // without the paragraph on how to see the player run: on the site it runs
  return [page("index", "README.md", readme.replace(/^\*\*[^]*?\n\n/m, "")), ...made];

  /** Renders a page. @param {string} name @param {string} path from the repository's root @param {string} text @returns {Doc} */
  function page(name, path, text) {
    const marked = new Marked({
      renderer: {
        heading({ tokens, depth, text }) {
          return `<h${depth} id="${anchor(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
        },
        // a story's name links to its page
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

  /**
   * Returns the address of a linked page or, for any other file, of its copy as text. Returns null for a folder: folders
   * of the repository are not on the site.
   * @param {string} folder
   * @param {string} href
   */
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
