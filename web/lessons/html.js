/** What all pages of the site share: head, header, players with their still pictures, cards. */
import { palettes } from "../render/themes.js";

/** @typedef {{ file(width: string, theme: string): string, width: number, height: number }} Still its files, and the size of the wide one */
/** @typedef {{ tag: string, name: string, href: string }} Place the page in a language */
/**
 * @typedef {object} Site what a page knows of the others
 * @property {Record<string, any>} words that all pages share
 * @property {string} tag of the language
 * @property {Place[]} languages of this page, itself among them
 * @property {string} root the way to the site's top
 * @property {string} home the way to the front page's folder in this language
 */
/** @typedef {{ title: string, href: string, text: string, note?: string, still: Still }} Card a link to a page, with a picture */

/** @type {Record<string, string>} */
const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** @param {unknown} text */
export const escape = (text) => String(text).replace(/[&<>"]/g, (sign) => entities[sign]);

/** @param {Record<string, string | undefined>} all */
export const attributes = (all) =>
  Object.entries(all)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (value ? ` ${name}="${escape(value)}"` : ` ${name}`))
    .join("");

/** @param {Still} still @param {string} text what it shows @param {"lazy" | "eager"} [loading] */
const picture = ({ file, width, height }, text, loading = "lazy") => `<picture>
<source media="(max-width: 700px) and (prefers-color-scheme: dark)" srcset="${file("narrow", "dark")}">
<source media="(max-width: 700px)" srcset="${file("narrow", "light")}">
<source media="(prefers-color-scheme: dark)" srcset="${file("wide", "dark")}">
<img src="${file("wide", "light")}" width="${width}" height="${height}" alt="${escape(text)}" loading="${loading}">
</picture>`;

/**
 * A player with its still picture.
 * @param {Record<string, string | undefined>} player its attributes @param {Still} still @param {string} text what the still shows
 * @param {"lazy" | "eager"} [loading]
 */
export const figure = (player, still, text, loading) => `<figure>
<attention-player${attributes(player)}>
${picture(still, text, loading)}
</attention-player>
</figure>`;

/** Colours of the roles, as the pictures have them. */
export const colours = `:root { ${Object.entries(palettes.classic)
  .map(([role, colour]) => `--${role}: ${colour};`)
  .join(" ")} }\n`;

/** What begins a page, with its scripts. @param {Site} site @param {{ title: string, description: string, scripts: string[] }} page scripts: from the site's top */
export const headOf = ({ tag, languages, root }, { title, description, scripts }) => `<!doctype html>
<html lang="${tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<meta name="description" content="${escape(description)}">
<meta property="og:title" content="${escape(title)}">
<meta property="og:description" content="${escape(description)}">
<link rel="icon" href="data:,">
${languages.map(({ tag, href }) => `<link rel="alternate" hreflang="${tag}" href="${href}">`).join("\n")}
<link rel="stylesheet" href="${root}player/attention-player.css">
<link rel="stylesheet" href="${root}lessons/lesson.css">
${scripts.map((file) => `<script type="module" src="${root}${file}"></script>\n`).join("")}</head>`;

/** @param {Site} site */
export const languagesOf = ({ tag, languages }) =>
  `<p class="languages">${languages
    .map(({ tag: other, name, href }) =>
      other === tag
        ? `<span aria-current="true">${escape(name)}</span>`
        : `<a href="${href}" lang="${other}" hreflang="${other}">${escape(name)}</a>`,
    )
    .join(" · ")}</p>`;

/** The way home. @param {Site} site */
export const brand = ({ words, home }) =>
  `<a class="brand" href="${home}index.html">${escape(words.site)}</a>`;

/** The header of a page that is no lesson. @param {Site} site */
export const headerOf = (site) => {
  const { words, root, home } = site;
  const places = [
    [words.lessons, `${home}lessons/index.html`],
    [words.stories, `${home}index.html#stories`],
    [words.studio, `${root}studio/index.html`],
  ];
  const links = places.map(([name, href]) => `<a href="${href}">${escape(name)}</a>`).join("");
  return `<header>${brand(site)}<nav class="places" aria-label="${escape(words.site)}">${links}</nav>${languagesOf(site)}</header>`;
};

/** @param {Card} card @param {string} heading its element */
const cardOf = ({ title, href, text, note, still }, heading) => `<li><a href="${href}">
${picture(still, "")}
<${heading}>${escape(title)}</${heading}></a>
<p>${escape(text)}</p>${note ? `\n<p class="count">${escape(note)}</p>` : ""}</li>`;

/** @param {Card[]} cards @param {string} look its class @param {string} [heading] of each */
export const cardsOf = (cards, look, heading = "h3") =>
  `<ul class="cards ${look}">\n${cards.map((card) => cardOf(card, heading)).join("\n")}\n</ul>`;
