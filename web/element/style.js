/** The element's style sheets: adopted, never written as HTML, so that any content security policy allows them. */
import { declarations, fonts, mixtures, roles } from "../render/themes.js";
import { make } from "./dom.js";
import { COLUMN, EDITS, frameFor, wholeHeight, WIDE } from "./frame.js";
import { viewOf } from "./window.js";

const tokens = `
  --ap-font: ${fonts.text};
  --ap-font-math: ${fonts.math};
  --ap-font-letter: ${fonts.letter};
  --ap-text-title: 20px; --ap-text-caption: 17px; --ap-text-formula: 22px; --ap-text-control: 13px; --ap-leading: 1.5;
  --ap-radius-panel: 10px; --ap-radius-chip: 8px; --ap-radius-pill: 999px;`;

/** Selects an element that has a control. @param {string} name */
const has = (name) => `[controls~="${name}"]`;
const BUTTONS = ["play", "speed", "settings", "fullscreen", "transcript"].map(has);
/** Select an element with nothing but captions, one without captions, and one without its timeline. */
const BARE = ':is([controls="off"], [controls="captions"])';
const SILENT = `:is(${[...BUTTONS, has("bar")]}):not(${has("captions")}, [ask])`;
const TIMELESS = `:is(${BUTTONS}):not(${has("bar")})`;
/** Selects an element without settings. */
const FIXED = `[controls]:not(${has("settings")}, [controls="on"], [controls=""])`;
/** Px that the captions take, that the bar takes, and that the timeline takes above it, by the width from which these apply. */
const ROWS = [
  [0, 124, 98, 44],
  [COLUMN, 131, 60, 0],
  [WIDE, 86, 60, 0],
  [1000, 72, 60, 0],
];
/**
 * CSS that reserves an element's height, by its width, before there is a picture. A page may set the height of a frame that needs
 * more, and of a corner that the picture has beside the captions.
 * @param {(such: string) => string} boxOf returns the selector of the boxes of such elements
 */
export function reservedSpace(boxOf) {
  const box = boxOf("");
  const from = (/** @type {number[]} */ [width, captions, bar, timeline]) => {
    const frame = frameFor(width);
    const height = `var(--ap-height-${frame.kind}, ${wholeHeight(frame, 0)}px)`;
    const less = (/** @type {string} */ such, /** @type {string} */ by) =>
      `${boxOf(such)}::before { margin-top: calc(${by}px); }`;
    // a corner beside the captions takes its space without them, too
    const corner = frame.corner ? "var(--ap-corner, 0px)" : "0px";
    const rules = [
      less(BARE, `0px - ${bar}`),
      less(SILENT, `${corner} - ${captions}`),
      less(TIMELESS, `0px - ${timeline}`),
      less(SILENT + TIMELESS, `${corner} - ${captions + timeline}`),
    ];
    return `@container (width >= ${width}px) { ${box}::before { height: ${height}; } ${rules.join(" ")} }`;
  };
  // a float, beside which the element's own content flows
  return `${box} { display: flow-root; container-type: inline-size; }
${box}::before { content: ""; float: left; }
@container (width >= ${COLUMN}px) { ${boxOf("[editable]")}::before { margin-bottom: ${EDITS}px; } }
${boxOf(`[editable]${FIXED}`)}::before { margin-bottom: ${EDITS}px; }
${ROWS.map(from).join("\n")}`;
}

