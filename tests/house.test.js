// The house itself: who may import whom, what each room may say, and that header, list and module agree.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { describe, test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { root } from "./setup/system.js";

const read = (path) => readFileSync(join(root, path), "utf8");
const posix = (path) => path.split(sep).join("/");

/** Every source file below a folder, as a path from the top; built files are not source. */
const sources = (folder, pattern = /\.js$/) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => posix(join(folder, String(name))))
    .filter((name) => pattern.test(name) && !/^web\/build\/|\/node_modules\//.test(name))
    .sort();

/** The code without its comments, so that a word in a sentence is not taken for a deed. */
const code = (path) =>
  read(path)
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(^|\s)\/\/.*$/gm, "$1");

/** Fails with the few words that should not be there, not with the whole text. */
function never(text, pattern, where) {
  const found = pattern.exec(text);
  assert.equal(found && `${where} says ${found[0]}`, null);
}

/** What a file imports, statically or on demand, as paths from the top (or bare names). */
const imports = (path) =>
  [...code(path).matchAll(/(?<!["'])\b(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map(([, name]) =>
    name.startsWith(".") ? posix(relative(root, resolve(root, dirname(path), name))) : name,
  );

describe("imports go one way", () => {
  // a room may import itself and these; the schema of tensors is data for all of them
  const rooms = {
    "web/core/": ["web/build/"],
    // what build.sh lists is listed for them
    "web/words/": ["web/build/words/"],
    "web/scene/": [
      "web/build/lists/",
      "web/build/stories/",
      "web/build/words/stories/",
      "web/core/graph/tensors.js",
      "web/words/",
    ],
    "web/render/": [],
    // of the core what is pure: reading a problem, and what is made from what
    "web/input/": [
      "web/core/errors.js",
      "web/core/graph/",
      "web/core/loss.js",
      "web/core/problem.js",
      "web/core/shapes.js",
      "web/core/tensor.js",
      "web/core/turn.js",
      "web/words/decimal.js",
      "web/words/input/",
      "web/words/sentence.js",
    ],
    "web/edit/": [
      "web/core/graph/tensors.js",
      "web/core/rows.js",
      "web/core/shapes.js",
      "web/words/decimal.js",
    ],
    // the player itself it loads as any page would
    "web/embed/": [
      "web/core/errors.js",
      "web/element/environment.js",
      "web/element/range.js",
      "web/input/link/",
      "web/input/errors.js",
      "web/words/input/link/",
      "web/words/sentence.js",
    ],
    "web/lessons/": ["web/core/graph/tensors.js", "web/render/", "web/words/"],
    // it makes scenes as the element does, whose players fetch it when it is asked for
    "web/export/": [
      "web/build/",
      "web/core/errors.js",
      "web/core/version.js",
      "web/element/",
      "web/input/",
      "web/presets/",
      "web/render/",
      "web/scene/",
      "web/words/",
    ],
    "web/element/": [
      "web/build/lists/",
      "web/core/",
      "web/scene/",
      "web/render/",
      "web/edit/",
      "web/input/",
      "web/export/",
      "web/presets/",
      "web/words/",
      "web/index.js",
    ],
  };
  for (const [room, allowed] of Object.entries(rooms)) {
    if (!existsSync(join(root, room))) continue;
    test(`${room} imports itself${allowed.length ? ` and ${allowed.join(" ")}` : " alone"}`, () => {
      for (const file of sources(room))
        for (const name of imports(file).filter((name) => name.startsWith("web/"))) {
          const good = [room, ...allowed].some((start) => name.startsWith(start));
          assert.ok(good, `${file} imports ${name}`);
        }
    });
  }

  test("the schema of tensors imports nothing", () => {
    assert.deepEqual(imports("web/core/graph/tensors.js"), []);
  });

  test("nothing in web/ imports a package or a part of Node, but what makes films, and the command line", () => {
    const others = {
      "web/export/gif.js": /^gifenc$/,
      "web/export/film.js": /^mediabunny$/,
      "web/export/raster.js": /^(node:\w+|@resvg\/resvg-wasm)/,
      "web/export/cli.js": /^node:/,
      "web/export/given.js": /^node:/,
      "web/export/output.js": /^node:/,
    };
    for (const file of sources("web"))
      for (const name of imports(file))
        assert.ok(name.startsWith("web/") || others[file]?.test(name), `${file} imports ${name}`);
  });

  test("every import names a file that is there", () => {
    for (const file of sources("web"))
      for (const name of imports(file))
        if (name.startsWith("web/")) assert.ok(existsSync(join(root, name)), `${file} imports ${name}`);
  });

  test("web/index.js only re-exports", () => {
    const left = code("web/index.js")
      .replace(/export\s*(\{[^}]*\}|\*)\s*from\s*"[^"]+";/g, "")
      .trim();
    assert.equal(left, "");
  });
});

describe("each thing is said in one place", () => {
  const only = (word, places) =>
    test(`only ${places.join(", ")} says ${word.source}`, () => {
      for (const file of sources("web"))
        if (!places.some((place) => file.startsWith(place))) never(code(file), word, file);
    });
  only(/\bWebAssembly\b/, ["web/core/wasm.js", "web/core/workers/worker.js", "web/words/"]);
  only(/memory\.buffer\b/, ["web/core/memory.js", "web/core/workers/worker.js"]);
  only(/requestAnimationFrame/, ["web/element/"]);
  // fallback.js adds a script where a page may not import
  only(/\bdocument\b\./, [
    "web/core/fallback.js",
    "web/render/dom.js",
    "web/element/",
    "web/embed/",
    "web/export/",
    "web/lessons/front-reader.js",
    "web/lessons/reader.js",
    "web/poster.js",
    "web/shell.js",
    "web/studio/",
  ]);

  test("drawing is pure: no clock, no chance, no document in web/scene", () => {
    const impure = /\b(Math\.random|Date|performance|setTimeout|requestAnimationFrame|document|window)\b[.(]/;
    for (const file of sources("web/scene")) never(code(file), impure, file);
  });

  test("no chance anywhere: Math.random is not called", () => {
    for (const folder of ["web", "tests"])
      for (const file of sources(folder).filter((name) => name !== "tests/house.test.js"))
        never(code(file), /Math\.random/, file);
  });
});

describe("text stays text", () => {
  const sinks = [
    /\b(inner|outer)HTML\b/,
    /insertAdjacentHTML|createContextualFragment|setHTMLUnsafe|parseHTMLUnsafe|parseFromString/,
    /document\.write/,
    /\bsrcdoc\b/,
    /\beval\s*\(|\bnew Function\b/,
    /set(Timeout|Interval)\s*\(\s*["'`]/,
    /setAttribute\s*\(\s*["'](style|on\w+)["']/,
  ];
  test("no file of web/ feeds a string to the HTML or script parser", () => {
    for (const file of sources("web")) for (const sink of sinks) never(code(file), sink, file);
  });

  test("no page of web/ has a handler or a style in an attribute", () => {
    for (const file of sources("web", /\.html$/)) never(read(file), /<[^>]+\s(on\w+|style)\s*=/, file);
  });
});

describe("header and module agree", () => {
  const header = code("c/attn.h")
    .replace(/^#.*(\\\n.*)*$/gm, "")
    .replace(/\s+/g, " ");
  const declared = [...header.matchAll(/\b(attn_\w+)\s*\([^()]*\)\s*;/g)].map(([, name]) => name);
  const listed = () => [...new Set(declared)].sort();
  // what Emscripten adds by itself
  const toolchain =
    /^(_initialize|memory|__indirect_function_table|__errno_location|_?_?(emscripten_)?stack\w*|_emscripten_\w+)$/;

  for (const build of ["attention", "attention-scalar"]) {
    const module = () => new WebAssembly.Module(readFileSync(join(root, `web/build/${build}.wasm`)));
    test(`${build}.wasm exports the functions of attn.h and its memory`, () => {
      const exported = WebAssembly.Module.exports(module()).map(({ name }) => name);
      assert.ok(exported.includes("memory"));
      assert.deepEqual(exported.filter((name) => !toolchain.test(name)).sort(), listed());
    });

    test(`${build}.wasm imports nothing`, () => {
      assert.deepEqual(WebAssembly.Module.imports(module()), []);
    });

    test(`${build}.wasm may grow to 4 GiB`, () => {
      const { memory } = new WebAssembly.Instance(module(), {}).exports;
      const pages = memory.buffer.byteLength / 65536;
      assert.ok(pages <= 32, `starts with ${pages} pages`);
      memory.grow(65536 - pages);
    });
  }

  test("the C core asks nobody for memory, time or files", () => {
    for (const file of sources("c", /\.[ch]$/))
      never(code(file), /\b(malloc|calloc|realloc|free|printf|fopen|exit|abort|time|rand)\s*\(/, file);
  });

  test("no library function touches a float32 but sqrtf, fabsf and floorf", () => {
    const library =
      /\b(expf|exp2f|expm1f|logf|log1pf|log2f|tanhf|atan2f|atanf|acosf|cosf|sinf|powf|fmaf|fmaxf|fminf|hypotf|cbrtf)\s*\(/;
    for (const file of sources("c", /\.[ch]$/)) never(code(file), library, file);
  });

  test("the texts of the modules are their bytes, and the one-file players carry what they need of them", async () => {
    const modules = {
      simd: "attention.wasm",
      scalar: "attention-scalar.wasm",
      forward: "attention-forward.wasm",
      chain: "attention-chain.wasm",
    };
    for (const [name, file] of Object.entries(modules)) {
      const { text } = await import(`../web/build/${name}.js`);
      const bytes = Buffer.from(text, "latin1").map((byte) => byte ^ 105);
      assert.deepEqual(bytes, readFileSync(join(root, "web/build", file)), name);
    }
  });
});

test("attention-fallback.js weighs at most 60 KiB on the wire", () => {
  const { length } = brotliCompressSync(readFileSync(join(root, "web/build/attention-fallback.js")));
  assert.ok(length <= 60 * 1024, `${length} bytes`);
});

describe("the one-file builds", () => {
  for (const player of ["attention-player.js", "attention-player.classic.js"])
    test(`${player}: what a bundler adds never walks over inherited names`, () => {
      never(read(`web/build/${player}`), /\bfor\s*\(\s*var\s+[\w$]+\s+in\b/, player);
    });
});

describe("the package", () => {
  test("the engine says its version: files of one version share it", async () => {
    const { VERSION } = await import("../web/core/version.js");
    assert.equal(VERSION, JSON.parse(read("package.json")).version);
  });

  const tracked = () =>
    execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
      cwd: root,
      encoding: "utf8",
    })
      .split("\n")
      .filter((name) => name !== "" && existsSync(join(root, name)));

  test("the top level is c, web, tests and what tools demand", () => {
    const top = new Set(tracked().map((name) => name.split("/")[0]));
    const design = ["c", "web", "tests", "build.sh", "package.json", "README.md", "README.zh.md"];
    const tools = ["package-lock.json", "CHANGELOG.md", "LICENSE", ".gitignore", ".ci", ".github"];
    for (const name of design) assert.ok(top.has(name), `${name} is missing`);
    assert.deepEqual(
      [...top].filter((name) => ![...design, ...tools].includes(name)),
      [],
    );
  });

  test("it needs nothing but what draws pixels in Node, develops on exact versions and installs without scripts", () => {
    const { dependencies, optionalDependencies, devDependencies, scripts } = JSON.parse(read("package.json"));
    assert.equal(dependencies, undefined);
    assert.deepEqual(Object.keys(optionalDependencies), ["@resvg/resvg-wasm"]);
    assert.ok(Object.keys(devDependencies).length <= 13);
    for (const version of Object.values({ ...devDependencies, ...optionalDependencies }))
      assert.match(version, /^\d+\.\d+\.\d+$/);
    for (const name of ["preinstall", "install", "postinstall", "prepare"])
      assert.equal(scripts[name], undefined);
  });

  test("every file that a comment names is there, or is built", () => {
    const files = tracked();
    const built = /^(build\/)?(attention[\w-]*(\.classic)?|out)\.js$/;
    const products = /(^|\/)[A-Z]\w+\.js$/;
    const named = /(?<![\w./-])(?:[\w-]+\/)*[\w.-]+\.(?:m?js|[ch]|sh|html|json|md|txt)(?!\w)/g;
    for (const file of files.filter((name) => /^(c|web|tests)\/(?!cases).*\.(m?js|[ch]|sh)$/.test(name)))
      for (const [comment] of read(file).matchAll(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*$/gm))
        for (const [name] of comment.replace(/import\([^)]*\)/g, "").matchAll(named)) {
          const isThere = files.some((path) => path === name || path.endsWith("/" + name));
          const here =
            existsSync(join(root, dirname(file), name)) || existsSync(join(root, "web/build", name));
          assert.ok(isThere || here || built.test(name) || products.test(name), `${file} speaks of ${name}`);
        }
  });

  test("no file names a place on somebody's machine", () => {
    const places = /(?<![\w.])\/(work|tmp|root|home|Users)\/\w/;
    for (const name of tracked().filter((name) => !/\.(png|npy|safetensors)$/.test(name)))
      for (const [number, line] of read(name).split("\n").entries())
        never(line, places, `${name}:${number + 1}`);
  });
});
