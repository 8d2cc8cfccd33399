/** Chooses the sentences about the row at the width of the problem. */

/** @param {import("../../rules.js").Speaker} speaker @param {Record<string, any>} story */
export default ({ say }, { sentences: t }) => ({
  saturated: say(({ width, alone, sharper }) => {
    if (width === 1) return t.saturated.single;
    return t.saturated[!sharper ? "other" : alone ? "alone" : "sharper"];
  }),
  slope: say(({ steeper }) => t.slope[steeper ? "steeper" : "other"]),
});
