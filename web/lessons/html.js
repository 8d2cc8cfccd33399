/** The HTML that all pages of the site share: head, header, players with their still pictures, cards. */
import { escape } from "../render/svg.js";
import { palettes } from "../render/themes.js";

/** @typedef {{ file(width: string, theme: string): string, width: number, height: number }} Still file: the address of each version; width, height: of the wide one, in px */
/** @typedef {{ tag: string, name: string, href: string }} Place a link to the page in one language */
/**
 * @typedef {object} Site what a page needs to link to the others
 * @property {Record<string, any>} words that all pages share
 * @property {string} tag of the language
 * @property {Place[]} languages the versions of this page, itself included
 * @property {string} root the relative path to the root of the site
 * @property {string} home the relative path to the folder of the front page in this language
 * @property {string} [address] of the page on the web
 */
/** @typedef {{ title: string, description: string, scripts: string[], share?: string }} Page the content of its head; share: the preview image, as a path from the root of the site */
/** @typedef {{ title: string, href: string, text: string, note?: string, still: Still }} Card a link to a page, with a picture */

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
 * Returns a player with its still picture.
 * @param {Record<string, string | undefined>} player its attributes @param {Still} still @param {string} text what the still shows
 * @param {"lazy" | "eager"} [loading]
 */
export const figure = (player, still, text, loading) => `<figure>
<attention-player${attributes(player)}>
${picture(still, text, loading)}
</attention-player>
</figure>`;

/** Words that highlight a tensor are underlined in its colour; that of weights is too pale for a line. */
export const colours = Object.entries({ ...palettes.classic, weight: palettes.classic.score })
  .map(([role, colour]) => `.${role} { text-decoration-color: ${colour}; }\n`)
  .join("");

/** Returns the start of a page, up to </head>. @param {Site} site @param {Page} page scripts: as paths from the root of the site */
export const headOf = (
  { tag, languages, root, address },
  { title, description, scripts, share },
) => `<!doctype html>
<html lang="${tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<meta name="description" content="${escape(description)}">
<meta property="og:title" content="${escape(title)}">
<meta property="og:description" content="${escape(description)}">
${address && share ? known(address, languages, new URL(root + share, address)) : ""}<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}player/attention-player.css">
<link rel="stylesheet" href="${root}lessons/lesson.css">
${scripts.map((file) => `<script type="module" src="${root}${file}"></script>\n`).join("")}</head>`;

/** Returns the links for search engines and social networks, which need absolute addresses. @param {string} page @param {Place[]} languages of it @param {URL} share */
const known = (page, languages, share) =>
  [
    ...languages.map(
      ({ tag, href }) => `<link rel="alternate" hreflang="${tag}" href="${escape(new URL(href, page))}">\n`,
    ),
    `<meta property="og:url" content="${escape(page)}">\n`,
    `<meta property="og:image" content="${escape(share)}">\n`,
    '<meta name="twitter:card" content="summary_large_image">\n',
  ].join("");

/** @param {Site} site */
export const languagesOf = ({ tag, languages }) =>
  `<p class="languages">${languages
    .map(({ tag: other, name, href }) =>
      other === tag
        ? `<span aria-current="true">${escape(name)}</span>`
        : `<a href="${href}" lang="${other}" hreflang="${other}">${escape(name)}</a>`,
    )
    .join(" · ")}</p>`;

/** Returns the link to the front page. @param {Site} site */
export const brand = ({ words, home }) =>
  `<a class="brand" href="${home}index.html">${escape(words.site)}</a>`;

/** Returns the address of the studio in the page's language. @param {Site} site @param {string} [example] the example to open */
export const studioOf = ({ tag, root }, example) =>
  `${root}studio/index.html?lang=${tag}${example ? `#${example}` : ""}`;

/** Returns the header of a page other than a lesson. @param {Site} site */
export const headerOf = (site) => {
  const { words, home } = site;
  const places = [
    [words.lessons, `${home}index.html#lessons`],
    [words.stories, `${home}index.html#stories`],
    [words.docs, `${home}docs/index.html`],
    [words.studio, studioOf(site)],
  ];
  const links = places.map(([name, href]) => `<a href="${href}">${escape(name)}</a>`).join("");
  return `<header>${brand(site)}<nav class="places" aria-label="${escape(words.site)}">${links}</nav>${languagesOf(site)}</header>`;
};

/** @param {Card} card */
const cardOf = ({ title, href, text, note, still }) => `<li><a href="${href}">
${picture(still, "")}
<h3>${escape(title)}</h3></a>
<p>${escape(text)}</p>${note ? `\n<p class="count">${escape(note)}</p>` : ""}</li>`;

/** @param {Card[]} cards @param {string} look its class */
export const cardsOf = (cards, look) => `<ul class="cards ${look}">\n${cards.map(cardOf).join("\n")}\n</ul>`;
