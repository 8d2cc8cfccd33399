// Words: all languages say the same things, and no sentence is written anywhere else.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { full } from "../helpers/full.js";
import { presets } from "../helpers/presets.js";
import { explain, frame } from "../../web/scene/index.js";
import { questions } from "../../web/scene/questions.js";
import { languageOf, languages, loadWords, words } from "../../web/words/index.js";
import { inputWords } from "../../web/words/input/index.js";
import { linkWords } from "../../web/words/input/link/index.js";
import { writeWords } from "../../web/words/input/write/index.js";
import { cut, fill, plain, stageName, tensorName } from "../../web/words/sentence.js";
import { attentions } from "../scene/helpers/attentions.js";
import { attentionStories } from "../scene/helpers/stories.js";
import { root } from "../setup/system.js";
import { leftOver } from "./pseudo.js";
import { addLanguage, addStory, copyOfWeb } from "./third.js";

/** Every text of a language with its path. @returns {[string, any][]} */
const texts = (value, path = "") =>
  value !== null && typeof value === "object"
    ? Object.entries(value).flatMap(([key, child]) => texts(child, `${path}.${key}`))
    : [[path, value]];
/** The texts around numbers that are read or written. @param {string} lang */
const inputTexts = (lang) => ({ ...inputWords(lang), link: linkWords(lang), write: writeWords(lang) });
/** The texts of a language as its files have them. @param {string} lang */
const written = (lang) => [...texts(languageOf(lang).texts), ...texts(inputTexts(lang), ".input")];
// presets may have labels of as many tokens as they like, but all languages the same; a language may call one cell as it
// calls the tensor
const shape = (lang) =>
  written(lang)
    .filter(([path]) => !path.startsWith(".shown"))
    .map(([path, text]) => `${path}: ${typeof text}`);

