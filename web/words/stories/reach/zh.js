/** 演示 reach 的中文文字：消息在句子里能走多远。 */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "距离",
  titles: { hop: "传递", fade: "还剩多少", layers: "层", cost: "代价", far: "长文本" },
  names: { recurrence: "循环网络", convolutions: "卷积", attention: "注意力" },
  units: { recurrence: "跳", convolutions: "层", attention: "步" },
  notes: {
    recurrence: {
      plain: "n − 1",
      left: "斜率还剩 {left}",
      cost: "{n} 个状态，依次计算",
      far: "n = {farN}：{farHops}",
    },
    convolutions: {
      neighbours: "无间隔：{rounded:⌈(n − 1) / {less}⌉¦(n − 1) / {less}}",
      gaps: "间隔 {distances}：{between:⌈{log} n⌉¦{log} n}",
      cost: "每层 {taken} 个乘积",
      far: "n = {farN}：{farGaps}",
    },
    attention: { plain: "与 n 无关", cost: "{products} 个乘积：n²", far: "n = {farN}：{farProducts}" },
  },
  words: "最后一个词",
  width: "宽度",
  seen: {
    states: "第一个词在每个状态里还剩多少",
    neighbours: "相邻的卷积，一层一层",
    gaps: "有间隔的卷积，一层一层",
    arcs: "最后一个词的权重，画成弧线",
  },
  invitation: "看一条消息用三种方式穿过句子。",
  sentences: {
    hop: "从{first}到{last}：状态传 {hops} 跳，卷积 {neighbours} 层，注意力一步。",
    fade: {
      some: "对{first}的斜率 ∂h/∂x {fades:越来越小¦没有变小}：从 {begun} 到{last}处的 {left}。",
      none: "对{first}的斜率 ∂h/∂x 从第一个状态起就是 0：什么也学不到。",
      odd: "最后一个状态对{first}的斜率不是有限的数，隔这么远什么也学不到。",
    },
    layers: {
      fewer: "每层可以留出越来越大的间隔：{distances}。这样 {gaps} 层就连起两个词，而不是 {neighbours} 层。",
      same: "每层可以留出越来越大的间隔。词这么少时没有差别：{gaps} 层。",
    },
    cost: "这一步要 {products} 个乘积；循环网络只有 {n} 个状态，但要一个接一个。",
    far: "{farN} 个词时：{farHops} 跳，{farNeighbours} 层，有间隔 {farGaps} 层，或一步 {farProducts} 个乘积。拖动最后一个词或宽度。",
  },
};
