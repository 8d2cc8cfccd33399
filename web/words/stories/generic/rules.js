/** Chooses the sentences where a problem is shown operation by operation. */

/** @typedef {import("../../rules.js").Facts} Facts */

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story @returns {Facts} */
export default function rules({ texts, filled }, { sentences: t, ops, axes, things }) {
  const { numbers } = texts.lists;
  /** Returns the operands by their letters. @param {Facts} facts */
  const named = ({ of, usual, learned: [gamma, beta], ...facts }) => ({
    ...facts,
    a: of[0],
    b: of[1],
    c: of[2],
    gamma,
    beta,
    all: of.join(numbers),
    later: of.slice(2).join(numbers),
    added: of
      .filter((/** @type {string} */ name, /** @type {number} */ k) => !k || /bias\]$/.test(name))
      .join(" + "),
    root: usual,
    usual: usual > 0,
  });
  return {
    ...filled(t, ({ axis, most, all: [rows, columns] = [0, 0], ...facts }) => ({
      rows,
      columns,
      most,
      tall: rows > most,
      wide: columns > most,
      both: Math.min(rows, columns) > most,
      axis: axes[axis] ?? axis,
      things: things[axis] ?? things.other,
      ...facts,
    })),
    ops: filled(ops, named),
    join: texts.grammar.together,
  };
}
