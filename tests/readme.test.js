// What the README says is so: its code runs and prints what stands beside it, its tables name what there is.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch, openPage } from "./helpers/browser.js";
import { serve } from "./helpers/serve.js";
import { root } from "./setup/system.js";

const readme = readFileSync(join(root, "README.md"), "utf8");

/** The code blocks of a language. */
const blocks = (language) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(([, code]) => code);

/** What the comments at the end of its printing lines promise. */
const promised = (code) =>
  [...code.matchAll(/(?:console\.log|printf).*;\s+\/\/ (.*)$/gm)].map(([, text]) => text);

/** The first column of the table whose head begins with a word. */
function column(head) {
  const table = readme.slice(readme.search(new RegExp(`^\\| ${head} `, "m"))).split("\n\n")[0];
  return table
    .split("\n")
    .slice(2)
    .map((row) => row.split("|")[1].trim());
}

let folder = "";
before(() => (folder = mkdtempSync(join(tmpdir(), "attention-readme-"))));
after(() => rmSync(folder, { recursive: true, force: true }));

describe("the README's JavaScript", () => {
  assert.equal(blocks("js").length, 5);
  for (const code of blocks("js"))
    test(`runs: ${code.split("\n").find((line) => line && !line.startsWith("import"))}`, () => {
      const printed = execFileSync(process.execPath, ["--input-type=module", "-e", code], {
        cwd: root,
        encoding: "utf8",
      });
      assert.deepEqual(printed.trim().split("\n"), promised(code));
    });
});

test("the README's C compiles without a warning and runs", () => {
  const [code] = blocks("c");
  writeFileSync(join(folder, "main.c"), code);
  const sources = readdirSync(join(root, "c")).filter((name) => name.endsWith(".c"));
  const flags = [
    "-std=c11",
    "-O1",
    "-Wall",
    "-Wextra",
    "-Werror",
    `-I${join(root, "c")}`,
    join(folder, "main.c"),
  ];
  const main = join(folder, "main");
  const made = spawnSync("gcc", [
    ...flags,
    ...sources.map((name) => join(root, "c", name)),
    "-lm",
    "-o",
    main,
  ]);
  assert.equal(made.status, 0, String(made.stderr));
  assert.deepEqual(execFileSync(main, { encoding: "utf8" }).trim().split("\n"), promised(code));
});

describe("the README's HTML", () => {
  assert.equal(blocks("html").length, 2);
  let browser, server;
  before(async () => {
    copyFileSync(join(root, "web/build/attention-player.js"), join(folder, "attention-player.js"));
    browser = await launch();
    server = await serve({ folder });
  });
  after(async () => {
    await browser.close();
    await server.close();
  });
  for (const [index, html] of blocks("html").entries())
    test(`shows numbers: ${html.split("\n")[1]}`, async () => {
      writeFileSync(join(folder, `${index}.html`), `<!doctype html><link rel="icon" href="data:," />${html}`);
      const { page } = await openPage(browser);
      await page.goto(`${server.url}${index}.html`);
      const cells = await page.$eval("attention-player", async (element) => {
        await element.ready;
        element.currentTime = element.duration;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        return element.shadowRoot.querySelectorAll("[data-cell]").length;
      });
      assert.ok(cells > 8, `${cells} cells`);
    });
});

test("the README's attributes are those of the element, with their values", async () => {
  const { options } = await import("../web/element/options.js");
  const names = column("attribute").flatMap((cell) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  assert.deepEqual(names.sort(), options.map(({ attribute }) => attribute).sort());
  for (const { attribute, values = [] } of options) {
    const row = readme
      .split("\n")
      .find((line) => line.startsWith("|") && line.split("|")[1].includes(`\`${attribute}\``));
    for (const value of values) assert.ok(row?.includes(`\`${value}\``), `${attribute} ${value}`);
  }
});

test("the README's presets are all there are", async () => {
  const { presets } = await import("../web/presets/index.js");
  const row = readme.split("\n").find((line) => line.startsWith("| `preset`")) ?? "";
  assert.deepEqual(
    [...row.split("|")[2].matchAll(/`([^`]+)`/g)].map(([, name]) => name).sort(),
    Object.keys(presets).sort(),
  );
});

test("the README's ops are those of a chain, with their keys", async () => {
  const { OPS } = await import("../web/core/schema.js");
  assert.deepEqual(
    column("op").sort(),
    Object.keys(OPS)
      .map((op) => `\`${op}\``)
      .sort(),
  );
  for (const [op, keys] of Object.entries(OPS)) {
    if (op === "attention") continue;
    const row = readme.split("\n").find((line) => line.startsWith(`| \`${op}\``)) ?? "";
    const named = [...row.split("|")[2].matchAll(/`([^`]+)`/g)].flatMap(([, names]) => names.split(" "));
    assert.deepEqual(named.sort(), Object.keys(keys).sort(), op);
  }
});

test("the README's readers and writers are those of input.js, with its limits", async () => {
  const section = readme.slice(readme.indexOf("## Numbers in"), readme.indexOf("## In C"));
  const named = [...section.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) =>
    [...cell.matchAll(/`(?:await )?(\w+)\(/g)].map(([, name]) => name),
  );
  assert.deepEqual(named.sort(), Object.keys(await import("../web/input/index.js")).sort());
  const limits = await import("../web/input/limits.js");
  for (const limit of [limits.TEXT_BYTES, limits.SLICE_BYTES, limits.LINK_CHARACTERS])
    assert.ok(section.includes(limit.toLocaleString("en")), String(limit));
});

test("the README's properties and methods are those of the element", async () => {
  const { AttentionPlayer } = await import("../web/element/attention-player.js");
  const section = readme.slice(readme.indexOf("The element speaks"), readme.indexOf("## In JavaScript"));
  const own = Object.getOwnPropertyNames(AttentionPlayer.prototype);
  for (const name of "play pause currentTime duration paused playbackRate problem ready trace steps step story stories explain highlight edit undo redo reset canUndo canRedo".split(
    " ",
  )) {
    assert.ok(own.includes(name), name);
    assert.match(section, new RegExp(`\`${name}[\`(]`));
  }
});

test("the README's commands are scripts of the package", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const named = [...readme.matchAll(/npm (?:run )?(start|test|[\w-]+:[\w-]+|contact-sheet|picture)\b/g)];
  assert.ok(named.length > 3);
  for (const [, name] of named) assert.ok(scripts[name], name);
});

test("the README's folders are those of web/", () => {
  const house = readme.slice(readme.indexOf("## The house"));
  const named = [...house.matchAll(/^ {6}(\w+)\/ /gm)].map(([, name]) => name);
  const folders = readdirSync(join(root, "web"), { withFileTypes: true });
  const rooms = folders.filter((one) => one.isDirectory()).map(({ name }) => name);
  assert.deepEqual(named.sort(), rooms.sort());
});
