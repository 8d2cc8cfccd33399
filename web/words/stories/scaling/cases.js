/** What is said of the pairs and of the row at the width that is shown. */

/** @param {import("../../cases.js").Speaker} speaker @param {Record<string, any>} story */
export default ({ say, invite }, { sentences: t, invitation }) => ({
  measured: say(({ near }) => t.measured[near ? "near" : "other"]),
  widths: say(({ saturates }) => t.widths[saturates ? "spread" : "other"]),
  saturated: say(({ width, alone, sharper }) => {
    if (width === 1) return t.saturated.one;
    return t.saturated[!sharper ? "other" : alone ? "alone" : "sharper"];
  }),
  slope: say(({ steeper }) => t.slope[steeper ? "steeper" : "other"]),
  /** @param {any} _ @param {number} seconds */
  invitation: (_, seconds) => invite(invitation, {}, seconds),
});
