/** What is said of the pairs and of the row at the width that is shown. */
import en from "./en.js";
import zh from "./zh.js";

/** @param {import("../../cases.js").Speaker} speaker @param {Record<string, any>} story */
const cases = ({ say }, { sentences: t }) => ({
  saturated: say(({ width, alone, sharper }) => {
    if (width === 1) return t.saturated.one;
    return t.saturated[!sharper ? "other" : alone ? "alone" : "sharper"];
  }),
  slope: say(({ steeper }) => t.slope[steeper ? "steeper" : "other"]),
});

/** @type {import("../../index.js").StoryTexts} */
export default { id: "scaling", cases, texts: { en, zh } };
