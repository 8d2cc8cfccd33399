/** Chooses the sentences about score functions. */

/** @typedef {Record<string, any>} Facts */

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story */
export default function rules({ say, write, listed, join }, { sentences: t }) {
  /** Says which keys get the most from which functions. @param {Facts[]} groups @param {number} count */
  function groupsSaid(groups, count) {
    const said = groups.map(({ functions, keys, all, every }) =>
      write(t.compare[every ? "every" : "most"], {
        functions: all ? write(t.compare.all, { two: count === 2, count }) : listed(functions),
        single: functions.length === 1,
        keys: listed(keys),
      }),
    );
    const joined = said.reduce((before, last) => write(t.compare.then, { before, last }));
    return write(t.compare.end, { said: joined });
  }

  return {
    score: say(
      ({ again, score }) => t.score[again ? "again" : score === "scaled_dot" ? "dot" : score],
      (f, { units }) => ({
        single: f.score === "additive" ? units === 1 : f.d_k * f.d_q === 1,
        others: f.kv_len > 1,
      }),
    ),
    /** @param {Facts} facts */
    compare({ count, kv_len, groups, nan, nothing, sharpest, flattest, flatter }) {
      if (kv_len === 1 && nan.length + nothing.length === 0) return t.compare.only;
      const largest = sharpest && {
        function: sharpest.function,
        number: sharpest.number,
        // a flatter function has a sentence of its own below
        flattest: flattest && !flatter,
        least: flattest?.function,
        less: flattest?.number,
      };
      const said = [
        groups.length && groupsSaid(groups, count),
        nan.length && write(t.compare.nan, { names: listed(nan) }),
        nothing.length && write(t.compare.nothing, { names: listed(nothing) }),
        largest && write(t.compare.sharpest, largest),
        flatter && write(t.compare.flatter, flatter),
      ];
      return join(said);
    },
  };
}
