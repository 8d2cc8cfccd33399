// The package as users get it: what is in the tarball, who can import it, what its declarations say, and what linters of
// packages find.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { build } from "esbuild";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { COMMON, OPS } from "../../web/core/schema.js";
import { TILES } from "../../web/core/graph/tensors.js";
import { TENSORS } from "../../web/core/structs.js";
import { options } from "../../web/element/options.js";
import { createAttention } from "../../web/index.js";
import { presets } from "../../web/presets/index.js";
import { stories } from "../../web/scene/index.js";
import { full } from "../helpers/full.js";
import { root } from "../setup/system.js";
import { packed } from "./helpers/packed.js";
import { former, framed, plain, programs } from "./helpers/programs.js";

const { folder, installed, tarball, files, size, remove } = packed();
after(remove);
const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
const paths = files.map(({ path }) => path);

/** A script that stands beside the installed package. */
function script(code, type = "module") {
  // Node 20 has relaxed SIMD behind a flag, later ones have it without
  const flags = process.version.startsWith("v20.") ? ["--experimental-wasm-relaxed-simd"] : [];
  const parameters = [...flags, `--input-type=${type}`, "-e", code];
  const { status, stdout, stderr } = spawnSync(process.execPath, parameters, {
    cwd: folder,
    encoding: "utf8",
  });
  return {
    status,
    printed: stdout.trim(),
    error: /^\S*Error\b.*$/m.exec(stderr)?.[0] ?? stderr.slice(0, 400),
  };
}

/** What a script prints; its error is the failure. */
function prints(code, type) {
  const { status, printed, error } = script(code, type);
  assert.equal(status, 0, error);
  return printed;
}

describe("the tarball", () => {
  test("has at most 125 files beside posters, and 4 MiB", () => {
    const others = paths.filter((path) => !path.includes("/posters/"));
    assert.ok(others.length <= 125, `${others.length} files: ${others.join(" ")}`);
    assert.ok(size <= 4 * 1024 * 1024, `${size} bytes`);
  });

  test("has what users need, and nothing else", () => {
    const kinds = [
      /^(package\.json|LICENSE|CHANGELOG\.md|README(\.\w+)?\.md)$/,
      /^c\/\w+\.[ch]$/,
      /^web\/pictures\/walk-through-animated-(light|dark)\.svg$/,
      /^web\/build\/(index|engine|input|export|cli|gif|film|reveal|simd|scalar|chain|forward|relaxed|learned|attention[\w.-]*|(chunks|posters)\/[\w.-]+)\.(css|d\.ts|js|wasm)$/,
      /^web\/build\/[\w-]*embed[\w.-]*\.(html|js|json)$/,
    ];
    assert.deepEqual(
      paths.filter((path) => !kinds.some((kind) => kind.test(path))),
      [],
    );
    const pictures = readFileSync(join(root, "README.md"), "utf8").match(/web\/pictures\/[\w-]+\.svg/g) ?? [];
    for (const path of ["LICENSE", "README.md", "CHANGELOG.md", "web/build/relaxed.js", ...pictures])
      assert.ok(paths.includes(path), path);
  });

  test("has all of C", () => {
    const sources = readdirSync(join(root, "c")).filter((name) => /\.[ch]$/.test(name));
    const shipped = paths.filter((path) => path.startsWith("c/"));
    assert.deepEqual(shipped.sort(), sources.map((name) => `c/${name}`).sort());
  });

  test("the changes of its version are told, with their day", () => {
    const { version } = manifest;
    const told = readFileSync(join(installed, "CHANGELOG.md"), "utf8");
    assert.match(told, new RegExp(`^## ${version.replaceAll(".", "\\.")} - \\d{4}-\\d\\d-\\d\\d$`, "m"));
  });
});

