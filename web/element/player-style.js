/** The style of what only the player shows, not its poster: controls, dialogs, questions, fields. It comes after style.js. */

const layout = `
.pointing .picture * { transition: opacity .09s linear; }
.map > [part] { pointer-events: auto; touch-action: pan-x pan-y; cursor: crosshair; }
.map > .moves { cursor: move; }
.map > :focus-visible { outline-offset: 3px; }
.inlay > ::-webkit-slider-thumb { width: 18px; height: 44px; }
.inlay > ::-moz-range-thumb { width: 18px; height: 44px; }
.inlay > :focus-visible::-webkit-slider-thumb { opacity: 0; }
.inlay > :focus-visible::-moz-range-thumb { opacity: 0; }
.editable .stage { touch-action: pan-y pinch-zoom; }
.editable .stage svg { -webkit-user-select: none; user-select: none; }
.field { all: unset; box-sizing: border-box; position: absolute; z-index: 2; font: 500 16px/1 var(--ap-font); text-align: center; color: var(--ap-ink);
  background: var(--ap-raised); box-shadow: var(--ap-shadow); border: 2px solid var(--ap-focus); border-radius: 4px; font-variant-numeric: tabular-nums; }
.field[aria-invalid] { border-color: var(--ap-query); border-style: dashed; }
.handle:active { cursor: grabbing; }
.handle:focus-visible { outline-offset: -8px; }
.edits { display: flex; align-items: center; gap: 0 4px; border-top: 1px solid var(--ap-rule); padding-top: 2px; font-size: var(--ap-text-control); }
.edits [aria-disabled="true"] { opacity: .35; cursor: default; background: none; }
.edits > button, .stepper { flex: none; }
/* in one row, whose height is reserved, however many sizes there are */
.steppers { display: flex; margin-left: auto; gap: 0 12px; height: 44px; overflow: auto hidden; scrollbar-width: thin;
  mask-image: linear-gradient(to left, #0000, #000 16px); }
.panel .edits { grid-column: 1 / -1; min-width: 0; margin-top: 8px; }
.panel .edits button { margin: 0; border: 0; }
.stepper { display: flex; align-items: center; }
.stepper button { min-width: 40px; outline-offset: -2px; }
.stepper output { min-width: 1.5em; text-align: center; font-weight: 650; }
.size { color: var(--ap-muted); }
/* full screen enlarges the usual picture */
:host(:fullscreen) { overflow: auto; background: var(--ap-page); }
:host(:fullscreen) .ap { display: flex; flex-direction: column; width: calc(100% / var(--zoom));
  min-height: calc(100vh / var(--zoom)); transform: scale(var(--zoom)); transform-origin: 50% 0; }
:host(:fullscreen) .stage { flex: 1; }
/* a question takes the caption's first line, its answers the second; their touch area exceeds their outline */
.choices { display: flex; flex-wrap: wrap; align-items: center; gap: 0 8px; margin-top: -4px; }
.choices button { position: relative; isolation: isolate; display: flex; align-items: center; justify-content: center; gap: 7px;
  height: 40px; padding: 0 16px; max-width: 100%; font-size: 15px; color: var(--ap-ink); }
.choices button::before { content: ""; position: absolute; inset: 5px 0; z-index: -1; border: 1px solid var(--ap-past);
  border-radius: var(--ap-radius-pill); background: var(--ap-raised); }
.choices button:hover { background: none; }
.choices button:focus-visible { outline: none; }
.choices button:focus-visible::before { outline: 2px solid var(--ap-focus); outline-offset: 1px; }
.choices button:hover::before { background: var(--ap-lane); }
.choices .skip { padding: 0 12px; font-size: 14px; color: var(--ap-muted); }
.choices .skip::before { border-color: transparent; background: none; }
.choices kbd { font: 11px/1 var(--ap-font); color: var(--ap-muted); }
/* the row of weights that a question is about */
.bars { display: inline-flex; align-items: flex-end; gap: 3px; height: 22px; margin: 0 4px; border-bottom: 1.5px solid var(--ap-outline); vertical-align: bottom; }
.bars i { width: 16px; min-height: 1px; background: var(--ap-weight); border: 1px solid var(--ap-outline); border-bottom: 0; }
.play { width: 44px; margin: 0 4px; z-index: 1; }
.wide { padding: 0 8px; }
.further { display: flex; gap: 4px; }
.bar > .further span { display: none; }
.chapters { flex: 1; min-width: 0; display: flex; gap: 3px; margin: 0 16px; position: relative; height: 44px; touch-action: pan-y pinch-zoom; cursor: pointer;
  border-radius: 6px; -webkit-user-select: none; user-select: none; }
.chapter { position: relative; min-width: max-content; font-size: var(--ap-text-control); color: var(--ap-muted); white-space: nowrap; }
.chapter .name { display: block; margin-top: 2px; padding-right: 4px; line-height: 18px; }
/* reserves the width of the bold name, so that nothing shifts when it becomes bold */
.chapter .name::after { content: attr(data-name); display: block; height: 0; overflow: hidden; visibility: hidden; font-weight: 650; }
.chapter.on { color: var(--ap-ink); font-weight: 650; }
.chapter .track { position: absolute; left: 0; right: 0; top: 28px; height: 5px; border-radius: 2px; background: var(--ap-track); overflow: hidden; }
.chapter .fill { display: block; height: 100%; width: 100%; background: var(--ap-ink); transform-origin: 0 50%; transform: scaleX(0); }
.carrier { position: absolute; inset: 0; z-index: 1; pointer-events: none; container-type: inline-size; }
.knob { position: absolute; top: 22.5px; left: 0; width: 16px; height: 16px; margin-left: -8px; border-radius: 50%;
  background: var(--ap-ink); border: 3px solid var(--ap-page); will-change: transform; }
/* without chapters, the clock is invisible and pushes what follows to the end */
.chapters[hidden] + .clock { display: block !important; visibility: hidden; flex: 1; min-width: 0; overflow: hidden; }
.clock { font-size: var(--ap-text-control); color: var(--ap-muted); white-space: nowrap; flex: none; padding: 0 8px; }
/* low and broad, over the sentences, so that what a switch changes stays in sight */
.panel { position: absolute; left: 0; right: 0; bottom: calc(100% - 8px); z-index: 3; max-height: calc(100vh - 72px); overflow: auto;
  padding: 8px 12px 12px; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 164px), 1fr)); gap: 0 16px;
  background: var(--ap-raised); border: 1px solid var(--ap-rule); border-radius: var(--ap-radius-panel); box-shadow: var(--ap-shadow); font-size: var(--ap-text-control); }
.panel label { display: flex; align-items: center; gap: 8px; min-height: 44px; min-width: 0; cursor: pointer; }
.panel select { height: 36px; padding: 0 8px; text-align: end; text-align-last: end; border: 1px solid var(--ap-past); background: var(--ap-raised); flex: 0 1 auto; min-width: 0; text-overflow: ellipsis; }
.panel input { order: -1; flex: none; width: 18px; height: 18px; margin: 0 2px; accent-color: var(--ap-focus); }
.panel button { display: flex; gap: 8px; justify-content: center; padding: 0 8px; border: 1px solid var(--ap-past); margin-top: 4px; white-space: nowrap; }
.panel .further { display: contents; }
dialog { width: 720px; padding: 0 24px 24px; border: 0; border-radius: var(--ap-radius-panel); background: var(--ap-raised); color: inherit; }
dialog header { display: flex; align-items: center; justify-content: space-between; position: sticky; top: 0; background: inherit; }
.panel option, .bar option { background: var(--ap-raised); color: var(--ap-text); }
.brief .chapter { min-width: 8px; }
.brief .chapter .name { display: none; position: absolute; left: 0; top: 0; padding: 0; }
.brief .chapter.on .name { display: block; }
.brief .chapter.late .name { left: auto; right: 0; }
.phone .choices { gap: 0 6px; margin: 0; }
.phone .choices button { height: 44px; padding: 0 14px; }
.phone .choices .skip { padding: 0 10px; }
.phone .chapters { flex: 0 0 calc(100% - 8px); order: -1; margin: 0 4px; }
.phone .play { margin: 0; }
/* takes the width that six buttons leave; a time that does not fit wraps into a second line, which is hidden */
.phone .clock { flex: 1 1 0; min-width: 1px; display: flex; flex-wrap: wrap; place-content: start center; height: 18px; overflow: hidden;
  white-space: pre; font-size: 12px; line-height: 18px; padding: 0; }
.phone .clock::before { content: ""; height: 18px; }
.phone .wide { padding: 0; }
.phone .bar > .further { margin-left: auto; }
/* six buttons side by side at 240 px */
.narrow .bar > :is(button, select):not(.play) { flex: 1 1 34px; min-width: 34px; max-width: 44px; }
.phone .panel { grid-template-columns: repeat(auto-fill, minmax(min(100%, 140px), 1fr)); gap: 0 12px; }
.phone .panel label { gap: 4px; }
.phone .panel select { padding: 0 3px; }
@media (prefers-contrast: more) { .edits [aria-disabled="true"] { opacity: .6; } }
@media (forced-colors: active) { .bars i { background: CanvasText; } }
`;

/** @type {import("./style.js").Sheet} */
export const playerSheet = { name: "player", text: () => layout };
