/** 中文：为什么要除以 √dₖ。 */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "为何除以 √dₖ",
  chapters: { pair: "一对", pairs: "1000 对", slide: "改变宽度", softmax: "Softmax" },
  steps: {
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
  // what stands on the stage
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
    pair: "一个查询遇到一个键：逐个数相乘，再全部相加。这里 dₖ 是 {first}，{first} 个乘积之和就是[得分|{cell}]。dₖ 是查询和键的长度，词向量的长度可以不同。",
    variance:
      "如果所有的数相互独立，均值为 0，方差为 1，那么每个乘积的均值和方差也是 0 和 1。方差可以相加：得分的方差就是 dₖ。",
    measured:
      "现在有 1000 对随机向量，每一对都有自己的查询和键{near:。实测的方差接近 dₖ，也就是 {first}¦，旁边是它们得分的方差}。",
    divide: "同样的 1000 个得分，除以 √dₖ，这里是 √{first}。方差也就除以了 dₖ，重新回到 1 左右。",
    row: "下面是一个查询和 {keys} 个键：softmax 把它们的得分变成[权重|{weights}]，分享一根长度为 1 的条。",
    widths: "每到一站 dₖ 就翻倍。不缩放时，得分越散越开。",
    wider: "{saturates:很快，几乎全部权重归于一个键。}缩放后，不论 dₖ 是多少，得分始终聚在一起。",
    saturated: {
      single: "当 dₖ = 1 时没有什么可除：√1 就是 1，两行完全一样。",
      alone:
        "当 dₖ = {width} 时，{key}不缩放得到 {share}，缩放后只得到 {less}：除以 √{width}，选择就不会一边倒。",
      sharper:
        "当 dₖ = {width} 时，不缩放的[权重|{weights}]熵更小：少数键得到了大部分。缩放后，选择就不会一边倒。",
      other: "当 dₖ = {width} 时，这一行是个例外：不缩放时，权重并不比缩放后分得更不均匀。",
    },
    slope: {
      steeper:
        "已经作出选择的 softmax，得分再变，它也几乎不动：不缩放时梯度更小，每一步学到的也更少。拖动 dₖ 可以比较。",
      other: "梯度说明得分变化时权重会变多少。在这一行里，缩放并没有让它变大。拖动 dₖ 可以比较。",
    },
    overflow:
      "有人说缩放是为了防止溢出。其实防止溢出的是减去最大的得分：不论是否缩放，[e 的幂|{powers}]都不超过 1。",
  },
};
