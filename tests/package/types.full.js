// The package's declarations in the compiler and the frameworks before the newest, and in the other mode.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { packed } from "./helpers/packed.js";
import { former, framed, plain, programs } from "./helpers/programs.js";

const { folder, remove } = packed();
after(remove);
const { compile, install } = programs(folder);
const present = { "@types/react": "@types/react", preact: "preact", vue: "vue", svelte: "svelte" };

test("React 18 and Preact 10", () => {
  install({ "@types/react": "react-18-types", preact: "preact-10" });
  for (const mode of ["nodenext", "bundler"])
    assert.equal(compile(["react.tsx", "preact.tsx"], { mode }), "");
});

test("TypeScript 6, with frameworks and without", () => {
  for (const mode of ["nodenext", "bundler"]) {
    install({});
    assert.equal(compile(plain, { mode, tsc: former }), "");
    install(present);
    assert.equal(compile([...plain, ...framed], { mode, tsc: former }), "");
  }
});

test("nodenext with React 19, Preact 11, Vue 3 and Svelte 5", () => {
  install(present);
  assert.equal(compile(framed, { mode: "nodenext" }), "");
});
