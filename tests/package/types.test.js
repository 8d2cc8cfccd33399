// The package's declarations: TypeScript programs that use it compile, their mistakes are found, and what the declarations
// list is what there is.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRequire } from "node:module";
import { after, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { COMMON, OPS } from "../../web/core/schema.js";
import { TENSORS, TILES } from "../../web/core/structs.js";
import { options } from "../../web/element/options.js";
import { createAttention } from "../../web/index.js";
import { presets } from "../../web/presets/index.js";
import { stories } from "../../web/scene/index.js";
import { packed } from "./helpers/packed.js";
import { framed, plain, programs } from "./helpers/programs.js";

const { folder, remove } = packed();
after(remove);
const { compile, install } = programs(folder);
const require = createRequire(join(folder, "here.js"));

describe("programs compile, and their mistakes are found", () => {
  test("nodenext: the engine, text and files, a page, and nothing of a framework", () => {
    install({});
    assert.equal(compile(plain, { mode: "nodenext" }), "");
  });

  test("bundler: the same, and React 19, Preact 11, Vue 3 and Svelte 5", () => {
    install({ "@types/react": "@types/react", preact: "preact", vue: "vue", svelte: "svelte" });
    assert.equal(compile([...plain, ...framed], { mode: "bundler" }), "");
  });
});

test("what the declarations list is what there is", async () => {
  /** A program that names all keys of a type, no more and no fewer. */
  const names = (type, keys) =>
    `{ const all: Record<${type}, true> = ${JSON.stringify(Object.fromEntries(keys.map((key) => [key, true])))}; void all; }\n`;
  let program = `
    import type { AttentionProblem, AttentionTrace, ChainProblem, GradientTrace, Stage, TensorName } from "attention-player";
    import type { OwnAttributes, PresetName, Story } from "attention-player/player.js";
    type Optional<T, K extends keyof T> = {} extends Pick<T, K> ? true : false;
    type Sure<T> = keyof { [K in keyof T as K extends \`\${string}.\${string}\` ? never : Optional<T, K> extends true ? never : K]: 1 };
  `;

  // the values of each entry
  for (const entry of ["", "/input.js", "/player.js", "/core-player.js", "/classic.js"]) {
    const values = Object.keys(await import(pathToFileURL(require.resolve(`attention-player${entry}`)).href));
    // the core's file has more for its own chunks, under names of one or two letters
    const meant = values.filter((name) => entry !== "/core-player.js" || name.length > 2);
    program += names(`keyof typeof import("attention-player${entry}")`, meant);
  }

  // keys of problems and stages
  const { attention, ...others } = OPS;
  program += names("keyof AttentionProblem", [...Object.keys({ ...attention, ...COMMON }), "stages"]);
  program += names("keyof ChainProblem", [...Object.keys(COMMON), "stages"]);
  for (const [op, keys] of Object.entries(others))
    program += names(`keyof Extract<Stage, { op: "${op}" }>`, [...Object.keys(keys), "id", "op", "labels"]);

  // tensors of a trace, and those that every trace has
  const core = await createAttention();
  const given = { query: [[1, 2]], key: [[1, 2]], value: [[1, 2]], grad_output: [[1, 1]] };
  const sure = (trace) => Object.keys(trace).filter((name) => name !== "weighted_values");
  const every = TENSORS.filter((name) => !TILES.includes(name));
  program += names("TensorName", ["x", "x_kv", "x_v", ...every, "loss"]);
  program += names("Sure<AttentionTrace>", sure(core.forward(given)));
  program += names("Sure<GradientTrace>", sure(core.backward(given)));

  // what a tag may say
  program += names("Story", stories);
  program += names("PresetName", Object.keys(presets));
  program += names("keyof OwnAttributes", [...options.map(({ attribute }) => attribute), "step"]);

  writeFileSync(join(folder, "names.ts"), program);
  assert.equal(compile(["names.ts"], { mode: "nodenext" }), "");
});
