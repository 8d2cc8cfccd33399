/** 演示 one-query 的中文文字：一个查询。 */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "一个查询",
};
