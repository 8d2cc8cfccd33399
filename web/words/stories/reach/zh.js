/** 中文：消息在句子里能走多远。 */

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
    hop: "从{first}到{last}：状态之间传 {hops} 跳；卷积要 {neighbours} 层，才有一处听到两个词；注意力只要一步，权重为 {share}。",
    fade: {
      fades:
        "带子是每个状态对{first}的斜率 ∂h/∂x：在它自己的状态里是 {begun}，到{last}只剩 {left}。每一跳都有别的词进来。",
      stays:
        "带子是每个状态对{first}的斜率 ∂h/∂x：在它自己的状态里是 {begun}，到{last}是 {left}，这里没有变小。",
      odd: "最后一个状态对{first}的斜率不是有限的数，隔这么远什么也学不到。",
    },
    layers: {
      fewer: "每层可以留出越来越大的间隔：{distances}。这样 {gaps} 层就听到两个词，而不是 {neighbours} 层。",
      same: "每层可以留出越来越大的间隔。词这么少时没有差别：{gaps} 层。",
    },
    cost: "一步也有代价：每个词都遇到每个词，共 {products} 个乘积。循环网络只有 {n} 个状态，但每个都要等前一个。",
    far: "{farN} 个词时：{farHops} 跳，{farNeighbours} 层，有间隔则 {farGaps} 层，注意力仍是一步，却有 {farProducts} 个乘积。拖动最后一个词，或宽度。",
  },
};
