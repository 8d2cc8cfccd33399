/** The HTML of the site's other pages: the front page, a page for each story, and the documentation. */
import { escape } from "../render/svg.js";
import { attributes, cardsOf, figure, headerOf, headOf, studioOf } from "./html.js";

/** @typedef {import("./html.js").Site} Site */
/** @typedef {import("./html.js").Card} Card */
/** @typedef {{ title: string, invitation: string, promise: string, player: Record<string, string | undefined>, still: import("./html.js").Still, share?: string }} Story player: its
 *   attributes; invitation, promise: the sentences of its description */
/** @typedef {{ name: string, title: string, description: string, body: string }} Doc a page of the documentation; the first has an empty title */

const SCRIPTS = ["player/attention-player-core.js", "lessons/front-reader.js"];

/** Returns the tag for an author to copy. @param {Site} site @param {Story["player"]} player */
const tagRow = (site, player) => {
  const { words } = site;
  const code = `<script type="module" src="attention-player/attention-player-core.js"></script>
<attention-player${attributes(player)}></attention-player>`;
  return `<div class="tag">
<div><pre tabindex="0" translate="no"><code>${escape(code)}</code></pre>
<button type="button" hidden>${escape(words.copy)}</button></div>
<a class="next" href="${studioOf(site, player.story ?? player.preset)}">${escape(words.own)} →</a>
<p class="count" role="status" data-copied="${escape(words.copied)}">${escape(words.take)}</p>
</div>`;
};

/** @param {Site} site @param {Omit<import("./html.js").Page, "scripts"> & { scripts?: string[] }} page @param {string} body */
const whole = (site, { scripts = [], ...page }, body) => `${headOf(site, { ...page, scripts })}
<body>
${headerOf(site)}
<main>
${body}
</main>
</body>
</html>
`;

/** @param {Site} site @param {{ first: Story, lessons: Card[], stories: Card[] }} shown first: the story that plays */
export function frontPage(site, { first, lessons, stories }) {
  const { words } = site;
  const body = `<h1 class="line">${escape(words.line)}</h1>
${figure({ ...first.player, "data-plays": "" }, first.still, first.invitation, "eager")}
${tagRow(site, first.player)}
<h2 id="lessons">${escape(words.lessons)} <small>${escape(words.promise)}</small></h2>
${cardsOf(lessons, "lessons")}
<h2 id="stories">${escape(words.stories)} <small>${escape(words.each)}</small></h2>
${cardsOf(stories, "stories")}`;
  const page = { title: words.site, description: words.line, scripts: SCRIPTS, share: first.share };
  return whole(site, page, body);
}

/** @param {Site} site @param {Story} story */
export function storyPage(site, { title, invitation, promise, player, still, share }) {
  const { words } = site;
  const description = `${invitation} ${promise}`;
  const page = { share, title: `${title} · ${words.site}`, description, scripts: SCRIPTS };
  const body = `<h1>${escape(title)}</h1>
<noscript><p class="said">${escape(invitation)}</p></noscript>
${figure(player, still, invitation, "eager")}
${tagRow(site, player)}`;
  return whole(site, page, body);
}

/** @param {Site} site @param {Doc[]} docs @param {number} at the index of the page to write @param {string} [share] */
export function docsPage(site, docs, at, share) {
  const { words } = site;
  const { title, description, body } = docs[at];
  const links = docs.map(
    ({ name, title }, k) =>
      `<li><a href="${name}.html"${k === at ? ' aria-current="page"' : ""}>${escape(title || words.docs)}</a></li>`,
  );
  const name = `${title || words.docs} · ${words.site}`;
  const page = { title: name, description: description || words.manual, share };
  const text = `<div class="row docs">
<nav aria-label="${escape(words.docs)}"><ul>\n${links.join("\n")}\n</ul></nav>
<article>
${title ? "" : `<h1>${escape(words.docs)}</h1>\n`}${body}</article>
</div>`;
  return whole(site, page, text);
}
