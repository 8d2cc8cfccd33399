/** Reports to the author of a page, once each, what its prose refers to and the player does not have or show. */
import { AttentionError, nearest } from "../../core/errors.js";
import { errorWords } from "../../words/errors/index.js";
import { fill } from "../../words/sentence.js";
import { noStep } from "../attribute-errors.js";
import { stepAt } from "../same-place.js";
import { language } from "../environment.js";
import { stepIndex } from "../range.js";
import { RING } from "./attributes.js";

/**
 * @typedef {object} Report
 * @property {(attribute: string, value: string) => void} check reports a step or a cell that the player does not have
 * @property {(attribute: string, value: string, error: "offstage" | "length") => void} tell reports that a value has no effect
 */

/** @param {import("../controller.js").Controller} controller @returns {Report} */
export function createReport(controller) {
  /** Valid and invalid ones. @type {Set<string>} */
  const checked = new Set();

  return {
    check(attribute, value) {
      const { scene, lang } = controller;
      const text = `${attribute} ${value}`;
      if (!scene || value === "" || checked.has(text)) return;
      checked.add(text);
      const { steps, model } = scene;
      if (attribute !== RING && stepIndex(steps, value) >= 0) return;
      const error =
        attribute === RING ? wrongTarget(RING, value, model, lang) : noStep(attribute, value, steps, lang);
      if (error) controller.warn(error, text);
    },
    tell(attribute, value, error) {
      const { range, drawnTime } = controller;
      const errors = errorWords(language(controller.host));
      const step = range && stepAt(range.steps, drawnTime)?.id;
      const facts = { where: attribute, value: value.slice(0, 60), step };
      controller.warn(
        new AttentionError("value", attribute, fill(errors[error], facts)),
        `${attribute} ${value}`,
      );
    },
  };
}

/** Parses a tensor, and a place in it: `weights:0,0,1,*`, with null for `*`. @param {string} text */
export function targetOf(text) {
  const [, tensor, index] = /^([\w.-]+)(?::([\d,*\s]+))?$/.exec(text) ?? [];
  return { tensor, index: index?.split(",").map((at) => (at.trim() === "*" ? null : Number(at))) };
}

/**
 * The error of a target that a model does not have; undefined if it has it.
 * @param {string} where the attribute @param {string} value @param {any} model @param {string} lang
 */
export function wrongTarget(where, value, { graph, trace }, lang) {
  const errors = errorWords(lang);
  const { tensor, index } = targetOf(value);
  const made = Object.entries(trace).map(([tensor, { shape }]) => ({ tensor, shape }));
  const named = [...graph, ...made].filter(({ shape }) => shape);
  const found = named.filter((node) => node.tensor === tensor);
  // a given tensor may be written with fewer axes than the core gives it
  const fits = (/** @type {{ op?: string, shape: number[] }} */ { op, shape }) =>
    index &&
    (op === "given" ? index.length <= shape.length : index.length === shape.length) &&
    index.every((at, k) => at === null || at < shape[shape.length - index.length + k]);
  if (found.length > 0 && (!index || found.some(fits))) return undefined;
  const names = named.map(({ tensor }) => tensor);
  const near = nearest(tensor ?? value, names).name;
  const facts = { where, value: value.slice(0, 60), tensor, near, shape: found[0]?.shape.join("×") };
  return new AttentionError("value", where, fill(found.length > 0 ? errors.place : errors.tensor, facts));
}
