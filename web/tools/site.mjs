// site.mjs: writes the front page, the lessons, the stories, the documentation and the studio as pages of web/build/site, ready
// for any static host. The core computes every number in a lesson's sentences here, for the same run that the picture shows.
//
//   npm run site                            writes web/build/site
//   node web/tools/site.mjs FOLDER          writes to FOLDER
//   node web/tools/site.mjs FOLDER ADDRESS  also writes a sitemap for that address, and preview pictures for links to its pages
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { grow } from "../element/engine.js";
import { labelled } from "../element/build-scene.js";
import { code as codeOf, languages as programs } from "../input/code/index.js";
import aLayerThatLearns from "../lessons/a-layer-that-learns.js";
import attentionByHand from "../lessons/attention-by-hand.js";
import fromOneVector from "../lessons/from-one-vector-to-alignment.js";
import headsBatchesNorms from "../lessons/heads-batches-norms.js";
import whatItCosts from "../lessons/what-it-costs.js";
import { createRasterizer } from "../export/raster.js";
import { docsPage, frontPage, storyPage } from "../lessons/front.js";
import { colours } from "../lessons/html.js";
import { lessonPage } from "../lessons/page.js";
import { opens, presets } from "../presets/index.js";
import { escape, svgDocument, svgText } from "../render/svg.js";
import { targetOf } from "../scene/captions.js";
import { formatNumber } from "../scene/format.js";
import { frame, standing, stories } from "../scene/index.js";
import { entriesOf } from "../edit/index.js";
import { stepIndex } from "../element/range.js";
import { remember } from "../scene/kit/remember.js";
import { loadWords } from "../words/index.js";
import { cut, fill } from "../words/sentence.js";
import { languages } from "../words/languages.js";
import { docsOf } from "./docs.mjs";
import { scenesOf } from "./heights.mjs";
import { build, web } from "./shared.mjs";
import { writeStudio } from "./studio.mjs";

const [, , site = join(build, "site"), address] = process.argv;
const lessons = [attentionByHand, aLayerThatLearns, fromOneVector, headsBatchesNorms, whatItCosts];
const attention = await grow("whole");
// in px: widths of a picture beside a sentence, of one on its own page, and of both on a phone
const WIDTHS = { wide: 840, narrow: 360 };
const ALONE = { wide: 1104, narrow: 360 };
/** The preset on a story's page, if another than the story's first one shows more. @type {Record<string, string>} */
const SHOWN = { "multi-head": "heads" };

const textsOf = async (/** @type {string} */ folder, /** @type {string} */ id) =>
  (await import(`../words/lessons/${folder}${id}.js`)).default;

/** Returns the numbers of a run that the sentences of a lesson use. @param {any} problem @param {any} trace @returns {any} */
function numbersOf(problem, trace) {
  const tensor = (name) => trace[name] ?? entriesOf(problem[name]);
  const at = (cell) => {
    const { tensor: name, index } = targetOf(cell);
    const { shape, data } = tensor(name);
    const value = data[index.reduce((sum, entry, axis) => sum * shape[axis] + entry, 0)];
    if (index.length !== shape.length || value === undefined) throw new Error(`${cell} is no cell`);
    return value;
  };
  const row = (cells) =>
    Array.from({ length: tensor(targetOf(cells).tensor).shape.at(-1) }, (_, k) =>
      at(cells.replace(/\*$/, String(k))),
    );
  const sum = (cells) => row(cells).reduce((total, value) => total + value, 0);
  const largest = (cells) => row(cells).indexOf(likeliest(cells));
  const likeliest = (cells) => Math.max(...row(cells));
  const count = (name, counts = () => true) => Array.from(tensor(name).data).filter(counts).length;
  const size = (name, axis) => tensor(name).shape[axis];
  const shape = (name, from = 0) => tensor(name).shape.slice(from).join(" × ");
  const whole = (value) => value.toLocaleString("en");
  const number = (value, decimals = 2) => formatNumber(value, decimals);
  const products = (cell) => {
    const { tensor: name, index } = targetOf(cell);
    const { terms } = attention.terms(problem, name, index);
    return terms.map(({ factors }) => factors.map((factor) => number(factor)).join("·")).join(" + ");
  };
  const n = (cell, decimals) => number(at(cell), decimals);
  const lossAfter = (rate) => {
    const { parameters } = attention.descend(problem, { learning_rate: rate });
    return attention.backward({ ...problem, ...parameters }).loss.data[0];
  };
  // all keys of a chain have the same length
  const root = Object.entries(trace)
    .find(([name]) => /(^|\.)key$/.test(name))?.[1]
    .shape.at(-1);
  return { at, sum, largest, likeliest, count, size, shape, whole, number, products, n, lossAfter, root };
}

