/** The pages around the lessons: the front page, the list of the lessons, the page of a story. */
import { attributes, cardsOf, escape, figure, headerOf, headOf } from "./html.js";

/** @typedef {import("./html.js").Site} Site */
/** @typedef {import("./html.js").Card} Card */
/** @typedef {{ title: string, invitation: string, promise: string, player: Record<string, string | undefined>, still: import("./html.js").Still }} Story its
 *   player's attributes, what it invites to, and what it promises */

const SCRIPTS = ["player/attention-player-core.js", "lessons/front-reader.js"];

/** What an author copies. @param {Site} site @param {Story["player"]} player */
const tagRow = ({ words, root }, player) => {
  const code = `<script type="module" src="attention-player/attention-player-core.js"></script>
<attention-player${attributes(player)}></attention-player>`;
  return `<div class="tag">
<div><pre tabindex="0" translate="no"><code>${escape(code)}</code></pre>
<button type="button" hidden>${escape(words.copy)}</button></div>
<a class="next" href="${root}studio/index.html">${escape(words.own)} →</a>
<p class="count" role="status" data-copied="${escape(words.copied)}">${escape(words.take)}</p>
</div>`;
};

/** @param {Site} site @param {{ title: string, description: string, scripts?: string[] }} page @param {string} body */
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
${figure({ ...first.player, autoplay: "" }, first.still, first.invitation, "eager")}
${tagRow(site, first.player)}
<h2 id="lessons">${escape(words.lessons)} <small>${escape(words.promise)}</small></h2>
${cardsOf(lessons, "lessons")}
<h2 id="stories">${escape(words.stories)} <small>${escape(words.each)}</small></h2>
${cardsOf(stories, "stories")}`;
  return whole(site, { title: words.site, description: words.line, scripts: SCRIPTS }, body);
}

/** @param {Site} site @param {Card[]} lessons */
export function listPage(site, lessons) {
  const { words } = site;
  const body = `<h1>${escape(words.lessons)}</h1>
<p class="said">${escape(words.promise)}</p>
${cardsOf(lessons, "lessons", "h2")}`;
  return whole(site, { title: `${words.lessons} · ${words.site}`, description: words.promise }, body);
}

/** @param {Site} site @param {Story} story */
export function storyPage(site, { title, invitation, promise, player, still }) {
  const { words } = site;
  const page = {
    title: `${title} · ${words.site}`,
    description: `${invitation} ${promise}`,
    scripts: SCRIPTS,
  };
  const body = `<h1>${escape(title)}</h1>
<p class="said">${escape(invitation)}</p>
${figure(player, still, invitation, "eager")}
${tagRow(site, player)}`;
  return whole(site, page, body);
}