describe("its entries", () => {
  const entries = Object.entries(manifest.exports);
  const scripts = entries
    .filter(([name]) => /^\.$|\.js$/.test(name))
    .map(([name]) => `attention-player${name.slice(1)}`);

  test("every file of an entry is there", () => {
    for (const [name, entry] of entries)
      for (const file of typeof entry === "string" ? [entry] : Object.values(entry))
        assert.ok(existsSync(join(installed, file)), `${name}: ${file}`);
  });

  test("every file finds what it imports, from its own folder", () => {
    for (const path of paths.filter((path) => path.endsWith(".js")))
      for (const [, name] of readFileSync(join(installed, path), "utf8").matchAll(
        /\b(?:from|import\(?)\s*"(\.[^"]+)"/g,
      ))
        assert.ok(existsSync(join(installed, path, "..", name)), `${path} imports ${name}`);
  });

  test("all are imported on a server, compile nothing and leave no trace", () => {
    const code = `
      const before = Reflect.ownKeys(globalThis).length;
      WebAssembly.instantiate = WebAssembly.compile = WebAssembly.Module = () => { throw new Error("compiled"); };
      Intl.Segmenter = function () { throw new Error("loaded the tables of Intl"); };
      for (const name of ${JSON.stringify(scripts.filter((name) => !name.endsWith("fallback.js")))}) {
        await import(name);
        if (Reflect.ownKeys(globalThis).length !== before) throw new Error(name + " made a global");
      }
      console.log("none");`;
    assert.equal(prints(code), "none");
  });

  test("fallback.js hands over its module, and makes no other name", () => {
    const code = `
      const before = Reflect.ownKeys(globalThis);
      await import("attention-player/fallback.js");
      console.log(Reflect.ownKeys(globalThis).filter((key) => !before.includes(key)).map(String).join());`;
    assert.equal(prints(code), "Symbol(attention-player.fallback)");
  });

  test(". computes with each build, and finds what it loads when asked: workers, layers, training", () => {
    const code = `
      import { SelfAttentionLayer, createAttention, createTraining } from "attention-player";
      const problem = { x: [[1, 0], [0, 1]], scale: 0 };
      for (const build of ["auto", "simd", "scalar", "relaxed", "js"]) {
        const attention = await createAttention({ build });
        console.log(attention.build, attention.forward(problem).weights.data.join());
      }
      const attention = await createAttention();
      const { weights } = await attention.run("forward", problem, { workers: 1 });
      console.log("worker", weights.data.join());
      attention.close();
      const layer = await SelfAttentionLayer.create({ d_model: 2 });
      const training = await createTraining({ task: "first", batch: 1 });
      await training.run(2);
      training.close();
      console.log(layer instanceof SelfAttentionLayer, layer.w_q.shape.join(), training.step);`;
    const same = ["simd", "simd", "scalar", "relaxed", "js", "worker"].map(
      (name) => `${name} 0.5,0.5,0.5,0.5`,
    );
    // the process ends by itself: what was closed holds nothing open
    assert.deepEqual(prints(code).split("\n"), [...same, "true 2,2 2"]);
  });

  test("require gives the same names where Node can, else says that this is a module", () => {
    const code = `console.log(typeof require("attention-player").createAttention);`;
    if (process.features.require_module) assert.equal(prints(code, "commonjs"), "function");
    else assert.match(script(code, "commonjs").error, /ERR_REQUIRE_ESM/);
  });

  test("a module and a header are found by their names", () => {
    const code = `
      import { readFileSync } from "node:fs";
      import { createRequire } from "node:module";
      const file = (name) => readFileSync(createRequire(import.meta.url).resolve("attention-player/" + name));
      for (const name of ["attention.wasm", "attention-scalar.wasm", "attention-relaxed.wasm"])
        console.log(file(name).subarray(1, 4).toString());
      console.log(/attn_forward/.test(file("attn.h")));`;
    writeFileSync(join(folder, "files.mjs"), code);
    const { stdout, stderr } = spawnSync(process.execPath, ["files.mjs"], { cwd: folder, encoding: "utf8" });
    assert.deepEqual(stdout.trim().split("\n"), ["asm", "asm", "asm", "true"], stderr);
  });
});

test("the command line needs nothing but Node; for pixels it names the package that is missing", () => {
  const command = (...parameters) =>
    spawnSync(process.execPath, [join(installed, manifest.bin["attention-player"]), ...parameters], {
      cwd: folder,
      encoding: "utf8",
    });
  assert.equal(command("--version").stdout, `${manifest.version}\n`);
  const drawn = command("export", "walk-through", "-o", "still.svg");
  assert.deepEqual([drawn.status, drawn.stderr], [0, ""]);
  assert.match(readFileSync(join(folder, "still.svg"), "utf8"), /^<svg /);
  const refused = command("export", "walk-through", "-o", "still.png");
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /^attention-player: .*@resvg\/resvg-wasm.*\n$/);
  assert.ok(!existsSync(join(folder, "still.png")));
});

