/** 中文：一个查询。 */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "一个查询",
};
