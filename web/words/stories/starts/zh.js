/** 演示 starts 的中文文字：注意力从怎样的随机数开始。 */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "随机起点",
  titles: { draw: "抽取", maps: "注意力图", again: "再抽一次", usual: "平均" },
  names: { normal: "正态", xavier: "Xavier", kaiming: "Kaiming" },
  rules: { normal: "σ = 1/√{d_model}", xavier: "不超过 √(6/{both})", kaiming: "σ = √(2/{d_model})" },
  heads: {
    w_q: "部分 W_Q",
    w_k: "部分 W_K",
    scores: "得分",
    table: "列表",
    map: "图",
    bits: "熵（比特）",
  },
  map: "注意力图",
  variance: "方差",
  redraw: "再抽一次",
  seed: "种子 {seed}",
  invitation: "用三种规则，抽取注意力最初的数。",
  sentences: {
    draw: "学习之前，W_Q 和 W_K 是随机数，常用三种规则{widens:，一种比一种散¦}。",
    scores: {
      wider: "数越散，得分也越散：方差为 {variances}。",
      other: "得分的方差为 {variances}。单独一次抽取，次序可能不同。",
    },
    maps: "{sharper:得分越散，各行越尖锐：¦各行的}熵平均为 {means} 比特，最多 {most}。",
    again: "再抽一次：{moves:每个得分都动，每张图都变¦并非每个得分、每张图都变}。空心圈是原来的位置。",
    usual: "虚线是 {count} 次抽取的平均：{usual} 比特。{orderly:起点越散，注意力开始时越尖锐。}再抽一次。",
  },
};