test("a bundler keeps the element where only the tag is used, and nothing where nothing is", async () => {
  const bundled = async (contents) => {
    const { outputFiles, warnings } = await build({
      stdin: { contents, resolveDir: folder },
      bundle: true,
      splitting: true,
      format: "esm",
      outdir: join(folder, "out"),
      write: false,
      logLevel: "silent",
    });
    const meant = warnings.filter(({ id }) => id !== "ignored-bare-import");
    assert.deepEqual(meant, []);
    const size = (/** @type {RegExp} */ name) =>
      outputFiles
        .filter(({ path }) => name.test(path))
        .reduce((sum, { contents }) => sum + contents.length, 0);
    // what is loaded when asked for is in other files
    return { first: size(/stdin\.js$/), all: size(/./) };
  };
  for (const player of ["player.js", "core-player.js"])
    assert.ok((await bundled(`import "attention-player/${player}";`)).all > 50000, player);
  const unused = await bundled(`import "attention-player"; import "attention-player/input.js";`);
  assert.ok(unused.first < 100);
});

test("publint finds nothing", async () => {
  const { messages } = await publint({ pkgDir: installed, pack: false, strict: true });
  assert.deepEqual(
    messages.map((message) => formatMessage(message, manifest, { color: false })),
    [],
  );
});

test(
  "are-the-types-wrong finds nothing for modules",
  { skip: !full && "npm run test:full asks it" },
  async () => {
    const data = new Uint8Array(readFileSync(tarball));
    const { problems } = await checkPackage(createPackageFromTarballData(data), {
      excludeEntrypoints: [/\.(wasm|h|json|css)$|fallback\.js$/],
    });
    // who cannot import modules is not meant
    const meant = problems.filter(({ resolutionKind }) => !["node10", "node16-cjs"].includes(resolutionKind));
    assert.deepEqual(meant, []);
  },
);

describe("its declarations", () => {
  const { compile, install } = programs(folder);
  const frameworks = { "@types/react": "@types/react", preact: "preact", vue: "vue", svelte: "svelte" };

  test("nodenext: programs compile, and what is declared is what there is", async () => {
    writeFileSync(join(folder, "names.ts"), await namesProgram());
    install({});
    assert.equal(compile([...plain, "names.ts"], { mode: "nodenext" }), "");
  });

  test("bundler: the same programs, and React 19, Preact 11, Vue 3 and Svelte 5", () => {
    install(frameworks);
    assert.equal(compile([...plain, ...framed], { mode: "bundler" }), "");
  });

  describe("in full, compilers and frameworks before the newest", { skip: !full }, () => {
    for (const mode of ["nodenext", "bundler"]) {
      test(`${mode}: React 18 and Preact 10`, () => {
        install({ "@types/react": "react-18-types", preact: "preact-10" });
        assert.equal(compile(["react.tsx", "preact.tsx"], { mode }), "");
      });

      test(`${mode}: TypeScript 6, with frameworks and without`, () => {
        install({});
        assert.equal(compile(plain, { mode, tsc: former }), "");
        install(frameworks);
        assert.equal(compile([...plain, ...framed], { mode, tsc: former }), "");
      });
    }

    test("nodenext: React 19, Preact 11, Vue 3 and Svelte 5", () => {
      install(frameworks);
      assert.equal(compile(framed, { mode: "nodenext" }), "");
    });
  });
});

/** A program that compiles where the declarations list what there is, no more and no fewer. */
async function namesProgram() {
  const require = createRequire(join(folder, "here.js"));
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
  for (const entry of ["", "/input.js", "/player.js", "/core-player.js", "/classic.js", "/export.js"]) {
    const values = Object.keys(await import(pathToFileURL(require.resolve(`attention-player${entry}`)).href));
    // files of chunks have more for these, under names of one or two letters
    const meant = values.filter((name) => !/core-player|export/.test(entry) || name.length > 2);
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
  program += names("keyof OwnAttributes", Object.keys(options));

  return program;
}
