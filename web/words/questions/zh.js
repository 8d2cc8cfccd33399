/** 中文：演示之前的提问，以及回答之后的话。 */
export default {
  label: "你的猜测",
  skip: "直接看结果",
  guessed: "你猜{chosen}",
  look: "{heads:¦在头 {shown} 中，}{queryName}最关注哪个{word:词¦{input:输入¦{source:来源¦键}}}？",
  right: "猜对了：{chosen}得到 {share}。",
  wrong: "不是{chosen}，它得到 {share}；得到最多的是{best}，有 {most}。",
  pull: "{keyName}的值{plane:主要¦}会把{result}{plane:¦的第 {k} 个数}拉向哪边？",
  way: "{plane:第 {k} 个数¦}{up:变大¦变小}",
  pulled: "猜对了：乘上权重后，它{plane:的数是¦的第 {k} 个数是} {numbers}。",
  notPulled: "不是{chosen}，是{best}：乘上权重后，它{plane:的数是¦的第 {k} 个数是} {numbers}。",
  row: "{heads:¦在头 {shown} 中，}这是注意力图的哪一行？",
  ofRow: "猜对了：{queryName}给{keyName} {share}。",
  notOfRow: "不是{chosen}的那一行：是{queryName}给{keyName} {share}。",
};
