/** A problem in plain Python: lists, and a sum for every Σ of the formulas. */
import { cellsOf, copiedFrom, indexed } from "./cells.js";
import { writer } from "./expressions.js";
import { WIDTH, decimal, pointed, spelled } from "./numbers.js";
import { demandFinite, shortName } from "./plan.js";

/** @typedef {import("./cells.js").Axis} Axis */
/** @typedef {import("./cells.js").Expression} Expression */

/** Of functions and constants, those of math. */
const MATH = ["atan2", "exp", "inf", "log", "nan", "sqrt", "tanh"];

/** @type {import("./walk.js").Language} */
export default {
  comment: "#",
  spell({ plan, words }) {
    demandFinite(plan, words.errors);
    /** @type {Set<string>} */
    const used = new Set();
    /** A name of math. @param {string} name */
    const use = (name) => (used.add(name), name);
    const notation = {
      ...{ open: "[", close: "]", number: pointed, comment: "#", step: "    " },
      words: {
        ...{ yes: "True", no: "False" },
        get nan() {
          return use("nan");
        },
        get inf() {
          return use("inf");
        },
        get minus() {
          return `-${use("inf")}`;
        },
      },
    };
    const write = writer({
      enclose: (inside) => `(${inside})`,
      ref: indexed,
      number: (value) => spelled(value, notation.words, decimal),
      times: " * ",
      square: (one, write) => [`${write(one, 4)} ** 2`, 3],
      call: (name, of) => `${use(name)}(${of.join(", ")})`,
      choose(tests, [usual, other], write) {
        if (tests.some((test) => test.includes("inf"))) use("inf");
        return [`${write(usual, 1)} if ${tests.join(" and ")} else ${write(other, 1)}`, 0];
      },
      many({ is, over, of: [one] }, write) {
        const row = over.length === 1 && copiedFrom(one, [over]);
        return row ? `${is}(${indexed(row.name, row.index)})` : `${is}(${write(one, 1)} ${runs(over)})`;
      },
    });
    return {
      notation,
      declare: ({ group }) => ({ before: `${group.name} = `, after: "" }),
      says: "last",
      state: (statement, part, inLoop) =>
        cellsOf(plan, part, statement, inLoop).flatMap(({ name, axes, cell, at }) => {
          const pad = inLoop ? "    " : "";
          const isAppended = at !== undefined;
          const lead = `${pad}${name}${isAppended ? ".append(" : " = "}`;
          return comprehension(cell, axes, lead, isAppended ? ")" : "", pad);
        }),
      loop: (_, loop) => ({ open: openLoop(loop, (width) => `[0.0] * ${width}`), close: [] }),
      close: () => [`print(${plan.result.group.name})`],
      head() {
        const names = MATH.filter((name) => used.has(name));
        return names.length > 0 ? [`from math import ${names.join(", ")}`, ""] : [];
      },
    };

    /**
     * A cell for all values of its letters: on one line where it fits.
     * @param {Expression} cell
     * @param {Axis[][]} axes
     * @param {string} lead what stands before
     * @param {string} tail what stands behind
     * @param {string} pad
     * @returns {string[]}
     */
    function comprehension(cell, axes, lead, tail, pad) {
      const line = lead + flat(cell, axes) + tail;
      const deeper = `${pad}    `;
      if (line.length <= WIDTH) return [line];
      if (axes.length === 0) return broken(cell, lead, tail, pad) ?? [line];
      const [first, ...rest] = axes;
      return [
        `${lead}[`,
        ...comprehension(cell, rest, deeper, "", deeper),
        deeper + runs(first),
        `${pad}]${tail}`,
      ];
    }

    /** A long sum in a function, one term a line. @param {Expression} cell @param {string} lead @param {string} tail @param {string} pad */
    function broken(cell, lead, tail, pad) {
      if (cell.is !== "call" || cell.of[0].is !== "add") return undefined;
      const terms = cell.of[0].of.map((one, n) => `${pad}    ${n ? "+ " : ""}${write(one, 2)}`);
      return [`${lead}${use(cell.name)}(`, ...terms, `${pad})${tail}`];
    }

    /** @param {Expression} cell @param {Axis[][]} axes @returns {string} */
    function flat(cell, axes) {
      if (axes.length === 0) return write(cell);
      const [first, ...rest] = axes;
      const whole = copiedFrom(cell, axes);
      return whole ? indexed(whole.name, whole.index) : `[${flat(cell, rest)} ${runs(first)}]`;
    }
  },
};

/** A list for all steps of what is kept, and the head of the loop. @param {import("./plan.js").Loop} loop @param {(width: number) => string} zeros */
export const openLoop = ({ steps, collected, initial }, zeros) => [
  ...collected.map(({ tensor, group, shape }) => {
    const first = initial?.group.name ?? zeros(shape[1]);
    return `${group.name} = [${shortName(tensor) === "state" ? first : ""}]`;
  }),
  `for step in range(${steps}):`,
];

/** @param {Axis[]} letters */
const runs = (letters) => letters.map(({ letter, size }) => `for ${letter} in range(${size})`).join(" ");
