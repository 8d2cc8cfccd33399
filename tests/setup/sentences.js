// npm run sentences -- [--count 2000] [--most 600] [--seed 1] [--lang en] [file]: shows random problems, unusual ones among
// them, in every story that fits, and prints the sentences that differ most, for proofreading.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { presets } from "../helpers/presets.js";
import { chance } from "../helpers/random.js";
import { attentions } from "../scene/helpers/attentions.js";
import { said } from "../scene/helpers/marks.js";
import { anyProblem } from "../scene/helpers/problems.js";
import { attention, sceneOf } from "../scene/helpers/scene-of.js";
import { told } from "../scene/helpers/told.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "2000" },
    most: { type: "string", default: "600" },
    seed: { type: "string", default: "1" },
    lang: { type: "string", default: "en" },
  },
});
const { lang } = values;
const draw = chance(Number(values.seed));

/** By sentence without its numbers: the sentence and where it occurs first. @type {Map<string, { one: string, where: string }>} */
const found = new Map();

/** @param {string} one @param {string} where */
function hear(one, where) {
  if (!one) return;
  const kind = one.replace(/[−-]?[\d.]+/g, "#").replace(/(#[^\p{L}]*)+/gu, "# ");
  if (!found.has(kind)) found.set(kind, { one, where });
}

/** @param {any} problem @param {string} name @param {string} [only] the story */
function tell(problem, name, only) {
  const stories = only ? [only] : sceneOf(problem, { lang }).stories;
  for (const story of stories) {
    const other = story === "compare" ? anyProblem(draw) : undefined;
    const softmax = /** @type {const} */ (["open", "closed"])[draw.below(2)];
    const scene = sceneOf(problem, { story, lang, other, width: 820, height: 424, options: { softmax } });
    for (const step of scene.steps) {
      const where = `${name}: ${story}, ${step.id}`;
      for (const one of [step.title, step.subtitle, said(step), step.text.replace(said(step), "")])
        hear(one?.trim(), where);
    }
    for (const { title } of scene.chapters) hear(title, `${name}: ${story}`);
  }
}

for (const [name, { problem }] of Object.entries(presets)) tell(problem, `preset ${name}`);
for (const [name, problem] of Object.entries(attentions)) tell(problem, name);
const kinds = Object.entries(told);
for (const [story, { always }] of kinds) always.forEach((problem, k) => tell(problem, `strange ${k}`, story));
for (let k = 0; k < Number(values.count); k++) {
  const [story, { any }] = kinds[k % kinds.length];
  if (k % 2) tell(any(draw), `drawn ${k}`, story);
  else tell(anyProblem(draw), `drawn ${k}`);
}
attention.close();

/** Returns the pairs of adjacent words in a sentence without its numbers; for Chinese, pairs of characters. @param {string} kind */
const pairsOf = (kind) => {
  const words = kind.match(/\p{Script=Han}|[\p{L}#]+|[^\s\p{L}]/gu) ?? [];
  return words.map((word, k) => `${words[k - 1] ?? ""} ${word}`);
};

// repeatedly picks the sentence with the most pairs not seen yet
let waiting = [...found].map(([kind, { one, where }]) => ({ one, where, pairs: new Set(pairsOf(kind)) }));
const heard = new Set();
const chosen = [];
while (waiting.length > 0 && chosen.length < Number(values.most)) {
  for (const one of waiting) for (const pair of one.pairs) if (heard.has(pair)) one.pairs.delete(pair);
  waiting = waiting.filter(({ pairs }) => pairs.size > 0);
  const next = waiting.reduce((a, b) => (b.pairs.size > (a?.pairs.size ?? 0) ? b : a), waiting[0]);
  if (!next) break;
  next.pairs.forEach((pair) => heard.add(pair));
  chosen.push(next);
}
const text = chosen.map(({ one, where }) => `${one}\n    ${where}\n`).join("\n");
const [file] = positionals;
if (file) writeFileSync(file, text);
else console.log(text);
console.error(`${chosen.length} of ${found.size} sentences`);
process.exit();
