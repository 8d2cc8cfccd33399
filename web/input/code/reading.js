/** A statement in its plan: its operands, and the number of heads. */
import { variableOf } from "./plan.js";
import { shortName } from "./variable.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Part} Part */
/** @typedef {import("./plan.js").Statement} Statement */
/** @typedef {import("./plan.js").Variable} Variable */

export class Reading {
  /**
   * @param {Plan} plan
   * @param {Part} part
   * @param {Statement} statement
   * @param {boolean} inLoop
   */
  constructor(plan, part, { variable, rule }, inLoop) {
    this.plan = plan;
    this.part = part;
    this.variable = variable;
    this.rule = rule;
    this.inLoop = inLoop;
    // row 0 of the states is the state before the first step
    this.stepShift = inLoop && shortName(variable.tensor) === "state" ? 1 : 0;
    // heads of queries, and of keys and values
    this.heads = this.shape("query")?.[1] ?? 1;
    this.groups = this.shape("key")?.[1] ?? 1;
  }

  /** Returns the full name of a tensor of this stage. @param {string} name */
  fullName(name) {
    return this.part.id ? `${this.part.id}.${name}` : name;
  }

  /** @param {string} name of a tensor of this stage */
  shape(name) {
    return this.plan.shapes.get(this.fullName(name));
  }

  /** @param {string} tensor by its full name */
  variableOf(tensor) {
    return variableOf(this.plan, tensor);
  }
}

/** Writes a shifted index: "i + 2". @param {string} letter @param {number} shift */
export const plus = (letter, shift) =>
  shift === 0 ? letter : `${letter} ${shift < 0 ? "-" : "+"} ${Math.abs(shift)}`;
