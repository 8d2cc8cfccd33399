// The tables and lists of README and docs name what there is, all of it.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../setup/system.js";
import { coded, column, manual, page, section, table } from "./helpers/readme.js";

test("what is said of attributes of a problem is true of each", async () => {
  const { attributeNames } = await import("../../web/element/problem-attributes.js");
  const named = column("key").flatMap((cell) => coded(cell).flatMap((names) => names.split(" ")));
  assert.deepEqual(named.sort(), attributeNames.filter((name) => !name.includes("-")).sort());
});

test("the attributes are those of the element, with their values", async () => {
  const { options, valuesOf } = await import("../../web/element/options.js");
  const element = page("element");
  const names = column("attribute", element).flatMap(coded);
  assert.deepEqual(names.sort(), Object.keys(options).sort());
  for (const [attribute, option] of Object.entries(options)) {
    // other tables list presets, stories and languages
    if (/^(preset|story|lang)$/.test(attribute)) continue;
    const row = table("attribute", element).find(([first]) => first.includes(`\`${attribute}\``));
    for (const value of valuesOf(option))
      assert.ok(row?.[1].includes(`\`${value}\``), `${attribute} ${value}`);
  }
});

test("the stories are all there are, each with its presets, the first of which it opens alone", async () => {
  const { opens, presets } = await import("../../web/presets/index.js");
  const { order } = await import("../../web/scene/stories/order.js");
  const rows = table("story").map(([story, , told]) => [coded(story)[0], ...coded(told)]);
  assert.deepEqual(rows.map(([story]) => story), order); // prettier-ignore
  for (const [story, first] of rows) assert.equal(first, opens(story), story);
  const listed = new Set(rows.flatMap(([, ...presets]) => presets));
  assert.deepEqual([...listed].sort(), Object.keys(presets).sort());
  assert.ok(manual.includes(`one of [${order.length - 1} others]`));
});

test("the parts and the CSS properties are those of the element", async () => {
  const { palettes, colours, roles } = await import("../../web/render/themes.js");
  const written = ["element", "render"].flatMap((room) =>
    readdirSync(join(root, "web", room), { recursive: true })
      .filter((name) => String(name).endsWith(".js"))
      .map((name) => readFileSync(join(root, "web", room, String(name)), "utf8")),
  );
  const found = written.flatMap((text) => [...text.matchAll(/\bpart(?:: |", )"([a-z][\w -]*)"/g)]);
  const parts = new Set(found.flatMap(([, names]) => names.split(" ")));
  assert.deepEqual(column("part").flatMap(coded).sort(), [...parts].sort());
  const properties = column("property").flatMap(coded);
  const known = Object.keys(colours("light", Object.keys(palettes)[0])).map((role) => `--ap-${role}`);
  for (const name of properties)
    assert.ok(known.includes(name) || written.some((text) => text.includes(`${name}:`)), name);
  for (const role of roles) assert.ok(properties.includes(`--ap-${role}`), role);
});

test("the attributes of prose and tasks are those that are read, and the states are all told", () => {
  const read = readdirSync(join(root, "web/element"), { recursive: true })
    .filter((name) => /(prose|tasks).*\.js$/.test(String(name)))
    .map((name) => readFileSync(join(root, "web/element", String(name)), "utf8"));
  const names = (text) => [...text.matchAll(/data-attention-[a-z]+/g)].map(([name]) => name);
  const told = new Set(names(page("prose")));
  for (const name of new Set(read.flatMap(names))) assert.ok(told.has(name), name);
});

test("the functions of C are those of attn.h", () => {
  const header = readFileSync(join(root, "c/attn.h"), "utf8");
  const named = coded(page("c").slice(page("c").indexOf("| what"))).filter((name) => /^attn_/.test(name));
  assert.ok(named.length > 20);
  for (const name of named) assert.match(header, new RegExp(`\\b${name}\\(`));
});

test("the ops are those of a chain, with their keys", async () => {
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

test("the readers and writers are those of input.js", async () => {
  const named = [...section("## Numbers in, numbers out").matchAll(/`(\w+)\([^`]*\)`/g)].map(
    ([, name]) => name,
  );
  assert.deepEqual(named.sort(), Object.keys(await import("../../web/input/index.js")).sort());
});

test("the calls are those of the engine", async () => {
  const { createAttention } = await import("../../web/index.js");
  const attention = await createAttention();
  const named = column("call").flatMap((cell) => [...cell.matchAll(/`(?:await )?\.(\w+)\(/g)]);
  assert.ok(named.length > 10);
  for (const [, name] of named) assert.equal(typeof attention[name], "function", name);
  attention.close();
});

test("the limits are those of the core, of training and of input.js", async () => {
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

test("the properties and methods are those of the element", async () => {
  const { AttentionPlayer } = await import("../../web/element/attention-player.js");
  const told = page("element");
  const own = Object.getOwnPropertyNames(AttentionPlayer.prototype);
  for (const name of "play pause currentTime duration paused playbackRate problem ready trace steps step story stories explain highlight edit undo redo reset canUndo canRedo".split(
    " ",
  )) {
    assert.ok(own.includes(name), name);
    assert.match(told, new RegExp(`\`${name}[\`(]`));
  }
});