/** Returns the core's error message for one head too many. @param {any} problem */
function refusalOf(problem) {
  try {
    attention.forward({ ...problem, heads: problem.heads + 1 });
  } catch (error) {
    return error.message;
  }
}

/** Parses the value of a player's switch. @param {string | undefined} text */
const switchOf = (text) => (text === undefined ? null : text === "on");

/** A cache, since most pictures of a lesson show the same story. @type {Map<string, ReturnType<typeof tell>>} */
const known = new Map();

/**
 * Returns the scene of a picture as a function of its width, its model and its numbers.
 * @param {import("../lessons/lesson.js").Picture} picture
 * @param {string} lang
 */
function told({ preset, story, scale, causal }, lang) {
  const key = [preset, story, scale, causal, lang].join();
  if (!known.has(key)) known.set(key, tell({ preset, story, scale, causal }, lang));
  return known.get(key);
}

async function tell({ preset, story, scale, causal }, lang) {
  const make = await scenesOf(preset, lang, { story, scale: switchOf(scale), causal: switchOf(causal) });
  const sceneAt = remember(make);
  const { model } = sceneAt(WIDTHS.wide);
  const word = (stage, side, k) => model.stage(stage).label(side, k);
  /** The words that an encoder reads, or that a decoder writes without its end token. */
  const spoken = (stage) => {
    const { x, output } = model.problem.stages.find(({ id }) => id === stage).labels;
    return (output?.slice(0, -1).map((_, k) => word(stage, "query", k)) ?? x).join(" ");
  };
  const numbers = Object.assign(numbersOf(model.problem, model.trace), {
    ...{ word, spoken, figures: model.options.figures, more: model.more, refusal: refusalOf(model.problem) },
  });
  numbers.plain = scale || causal ? (await told({ preset, story }, lang)).numbers : numbers;
  return { sceneAt, model, numbers };
}

/**
 * Draws a still at each width, in each theme.
 * @param {string} folder of the page
 * @param {string} name
 * @param {(scene: any) => number} time
 */
function drawn(folder, name, widths, sceneAt, time) {
  const file = (width, theme) => `${name}-${width}-${theme}.svg`;
  const [size] = Object.entries(widths).map(([width, px]) => {
    const scene = sceneAt(px);
    const picture = frame(scene, scene.timeline, time(scene));
    for (const theme of ["light", "dark"])
      writeFileSync(join(folder, file(width, theme)), svgText(picture, { theme }));
    return { width: Math.round(picture.width), height: Math.round(picture.height) };
  });
  return { file, ...size };
}

/** The size in px of the preview picture for links. */
const CARD = { width: 1200, height: 630 };
const raster = address && (await createRasterizer());

/**
 * Draws the preview picture for links to a page.
 * @param {string} name
 * @param {any} scene
 * @returns {Promise<string | undefined>} its path from the site's root; undefined if the site has no address
 */
async function shared(name, scene) {
  if (!raster) return undefined;
  const inner = svgText(frame(scene, scene.timeline, scene.poster)).replace(
    / width="[^"]+" height="[^"]+"/,
    ' x="36" y="24" width="1128" height="582"',
  );
  const file = `share/${name}.png`;
  mkdirSync(dirname(join(site, file)), { recursive: true });
  writeFileSync(join(site, file), await raster.png(svgDocument(CARD, [inner])));
  return file;
}

/** Returns the contents of a story's page. @param {string} story @param {string} lang @param {string} folder of its page */
async function storyOf(story, lang, folder) {
  const preset = SHOWN[story] ?? opens(story);
  const sceneAt = await scenesOf(preset, lang, { story });
  const alone = sceneAt(ALONE.wide);
  const { title: invitation, text: promise } = alone.invitation;
  const { names } = await loadWords(lang);
  return {
    share: await shared(`${lang}/${story}`, alone),
    ...{ title: names[story], invitation, promise },
    player: { preset, story: presets[preset].stories[0] === story ? undefined : story },
    still: drawn(folder, story, ALONE, sceneAt, (scene) => scene.poster),
  };
}