describe("languages", () => {
  before(() => Promise.all(languages.map(({ id }) => loadWords(id))));

  test("all have the same texts, and none is empty", () => {
    for (const { id } of languages) {
      assert.deepEqual(shape(id).sort(), shape("en").sort(), id);
      for (const [path, text] of written(id)) assert.notEqual(text, "", `${id}${path}`);
    }
    assert.ok(shape("en").length > 150);
  });

  test("a translation fills in nothing that the first language does not", () => {
    const names = (text) => (typeof text === "string" ? (text.match(/(?<=\{~?)\w+/g) ?? []) : []);
    const first = new Map(written("en"));
    for (const { id } of languages)
      for (const [path, text] of written(id))
        for (const name of names(text))
          assert.ok(names(first.get(path)).includes(name), `${id}${path} ${name}`);
  });

  test("a brace in a text of input is a fact's", () => {
    for (const { id } of languages)
      for (const [path, text] of texts(inputTexts(id)))
        if (typeof text === "string") assert.doesNotMatch(text, /\{(?!~?\w+[}:])/, `${id}${path}`);
  });

  test("name every stage of the presets", () => {
    const stages = Object.values(presets).flatMap(({ problem }) => problem.stages ?? []);
    const unnamed = stages.filter(({ id }) => stageName(languageOf("zh").texts, id) === id);
    assert.deepEqual(unnamed, []);
  });

  test("a tag asks for its language, whatever stands behind; an unknown one for the first", () => {
    const asked = ["zh", "zh-Hans-CN", "ZH_tw", "en-GB", "zhx", "", undefined];
    assert.deepEqual(
      asked.map((tag) => languageOf(tag).tag),
      ["zh-CN", "zh-CN", "zh-CN", "en", "en", "en", "en"],
    );
  });

  test("no file but the list names a language", () => {
    const files = readdirSync(join(root, "web"), { recursive: true }).map(String);
    for (const file of files.filter(
      (name) => /\.(js|css|html)$/.test(name) && !/^(build|words)\b/.test(name),
    )) {
      // that of the page before its script runs
      const text = readFileSync(join(root, "web", file), "utf8").replace('<html lang="en">', "");
      assert.doesNotMatch(text, /["'`(](en|zh)\b["'`)-]|data-(en|zh)/, file);
    }
  });

  test("Chinese parts lists as Chinese does, and uses one word for one thing", () => {
    const folder = join(root, "web", "words");
    const mixed = /[一-鿿], |, [一-鿿]|分数|得分函数|遮罩|内核|框架|限幅|学得|批次|没有可注意|[\d}] %/;
    for (const file of readdirSync(folder, { recursive: true }).map(String))
      if (/zh\.js$/.test(file)) assert.doesNotMatch(readFileSync(join(folder, file), "utf8"), mixed, file);
  });

  test("a tensor is called by its own word, its gradient and its stage by theirs", () => {
    assert.equal(tensorName(words("en"), "grad_scores"), "gradient of scores");
    assert.equal(tensorName(words("zh"), "decoder.grad_weights"), "解码器：权重的梯度");
    assert.equal(tensorName(words("zh"), "mine.weights"), "mine：权重");
    assert.equal(tensorName(words("en"), "new_one"), "new_one");
  });
});

test("a sentence is a template or a function, with marks for what it speaks of", () => {
  assert.equal(fill("{n} of {all}", { n: 2 }), "2 of {all}");
  const counted = ({ n }) => `${n} ${n === 1 ? "[key|key]" : "[keys|key]"}: {cell}`;
  assert.equal(plain(cut(fill(counted, { n: 2 }))), "2 keys: {cell}");
  assert.deepEqual(cut("is [0.5|weights:0,0]")[1], { text: "0.5", name: "weights:0,0" });
  assert.deepEqual(cut("a [b] c"), [{ text: "a [b] c" }]);
});

test("a template says one thing of one and another of many, and reads nothing that was filled in", () => {
  const grammar = { spell: (n) => ["no", "one", "two"][n], apart: (a, b) => (a && b === "cat" ? "~" : "") };
  const say = (text, facts) => fill(text, facts, grammar);
  assert.equal(say("{~n} {n:key¦keys}", { n: 1 }), "one key");
  assert.equal(say("{~n} {n:key¦keys}{all:, all}.", { n: 2, all: true }), "two keys, all.");
  assert.equal(say("{a:{b:x¦{n}}¦z}{b:, b}", { a: true, b: false, n: 5 }), "5");
  assert.equal(say("a {name}", { name: "{n:x¦y}" }), "a {n:x¦y}");
  assert.equal(say("a{name}", { name: "cat" }), "a~cat");
});

/** A language and a story more, as somebody adds them. */
const copy = copyOfWeb();
const from = (path) => import(join(copy.folder, path));
const story = `import * as texts from "../../build/words/stories/two-queries.js";
import { tell } from "./walk-through.js";

export default { texts: [texts], tell: (script, room) => tell(script, room, 2) };
`;
before(() => {
  addLanguage(copy.web);
  addStory(copy.web, "two-queries", story, {
    en: 'export default { name: "Two queries" };',
    zh: 'export default { name: "两个查询" };',
  });
  copy.list();
});
after(copy.remove);

describe("a third language is a line in the list, and its texts", () => {
  test("until it is loaded the first language speaks", async () => {
    const { isLoaded, loadWords, words } = await from("web/words/index.js");
    assert.equal(isLoaded("xx"), false);
    assert.equal(words("xx"), words("en"));
    const loaded = await loadWords("xx-YY");
    assert.equal(words("xx"), loaded);
    assert.equal(isLoaded("xx"), true);
  });

  test("the page, the readers of numbers and the names of stories speak it too", async () => {
    const { words } = await from("web/words/index.js");
    const { pageWords } = await from("web/words/page/index.js");
    const { inputWords } = await from("web/words/input/index.js");
    const { linkWords } = await from("web/words/input/link/index.js");
    const said = [
      words("xx").names.cross,
      pageWords("xx").title,
      inputWords("xx").files.noFile,
      linkWords("xx").unknown,
    ];
    for (const text of said) assert.match(text, /[А-я]{3}/);
  });

  /** All that a reader sees or hears of a scene. */
  function* told(scene) {
    yield* scene.badges;
    for (const { title } of scene.chapters) yield title;
    for (const { text, choices, label, skip, guessed, answer } of questions(scene)) {
      yield* [text, label, skip];
      for (const { key, name } of choices) yield* [name, guessed(key), plain(answer(key))];
    }
    for (const step of scene.steps) {
      yield* [step.title, step.subtitle, step.text, plain(step.caption)];
      for (const at of [step.hold, step.start + step.duration - 0.01])
        for (const mark of frame(scene, scene.timeline, at).marks) if (mark.type === "text") yield mark.text;
    }
    for (const tensor of ["weights", "query"]) {
      const { shape } = scene.model.trace[tensor];
      if (shape.every(Boolean)) yield explain(scene, tensor, shape.map(() => 0)).text; // prettier-ignore
    }
  }

  const LOOKS = [[1152, "open"], [340, "closed"]]; // prettier-ignore

  for (const [s, story] of attentionStories.entries())
    test(`no English is left in ${story}, and no word is missing`, async () => {
      const { sceneOf } = await from("tests/scene/helpers/scene-of.js");
      for (const [k, [name, given]] of Object.entries(attentions).entries()) {
        if (!full && (k + s) % 5) continue;
        const problem = { ...given, labels: undefined };
        for (const [width, softmax] of full ? LOOKS : [LOOKS[k % 2]]) {
          const scene = sceneOf(problem, { story, lang: "xx", width, options: { softmax } });
          for (const text of told(scene)) {
            const where = `${name}, ${width} px: ${text}`;
            assert.deepEqual(leftOver(text), [], where);
            assert.doesNotMatch(text, /undefined|\{\w+\}/, where);
          }
        }
      }
    });
});

describe("a new story is its file and its texts", () => {
  test("it is offered under its name, as a value of the attribute and as a card of the gallery", async () => {
    const { stories } = await from("web/scene/index.js");
    assert.equal(stories.at(-1), "two-queries");
    const { loadWords, words } = await from("web/words/index.js");
    assert.equal(words("en").names["two-queries"], "Two queries");
    assert.equal((await loadWords("zh")).names["two-queries"], "两个查询");
    const { optionOf, parse } = await from("web/element/options.js");
    assert.equal(parse(optionOf("story"), "two-queries"), "two-queries");
    const { items } = await from("web/studio/gallery.js");
    assert.deepEqual(items.find(({ id }) => id === "two-queries").attributes, { story: "two-queries" });
  });

  test("the player in one file has it, and it is told", async () => {
    const { sceneOf } = await from("tests/scene/helpers/scene-of.js");
    const { problem } = presets["walk-through"];
    const scene = sceneOf(problem, { story: "two-queries" });
    assert.ok(scene.stories.includes("two-queries"));
    assert.deepEqual(
      scene.steps.filter(({ id }) => id.startsWith("query")).map(({ id }) => id),
      ["query-1", "query-2"],
    );
  });
});
