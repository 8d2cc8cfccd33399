/** The invitation below the picture until it is played: a large play button and a line of text. */
import { icon, label, make, makeButton, say } from "./dom.js";

/** @typedef {{ title: string, text: string }} Invitation */

/** @param {Document} document @param {() => void} play */
export function createInvitation(document, play) {
  const look = { class: "disc", part: "button poster-play", onclick: play };
  const disc = makeButton(document, look, icon(document, "play"));
  const title = make(document, "b");
  const text = make(document, "span");
  const key = make(document, "kbd", { "aria-hidden": "true" });
  const root = make(document, "div", { class: "invitation", part: "poster" });
  root.append(disc, make(document, "div", {}, title, text), key);

  return {
    root,
    disc,

    /** @param {Invitation} invitation @param {Record<string, string>} words */
    set(invitation, words) {
      say(title, invitation.title);
      say(text, invitation.text);
      say(key, words.space);
      label(disc, words.play);
    },
  };
}
