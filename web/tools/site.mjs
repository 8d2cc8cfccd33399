// site.mjs: the lessons as pages of web/build/site, ready for any static host. Every number of their sentences is computed here
// by the core, for the very run that the picture beside shows.
//
//   npm run site                            writes web/build/site
//   node web/tools/site.mjs FOLDER          writes it there
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadWhole } from "../element/engine.js";
import { labelled } from "../element/build-scene.js";
import { code as codeOf } from "../input/index.js";
import aLayerThatLearns from "../lessons/a-layer-that-learns.js";
import attentionByHand from "../lessons/attention-by-hand.js";
import fromOneVector from "../lessons/from-one-vector-to-alignment.js";
import headsBatchesNorms from "../lessons/heads-batches-norms.js";
import whatItCosts from "../lessons/what-it-costs.js";
import { colours, lessonPage, listPage } from "../lessons/page.js";
import { svgText } from "../render/svg.js";
import { formatNumber } from "../scene/format.js";
import { frame } from "../scene/index.js";
import { entriesOf } from "../edit/index.js";
import { stepIndex } from "../element/range.js";
import { languages } from "../words/languages.js";
import { scenesOf } from "./heights.mjs";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const build = join(web, "build");
const site = process.argv[2] ?? join(build, "site");
const lessons = [attentionByHand, aLayerThatLearns, fromOneVector, headsBatchesNorms, whatItCosts];
const attention = await loadWhole();
const LANGUAGES = {
  numpy: "NumPy",
  pytorch: "PyTorch",
  javascript: "JavaScript",
  c: "C",
  java: "Java",
  python: "Python",
};
// px: the picture beside a sentence, and on a phone
const WIDTHS = { wide: 840, narrow: 360 };

const textsOf = async (/** @type {string} */ folder, /** @type {string} */ id) =>
  (await import(`../words/lessons/${folder}${id}.js`)).default;

/** @param {string} cell "weights:0,0,0,*" */
function placeOf(cell) {
  const [tensor, at = ""] = cell.split(":");
  return {
    name: tensor,
    index: at === "" ? [] : at.split(",").map((entry) => (entry === "*" ? null : Number(entry))),
  };
}

/** What a lesson may say of a run. @param {any} problem @param {any} trace @returns {any} */
function numbersOf(problem, trace) {
  const tensor = (name) => trace[name] ?? entriesOf(problem[name]);
  const at = (cell) => {
    const { name, index } = placeOf(cell);
    const { shape, data } = tensor(name);
    const value = data[index.reduce((sum, entry, axis) => sum * shape[axis] + entry, 0)];
    if (index.length !== shape.length || value === undefined) throw new Error(`${cell} is no cell`);
    return value;
  };
  const row = (cells) =>
    Array.from({ length: tensor(placeOf(cells).name).shape.at(-1) }, (_, k) =>
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
    const { name, index } = placeOf(cell);
    const { terms } = attention.terms(problem, name, index);
    return terms.map(({ factors }) => factors.map((factor) => number(factor)).join("·")).join(" + ");
  };
  const n = (cell, decimals) => number(at(cell), decimals);
  const lossAfter = (rate) => {
    const gradients = attention.backward(problem);
    const moved = Object.keys(problem)
      .filter((key) => /^[wb]_/.test(key))
      .map((key) => {
        const { shape, data } = entriesOf(problem[key]);
        const gradient = gradients[`grad_${key}`].data;
        return [key, { shape, data: data.map((value, k) => value - rate * gradient[k]) }];
      });
    return attention.backward({ ...problem, ...Object.fromEntries(moved) }).loss.data[0];
  };
  // of a chain all keys are as long
  const root = Object.entries(trace)
    .find(([name]) => /(^|\.)key$/.test(name))?.[1]
    .shape.at(-1);
  return { at, sum, largest, likeliest, count, size, shape, whole, number, products, n, lossAfter, root };
}

/** What the core says to a head more than there are. @param {any} problem */
function refusalOf(problem) {
  try {
    attention.forward({ ...problem, heads: problem.heads + 1 });
  } catch (error) {
    return error.message;
  }
}

/** A switch of a player. @param {string | undefined} text */
const switchOf = (text) => (text === undefined ? null : text === "on");

