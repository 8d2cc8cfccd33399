/** A size with buttons that decrease and increase it. */
import { fill } from "../../words/sentence.js";
import { enable, label, make, say } from "../dom.js";

/**
 * @param {Document} document
 * @param {(name: "less" | "more", onclick: () => void) => HTMLButtonElement} button
 * @param {(by: 1 | -1) => void} change
 */
export function createStepper(document, button, change) {
  let [now, limit] = [1, Infinity];
  const step = (/** @type {1 | -1} */ by) => now + by > 0 && now + by <= limit && change(by);
  const [less, more] = [button("less", () => step(-1)), button("more", () => step(1))];
  const name = make(document, "span", { class: "size" });
  const count = make(document, "output");
  const element = make(document, "span", { role: "group", class: "stepper" }, name, less, count, more);
  return {
    element,
    /** @param {string} size its name @param {number} length @param {Record<string, string>} words @param {number} [most] */
    show(size, length, words, most = Infinity) {
      [now, limit] = [length, most];
      say(name, size);
      say(count, String(length));
      label(element, size);
      label(less, fill(words.fewer, { size }));
      label(more, fill(words.more, { size }));
      enable(less, length > 1);
      enable(more, length < most);
    },
  };
}