const layout = `
/* a height from the page that is too small is ignored; in Firefox, which lacks this minimum, any height is */
:host { display: block; box-sizing: border-box; min-width: 0; min-height: fit-content; }
@supports (-moz-appearance: none) { :host { height: auto !important; max-height: none !important; } }
:host([hidden]) { display: none; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
/* of the page's styles, inherits only those that hide it */
.ap { --caption: 72px; --bar: 60px; all: initial; visibility: inherit; pointer-events: inherit; color-scheme: inherit;
  forced-color-adjust: inherit; box-sizing: border-box; break-inside: avoid; position: relative; margin: 0 auto; padding: 10px var(--margin, 24px) 14px; border-radius: inherit; direction: ltr;
  font: 400 16px/var(--ap-leading) var(--ap-font); font-variant-numeric: tabular-nums lining-nums; text-align: start;
  color: var(--ap-text); background: var(--ap-page); -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
.top { display: flex; align-items: center; justify-content: space-between; gap: 16px; height: 40px; }
.formula { flex: none; white-space: nowrap; line-height: 1; }
/* a badge that does not fit wraps into a second line, which is hidden */
.badges { display: flex; gap: 8px; flex-wrap: wrap; justify-content: flex-end; height: 26px; overflow: hidden; margin: 0; padding: 0; list-style: none; }
.badge { font-size: 12px; line-height: 18px; color: var(--ap-muted); border: 1px solid var(--ap-rule);
  border-radius: var(--ap-radius-pill); padding: 3px 11px; }
.top .badges::before { content: ""; height: 26px; }
.top .badge { box-sizing: border-box; max-width: max(96px, 100% - 8px); overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
.phone .top .badges, .ap:not(.column, .phone) .panel .badges { display: none; }
.turn { display: flex; flex: none; margin-right: auto; }
.turn:not([hidden]) + .switch { margin-left: 4px; }
.turn button, .switch { position: relative; height: 32px; padding: 0 12px; }
.turn button::before, .switch::before { content: ""; position: absolute; inset: -6px 0; }
.turn [aria-pressed="true"], .switch[aria-pressed="true"] { font-weight: 650; color: var(--ap-ink); background: var(--ap-lane); }
.column .top { gap: 12px; }
.column .turn button { padding: 0 9px; }
.column .turn:not([hidden]) + .switch, .phone .turn, .phone .switch:not(.leave) { display: none; }
.leave { flex: none; }
.phone .leave:not([hidden]) + .formula math { font-size: 16px; }
/* space for a symbol's ring: Safari repaints nothing beyond the formula's box */
math { padding: 4px; margin: -4px; font-size: var(--ap-text-formula); font-family: var(--ap-font-math); color: var(--ap-ink); }
.symbol { border-bottom: 3px solid transparent; padding: 1px 0 0; margin: 0 2px; }
.symbol.role { border-bottom-color: var(--role); }
.symbol.on { background: var(--role, var(--ap-lane)); color: var(--on, #111); border-radius: 3px;
  box-shadow: 0 0 0 3px var(--role, var(--ap-lane)); }
.symbol.lit { outline: 2px solid var(--ap-focus); outline-offset: 2px; border-radius: 6px; }
.symbol[data-link] { cursor: pointer; }
/* a picture out of view is not laid out; strokes may extend slightly beyond its box */
.stage { position: relative; contain: inline-size; content-visibility: auto; overflow-clip-margin: 8px;
  display: grid; grid-template-columns: 100%; align-content: center; min-height: var(--least); border-radius: 8px; outline-offset: 4px; }
.stage svg { grid-area: 1 / 1; display: block; overflow: visible; max-width: 100%; height: auto; margin: 0 auto; font-family: var(--ap-font);
  -webkit-user-select: text; user-select: text; cursor: default; }
.overlay, .past { pointer-events: none; }
/* a canvas behind the picture shows a large map; an element over it handles pointer, touch and keys */
.map, .inlay, .handles { grid-area: 1 / 1; position: relative; justify-self: center; width: 100%; pointer-events: none; }
.map > * { position: absolute; }
.map ~ svg { position: relative; }
.painted [part~="coarse"] { visibility: hidden; }
.map canvas { background-color: var(--ap-paper); color: var(--ap-on-paper); outline: 0 none var(--ap-full); }
.poster .picture, .poster .map canvas { opacity: .8; }
/* dragging sideways moves a slider or changes a number; dragging up or down scrolls the page */
.inlay > * { position: absolute; margin: 0; padding: 0; border: 0; background: none; opacity: 0; cursor: pointer;
  pointer-events: auto; appearance: none; direction: ltr; touch-action: pan-y pinch-zoom; }
.inlay > :focus-visible { opacity: 1; outline: 2px solid var(--ap-focus); outline-offset: 2px; border-radius: 8px; }
.handle { position: absolute; width: 44px; height: 44px; margin: -22px; border-radius: 50%; pointer-events: auto; touch-action: pinch-zoom; cursor: grab;
  -webkit-tap-highlight-color: transparent; }
.error { margin: 12px 0 0; padding: 10px 14px; border-radius: var(--ap-radius-chip); background: var(--ap-raised); color: var(--ap-text);
  border: 1.5px solid var(--ap-query); font-size: 14px; overflow-wrap: anywhere; }
.error::before { content: "! "; font-weight: 700; }
.error button { display: block; margin-top: 8px; padding: 0 16px; min-height: 36px; border: 1px solid currentColor; }
/* while something loads; a short load changes nothing */
[aria-busy="true"] .picture { opacity: .4; transition: opacity .2s .3s; }
/* a picture taller than its space scrolls; caption and bar stay */
.tall .foot { position: sticky; bottom: 0; z-index: 2; background: var(--ap-page); }
.caption { display: grid; grid-template-columns: 184px minmax(0, 1fr); gap: 4px 24px; min-height: var(--caption); padding-top: 11px; align-items: start; }
.title { font-size: var(--ap-text-title); font-weight: 650; color: var(--ap-ink); line-height: 25px; }
.title small { display: block; min-width: 0; font-size: 13px; line-height: 20px; color: var(--ap-muted); font-weight: 400; overflow: hidden;
  text-overflow: ellipsis; white-space: nowrap; }
.sentences { display: grid; }
.sentences > * { grid-area: 1 / 1; }
.sentences p { margin: 0; font-size: var(--ap-text-caption); line-height: 25px; max-width: 56em; text-wrap: balance;
  overflow-wrap: break-word; outline: none; }
.sentences > .room { visibility: hidden; }
.room span { white-space: nowrap; }
/* names of keys are for readers with a keyboard */
@media not all and (hover: hover) and (pointer: fine) { kbd { display: none; } }
/* Safari supports only the longhands */
.term { text-decoration-line: underline; text-decoration-thickness: 3px; text-decoration-color: var(--role); text-underline-offset: 4px;
  text-decoration-skip-ink: none; white-space: nowrap; }
.sentences [role="button"] { position: relative; cursor: pointer; border-radius: 3px; }
/* extends a word's touch area to the width of a finger */
@media (pointer: coarse) { .sentences [role="button"]::before { content: ""; position: absolute; inset: -10px -4px; } }
.bar { display: flex; align-items: center; gap: 4px; height: var(--bar); border-top: 1px solid var(--ap-rule); position: relative; }
/* a select clips text beyond its line height, and Safari aligns its label only by text-align-last */
button, select { all: unset; box-sizing: border-box; height: 44px; min-width: 44px; display: grid; place-items: center; border-radius: 8px;
  color: var(--ap-text); font: 400 var(--ap-text-control)/1.4 var(--ap-font); cursor: pointer; text-align: center; text-align-last: center; flex: none;
  -webkit-tap-highlight-color: transparent; }
button:hover, select:hover { background: var(--ap-lane); }
button svg { display: block; flex: none; }
.play, .disc { border-radius: 50%; background: var(--ap-ink); color: var(--ap-page); }
.play:hover, .disc:hover { background: var(--ap-ink); opacity: .88; }
:focus-visible { outline: 2px solid var(--ap-focus); outline-offset: 2px; }
.invitation { display: flex; align-items: center; gap: 20px; padding-bottom: 4px; }
.invitation b { display: block; font-size: 26px; line-height: 34px; font-weight: 650; color: var(--ap-ink); text-wrap: balance; }
.invitation span { display: block; font-size: 15px; line-height: 22px; color: var(--ap-muted); text-wrap: pretty; }
.invitation kbd { margin-left: auto; flex: none; font: 12px/18px var(--ap-font); color: var(--ap-muted); padding: 3px 16px;
  border: 1px solid var(--ap-rule); border-bottom-width: 2px; border-radius: 6px; }
.disc { width: 84px; height: 84px; }
.disc svg { width: 50px; height: 50px; }
/* the invitation takes the same space as the caption and the bar that replace it */
.foot { display: grid; grid-template: 1fr auto / minmax(0, 1fr); }
.foot > * { grid-column: 1; }
.caption { grid-row: 1; }
.bar { grid-row: 2; }
.invitation { grid-row: 1 / 3; }
.poster:not(.bare) .bar, .poster:not(.bare) .caption, .ap:not(.poster) .invitation { visibility: hidden; }
.bare .invitation { display: none; }
/* without captions, the invitation has only the height of the bar */
.ap.silent { --caption: 0px; }
.silent .disc { width: 44px; height: 44px; }
.silent .disc svg { width: 26px; height: 26px; }
.ap.silent .invitation b { font-size: 17px; line-height: 22px; margin: 0; }
.silent .invitation span { display: none; }
.panel .badges { grid-column: 1 / -1; justify-content: flex-start; gap: 4px 6px; height: auto; margin: 4px 0; }
.heard { position: absolute; bottom: 0; left: 0; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; contain: strict; }
/* a caption of three lines, in the same total height */
.few { --caption: 86px; padding-block: 4px 6px; }
.column { --caption: 131px; --ap-text-title: 18px; --ap-text-caption: 16px; --ap-text-formula: 20px; padding-block: 4px 13px; }
.column .caption, .phone .caption { grid-template-columns: minmax(0, 1fr); align-content: start; }
.column .caption { gap: 4px; padding-top: 8px; }
.column .title { display: flex; align-items: baseline; gap: 12px; line-height: 26px; }
.column .sentences p { line-height: 24px; }
.column .badges { gap: 4px; }
/* the picture's lower right corner extends down beside the caption */
.cornered:not(.silent) .stage { margin-bottom: calc(-1 * var(--corner-height)); }
.cornered .foot { position: relative; pointer-events: none; }
.cornered .foot > * { pointer-events: auto; }
.cornered .caption, .cornered:not(.silent) :is(.error, .invitation, [part="exercise"]) { margin-right: calc(var(--corner-width) + 16px); }
.column .badge { padding: 3px 8px; font-size: 11px; }
.phone { --caption: 124px; --bar: 98px; --ap-text-title: 17px; --ap-text-caption: 15px; --ap-text-formula: 19px; padding-block: 4px 6px; }
.phone .top { justify-content: center; height: 44px; container-type: inline-size; }
/* Safari takes cqi for 0 at first, and keeps the widths that MathML has then */
@container (width > 0px) { .phone math { font-size: min(var(--ap-text-formula), 5.8cqi); } }
.phone .caption { gap: 2px; padding: 12px 4px 0; }
.phone .sentences p { line-height: 22px; }
.phone .title { height: 22px; line-height: 22px; display: flex; justify-content: space-between; align-items: baseline; gap: 8px; }
.phone.lineless { --bar: 54px; }
.phone .bar { flex-wrap: wrap; align-content: flex-start; padding-top: 4px; gap: 0; }
.phone .invitation { padding: 0 4px; gap: 16px; }
.phone .invitation b { font-size: 20px; line-height: 26px; margin-bottom: 4px; }
.phone .invitation kbd, .cornered .invitation kbd { display: none; }
/* a caption of five lines instead of four */
.narrow { --ap-text-caption: 14px; }
.narrow .caption { padding-top: 10px; }
.narrow .sentences p { line-height: 18px; }
.narrow .term { text-decoration-thickness: 2px; text-underline-offset: 2px; }
.narrow .disc { width: 64px; height: 64px; }
.narrow .invitation b { font-size: 17px; line-height: 22px; }
.narrow .invitation span { font-size: 14px; line-height: 20px; }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
sub { font-size: .7em; line-height: 0; vertical-align: -.25em; }
@media (prefers-contrast: more) { [aria-busy="true"] .picture { opacity: .6; } }
@media print {
  .foot { position: static !important; }
  .bar, .edits, .field, .handles, .inlay, .panel, .invitation, .past, .map, .turn, .switch, .error button, dialog,
  [part~="control"] { display: none !important; }
  .painted [part~="coarse"] { visibility: visible; }
  .poster .picture { opacity: 1; }
  .poster .caption:not([hidden]) { visibility: inherit !important; }
  .ap { -webkit-print-color-adjust: exact; print-color-adjust: exact; } }
`;

