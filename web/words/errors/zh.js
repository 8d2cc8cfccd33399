/** 网页作者写的内容有什么不对，中文。 */

/** @satisfies {import("../index.js").Texts} */
export default {
  choice: "{where} 不能是“{value}”；可用的有：{all}。",
  anyOf: "{where} 不能是“{value}”；可用 on、off，或下列中的任意几项：{all}。",
  number: "{where} 不能是“{value}”；请给出 {least} 到 {most} 之间的数。",
  part: (f) =>
    `${f.where} 不能是“${f.value}”；这个算例只有 ${f.most ? `0 到 ${f.most}，请给出其中的整数` : "0"}。`,
  length: "{where} 不能是“{value}”；请给出长度，例如 240px、20rem 或 60%。",
  offstage:
    "{where} 所指的“{value}”不在步骤 {step} 的图中，只有公式会亮起；请用 data-attention-step 转到画有它的步骤。",
  step: "{where} 不能是“{value}”：这个演示没有这一步；最接近的是 {near}。",
  order: "to（“{value}”）在 from（“{from}”）之前；请给出后面的一步。",
  unfit: "“{name}”只演示单头、输入和值各为两个数的自注意力；这个算例改由“{instead}”来演示。",
  labels: "labels 给 {name} 的标签有 {count} 个，而词元有 {tokens} 个；请给每个词元一个标签。",
  tensor: "{where} 不能是“{value}”：这个演示没有这个张量；最接近的是 {near}。",
  place: "{where} 不能是“{value}”：{tensor} 的形状是 {shape}；请为每个轴给出从 0 起的下标或 *。",
  compare: "compare 无法并排对比：{message}",
  chain: "compare 含有 stages，而只能对比单独的注意力；请给出不带 stages 的算例。",
  cell: "{where} 第 {row} 行第 {column} 列不能是“{value}”；请写数字，数字之间用空格隔开，行与行之间用分号隔开。",
  ragged: "{where} 第 {row} 行有 {length} 个数，第 1 行有 {width} 个；请让各行一样长。",
};
