// build.sh on machines that lack a tool, and the server of the tests.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { serve } from "../helpers/serve.js";
import { bundled } from "./bundled.js";
import { root, which } from "./system.js";

describe("build.sh", () => {
  let folder = "";
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "attention-build-"));
    for (const name of ["c", "build.sh", "package.json", "tests/setup"])
      cpSync(join(root, name), join(folder, name), { recursive: true });
    // a PATH with Node, a shell and its small tools, but without emcc or apt-get
    const tools =
      "node sh dirname basename date cat cksum cut tr rm mv mkdir sed grep sort paste xargs getconf";
    for (const tool of tools.split(" ")) symlinkSync(which(tool) ?? tool, join(folder, tool));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  const build = (target, env = {}) =>
    spawnSync("sh", [join(folder, "build.sh"), target], { env: { PATH: folder, ...env }, encoding: "utf8" });

  test("stops without a compiler, with the lines that help on macOS and Windows", () => {
    const { status, stderr } = build("wasm");
    assert.equal(status, 1);
    assert.match(stderr, /emcc, the C compiler for WebAssembly, is missing/);
    assert.match(stderr, /macOS: +brew install emscripten/);
    assert.match(stderr, /Windows.*emsdk install latest/);
  });

  test("takes the compiler that EMCC names, and gives each module a draft of its own", () => {
    // writes down and creates its output, which comes last
    const lines = ["#!/bin/sh", "for last; do :; done", 'echo "$last" >>fake.log', ': >"$last"'];
    writeFileSync(join(folder, "fake"), lines.join("\n"), { mode: 0o755 });
    assert.equal(build("wasm", { EMCC: join(folder, "fake") }).status, 0);
    const drafts = readFileSync(join(folder, "fake.log"), "utf8").match(/.*\.wasm$/gm);
    assert.equal(new Set(drafts).size, 4, `${drafts}`);
  });

  test("names its targets when asked for another", () => {
    const { status, stderr } = build("everything");
    assert.equal(status, 1);
    assert.match(stderr, /no target "everything"; there are page .* js /);
  });
});

describe("the server", () => {
  /** Sends a request with a path that no library normalizes. */
  const status = (url, path) =>
    new Promise((resolve, reject) => {
      get({ port: new URL(url).port, host: "127.0.0.1", path }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on("error", reject);
    });

  test("serves the folder and nothing above it", async () => {
    const { url, close } = await serve({ folder: join(root, "tests", "helpers") });
    assert.equal(await status(url, "/serve.js"), 200);
    const beyond = ["/../setup/system.js", "/..%2fsetup%2fsystem.js", "//../../package.json"];
    for (const path of ["/", "/none.js", "/%00", "/%", ...beyond])
      assert.equal(await status(url, path), 404, path);
    await close();
  });

  test("bundles a file of the build anew when a source has changed, and leaves the others as they are built", async () => {
    const changed = bundled(() => 0);
    assert.match(await changed("/build/attention-player.js"), /import\("\.\/scalar\.js"\)/);
    assert.doesNotMatch(await changed("/build/attention-player.classic.js"), /^import /m);
    assert.match(await changed("/build/presets/problems/layer.js"), /^export default \{/);
    assert.equal(await changed("/build/presets/problems/none.js"), null);
    assert.equal(await changed("/build/attention.wasm"), null);
    assert.equal(await bundled(() => Infinity)("/build/attention-player.js"), null);
    const { url, close } = await serve({ made: async (path) => (path === "/build/index.js" ? "new" : null) });
    assert.equal(await (await fetch(`${url}build/index.js`)).text(), "new");
    assert.notEqual(await (await fetch(`${url}build/simd.js`)).text(), "new");
    await close();
  });

  test("takes a free port when the one it wants is taken", async () => {
    const first = await serve();
    const second = await serve({ port: Number(new URL(first.url).port) });
    assert.notEqual(second.url, first.url);
    await first.close();
    await second.close();
  });
});