const hues = ["full", ...roles.flatMap((role) => [role, `${role}-tint`]), ...Object.keys(mixtures)];
const fills = hues.map((role) => `--ap-${role}: Canvas;`).join(" ");
/** Selects marks that have a hue in this attribute. @param {"fill" | "stroke"} attribute */
const hued = (attribute) => `:is(${hues.map((role) => `[${attribute}="var(--ap-${role})"]`)})`;
// forced colours leave one ink and one background; letters and words distinguish the roles
const forced = `
@media (forced-colors: active) {
  :host { --ap-page: Canvas; --ap-panel: Canvas; --ap-lane: Canvas; --ap-raised: Canvas; --ap-track: GrayText; --ap-ink: CanvasText;
    --ap-text: CanvasText; --ap-muted: CanvasText; --ap-past: GrayText; --ap-ghost: GrayText; --ap-outline: CanvasText; --ap-rule: CanvasText;
    --ap-focus: Highlight; --ap-ring-in: Highlight; --ap-on-role: CanvasText; --ap-on-output: CanvasText; --ap-on-value-pale: CanvasText;
    --ap-on-value-deep: CanvasText; --ap-on-paper: CanvasText; --ap-on-full: CanvasText; --ap-shade: transparent; --ap-paper: Canvas;
    --ap-pale: Canvas; ${fills} }
  .ap { forced-color-adjust: none; }
  ${hued("stroke")}, ${hued("fill")}:not([stroke]) { stroke: CanvasText; }
  [part~="shade"], [part~="plot"]${hued("fill")} { fill: CanvasText; }
  /* less than 0 */
  [part~="shade"][fill="var(--ap-key)"] { fill: Highlight; stroke: Highlight; }
  /* digits on a shade may be as dark as it is */
  [part~="shade"] ~ text:not([fill="var(--ap-page)"]) { stroke: Canvas; stroke-width: 3px; paint-order: stroke; }
  .map canvas { outline-color: CanvasText; }
  .symbol.on { background: Highlight; color: HighlightText; }
  .term { text-decoration-color: CanvasText; }
}`;

