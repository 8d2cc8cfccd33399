/** The element's style sheets: adopted, never written as HTML, so that they pass any content policy. */
import { declarations, fonts, roles } from "../render/themes.js";

const tokens = `
  --ap-font: ${fonts.text};
  --ap-font-math: ${fonts.math};
  --ap-font-letter: ${fonts.letter};
  --ap-text-title: 20px; --ap-text-caption: 17px; --ap-text-formula: 22px; --ap-text-control: 13px;
  --ap-text-shape: 11px; --ap-leading: 1.5;
  --ap-1: 4px; --ap-2: 8px; --ap-3: 12px; --ap-4: 16px; --ap-6: 24px; --ap-8: 32px; --ap-12: 48px;
  --ap-touch: 44px; --ap-radius-panel: 10px; --ap-radius-chip: 8px; --ap-radius-pill: 999px;
  --ap-hover: 90ms;`;

const layout = `
:host { display: block; box-sizing: border-box; min-width: 0; }
:host([hidden]) { display: none; }
* { box-sizing: border-box; }
.waiting { display: block; min-height: 720px; }
[hidden] { display: none !important; }
/* nothing of the page's own text leaks in, whatever the page styles; to hide it is the page's right */
.ap { all: initial; visibility: inherit; pointer-events: inherit; color-scheme: inherit; forced-color-adjust: inherit; box-sizing: border-box;
  display: block; position: relative; max-width: 1600px; margin: 0 auto; padding: 20px 24px 16px; border-radius: inherit; direction: ltr;
  font: 400 16px/var(--ap-leading) var(--ap-font); font-variant-numeric: tabular-nums lining-nums; text-align: start;
  color: var(--ap-text); background: var(--ap-page); -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
.top { display: flex; align-items: center; justify-content: space-between; gap: 4px 16px; min-height: 44px; flex-wrap: wrap; }
.badges { display: flex; gap: 8px; flex-wrap: wrap; margin: 0; padding: 0; list-style: none; }
.badge { font-size: 12px; line-height: 18px; color: var(--ap-muted); border: 1px solid var(--ap-rule);
  border-radius: var(--ap-radius-pill); padding: 3px 11px; }
math { font-size: var(--ap-text-formula); font-family: var(--ap-font-math); color: var(--ap-ink); }
.symbol { border-bottom: 3px solid transparent; padding: 1px 0 0; margin: 0 2px; }
.symbol.role { border-bottom-color: var(--role); }
.symbol.off { opacity: .5; }
.symbol.on { background: var(--role, var(--ap-lane)); color: var(--on, #111); opacity: 1; border-radius: 3px;
  box-shadow: 0 0 0 3px var(--role, var(--ap-lane)); }
.symbol.lit { outline: 2px solid var(--ap-focus); outline-offset: 2px; border-radius: 6px; }
.symbol[data-link] { cursor: pointer; }
.stage { position: relative; contain: inline-size; border-radius: 8px; outline-offset: 4px; }
.stage svg { display: block; overflow: visible; max-width: 100%; height: auto; margin: 0 auto; font-family: var(--ap-font);
  -webkit-user-select: text; user-select: text; cursor: default; }
.overlay { pointer-events: none; }
.error { margin: 12px 0 0; padding: 10px 14px; border-radius: var(--ap-radius-chip); background: var(--ap-raised); color: var(--ap-text);
  border: 1.5px solid var(--ap-query); font-size: 14px; overflow-wrap: anywhere; }
.error::before { content: "! "; font-weight: 700; }
.caption { display: grid; grid-template-columns: 200px minmax(0, 1fr); gap: 4px 24px; padding: 18px 0 20px; align-items: baseline; }
.title { font-size: var(--ap-text-title); font-weight: 650; color: var(--ap-ink); line-height: 1.3; }
.title small { display: block; font-size: 13px; color: var(--ap-muted); font-weight: 400; }
.sentences { display: grid; }
.sentences > p { grid-area: 1 / 1; margin: 0; font-size: var(--ap-text-caption); max-width: 54em; min-height: 2lh; text-wrap: balance;
  overflow-wrap: break-word; }
.sentences > .room { visibility: hidden; }
.term { text-decoration: underline 3px var(--role); text-underline-offset: 4px; text-decoration-skip-ink: none; white-space: nowrap; }
.fact { white-space: nowrap; cursor: pointer; }
.bar { display: flex; align-items: center; gap: 4px; border-top: 1px solid var(--ap-rule); padding-top: 12px; position: relative; }
button, select { all: unset; box-sizing: border-box; height: 44px; min-width: 40px; display: grid; place-items: center; border-radius: 8px;
  color: var(--ap-text); font: 400 var(--ap-text-control)/1 var(--ap-font); cursor: pointer; text-align: center; flex: none;
  -webkit-tap-highlight-color: transparent; }
button:hover, select:hover { background: var(--ap-lane); }
button svg { display: block; }
.play { width: 44px; height: 44px; border-radius: 50%; background: var(--ap-ink); color: var(--ap-page); margin: 0 4px; }
.play:hover { background: var(--ap-ink); opacity: .88; }
:focus-visible { outline: 2px solid var(--ap-focus); outline-offset: 2px; }
.wide { padding: 0 8px; }
.chapters { flex: 1; min-width: 0; display: flex; gap: 3px; margin: 0 16px; position: relative; height: 44px; touch-action: pan-y; cursor: pointer;
  border-radius: 6px; -webkit-user-select: none; user-select: none; }
.chapter { position: relative; min-width: max-content; font-size: var(--ap-text-control); color: var(--ap-muted); white-space: nowrap; }
.chapter .name { display: block; margin-top: 2px; padding-right: 4px; line-height: 18px; }
/* room for the bold name, so that nothing shifts when its turn comes */
.chapter .name::after { content: attr(data-name); display: block; height: 0; overflow: hidden; visibility: hidden; font-weight: 650; }
.chapter.on { color: var(--ap-ink); font-weight: 650; }
.chapter .track { position: absolute; left: 0; right: 0; top: 28px; height: 5px; border-radius: 2px; background: var(--ap-track); overflow: hidden; }
.chapter .fill { display: block; height: 100%; width: 100%; background: var(--ap-ink); transform-origin: 0 50%; transform: scaleX(0); }
.chapter.off .track { background: none; border-radius: 0; border-bottom: 2px dashed var(--ap-past); height: 4px; }
.chapter.off .fill { display: none; }
.knob { position: absolute; top: 22.5px; left: 0; width: 16px; height: 16px; margin-left: -8px; border-radius: 50%; background: var(--ap-ink);
  border: 3px solid var(--ap-page); z-index: 1; will-change: transform; }
.clock { font-size: var(--ap-text-control); color: var(--ap-muted); white-space: nowrap; flex: none; padding: 0 8px; }
.panel { position: absolute; right: 0; bottom: calc(100% - 8px); z-index: 3; width: 264px; max-width: 100%; padding: 12px 16px; display: grid; gap: 4px;
  background: var(--ap-raised); border: 1px solid var(--ap-rule); border-radius: var(--ap-radius-panel); box-shadow: var(--ap-shadow);
  font-size: var(--ap-text-control); }
.panel label { display: flex; align-items: center; justify-content: space-between; gap: 12px; min-height: 36px; cursor: pointer; }
.panel select { height: 36px; padding: 0 8px; text-align: end; border: 1px solid var(--ap-past); background: var(--ap-raised); max-width: 170px; }
.panel input { width: 18px; height: 18px; margin: 0 2px; accent-color: var(--ap-focus); }
.panel button { height: 36px; padding: 0 8px; border: 1px solid var(--ap-past); margin-top: 4px; }
.panel option, .bar option { background: var(--ap-raised); color: var(--ap-text); }
.heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; margin: -1px; contain: strict; }
.phone { --ap-text-title: 17px; --ap-text-caption: 15px; --ap-text-formula: 19px; padding: 8px 12px 8px; }
.phone .top { justify-content: center; }
.phone .badges { justify-content: center; gap: 4px 6px; margin-bottom: 8px; }
.phone .badge { padding: 1px 9px; font-size: 11px; }
.phone .caption { grid-template-columns: minmax(0, 1fr); padding: 12px 4px 14px; }
.phone .title { display: flex; justify-content: space-between; align-items: baseline; gap: 8px; }
.phone .bar { flex-wrap: wrap; padding-top: 4px; gap: 0; }
.phone .chapters { flex: 0 0 calc(100% - 8px); order: -1; margin: 0 4px; }
.few .chapter { min-width: 8px; }
.few .chapter.off { min-width: 16px; }
.few .chapter .name { display: none; position: absolute; left: 0; top: 0; padding: 0; }
.few .chapter.on .name { display: block; }
.few .chapter.late .name { left: auto; right: 0; }
.phone button, .phone select { min-width: 36px; }
.phone .clock { margin-left: auto; font-size: 12px; padding: 0 2px; }
.phone .wide { padding: 0 2px; }
.narrow .whole { display: none; }
.phone .panel { left: 0; right: 0; width: auto; }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
sub { font-size: .7em; line-height: 0; vertical-align: -.25em; }
@media print { .bar, .panel { display: none; } .ap { break-inside: avoid; -webkit-print-color-adjust: exact; print-color-adjust: exact; } }
`;

