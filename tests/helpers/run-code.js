// Runs code in its language and hands back what it printed.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pythonWith } from "../setup/machine.js";
import { root } from "../setup/system.js";

/** @typedef {(texts: string[], folder: string) => string[]} Runner */

const quiet = { encoding: "utf8", maxBuffer: 1 << 28 };

/** Many programs in one process, each in a namespace of its own. @param {...string} modules @returns {Runner} */
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
  const calls = texts.map((_, n) => `P${n}.main(args);`).join("\n");
  writeFileSync(
    join(folder, "All.java"),
    `class All { public static void main(String[] args) {\n${calls}\n} }\n`,
  );
  execFileSync("javac", ["-Xlint:all", "-Werror", "-d", folder, join(folder, "All.java"), ...files], quiet);
  return execFileSync("java", ["-cp", folder, "All"], quiet).trim().split("\n");
}

/** Each is a program of its own; the core is compiled once. @type {Runner} */
function c(texts, folder) {
  const sources = readdirSync(join(root, "c")).filter((name) => name.endsWith(".c"));
  const flags = ["-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", `-I${join(root, "c")}`];
  const core = join(folder, "core");
  mkdirSync(core);
  const paths = sources.map((name) => join(root, "c", name));
  // without optimization the core takes half as long to compile, and these programs no longer to run
  execFileSync("gcc", [...flags, "-O0", "-c", ...paths], { ...quiet, cwd: core });
  const objects = readdirSync(core).map((name) => join(core, name));
  return texts.map((text, n) => {
    const [file, program] = [join(folder, `p${n}.c`), join(folder, `p${n}`)];
    writeFileSync(file, text);
    execFileSync("gcc", [...flags, file, ...objects, "-lm", "-o", program], quiet);
    return execFileSync(program, quiet);
  });
}

/** Each is a module; one process imports all of them in turn. @type {Runner} */
function javascript(texts, folder) {
  const index = JSON.stringify(new URL("../../web/index.js", import.meta.url).href);
  const all = texts.map((text, n) => {
    writeFileSync(join(folder, `p${n}.mjs`), text.replace('"attention-player"', index));
    return `await import("./p${n}.mjs");`;
  });
  writeFileSync(join(folder, "all.mjs"), all.join("\n"));
  return execFileSync(process.execPath, [join(folder, "all.mjs")], quiet)
    .trim()
    .split("\n");
}

/** @type {Record<string, Runner>} */
const runners = {
  ...{ numpy: python("numpy"), pytorch: python("torch"), python: python() },
  ...{ java, c, javascript },
};

/** What each of some programs prints. @param {string} language @param {string[]} texts @returns {string[]} */
export function printed(language, texts) {
  const folder = mkdtempSync(join(tmpdir(), `attention-${language}-`));
  try {
    return runners[language](texts, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The numbers of the last line that was printed. @param {string} text */
export const numbersIn = (text) =>
  (
    text
      .trim()
      .split("\n")
      .at(-1)
      ?.match(/-?(?:nan|inf(?:inity)?|\d[\d.]*(?:e[-+]?\d+)?)/gi) ?? []
  ).map((one) => Number(one.replace(/inf(inity)?/i, "Infinity")));