/** The colours of a symbol or a word, and of text on them, where they are not those of its role: parameters are as pale as the page. @type {Record<string, string>} */
const exceptions = {
  output: "--on: var(--ap-on-output);",
  parameter: "--role: var(--ap-track); --on: var(--ap-ink);",
};

const underlines = roles
  .map((role) => `[data-role="${role}"] { --role: var(--ap-${role}); ${exceptions[role] ?? ""} }`)
  .join("\n");

const { width, outer } = frameFor(Infinity);
// takes all the width that a float, a flex item or a grid column offers, up to the widest frame's
const widths = `.waiting, .ap { display: grid; grid-template-columns: minmax(0, ${width}px); max-width: ${outer}px; }`;

export const common = {
  name: "layout",
  text: () =>
    `:host {${tokens}}\n${reservedSpace((such) => `${such && `:host(${such}) `}.waiting slot`)}\n${layout}\n${widths}\n${underlines}\n${forced}`,
};

/** @typedef {{ name: string, text: () => string }} Sheet */

/**
 * Adopts the style that reserves an element's space. A poster that is shown keeps its colours.
 * @param {ShadowRoot} root
 */
export function adoptWaiting(root) {
  if (!root.adoptedStyleSheets?.length && stylesOf(root).length === 0) adoptSheets(root, [common]);
}

