// Runs generated code in its language and returns what it prints.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pythonWith } from "../setup/machine.js";
import { root } from "../setup/system.js";

/** @typedef {(texts: string[], folder: string) => string[]} Runner */

/** The line printed after each program. */
const END = "---";
const quiet = { encoding: "utf8", maxBuffer: 1 << 28 };

/** Runs all programs in one process, each in a namespace of its own. @param {...string} modules @returns {Runner} */
const python =
  (...modules) =>
  (texts, folder) => {
    const script = join(folder, "all.py");
    writeFileSync(
      script,
      `import contextlib, io, json, sys
for line in sys.stdin:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(json.loads(line), "code", "exec"), {"__name__": "__main__"})
    print(json.dumps(out.getvalue()))
`,
    );
    const input = texts.map((text) => `${JSON.stringify(text)}\n`).join("");
    const printed = execFileSync(pythonWith(...modules) ?? "python3", ["-W", "ignore", script], {
      ...quiet,
      input,
    });
    return printed
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  };

/** @type {Runner} */
function java(texts, folder) {
  const files = texts.map((text, n) => {
    const file = join(folder, `P${n}.java`);
    writeFileSync(file, text.replace("class SelfAttention {", `class P${n} {`));
    return file;
  });
  const calls = texts.map((_, n) => `P${n}.main(args);\nSystem.out.println("${END}");`).join("\n");
  writeFileSync(
    join(folder, "All.java"),
    `class All { public static void main(String[] args) {\n${calls}\n} }\n`,
  );
  execFileSync("javac", ["-Xlint:all", "-Werror", "-d", folder, join(folder, "All.java"), ...files], quiet);
  return execFileSync("java", ["-cp", folder, "All"], quiet).split(`${END}\n`).slice(0, -1);
}

/** Links all programs into one, which calls each in turn. @type {Runner} */
function c(texts, folder) {
  const sources = readdirSync(join(root, "c")).filter((name) => name.endsWith(".c"));
  const flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", `-I${join(root, "c")}`];
  const paths = sources.map((name) => join(root, "c", name));
  const programs = texts.map((text, n) => {
    const file = join(folder, `p${n}.c`);
    const called = text.replace("int main(void) {", `int p${n}(void) {`);
    // only main may omit the return
    writeFileSync(file, called.replace(/\}\s*$/, "  return 0;\n}\n"));
    return file;
  });
  const calls = texts.map((_, n) => `  int p${n}(void);\n  if (p${n}()) return 1;\n  puts("${END}");`);
  const all = join(folder, "all.c");
  writeFileSync(all, `#include <stdio.h>\n\nint main(void) {\n${calls.join("\n")}\n}\n`);
  // the core is large and only runs briefly: without optimization it compiles twice as fast
  execFileSync("gcc", [...flags, "-O0", "-c", ...paths], { ...quiet, cwd: folder });
  execFileSync("gcc", [...flags, "-O1", "-c", all, ...programs], { ...quiet, cwd: folder });
  const objects = readdirSync(folder).filter((name) => name.endsWith(".o"));
  execFileSync("gcc", [...objects, "-lm", "-o", "all"], { ...quiet, cwd: folder });
  return execFileSync(join(folder, "all"), quiet).split(`${END}\n`).slice(0, -1);
}

/** Writes each program as a module; one process imports all of them in turn. @type {Runner} */
function javascript(texts, folder) {
  const index = JSON.stringify(new URL("../../web/index.js", import.meta.url).href);
  const all = texts.map((text, n) => {
    writeFileSync(join(folder, `p${n}.mjs`), text.replace('"attention-player"', index));
    return `await import("./p${n}.mjs");\nconsole.log("${END}");`;
  });
  writeFileSync(join(folder, "all.mjs"), all.join("\n"));
  return execFileSync(process.execPath, [join(folder, "all.mjs")], quiet)
    .split(`${END}\n`)
    .slice(0, -1);
}

/** @type {Record<string, Runner>} */
const runners = {
  ...{ numpy: python("numpy"), pytorch: python("torch"), python: python() },
  ...{ java, c, javascript },
};

/** Returns what each program prints. @param {string} language @param {string[]} texts @returns {string[]} */
export function printed(language, texts) {
  const folder = mkdtempSync(join(tmpdir(), `attention-${language}-`));
  try {
    return runners[language](texts, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the numbers in the last printed line. @param {string} text */
export const numbersIn = (text) =>
  (
    text
      .trim()
      .split("\n")
      .at(-1)
      ?.match(/-?(?:nan|inf(?:inity)?|\d[\d.]*(?:e[-+]?\d+)?)/gi) ?? []
  ).map((one) => Number(one.replace(/inf(inity)?/i, "Infinity")));
