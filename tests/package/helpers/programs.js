// TypeScript programs beside the installed package, and what compilers say of them.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../setup/system.js";

const here = join(root, "tests/package");
const newest = join(root, "node_modules/typescript/bin/tsc");
export const former = join(here, "node_modules/typescript/bin/tsc");
/** Programs without a framework, and one for each. */
export const plain = ["engine.ts", "input.ts", "export.ts", "page.ts", "classic.ts"];
export const framed = ["react.tsx", "preact.tsx", "vue.ts", "svelte.ts"];
const modes = {
  nodenext: { module: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
};

/**
 * Puts the programs into a folder.
 * @param {string} folder where the package is installed
 */
export function programs(folder) {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  for (const name of [...plain, ...framed]) copyFileSync(join(here, "consumers", name), join(folder, name));
  return { compile, install };

  /** What a compiler says of programs, in its strictest mood, declarations of the package included. */
  function compile(names, { mode, tsc = newest }) {
    const compilerOptions = {
      ...modes[mode],
      strict: true,
      noEmit: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      target: "es2022",
      lib: ["es2022", "dom", "dom.iterable"],
      jsx: "react-jsx",
      types: [],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: names }));
    const parameters = [tsc, "-p", folder];
    const { status, stdout, stderr } = spawnSync(process.execPath, parameters, {
      cwd: folder,
      encoding: "utf8",
    });
    return status === 0 ? "" : `status ${status}: ${stdout}${stderr}`.slice(0, 4000);
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
}