const fills = roles.map((role) => `--ap-${role}: Canvas; --ap-${role}-tint: Canvas;`).join(" ");
// with forced colours there is one ink and one ground; letters and words tell the roles apart
const forced = `
@media (forced-colors: active) {
  :host { --ap-page: Canvas; --ap-panel: Canvas; --ap-lane: Canvas; --ap-raised: Canvas; --ap-track: GrayText; --ap-ink: CanvasText;
    --ap-text: CanvasText; --ap-muted: CanvasText; --ap-past: GrayText; --ap-ghost: GrayText; --ap-outline: CanvasText; --ap-rule: CanvasText;
    --ap-focus: Highlight; --ap-ring-in: Highlight; --ap-on-role: CanvasText; --ap-on-output: CanvasText; --ap-shade: transparent; ${fills} }
  .ap { forced-color-adjust: none; }
  .symbol.on { background: Highlight; color: HighlightText; }
  .term { text-decoration-color: CanvasText; }
}`;

const underlines = roles
  .map(
    (role) =>
      `[data-role="${role}"] { --role: var(--ap-${role}); ${role === "output" ? "--on: var(--ap-on-output);" : ""} }`,
  )
  .join("\n");

/** @type {WeakMap<Document, Map<string, CSSStyleSheet>>} */
const made = new WeakMap();

