// The README's tables and lists name what there is, all of it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../setup/system.js";
import { coded, column, section, table } from "./helpers/readme.js";

test("what the README says of attributes of a problem is true of each", async () => {
  const { attributeNames } = await import("../../web/element/problem-attributes.js");
  const named = column("key").flatMap((cell) => coded(cell).flatMap((names) => names.split(" ")));
  assert.deepEqual(named.sort(), attributeNames.filter((name) => !name.includes("-")).sort());
});

test("the README's attributes are those of the element, with their values", async () => {
  const { options, valuesOf } = await import("../../web/element/options.js");
  const names = column("attribute").flatMap(coded);
  assert.deepEqual(names.sort(), Object.keys(options).sort());
  for (const [attribute, option] of Object.entries(options)) {
    // other tables list presets, stories and languages
    if (/^(preset|story|lang)$/.test(attribute)) continue;
    const row = table("attribute").find(([first]) => first.includes(`\`${attribute}\``));
    for (const value of valuesOf(option))
      assert.ok(row?.[1].includes(`\`${value}\``), `${attribute} ${value}`);
  }
});

test("the README's presets and stories are all there are, each story with its picture", async () => {
  const { presets } = await import("../../web/presets/index.js");
  const { stories } = await import("../../web/scene/index.js");
  const [, listed] = section("## Stories").split("Presets:");
  assert.deepEqual(coded(listed.split(". ")[0]).sort(), Object.keys(presets).sort());
  const shown = [
    ...section("## Stories").matchAll(/<img src="web\/pictures\/([\w-]+)\.svg"[^>]*><br>`([\w-]+)`/g),
  ];
  assert.deepEqual(shown.map(([, , story]) => story).sort(), [...stories].sort());
  for (const [, picture, story] of shown) assert.equal(picture, story);
});

test("the README's ops are those of a chain, with their keys", async () => {
  const { OPS } = await import("../../web/core/schema.js");
  assert.deepEqual(
    column("op").sort(),
    Object.keys(OPS)
      .map((op) => `\`${op}\``)
      .sort(),
  );
  for (const [op, keys] of Object.entries(OPS)) {
    if (op === "attention") continue;
    const [, reads] = table("op").find(([first]) => first === `\`${op}\``) ?? [];
    const named = coded(reads).flatMap((names) => names.split(" "));
    assert.deepEqual(named.sort(), Object.keys(keys).sort(), op);
  }
});

test("the README's readers and writers are those of input.js", async () => {
  const named = [...section("## Numbers in, numbers out").matchAll(/`(\w+)\([^`]*\)`/g)].map(
    ([, name]) => name,
  );
  assert.deepEqual(named.sort(), Object.keys(await import("../../web/input/index.js")).sort());
});

test("the README's calls are those of the engine", async () => {
  const { createAttention } = await import("../../web/index.js");
  const attention = await createAttention();
  const named = column("call").flatMap((cell) => [...cell.matchAll(/`(?:await )?\.(\w+)\(/g)]);
  assert.ok(named.length > 10);
  for (const [, name] of named) assert.equal(typeof attention[name], "function", name);
  attention.close();
});

test("the README's limits are those of the core, of training and of input.js", async () => {
  const text = section("## Limits");
  const header = readFileSync(join(root, "c", "attn.h"), "utf8");
  const { TEXT_BYTES, SLICE_BYTES, LINK_CHARACTERS } = await import("../../web/input/limits.js");
  const { MOST_STEPS } = await import("../../web/core/training/history.js");
  const inCore = [...header.matchAll(/^ {2}L\(\w+, (\d+)\)/gm)].map(([, limit]) => Number(limit));
  assert.ok(inCore.length >= 8);
  for (const limit of [...inCore, MOST_STEPS, TEXT_BYTES, SLICE_BYTES, LINK_CHARACTERS]) {
    const written = [limit.toLocaleString("en"), `${limit / 2 ** 20} MiB`];
    assert.ok(
      written.some((one) => text.includes(one)),
      String(limit),
    );
  }
});

test("the README's properties and methods are those of the element", async () => {
  const { AttentionPlayer } = await import("../../web/element/attention-player.js");
  const manual = section("### The element");
  const own = Object.getOwnPropertyNames(AttentionPlayer.prototype);
  for (const name of "play pause currentTime duration paused playbackRate problem ready trace steps step story stories explain highlight edit undo redo reset canUndo canRedo".split(
    " ",
  )) {
    assert.ok(own.includes(name), name);
    assert.match(manual, new RegExp(`\`${name}[\`(]`));
  }
});
