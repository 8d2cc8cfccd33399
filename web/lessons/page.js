/** Writes the page of a lesson as HTML: sentences beside pictures, which are stills without scripts and players with them. */
import { tensorStyle } from "../core/graph/tensors.js";
import { escape } from "../render/svg.js";
import { INDEX, cut, fill, plain } from "../words/sentence.js";
import { attributes, brand, figure, headOf, languagesOf } from "./html.js";

/** @typedef {import("./lesson.js").Lesson} Lesson */
/** @typedef {import("./lesson.js").Picture} Picture */
/** @typedef {import("../words/lessons/index.js").LessonTexts} LessonTexts */
/** @typedef {import("./html.js").Still} Still */
/** @typedef {{ id: string, question?: string, choices?: string, said: string, more: string }} FilledStep a step with its numbers filled in */
/**
 * @typedef {object} Filled a lesson in one language, with its numbers filled in
 * @property {LessonTexts} texts
 * @property {FilledStep[]} steps
 * @property {{ asks: string, because: string, answer: number, decimals: number, wrong?: { value: number, text: string } }[]} exercises
 * @property {{ says: string, so: string, where: string }[]} sources
 * @property {{ name: string, text: string }[]} code
 * @property {Map<string, Still>} stills by the id of the step beside each
 * @property {string} [share] the preview image, as a path from the root of the site
 */

const SCRIPTS = ["player/attention-player-core.js", "lessons/reader.js"];
/** The controls of players beside sentences: without a caption, since the sentence is there already. */
const controls = "play bar speed fullscreen";

/** Returns text as HTML, with the index of a parameter such as W_Q as a subscript. @param {string} text */
const lowered = (text) =>
  escape(text)
    .replace(INDEX, "<sub>$1</sub>")
    .replace(/.(?=<sub>)/g, "<var>$&</var>");

/** Returns a sentence as HTML; its marked words highlight what they name in a player. @param {string} text @param {string} player its id */
const sentence = (text, player) =>
  cut(text)
    .map(({ text, name }) => {
      if (!name) return lowered(text);
      const { role } = tensorStyle(name.split(":")[0]);
      return `<span class="ring ${role}" data-attention-highlight="${name}" data-for="${player}">${escape(text)}</span>`;
    })
    .join("");

/**
 * Returns the page of a lesson.
 * @param {Lesson} lesson @param {Filled} filled
 * @param {import("./html.js").Site} site
 * @param {{ number: number, all: number, following?: { title: string, href: string } }} place number: from 1; following: the next lesson
 */
