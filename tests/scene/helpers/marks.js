/** What stands on a picture: its numbers by cell, and all marks, those in groups too. */

import { frame } from "../../../web/scene/index.js";

/** @param {any[]} marks @param {{ x?: number, y?: number }} [at] @returns {any[]} all marks, those of groups where they stand on the picture */
export const flat = (marks, { x = 0, y = 0 } = {}) =>
  marks.flatMap((mark) => {
    const now = x || y ? shifted(mark, x, y) : mark;
    return [now, ...flat(mark.children ?? [], mark.children && now)];
  });

/** @param {any} mark @param {number} x @param {number} y */
const shifted = (mark, x, y) => ({
  ...{ ...mark, x: x + (mark.x ?? 0), y: y + (mark.y ?? 0) },
  ...(mark.box && { box: { ...mark.box, x: x + mark.box.x, y: y + mark.box.y } }),
});

/** @param {any} scene @param {number} time */
export const marksAt = (scene, time) => flat(frame(scene, scene.timeline, time).marks);

/** "scores:0,0,1,2" @param {string} name @returns {{ tensor: string, index: number[] }} */
export function cellOf(name) {
  const [tensor, index] = name.split(/:(?=[^:]*$)/);
  return { tensor, index: index === "" ? [] : index.split(",").map(Number) };
}

/** Every number that stands still at the end of a step, by cell. @param {any} scene @returns {Map<string, any>} */
export function numbersOf(scene) {
  const found = new Map();
  for (const { hold } of scene.steps)
    for (const mark of marksAt(scene, hold)) if (mark.cell && !mark.copy) found.set(mark.cell, mark);
  return found;
}

/** What a caption says. @param {{ caption: { text: string }[] }} step */
export const said = ({ caption }) => caption.map(({ text }) => text).join("");

/** A step by its id. @param {any} scene @param {string} id */
export const stepOf = (scene, id) => scene.steps.find((step) => step.id === id);

/** What its caption says. @param {any} scene @param {string} id */
export const captionOf = (scene, id) => said(stepOf(scene, id));

/** "3 × 10⁻⁵" as a programming language writes it. @param {string} text */
const plain = (text) =>
  text
    .replace(/ × 10(?=[⁻⁰-⁹¹²³]+$)/, "e")
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (one) => String("⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(one)))
    .replace(/[−⁻]/g, "-");

/** What a written number says. @param {string} text */
export const read = (text) => Number(plain(text).replace("∞", "Infinity"));

/** One unit of the last digit written. @param {string} text */
export function unit(text) {
  const [digits, exponent = "0"] = plain(text).split("e");
  return 10 ** (Number(exponent) - (digits.split(".")[1]?.length ?? 0));
}

/** Whether a text says a number to half a unit of its last digit, and nothing whole for what is not. @param {string} text @param {number} value */
export function says(text, value) {
  // "<0.001", ">−.01": not 0, and less than half of that
  const [, sign, least] = /^([<>])(−?0?\.\d+)$/.exec(text) ?? [];
  if (sign) return (sign === "<") === value > 0 && value !== 0 && Math.abs(value) < Math.abs(read(least)) / 2;
  if (!Number.isFinite(value)) return Object.is(read(text), value);
  // float32 arithmetic leaves 7.8 an ulp or two away
  const whole = /^−?\d+$/.test(text);
  const slack = Math.abs(value) * 2 ** -20 + 1e-12;
  return whole
    ? Math.abs(read(text) - value) <= slack
    : Math.abs(read(text) - value) <= unit(text) / 2 + slack;
}