/**
 * Draws the stills of a lesson and fills its texts with numbers.
 * @param {any} lesson
 * @param {string} lang
 * @param {string} folder of the stills
 */
async function filled(lesson, lang, folder) {
  const texts = await textsOf(`${lesson.id}/`, lang);
  const stills = new Map();
  mkdirSync(join(folder, lesson.id), { recursive: true });
  /** Finds a step of a scene. A step that a page names must exist at every width. */
  const stepOf = (scene, id) => {
    const step = scene.steps[stepIndex(scene.steps, id)];
    if (!step && id !== undefined) throw new Error(`${lesson.id}: ${scene.story} has no step ${id}`);
    return step;
  };
  const still = async (name, picture, before) => {
    const { sceneAt } = await told(picture, lang);
    const time = (scene) => {
      stepOf(scene, before);
      return stepOf(scene, picture.step)?.hold ?? scene.poster;
    };
    stills.set(name, drawn(folder, `${lesson.id}/${name}`, WIDTHS, sceneAt, time));
  };
  await still("cover", lesson.cover);
  const share = await shared(`${lang}/${lesson.id}`, (await told(lesson.cover, lang)).sceneAt(ALONE.wide));
  await still("task", lesson.task.picture);

  const steps = [];
  for (const { id, picture, before, guess } of lesson.steps) {
    const { numbers, model, sceneAt } = await told(picture, lang);
    const { said, more, question, choices } = texts.steps[id];
    const sentences = { said: said(numbers), more: more(numbers) };
    const scene = sceneAt(WIDTHS.wide);
    const shows = standing(scene, stepOf(scene, picture.step).hold);
    for (const { name } of cut(sentences.said + sentences.more))
      if (name && !shows(targetOf(name)))
        throw new Error(`${lesson.id} ${id}: the picture does not show ${name}`);
    await still(id, picture, before);
    const asked = typeof guess === "number" ? { choices: "texts", right: guess } : guess?.(numbers);
    const named = {
      words: () => labelled({ problem: model.problem, from: picture }, lang).labels.x,
      texts: () => choices(numbers),
    };
    const names =
      asked &&
      (named[asked.choices]?.() ?? asked.choices.map((value) => numbers.number(value, asked.decimals)));
    if (names && new Set(names).size < names.length)
      throw new Error(`${lesson.id} ${id}: two choices are alike: ${names}`);
    steps.push({
      ...{ id, ...sentences, question: question?.(numbers) },
      choices: names?.map((name, k) => (k === asked.right ? `*${name}` : name)).join(" | "),
    });
  }

  const exercises = [];
  for (const [k, { picture, change, answer, wrong }] of lesson.exercises.entries()) {
    const { model, numbers: usual } = await told(picture, lang);
    const problem = change ? change(model.problem) : model.problem;
    const numbers = change ? numbersOf(problem, attention.forward(problem)) : usual;
    const { asks, because, wrong: reason } = texts.exercises[k];
    const right = answer(numbers);
    exercises.push({
      asks: asks(numbers),
      because: because(numbers),
      answer: right,
      decimals: Number.isInteger(right) ? 0 : 2,
      wrong: wrong && { value: wrong(numbers), text: reason(numbers) },
    });
  }
  const { numbers } = await told(lesson.cover, lang);
  numbers.first = (await told(lesson.steps[0].picture, lang)).numbers;
  const sources = texts.sources.map(({ says, so, where }) => ({
    says: says(numbers),
    so: so(numbers),
    where,
  }));
  const { model: coded } = await told(lesson.code.picture, lang);
  const code = lesson.code.languages.map((name) => ({
    name: programs[name].title,
    text: codeOf(coded.problem, name).text,
  }));
  return { texts, steps, exercises, sources, code, stills, share };
}

if (!existsSync(join(build, "attention-player.css"))) throw new Error("run ./build.sh package first");
rmSync(site, { recursive: true, force: true });
mkdirSync(join(site, "player"), { recursive: true });
const PLAYER =
  /^(chunks|posters|(attention-(player|fallback)|embed)[\w.-]*\.(js|css|html|json)|(simd|chain|forward|scalar|learned|gif|film)\.js)$/;