export function lessonPage(lesson, filled, site, { number, all, following }) {
  const { words, home } = site;
  const { texts, steps, exercises, sources, code, stills } = filled;
  const count = steps.length;
  const places = [...steps.map(({ id }) => id), "task", "exercises"];
  const facts = fill(words.facts, { minutes: lesson.minutes, steps: count, exercises: exercises.length });
  // the last lesson leads to the stories
  const after = following
    ? { href: following.href, name: fill(words.following, { number: number + 1, title: following.title }) }
    : { href: `${home}index.html#stories`, name: words.stories };
  const still = (/** @type {string} */ id) => /** @type {Still} */ (stills.get(id));

  const step = (/** @type {FilledStep} */ { id, question, choices, said, more }, /** @type {number} */ k) => {
    const { picture, before } = lesson.steps[k];
    const player = `picture-${id}`;
    // the picture must not show the answer before the reader has guessed
    const shown = before
      ? { ...picture, step: before, from: before, to: picture.step }
      : { ...picture, from: picture.step, to: picture.step };
    const guess = {
      "data-attention-guess": picture.step,
      "data-attention-choices": choices,
      "data-for": player,
    };
    const next = k + 1 < count ? texts.steps[steps[k + 1].id].name : texts.task.title;
    return `<section class="step" id="${id}">
<div class="prose">
<p class="count">${escape(fill(words.step, { number: k + 1, all: count }))}</p>
<h2>${escape(texts.steps[id].title)}</h2>
${question ? `<p class="question"${attributes(guess)}>${lowered(question)}</p>` : ""}
<p class="said">${sentence(said, player)}</p>
<p>${sentence(more, player)}</p>
<div class="ways"><a class="back" href="#${places[k - 1] ?? "top"}">← ${escape(words.back)}</a>
<a class="next" href="#${places[k + 1]}">${escape(fill(words.next, { name: next }))} →</a></div>
</div>
${figure({ id: player, ...shown, controls }, still(id), plain(cut(said)))}
</section>`;
  };

  const exercise = (
    /** @type {Filled["exercises"][0]} */ { asks, because, answer, decimals, wrong },
    /** @type {number} */ k,
  ) => `<li>
<form data-answer="${answer}" data-decimals="${decimals}"${wrong ? ` data-wrong="${wrong.value}" data-because="${escape(wrong.text)}"` : ""}>
<label for="exercise-${k + 1}">${lowered(asks)}</label>
<span class="answer" hidden><input id="exercise-${k + 1}" inputmode="decimal" autocomplete="off"> <button>${escape(words.check)}</button></span>
<p role="status" data-right="${escape(words.right)}" data-not="${escape(words.wrong)}"></p>
</form>
<details><summary>${escape(words.show)}</summary><p>${lowered(because)}</p></details>
</li>`;

  const { task } = lesson;
  const asks = {
    "data-attention-goal": task.goal,
    "data-attention-change": task.change,
    "data-attention-answer": task.answer,
    "data-for": "picture-task",
  };
  return `${headOf(site, { title: `${texts.title} · ${words.site}`, description: texts.description, scripts: SCRIPTS, share: filled.share })}
<body id="top" data-lesson="${lesson.id}">
<a class="skip" href="#${places[0]}">${escape(words.skip)}</a>
<header>
<p>${brand(site)} <span><a href="${home}index.html#lessons">${escape(words.lessons)}</a> / ${number} ${escape(texts.title)}</span></p>
<ol class="progress" aria-label="${escape(words.progress)}">${places.map((id) => `<li><a href="#${id}" aria-label="${escape(texts.steps[id]?.title ?? (id === "task" ? texts.task.title : words.exercises))}"></a></li>`).join("")}</ol>
${languagesOf(site)}
</header>
<main>
<section class="step cover">
<div class="prose">
<p class="count">${escape(fill(words.lesson, { number, all }))}</p>
<h1>${escape(texts.title)}</h1>
<p class="said">${escape(texts.question)}</p>
<p>${escape(texts.intro)}</p>
<p class="count">${escape(facts)}</p>
<div class="ways"><a class="next" href="#${places[0]}">${escape(fill(words.start, texts.steps[places[0]]))} →</a></div>
</div>
${figure({ id: "picture-cover", ...lesson.cover, step: undefined, controls, ask: "" }, still("cover"), texts.question)}
</section>
${steps.map(step).join("\n")}
<section class="step" id="task">
<div class="prose">
<p class="count">${escape(words.task)}</p>
<h2>${lowered(texts.task.title)}</h2>
<p class="said"${attributes(asks)}>${lowered(texts.task.text)}</p>
<details><summary>${escape(words.hint)}</summary><p>${lowered(texts.task.hint)}</p></details>
<div class="ways"><a class="back" href="#${places[count - 1]}">← ${escape(words.back)}</a>
<a class="next" href="#exercises">${escape(fill(words.next, { name: words.exercises }))} →</a></div>
</div>
${figure({ id: "picture-task", ...task.picture, controls }, still("task"), texts.task.text)}
</section>
<section class="row" id="exercises">
<div><h2>${escape(words.exercises)}</h2><p>${escape(words.work)}</p></div>
<ol class="exercises">
${exercises.map(exercise).join("\n")}
</ol>
</section>
<section class="row">
<div><h2>${escape(words.code)}</h2><p>${escape(words.computes)}</p></div>
<div>${code.map(({ name, text }, k) => `<details${k ? "" : " open"}><summary>${escape(name)}</summary><pre tabindex="0"><code>${escape(text)}</code></pre></details>`).join("\n")}</div>
</section>
<section class="row">
<div><h2>${escape(words.sources)}</h2><p>${escape(texts.credit)}</p></div>
<table><thead><tr>${[words.says, words.so, words.where].map((name) => `<th scope="col">${escape(name)}</th>`).join("")}</tr></thead>
<tbody>${sources.map(({ says, so, where }) => `<tr>${[says, so, where].map((cell) => `<td>${escape(cell)}</td>`).join("")}</tr>`).join("\n")}</tbody></table>
</section>
<div class="ways following"><a class="next" href="${after.href}">${escape(after.name)} →</a></div>
</main>
</body>
</html>
`;
}
