/** The style sheet of the dialog; its colours are the player's. */
export const style = `
:host { display: contents; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
dialog { width: 1040px; max-width: calc(100vw - 32px); max-height: min(760px, calc(100vh - 32px)); padding: 0; border: 0; overflow: hidden;
  border-radius: var(--ap-radius-panel); background: var(--ap-raised); color: var(--ap-text); font: 400 14px/1.45 var(--ap-font); }
dialog[open] { display: flex; flex-direction: column; }
dialog::backdrop { background: #0009; }
header, footer { flex: none; display: flex; align-items: center; gap: 8px 10px; padding: 8px 20px; }
header { justify-content: space-between; border-bottom: 1px solid var(--ap-rule); }
footer { flex-wrap: wrap; justify-content: flex-end; min-height: 64px; border-top: 1px solid var(--ap-rule); }
h2 { margin: 0; font-size: 17px; font-weight: 650; color: var(--ap-ink); }
h3 { margin: 8px 0 2px; font-size: 13px; font-weight: 400; color: var(--ap-muted); }
p { margin: 0; }
footer p, progress { flex: 1 1 220px; min-width: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
footer [role="status"]:empty { flex: 0 0 0; }
progress { height: 8px; accent-color: var(--ap-focus); }
.error { color: var(--ap-text); border-left: 3px solid var(--ap-query); padding-left: 10px; }
form { flex: 1; min-height: 0; background: inherit; overflow: auto; display: grid; grid-template: auto 1fr / 292px 300px minmax(0, 1fr); }
fieldset { min-width: 0; margin: 0; padding: 8px 16px 16px; border: 0; border-right: 1px solid var(--ap-rule); }
.kinds { grid-row: 1 / 3; }
.settings { grid-row: 1 / 3; }
.preview { grid-area: 1 / 3; padding: 16px 20px; min-width: 0; }
img { display: block; max-width: 100%; max-height: 420px; border: 1px solid var(--ap-rule); }
.preview p, small { color: var(--ap-muted); font-size: 13px; }
.preview p { margin-top: 8px; }
label { display: flex; align-items: center; gap: 12px; min-height: 44px; cursor: pointer; }
.kinds label { align-items: flex-start; padding: 6px 8px; margin: 0 -8px; border-radius: var(--ap-radius-chip); color: var(--ap-ink); }
.kinds label:has(:checked) { background: var(--ap-lane); }
.kinds label:has(:disabled) { color: var(--ap-muted); cursor: default; }
small { display: block; line-height: 1.3; }
.settings label { justify-content: space-between; }
input { accent-color: var(--ap-focus); width: 18px; height: 18px; flex: none; margin: 1px 2px; }
select, [type="number"] { width: 176px; height: 36px; margin: 0; padding: 0 8px; flex: none; border: 1px solid var(--ap-past); border-radius: var(--ap-radius-chip);
  background: var(--ap-raised); color: inherit; font: inherit; }
button, a { display: inline-grid; place-items: center; min-width: 44px; min-height: 44px; padding: 0 16px; border: 1px solid var(--ap-past); border-radius: var(--ap-radius-chip);
  background: none; color: var(--ap-ink); font: 600 14px/1 var(--ap-font); text-decoration: none; cursor: pointer; }
.close { padding: 0; margin-right: -10px; border: 0; }
.make, .save { background: var(--ap-ink); color: var(--ap-page); border-color: var(--ap-ink); }
:focus-visible { outline: 2px solid var(--ap-focus); outline-offset: 2px; }
fieldset:disabled { opacity: .6; pointer-events: none; }
@media (width < 1000px) { form { grid-template: auto auto / minmax(0, 1fr) minmax(0, 1fr); }
  .preview { grid-area: 1 / 1 / 2 / 3; border-bottom: 1px solid var(--ap-rule); } .kinds, .settings { grid-row: 2; } img { max-height: 240px; margin: auto; } .preview p { text-align: center; } }
@media (width < 600px) { dialog { width: 100vw; max-width: none; height: 100dvh; max-height: none; border-radius: 0; margin: 0; }
  /* a smaller font would make a phone zoom in */
  select, [type="number"] { font-size: 16px; }
  form { display: flex; flex-direction: column; } fieldset { border: 0; } .settings { border-top: 1px solid var(--ap-rule); } img { max-height: 22vh; } .preview { order: -1; position: sticky; top: 0; z-index: 1; background: inherit; padding: 8px 16px; }
  footer :is(.make, .save) { flex: 1 0 100%; order: 1; } footer button, footer a { flex: 1 0 auto; } }
@media print { dialog { display: none !important; } }
`;
