// npm run learn: trains all models again (translations, sentiment, senses of words, heads and image regions), to the same bits,
// measures them and writes them to web/presets/learned/. npm run learn -- NAME ...: only these. With --seeds N, it writes nothing
// and lists the results of N other seeds instead.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { format, resolveConfig } from "prettier";
import { loadCore } from "../../../web/core/wasm.js";
import { createAttention } from "../../../web/index.js";
import { root, say, stop } from "../system.js";
import { models } from "./models.js";

/**
 * Trains a model and returns the text of its file.
 * @param {string} name
 * @param {{ quiet?: boolean, build?: "auto" | "simd" | "scalar" | "js" }} [options] the result is the same for every build
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
  const { attention = measured, bottleneck } = measured;
  say(`${name}: over ${attention.sentences} held-out sentences ${outcome(measured)}`);
  if (!bottleneck) return;
  say("  words right, by length of the source: attention, bottleneck");
  attention.by_length.forEach(
    (/** @type {any} */ { length, sentences, words, right }, /** @type {number} */ n) => {
      const other = bottleneck.by_length[n].right;
      say(`  ${length} (${sentences} sentences): ${percent(right / words)}, ${percent(other / words)}`);
    },
  );
}

/** Returns a summary: the share that is right, and where the model attends. @param {any} measured */
function outcome({ attention, bottleneck, right, decided, roles, parted }) {
  if (bottleneck) {
    const rows = `${percent(attention.aligned)} of rows look most at the word they translate`;
    return `${percent(attention.exact)} exactly right, ${rows}; bottleneck ${percent(bottleneck.exact)}`;
  }
  const start = `${percent(right)} right`;
  if (!roles) return `${start}, ${percent(decided)} look most at a word that decides`;
  const each = roles.map((/** @type {any} */ { role, share }) => `${role} ${percent(share)}`);
  return `${start}, ${each.join(", ")}: roles ${parted ? "part" : "do not part"}`;
}

/** Prints the results of other seeds, one per line. @param {string} name @param {number} count */
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
