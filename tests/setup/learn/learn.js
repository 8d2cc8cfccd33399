// npm run learn: makes the parameters of the sequence-to-sequence examples, of the classifier, of the senses of words, of heads and of
// words that look at pictures again, to the bit, and measures them. npm run learn -- NAME ...: these alone. They are written to
// web/presets/learned/. With --seeds N nothing is written: what N other beginnings come to is listed.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { format, resolveConfig } from "prettier";
import { loadCore } from "../../../web/core/wasm.js";
import { createAttention } from "../../../web/index.js";
import { root, say, stop } from "../system.js";
import { models } from "./models.js";

/**
 * The text of the file that holds what was learned.
 * @param {string} name
 * @param {{ quiet?: boolean, build?: "auto" | "simd" | "scalar" | "js" }} [options] every build learns the same
 */
export async function learn(name, { quiet = false, build = "auto" } = {}) {
  const model = models[name];
  const attention = await createAttention({ build });
  const core = await loadCore(build);
  const told = (/** @type {number} */ step, /** @type {number} */ loss) =>
    quiet || say(`${name}: step ${step}, loss ${loss.toFixed(4)}`);
  const parameters = model.learn(attention, core, told);
  const learned = { name, ...parameters, measured: model.measure(attention, parameters) };
  if (!quiet) tell(learned);
  const style = await resolveConfig(join(root, "package.json"));
  return format(JSON.stringify(learned), { ...style, parser: "json" });
}

const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)} %`;

/** @param {any} learned */
function tell({ name, measured }) {
  if (!measured.bottleneck) {
    say(`${name}: over ${measured.sentences} held-out sentences ${outcome(measured)}`);
    return;
  }
  const { attention, bottleneck } = measured;
  say(`${name}: of ${attention.sentences} held-out sentences ${percent(attention.exact)} exactly right`);
  say(`  ${percent(attention.aligned)} of rows look most at the word they translate`);
  say(`  bottleneck: ${percent(bottleneck.exact)} exactly right`);
  say("  words right, by length of the source: attention, bottleneck");
  attention.by_length.forEach(
    (/** @type {any} */ { length, sentences, words, right }, /** @type {number} */ n) => {
      const other = bottleneck.by_length[n].right;
      say(`  ${length} (${sentences} sentences): ${percent(right / words)}, ${percent(other / words)}`);
    },
  );
}

/** What is right, and where it looked. @param {any} measured */
function outcome({ right, decided, roles, parted }) {
  const start = `${percent(right)} right`;
  if (!roles) return `${start}, ${percent(decided)} look most at a word that decides`;
  const each = roles.map((/** @type {any} */ { role, share }) => `${role} ${percent(share)}`);
  return `${start}, ${each.join(", ")}: roles ${parted ? "part" : "do not part"}`;
}

/** What other seeds come to, one a line. @param {string} name @param {number} count */
async function tellSeeds(name, count) {
  const model = models[name];
  const attention = await createAttention();
  const core = await loadCore("auto");
  for (let seed = 1; seed <= count; seed++)
    say(
      `${name}: seed ${seed}: ${outcome(model.measure(attention, model.learn(attention, core, undefined, seed)))}`,
    );
}

if (process.argv[1] === import.meta.filename) {
  const { values, positionals: asked } = parseArgs({
    allowPositionals: true,
    options: { seeds: { type: "string" } },
  });
  for (const name of asked)
    if (!(name in models)) stop(`nothing is called ${name}; there is ${Object.keys(models).join(", ")}`);
  for (const name of asked.length ? asked : Object.keys(models))
    if (values.seeds) await tellSeeds(name, Number(values.seeds));
    else writeFileSync(join(root, "web", "presets", "learned", `${name}.json`), await learn(name));
}
