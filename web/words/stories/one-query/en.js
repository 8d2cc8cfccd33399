/** The texts of the story one-query in English: one query. */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "One query",
};
