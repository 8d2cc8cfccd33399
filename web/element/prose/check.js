/** Tells the author of a page, once each, of steps and cells that its prose names and the player does not have. */
import { AttentionError, nearest } from "../../core/errors.js";
import { words } from "../../words/index.js";
import { fill } from "../../words/sentence.js";
import { noStep } from "../attribute-errors.js";
import { stepIndex } from "../range.js";
import { RING } from "./attributes.js";

/** @param {import("../controller.js").Controller} controller */
export function createCheck(controller) {
  /** @type {Set<string>} */
  const seen = new Set();

  return (/** @type {string} */ attribute, /** @type {string} */ value) => {
    const { scene, lang } = controller;
    const said = `${attribute} ${value}`;
    if (!scene || value === "" || seen.has(said)) return;
    seen.add(said);
    const { steps, model } = scene;
    if (attribute === RING) {
      const error = wrongTarget(value, model, lang);
      if (error) controller.warn(error);
    } else if (stepIndex(steps, value) < 0) controller.warn(noStep(attribute, value, steps, lang));
  };
}

/** A tensor, and a place in it: `weights:0,0,1,*`. @param {string} text */
export function targetOf(text) {
  const [, tensor, index] = /^([\w.-]+)(?::([\d,*\s]+))?$/.exec(text) ?? [];
  return { tensor, index: index?.split(",").map((at) => (at.trim() === "*" ? null : Number(at))) };
}

/** @param {string} value @param {any} model @param {string} lang */
function wrongTarget(value, { graph, trace }, lang) {
  const { errors } = words(lang).element;
  const { tensor, index } = targetOf(value);
  const made = Object.entries(trace).map(([tensor, { shape }]) => ({ tensor, shape }));
  const named = [...graph, ...made].filter(({ shape }) => shape);
  const found = named.filter((node) => node.tensor === tensor);
  // what is given may have fewer axes than the core gives it
  const fits = (/** @type {{ op?: string, shape: number[] }} */ { op, shape }) =>
    index &&
    (op === "given" ? index.length <= shape.length : index.length === shape.length) &&
    index.every((at, k) => at === null || at < shape[shape.length - index.length + k]);
  if (found.length > 0 && (!index || found.some(fits))) return undefined;
  const names = named.map(({ tensor }) => tensor);
  const near = nearest(tensor ?? value, names).name;
  const facts = { where: RING, value: value.slice(0, 60), tensor, near, shape: found[0]?.shape.join("×") };
  return new AttentionError("value", RING, fill(found.length > 0 ? errors.place : errors.tensor, facts));
}