/** One sheet a document and name, shared by all elements. @param {Document} document @param {string} name @param {() => string} text */
function sheet(document, name, text) {
  let sheets = made.get(document);
  if (!sheets) made.set(document, (sheets = new Map()));
  let found = sheets.get(name);
  if (!found) {
    found = new /** @type {any} */ (document.defaultView).CSSStyleSheet();
    /** @type {CSSStyleSheet} */ (found).replaceSync(text());
    sheets.set(name, /** @type {CSSStyleSheet} */ (found));
  }
  return /** @type {CSSStyleSheet} */ (found);
}

/** @param {Document} document */
const common = (document) =>
  sheet(document, "layout", () => `:host {${tokens}}\n${layout}\n${underlines}\n${forced}`);

/** The look of an element that waits: room for what will come. @param {ShadowRoot} root */
export function adoptWaiting(root) {
  root.adoptedStyleSheets = [common(root.ownerDocument)];
}

/**
 * Gives a shadow root its look. Colours stand on :host, so that the page's own rules for the element win.
 *
 * @param {ShadowRoot} root
 * @param {string} theme
 * @param {string} palette
 */
export function adopt(root, theme, palette) {
  const document = root.ownerDocument;
  const scheme = palette === "print" ? "light" : theme;
  const shadow =
    scheme === "dark" ? "0 1px 2px #0008, 0 8px 24px #0006" : "0 1px 2px #0002, 0 6px 20px #0001";
  // white ink on white paper would be nothing
  const paper = `@media print { :host { color-scheme: light; ${declarations("light", palette)} } }`;
  const colour = () =>
    `:host { color-scheme: ${scheme}; --ap-shadow: ${shadow};\n${declarations(theme, palette)} }\n${scheme === "dark" ? paper : ""}`;
  root.adoptedStyleSheets = [sheet(document, `${theme} ${palette}`, colour), common(document)];
}