for (const name of readdirSync(build).filter((name) => PLAYER.test(name)))
  cpSync(join(build, name), join(site, "player", name), { recursive: true });
await writeStudio(site);

/** The paths of all pages written. @type {string[]} */
const pages = [];

/** @typedef {import("../lessons/html.js").Card} Card */
/**
 * @typedef {(file: string, make: (site: import("../lessons/html.js").Site) => string) => void} Write writes a page;
 *   file: its path from the language's home
 */

const homeOf = ({ id }) => (id === languages[0].id ? "" : `${id}/`);

/**
 * Returns the function that writes pages of a language.
 * @param {import("../words/languages.js").Language} language
 * @param {Record<string, any>} words
 * @returns {Write}
 */
const writerOf = (language, words) => (file, make) => {
  const own = homeOf(language);
  const home = "../".repeat(file.split("/").length - 1);
  const root = own ? `../${home}` : home;
  const places = languages.map((each) => ({ ...each, href: root + homeOf(each) + file }));
  const whole = address && new URL(own + file, address).href;
  const page = make({ words, tag: language.tag, languages: places, root, home, address: whole });
  writeFileSync(join(site, own, file), page);
  pages.push(own + file);
};

/**
 * Writes the lessons of a language and returns their cards.
 * @param {string} lang
 * @param {Record<string, any>} words
 * @param {string} folder
 * @param {Write} write
 * @returns {Promise<Card[]>}
 */
async function writeLessons(lang, words, folder, write) {
  const cards = [];
  for (const [k, lesson] of lessons.entries()) {
    const after = lessons[k + 1];
    const following = after && {
      title: (await textsOf(`${after.id}/`, lang)).title,
      href: `${after.id}.html`,
    };
    const made = await filled(lesson, lang, folder);
    const place = { number: k + 1, all: lessons.length, following };
    write(`lessons/${lesson.id}.html`, (site) => lessonPage(lesson, made, site, place));
    const { title, question: text } = made.texts;
    const note = fill(words.minutes, lesson);
    cards.push({ title, href: `${lesson.id}.html`, text, note, still: made.stills.get("cover") });
  }
  return cards;
}

/** Writes all pages of a language. @param {import("../words/languages.js").Language} language */
async function writeLanguage(language) {
  const { id: lang } = language;
  const words = await textsOf("", lang);
  const write = writerOf(language, words);
  const folderOf = (name) => join(site, homeOf(language), name);
  for (const name of ["lessons", "stories", "docs"]) mkdirSync(folderOf(name), { recursive: true });
  const cards = await writeLessons(lang, words, folderOf("lessons"), write);
  const shown = [];
  for (const id of stories) {
    const story = await storyOf(id, lang, folderOf("stories"));
    write(`stories/${id}.html`, (site) => storyPage(site, story));
    shown.push({ ...story, href: `${id}.html`, text: story.invitation });
  }
  /** Returns a function that makes a card of `folder` fit for a page of another folder. */
  const from = (folder) => (card) => ({
    ...card,
    href: folder + card.href,
    still: { ...card.still, file: (...kind) => folder + card.still.file(...kind) },
  });
  const all = shown.map(from("stories/"));
  const front = { first: all[0], lessons: cards.map(from("lessons/")), stories: all };
  write("index.html", (site) => frontPage(site, front));
  const docs = docsOf(lang, { site, up: homeOf(language) ? "../../" : "../", told: stories });
  for (const [k, { name }] of docs.entries())
    write(`docs/${name}.html`, (site) => docsPage(site, docs, k, shown[0].share));
}

for (const language of languages) await writeLanguage(language);
writeFileSync(
  join(site, "lessons/lesson.css"),
  colours + readFileSync(join(web, "lessons/lesson.css"), "utf8"),
);
for (const name of ["reader.js", "front-reader.js"])
  cpSync(join(web, "lessons", name), join(site, "lessons", name));
if (address) {
  const places = pages.map((page) => `<url><loc>${escape(new URL(page, address))}</loc></url>\n`).join("");
  const map = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${places}</urlset>\n`;
  writeFileSync(join(site, "sitemap.xml"), map);
}
console.log(`${site}: ${pages.length} pages`);
attention.close();
