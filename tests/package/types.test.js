// The package's declarations: TypeScript programs that use it compile, their mistakes are found, and what the declarations
// list is what there is.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createRequire } from "node:module";
import { after, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { COMMON, OPS } from "../../web/core/schema.js";
import { TENSORS, TILES } from "../../web/core/structs.js";
import { options } from "../../web/element/options.js";
import { createAttention } from "../../web/index.js";
import { presets } from "../../web/presets/index.js";
import { stories } from "../../web/scene/index.js";
import { root } from "../setup/system.js";
import { packed } from "./helpers/packed.js";

const here = join(root, "tests/package");
const { folder, remove } = packed();
after(remove);
const require = createRequire(join(folder, "here.js"));

const newest = join(root, "node_modules/typescript/bin/tsc");
const before = join(here, "node_modules/typescript/bin/tsc");
const modes = {
  nodenext: { module: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
};

/** What a compiler says of programs, in its strictest mood, declarations of the package included. */
function compile(names, { mode, tsc = newest }) {
  const compilerOptions = {
    ...modes[mode],
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: false,
    skipLibCheck: false,
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable"],
    jsx: "react-jsx",
    types: [],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: names }));
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder], { cwd: folder, encoding: "utf8" });
  return stdout.slice(0, 4000);
}

/** Installs the types of frameworks beside the package, those named and no others. @param {Record<string, string>} packages */
function install(packages) {
  for (const name of ["react", "@types/react", "preact", "vue", "svelte"])
    rmSync(join(folder, "node_modules", name), { recursive: true, force: true });
  for (const [name, source] of Object.entries(packages)) {
    mkdirSync(dirname(join(folder, "node_modules", name)), { recursive: true });
    symlinkSync(join(here, "node_modules", source), join(folder, "node_modules", name), "junction");
  }
}

writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
const plain = ["engine.ts", "input.ts", "page.ts", "classic.ts"];
const framed = ["react.tsx", "preact.tsx", "vue.ts", "svelte.ts"];
for (const name of [...plain, ...framed]) copyFileSync(join(here, "consumers", name), join(folder, name));

describe("programs compile, and their mistakes are found", () => {
  for (const mode of Object.keys(modes))
    test(`${mode}: the engine, a page, React 19, Preact 11, Vue 3 and Svelte 5`, () => {
      install({ "@types/react": "@types/react", preact: "preact", vue: "vue", svelte: "svelte" });
      assert.equal(compile([...plain, ...framed], { mode }), "");
    });

  test("React 18 and Preact 10", () => {
    install({ "@types/react": "react-18-types", preact: "preact-10" });
    assert.equal(compile(["react.tsx", "preact.tsx"], { mode: "bundler" }), "");
  });

  test("without a framework, in TypeScript 6", () => {
    install({});
    assert.equal(compile(plain, { mode: "nodenext", tsc: before }), "");
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
  for (const entry of ["", "/input.js", "/player.js", "/core-player.js", "/classic.js", "/fallback.js"]) {
    const values = Object.keys(await import(pathToFileURL(require.resolve(`attention-player${entry}`)).href));
    program += names(`keyof typeof import("attention-player${entry}")`, values);
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
