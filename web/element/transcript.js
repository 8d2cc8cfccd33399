/** The transcript: every step of a story with its sentences and its numbers, as text in a dialog. */
import { icon, label, make, makeButton } from "./dom.js";

/** @typedef {{ title: string, chapter: string, text: string }} Step text: its title, its caption, its numbers */
/** @typedef {{ chapters: { id: string, title: string }[], steps: Step[] }} Story */

/** @param {Document} document @param {Element} parent @param {Story} story @param {Record<string, string>} words */
export function openTranscript(document, parent, { chapters, steps }, words) {
  const close = makeButton(document, { onclick: () => dialog.close() }, icon(document, "close"));
  label(close, words.close, true);
  const top = make(document, "header", {}, make(document, "h2", {}, words.transcript), close);
  const dialog = make(document, "dialog", { part: "transcript", closedby: "any" }, top);
  label(dialog, words.transcript);
  for (const { id, title } of chapters) {
    const told = steps.filter(({ chapter }) => chapter === id);
    dialog.append(make(document, "h3", {}, title), ...told.map((step) => paragraph(document, step)));
  }
  dialog.addEventListener("close", () => dialog.remove());
  // its keys scroll the dialog, and do not reach the player
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  parent.append(dialog);
  dialog.showModal();
}

/** @param {Document} document @param {Step} step */
const paragraph = (document, { title, text }) =>
  make(document, "p", {}, make(document, "b", {}, title), text.slice(title.length));
