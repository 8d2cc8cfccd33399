/** 演示 classification 的中文文字：句子里哪个词决定了态度。 */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "分类",
  chapters: { plain: "没有参数", query: "一个查询", classes: "类别" },
  titles: {
    words: "词是向量",
    like: "相似者相读",
    blur: "其余的词",
    query: "一个学到的查询",
    weights: "听谁的",
    mix: "混合",
    classes: "态度如何",
    remove: "去掉一个词",
  },
  labels: {
    query: "一个学到的查询",
    parameters: "× W，+ b",
    classes: "句子的态度",
    mix: "混合",
  },
  hint: "点任意一个词。",
  takeOut: "去掉“{name}”",
  putBack: "放回“{name}”",
  invitation: "找出说了算的词。",
  sentences: {
    words: "每个词是一个学到的向量，起初[查询、键和值|{x}]都是它。",
    like: "{keeps:相似者相读：¦词读与它最相似的词。}{name}给自己的[权重|{rows}]是 {own}。",
    blur: {
      apart: "其余的词彼此相似：它们互相混合，几乎听不到{name}。",
      mixed: "其余的词各自混合与自己相似的词。还没有谁问过态度。",
    },
    query: "现在由一个[学到的查询|{query}]向所有词提同一个问题。每个词得到一个[得分|{scores}]。",
    weights: {
      sure: "{name}得到大部分[权重|{weights}]：{share}。",
      tied: "{~tied}个词并列最大的[权重|{weights}]，各为 {share}。",
      shared: "没有一个词占到一半[权重|{weights}]。{name}最多：{share}。",
    },
    mix: "按这些权重混合，整句话成为[一个向量|{mixed}]。",
    classes: "再乘一个矩阵，经 softmax，[每个类别|{logits}]得到份额：{first} {chance}。",
    remove: {
      decides: "没有{out}：{then} {now}，不再是{first}。说了算的就是这个词。",
      stays: "没有{out}仍是{first}：先前 {chance}，现在 {now}。这个词说了不算。",
      back: "所有词都在：{first} {chance}。",
    },
  },
};