/** The scene of a picture at a width, and its numbers. @param {import("../lessons/lesson.js").Picture} picture @param {string} lang */
async function told({ preset, story, scale, causal }, lang) {
  const sceneAt = await scenesOf(preset, lang, { story, scale: switchOf(scale), causal: switchOf(causal) });
  const { model } = sceneAt(WIDTHS.wide);
  const word = (stage, side, k) => model.stage(stage).label(side, k);
  /** What an encoder reads, or a decoder writes; what ends that is no word. */
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

/** @param {any} lesson @param {string} lang @param {string} folder of the stills */
async function filled(lesson, lang, folder) {
  const texts = await textsOf(`${lesson.id}/`, lang);
  const stills = new Map();
  mkdirSync(join(folder, lesson.id), { recursive: true });
  /** Where a step stands; one that a page names is there at every width. */
  const stepOf = (scene, id) => {
    const step = scene.steps[stepIndex(scene.steps, id)];
    if (!step && id !== undefined) throw new Error(`${lesson.id}: ${scene.story} has no step ${id}`);
    return step;
  };
  const still = async (name, picture, before) => {
    const { sceneAt } = await told(picture, lang);
    const file = (width, theme) => `${lesson.id}/${name}-${width}-${theme}.svg`;
    const [size] = Object.entries(WIDTHS).map(([width, px]) => {
      const scene = sceneAt(px);
      const step = stepOf(scene, picture.step);
      stepOf(scene, before);
      const drawn = frame(scene, scene.timeline, step?.hold ?? scene.poster);
      for (const theme of ["light", "dark"])
        writeFileSync(join(folder, file(width, theme)), svgText(drawn, { theme }));
      return { width: Math.round(drawn.width), height: Math.round(drawn.height) };
    });
    stills.set(name, { file, ...size });
  };
  await still("cover", lesson.cover);
  await still("task", lesson.task.picture);

  const steps = [];
  for (const { id, picture, before, guess } of lesson.steps) {
    const { numbers, model } = await told(picture, lang);
    const { said, more, question, choices } = texts.steps[id];
    await still(id, picture, before);
    const asked = guess?.(numbers);
    const named = {
      words: () => labelled({ problem: model.problem, from: picture }, lang).labels.x,
      texts: () => choices(numbers),
    };
    const names = asked && (named[asked.choices]?.() ?? asked.choices.map((value) => numbers.number(value)));
    if (names && new Set(names).size < names.length)
      throw new Error(`${lesson.id} ${id}: two choices are alike: ${names}`);
    steps.push({
      ...{ id, said: said(numbers), more: more(numbers), question: question?.(numbers) },
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
      ...{
        asks: asks(numbers),
        because: because(numbers),
        answer: right,
        decimals: Number.isInteger(right) ? 0 : 2,
      },
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
    name: LANGUAGES[name],
    text: codeOf(coded.problem, name).text,
  }));
  return { texts, steps, exercises, sources, code, stills };
}

if (!existsSync(join(build, "attention-player.css"))) throw new Error("run ./build.sh package first");
rmSync(site, { recursive: true, force: true });
mkdirSync(join(site, "player"), { recursive: true });
for (const name of [
  "attention-player-core.js",
  "attention-player.css",
  "simd.js",
  "forward.js",
  "scalar.js",
  "learned.js",
  "attention-fallback.js",
  "attention-player-part.js",
  "chunks",
  "posters",
])
  if (existsSync(join(build, name)))
    cpSync(join(build, name), join(site, "player", name), { recursive: true });
const folderOf = (id) => (id === languages[0].id ? "lessons" : `${id}/lessons`);
for (const { id, tag } of languages) {
  const folder = join(site, folderOf(id));
  mkdirSync(folder, { recursive: true });
  const words = await textsOf("", id);
  const root = id === languages[0].id ? "../" : "../../";
  /** A page in every language. @param {string} file */
  const places = (file) =>
    languages.map(({ id, tag, name }) => ({ tag, name, href: `${root}${folderOf(id)}/${file}` }));
  const write = (file, page) => {
    writeFileSync(join(folder, file), page);
    console.log(`${folderOf(id)}/${file}: ${(page.length / 1024).toFixed(1)} KiB`);
  };
  const listed = [];
  for (const [k, lesson] of lessons.entries()) {
    const file = `${lesson.id}.html`;
    const after = lessons[k + 1];
    const following = after && { title: (await textsOf(`${after.id}/`, id)).title, href: `${after.id}.html` };
    const made = await filled(lesson, id, folder);
    const site = { words, tag, languages: places(file), root };
    write(file, lessonPage(lesson, made, { ...site, number: k + 1, all: lessons.length, following }));
    listed.push({ lesson, texts: made.texts, still: made.stills.get("cover") });
  }
  write("index.html", listPage(listed, { words, tag, languages: places("index.html"), root }));
}
writeFileSync(
  join(site, "lessons/lesson.css"),
  colours + readFileSync(join(web, "lessons/lesson.css"), "utf8"),
);
cpSync(join(web, "lessons/reader.js"), join(site, "lessons/reader.js"));
attention.close();
