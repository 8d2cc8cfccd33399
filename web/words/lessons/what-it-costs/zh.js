/** 第 5 课，中文。键与 en.js 一一对应。 */
/** @type {import("../index.js").LessonTexts} */
export default {
  title: "代价是什么",
  question: "为什么是 √dₖ，谁又负担得起 n × n？",
  intro: "注意力要付两种代价：键一长，softmax 就固执；文章一长，图就很大。两者都有办法。",
  description: "得分为什么除以 √dₖ、与溢出有什么关系，以及分块怎样省去 n × n 的图。",
  steps: {
    variance: {
      name: "得分怎样散开",
      title: "得分为什么随 dₖ 变大？",
      said: () => "如果所有的数相互独立，均值为 0、方差为 1，那么 dₖ 项的点积方差是 dₖ。",
      more: () => "每个乘积的方差是 1，而独立的数方差可以相加。",
    },
    spread: {
      name: "更长的键",
      title: "长到四倍",
      question: ({ root }) => `dₖ 从 ${root} 变到 ${4 * root}。得分散开的程度（标准差）会变成原来的……`,
      choices: ({ number }) => [`${number(4)} 倍`, `${number(Math.sqrt(4))} 倍`, `${number(4 ** 2)} 倍`],
      said: ({ number }) => `方差变成四倍，散开的程度是它的平方根：√4 = ${number(Math.sqrt(4))}。`,
      more: () => "所以得分要除以 √dₖ，而不是 dₖ：这样不管多宽，散开的程度都和一个乘积一样。",
    },
    saturate: {
      name: "softmax 作出决定",
      title: "已经决定了的 softmax",
      said: ({ n, root, word }) =>
        `有 ${root} 个数时，“${word("unscaled", "key", 2)}”不缩放得到 [${n("unscaled.weights:0,0,0,2")}|unscaled.weights:0,0,0,2]，缩放后得到 [${n("scaled.weights:0,0,0,2")}|scaled.weights:0,0,0,2]。`,
      more: () => "同样的查询，同样的键：只有除法让选择留有余地。",
    },
    gradient: {
      name: "它学到什么",
      title: "……也就很难再学",
      said: ({ number, more, root }) => {
        const at = Math.log2(root);
        return `穿过 softmax 的梯度，不缩放是 ${number(more.rows.unscaled.gradient[at])}，缩放后是 ${number(more.rows.scaled.gradient[at])}：已经决定了的 softmax 很难再学。`;
      },
      more: () => "一层还没学到什么时，得分是随机的；不除的话，它会对随机的东西深信不疑。",
    },
    overflow: {
      name: "溢出",
      title: "是为了防止溢出吗？",
      said: () => "溢出是另一回事：减去最大的得分就能防止，缩放与否都一样。",
      more: () => "这样 e 的幂都不超过 1。权重不变，因为每个份额的分子和分母乘了同一个数。",
    },
    square: {
      name: "长文章",
      title: "每个词遇到每个词",
      question: () => "文章长一倍，得分的个数变成原来的多少？",
      choices: ({ number }) => [`${number(2)} 倍`, `${number(2 ** 2)} 倍`, `${number(2 ** 3)} 倍`],
      said: ({ whole, count }) =>
        `每个词遇到每个词：这 ${whole(Math.sqrt(count("weights")))} 个词有 ${whole(count("weights"))} 个得分，${whole(4096)} 个词就有 ${whole(4096 ** 2)} 个。`,
      more: () => "每一层的每个头都如此。最先变贵的，是把它们全部存下来。",
    },
    correct: {
      name: "一块一块来",
      title: "一块一块来",
      said: ({ n }) =>
        `键分块到来。来了更大的得分时（${n("running_max:2,0,0,0")}，之前是 ${n("running_max:1,0,0,0")}），已经加起来的乘以 ${n("correction:2,0,0,0", 3)} 来[更正|correction]。`,
      more: () => "这个数是 e 的（旧的最大值减新的最大值）次幂。它让先前每个 e 的幂变成本该是的样子。",
    },
    memory: {
      name: "存下了什么",
      title: "同样的输出",
      said: ({ whole, count }) =>
        `[输出|output]一样，而那张有 ${whole(count("weights"))} 个权重的图从来没有存过。`,
      more: ({ root }) => `不管文章多长，一个查询只留下最大的得分、和 ℓ，以及加权和的 ${root} 个数。`,
    },
  },
  task: {
    title: "往回看一个词",
    text: "让每个词只看自己和前一个词。",
    hint: "窗口是两个数：往回看多远，往前看多远。",
  },
  exercises: [
    {
      asks: ({ whole }) => `${whole(1024)} 个词，一个头，有多少个得分？`,
      because: ({ whole }) => `${whole(1024)} · ${whole(1024)} = ${whole(1024 ** 2)}。`,
    },
    {
      asks: () => "在分块的图里，第一个查询的和 ℓ 最后是多少？保留两位小数。",
      because: ({ n }) =>
        `第一块之后是 ${n("running_sum:0,0,0,0")}，最后一块之后是 ${n("running_sum:3,0,0,0")}。`,
    },
    {
      asks: () => "三个词，每个只看自己和前一个。有多少个权重不是 0？",
      because: ({ count }) => `第一行一个，其余两行各两个：${count("weights", (weight) => weight !== 0)}。`,
    },
  ],
  sources: [
    {
      says: () => "√dₖ 防止溢出、防止爆炸；是为了效率。",
      so: () => "它防止饱和：已经决定了、很难再学的 softmax。",
      where: "第 3 至 5 步",
    },
    {
      says: () => "如果各数均值为 0、方差为 1，得分的均值是 0、方差是 dₖ。",
      so: () => "还要相互独立。",
      where: "第 1 步",
    },
    {
      says: () => "五篇文章都没有讲分块。",
      so: () => "Milakov 和 Gimelshein，2018；Dao 等人，2022。",
      where: "第 7、8 步",
    },
  ],
  credit: "√dₖ 的问题出现在这些课背后的三篇文章里；分块出自这里列出的论文。",
};
