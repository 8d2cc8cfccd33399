// The package as users get it: what is in the tarball, who can import it, and what those say who look for mistakes.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { build } from "esbuild";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { packed } from "./helpers/packed.js";

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
  test("has at most 80 files and 2 MiB", () => {
    assert.ok(paths.length <= 80, `${paths.length} files: ${paths.join(" ")}`);
    assert.ok(size <= 2 * 1024 * 1024, `${size} bytes`);
  });

  test("has what users need, and nothing else", () => {
    const kinds = [
      /^(package\.json|LICENSE|CHANGELOG\.md|README(\.\w+)?\.md)$/,
      /^c\/\w+\.[ch]$/,
      /^web\/build\/(index|engine|input|simd|scalar|forward|relaxed|learned|attention[\w.-]*|chunks\/[\w.-]+)\.(d\.ts|js|wasm)$/,
      /^web\/build\/[\w-]*embed[\w.-]*\.(html|js|json)$/,
    ];
    assert.deepEqual(
      paths.filter((path) => !kinds.some((kind) => kind.test(path))),
      [],
    );
    for (const path of ["LICENSE", "README.md", "CHANGELOG.md", "web/build/relaxed.js"])
      assert.ok(paths.includes(path), path);
  });

  test("has all of C: attn.h compiles with the sources beside it", () => {
    const sources = paths.filter((path) => /^c\/.*\.c$/.test(path)).map((path) => join(installed, path));
    writeFileSync(join(folder, "main.c"), '#include "attn.h"\nint main(void) { return 0; }\n');
    const flags = ["-std=c11", "-fsyntax-only", `-I${join(installed, "c")}`];
    const { status, stderr } = spawnSync("gcc", [...flags, join(folder, "main.c"), ...sources]);
    assert.equal(status, 0, String(stderr));
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

  test("all are imported on a server, compile nothing and leave no trace", () => {
    const code = `
      const before = Reflect.ownKeys(globalThis).length;
      WebAssembly.instantiate = WebAssembly.compile = WebAssembly.Module = () => { throw new Error("compiled"); };
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

  test(". computes with each build, and finds what it loads when asked", () => {
    const code = `
      import { createAttention } from "attention-player";
      for (const build of ["auto", "simd", "scalar", "relaxed", "js"]) {
        const attention = await createAttention({ build });
        const { weights } = attention.forward({ x: [[1, 0], [0, 1]], scale: 0 });
        console.log(attention.build, weights.data.join());
      }`;
    const answers = ["simd", "simd", "scalar", "relaxed", "js"].map((build) => `${build} 0.5,0.5,0.5,0.5`);
    assert.deepEqual(prints(code).split("\n"), answers);
  });

  test("run works off the main thread, and close lets the process end", () => {
    const code = `
      import { createAttention } from "attention-player";
      const attention = await createAttention();
      const { output } = await attention.run("forward", { x: [[1, 0], [0, 1]], scale: 0 }, { workers: 1 });
      console.log(output.shape.join());
      attention.close();`;
    assert.equal(prints(code), "1,2,2");
  });

  test("layers and training come when they are asked for", () => {
    const code = `
      import { SelfAttentionLayer, createTraining } from "attention-player";
      const layer = await SelfAttentionLayer.create({ d_model: 2 });
      const training = await createTraining({ task: "first", batch: 1 });
      await training.run(2);
      training.close();
      console.log(layer instanceof SelfAttentionLayer, layer.w_q.shape.join(), training.step);`;
    assert.equal(prints(code), "true 2,2 2");
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

test("are-the-types-wrong finds nothing for modules", async () => {
  const data = new Uint8Array(readFileSync(tarball));
  const { problems } = await checkPackage(createPackageFromTarballData(data), {
    excludeEntrypoints: [/\.(wasm|h|json)$|fallback\.js$/],
  });
  // who cannot import modules is not meant
  const meant = problems.filter(({ resolutionKind }) => !["node10", "node16-cjs"].includes(resolutionKind));
  assert.deepEqual(meant, []);
});
