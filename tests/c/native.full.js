// Random calls of everything under the sanitizers, seeded and fuzzed; findings are fatal.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../setup/system.js";

const made = join(root, "web/build/native");
const executions = 2_000_000;

/** @param {string} target of build.sh */
const build = (target) => execFileSync("sh", ["build.sh", target], { cwd: root, stdio: "pipe" });

test("no call reads or writes beside its memory, nor does anything undefined", () => {
  build("sanitize");
  assert.match(execFileSync(join(made, "sanitize"), ["300000"], { encoding: "utf8" }), /^300000 calls/);
});

test("no result depends on memory that nobody has written", () => {
  build("unwritten");
  assert.match(execFileSync(join(made, "unwritten"), ["100000"], { encoding: "utf8" }), /^100000 calls/);
});

test("two million fuzzed calls find nothing", (t) => {
  build("fuzz");
  const corpus = mkdtempSync(join(tmpdir(), "attention-fuzz-"));
  try {
    const parameters = [corpus, `-runs=${executions}`, "-seed=7", "-max_len=256", "-timeout=5"];
    // libFuzzer talks on stderr and ends with an error at a finding
    execFileSync(join(made, "fuzz"), [...parameters, "-rss_limit_mb=1024", "-print_final_stats=1"], {
      stdio: "pipe",
      maxBuffer: 1 << 28,
    });
    t.diagnostic(`${executions} executions, 0 findings`);
  } finally {
    rmSync(corpus, { recursive: true, force: true });
  }
});
