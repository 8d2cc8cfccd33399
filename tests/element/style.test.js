import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { playerSheet } from "../../web/element/player-style.js";
import { adopt, adoptWaiting } from "../../web/element/style.js";
import { root } from "../setup/system.js";

/** The text of all sheets, as a document takes them. */
function sheets(theme, palette) {
  class CSSStyleSheet {
    replaceSync(text) {
      this.text = text;
    }
  }
  const ownerDocument = { defaultView: { CSSStyleSheet } };
  const root = { ownerDocument, adoptedStyleSheets: [] };
  adopt(root, theme, palette, [playerSheet]);
  return root.adoptedStyleSheets.map(({ text }) => text).join("\n");
}

test("an underline's breadth and colour are said in longhands: Safari does not know the shorthand", () => {
  const text = sheets("light", "classic");
  assert.doesNotMatch(text, /text-decoration:(?!\s*(none|underline)\s*[;}])/);
  assert.match(
    text,
    /\.term \{[^}]*text-decoration-line: underline;[^}]*text-decoration-color: var\(--role\)/,
  );
});

test("every document has its own sheets, once for all its elements", () => {
  const made = [];
  class CSSStyleSheet {
    constructor() {
      made.push(this);
    }
    replaceSync() {}
  }
  const documents = [1, 2].map(() => ({ defaultView: { CSSStyleSheet } }));
  for (const ownerDocument of [...documents, ...documents])
    for (const theme of ["light", "dark"]) adopt({ ownerDocument, adoptedStyleSheets: [] }, theme, "classic");
  assert.equal(made.length, 6);
});

test("a poster keeps its colours while its player comes", () => {
  class CSSStyleSheet {
    replaceSync() {}
  }
  const shadow = { ownerDocument: { defaultView: { CSSStyleSheet } }, adoptedStyleSheets: [], children: [] };
  adoptWaiting(shadow);
  assert.equal(shadow.adoptedStyleSheets.length, 1);
  adopt(shadow, "light", "classic");
  adoptWaiting(shadow);
  assert.equal(shadow.adoptedStyleSheets.length, 2);
});

test("every class that the sheet names is one that something has", () => {
  const selectors = sheets("light", "classic").replace(/\{[^{}]*\}/g, " ");
  const named = new Set([...selectors.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name));
  const folder = join(root, "web/element");
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".js") && !/style\.js$/.test(name));
  const strings = files.flatMap((name) =>
    [...readFileSync(join(folder, name), "utf8").matchAll(/"[^"\n]*"|`[^`]*`/g)].map(([text]) => text),
  );
  const words = new Set(strings.flatMap((text) => text.split(/[^\w-]+/)));
  assert.ok(named.size > 30, `${named.size} classes`);
  assert.deepEqual(
    [...named].filter((name) => !words.has(name)),
    [],
  );
});