/**
 * Adopts the style of a picture. Colours are on :host, so that the page's own rules for the element win.
 *
 * @param {ShadowRoot} root
 * @param {string} theme
 * @param {string} palette
 * @param {Sheet[]} further the player's
 */
export function adopt(root, theme, palette, further = []) {
  const scheme = palette === "print" ? "light" : theme;
  const shadow =
    scheme === "dark" ? "0 1px 2px #0008, 0 8px 24px #0006" : "0 1px 2px #0002, 0 6px 20px #0001";
  // white ink would be invisible on paper
  const paper = () => `@media print { :host { color-scheme: light; ${declarations("light", palette)} } }`;
  const text = () =>
    `:host { color-scheme: ${scheme}; --ap-shadow: ${shadow};\n${declarations(theme, palette)} }\n${scheme === "dark" ? paper() : ""}`;
  adoptSheets(root, [{ name: `${theme} ${palette}`, text }, common, ...further]);
}

/** @type {WeakMap<Document, Map<string, CSSStyleSheet>>} */
const made = new WeakMap();

/**
 * One sheet for each document and name, shared by all elements.
 * @param {Document} document @param {import("./window.js").View} view @param {Sheet} sheet
 */
export function sheetIn(document, view, { name, text }) {
  const sheets = made.get(document) ?? new Map();
  made.set(document, sheets);
  if (!sheets.has(name)) {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(text());
    sheets.set(name, sheet);
  }
  return sheets.get(name);
}

/** @param {ShadowRoot} root @param {Sheet[]} sheets those of the same name have the same text */
export function adoptSheets(root, sheets) {
  const { ownerDocument: document, adoptedStyleSheets: adopted } = root;
  const view = viewOf(root);
  if (adopted && view?.CSSStyleSheet?.prototype.replaceSync) {
    const all = sheets.map((sheet) => sheetIn(document, view, sheet));
    // adopting even the same sheets would restyle every node
    if (adopted.length !== all.length || all.some((sheet, k) => adopted[k] !== sheet))
      root.adoptedStyleSheets = all;
  } else if (view?.CSS?.supports) {
    // for an older browser; a document that is never painted needs no sheets
    for (const style of stylesOf(root)) style.remove();
    root.prepend(...sheets.map(({ text }) => make(document, "style", {}, text())));
  }
}

/** The style elements in the root. @param {ShadowRoot} root */
export const stylesOf = (root) => [...root.children].filter(({ localName }) => localName === "style");
