/** 演示 scaling 的中文文字：为什么要除以 √dₖ。 */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "为何除以 √dₖ",
  chapters: { slide: "改变宽度" },
  titles: {
    pair: "一对",
    variance: "方差",
    pairs: "1000 对",
    divide: "除以 √dₖ",
    row: "一行",
    widths: "各种宽度",
    slide: "更宽",
    saturate: "饱和",
    gradient: "梯度",
    overflow: "溢出",
  },
  // texts on the stage
  shown: {
    sides: { unscaled: "不缩放", scaled: "缩放" },
    terms: { unscaled: "q · k", scaled: "q · k / √dₖ" },
    variance: "方差",
    entropy: "熵",
    bits: (most) => ` / ${most} 比特`,
    certain: "一边倒",
    even: "均匀",
    power: "得分 − 最大值",
    gradient: "梯度",
    keys: (keys) => `1 个查询，${keys} 个键`,
    few: (keys) => `${keys} 个键`,
    spread: "各对得分的分布",
    share: "各权重在 1 中所占的份额",
    pairs: "1000 对随机数",
    again: "重新抽取",
    drawing: "正在抽取 1000 对……",
  },
  invitation: "看看得分为什么要除以 √dₖ。",
  sentences: {
    pair: "查询和键的长度 dₖ 是 {first}：{first} 个乘积之和就是[得分|{cell}]。",
    variance: "均值 0、方差 1 的独立数：乘积的方差是 1，总和的是 dₖ。",
    measured: "1000 对随机向量的得分{near:：方差接近 dₖ，即 {first}¦，以及它们的方差}。",
    divide: "同样的得分除以 √dₖ = √{first}：方差重新回到 1 左右。",
    row: "下面，softmax 把 {keys} 个键的得分变成[权重|{weights}]。",
    widths: "dₖ 不断翻倍：不缩放时，得分越散越开。",
    wider: "{saturates:很快，几乎全部权重归于一个键。}缩放后，得分聚在一起。",
    saturated: {
      single: "当 dₖ = 1 时没有什么可除：√1 就是 1，两行完全一样。",
      alone: "当 dₖ = {width} 时，{key}不缩放得到 {share}，缩放后只得到 {less}。",
      sharper:
        "当 dₖ = {width} 时，不缩放的[权重|{weights}]熵更小：少数键得到了大部分。缩放后，选择就不会一边倒。",
      other: "当 dₖ = {width} 时，这一行是个例外：不缩放时，权重并不比缩放后分得更不均匀。",
    },
    slope: {
      steeper: "已作出选择的 softmax 几乎不动：不缩放时梯度更小，学习更慢。请拖动 dₖ。",
      other: "梯度说明权重会变多少。在这一行里，缩放没有让它变大。请拖动 dₖ。",
    },
    overflow: "防止溢出的不是缩放，而是减去最大的得分：[e 的幂|{powers}]都不超过 1。",
  },
};
