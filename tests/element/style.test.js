import assert from "node:assert/strict";
import { test } from "node:test";
import { adopt } from "../../web/element/style.js";

/** The text of all sheets, as a document takes them. */
function sheets(theme, palette) {
  class CSSStyleSheet {
    replaceSync(text) {
      this.text = text;
    }
  }
  const ownerDocument = { defaultView: { CSSStyleSheet } };
  const root = { ownerDocument, adoptedStyleSheets: [] };
  adopt(root, theme, palette);
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
