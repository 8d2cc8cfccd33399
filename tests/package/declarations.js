// declarations.js: rolls the declarations that tsc makes of web/'s JSDoc up to one file an entry of the package, in web/build.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { must, root } from "../setup/system.js";

const build = join(root, "web/build");
const folder = mkdtempSync(join(tmpdir(), "attention-declarations-"));

/** As a plain script it gives a page one name. */
const classic = `import type * as player from "./attention-player.js";
declare global {
  const AttentionPlayer: typeof player;
}
export {};
`;

/** The file of each entry, and what it is made of. @type {Record<string, string>} */
const entries = {
  index: "index.d.ts",
  input: "input/index.d.ts",
  "attention-player": "player.d.ts",
  "attention-player-core": "player-core.d.ts",
  export: "export/node.d.ts",
  reveal: "embed/reveal.d.ts",
};

/**
 * Which file a module's declarations stand in: those of the calls are the engine's, whoever else uses them, so that a type
 * is one type in all entries.
 * @param {string} id
 */
const fileOf = (id) => files.find(([pattern]) => pattern.test(id))?.[1] ?? "index";

/** @type {[RegExp, string][]} */
const files = [
  [/[/]player-core[.]d/, "attention-player-core"],
  [/[/]reveal[.]d/, "reveal"],
  [/[/]input[/]/, "input"],
  [/[/]export[/]/, "export"],
  [/[/](element|lists|presets|scene|stories|player[.]d)/, "attention-player"],
];

try {
  must("node", [
    "node_modules/typescript/bin/tsc",
    ...[
      "-p",
      "tests/tsconfig.json",
      "--noEmit",
      "false",
      "--declaration",
      "--emitDeclarationOnly",
      "--stripInternal",
    ],
    ...["--rootDir", "web", "--outDir", folder],
  ]);
  const input = Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(folder, path)]));
  const rolled = await rollup({
    input,
    plugins: [dts()],
    preserveEntrySignatures: "allow-extension",
    onwarn: ({ message }) => {
      throw new Error(message);
    },
  });
  const { output } = await rolled.generate({
    entryFileNames: "[name].d.ts",
    chunkFileNames: "[name].d.ts",
    manualChunks: fileOf,
  });
  for (const file of output)
    if (file.type === "chunk") writeFileSync(join(build, basename(file.fileName)), file.code);
  // a script: a module that imports it gets nothing
  writeFileSync(join(build, "attention-player.classic.d.ts"), classic);
  // what JSDoc cannot say; its imports are in the same file now
  const frameworks = readFileSync(join(root, "web/element/frameworks.d.ts"), "utf8");
  appendFileSync(join(build, "attention-player.d.ts"), `\n${frameworks.replace(/^import .*\n/gm, "")}`);
} finally {
  rmSync(folder, { recursive: true });
}
