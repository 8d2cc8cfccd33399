/** 第 4 课，中文。键与 en.js 一一对应。 */
/** @type {import("../index.js").LessonTexts} */
export default {
  title: "头、批与归一化",
  question: "多看几次有什么好处？",
  intro: "一个头只能有一种看法。这里四个头同时看，几段文字一起通过，结果再调回合适的大小。",
  description: "多头注意力和它的形状、互不相见的一批文字、层归一化与批归一化。",
  steps: {
    one: {
      name: "一个头",
      title: "一个头",
      said: ({ shape }) =>
        `一个头：进去的是两个词，每个四个数，即 ${shape("x", 1)}；出来的是 ${shape("output", 1)}。`,
      more: ({ n }) => `只有一张图，每个词就只有一种看法：“你好”把 ${n("weights:0,0,0,0")} 放在自己身上。`,
    },
    four: {
      name: "四个头",
      title: "四张图",
      said: ({ n, word }) =>
        `四个头有四张图。在第二张里，“${word("", "key", 2)}”看它的动词：[“${word("", "key", 3)}”上有 ${n("weights:0,1,2,3")}|weights:0,1,2,*]。`,
      more: ({ n, word }) =>
        `每个头都有自己的矩阵；找什么是学出来的，不是规定的。第一个头看前一个词：“${word("", "key", 2)}”把 ${n("weights:0,0,2,1")} 放在“${word("", "key", 1)}”上。`,
    },
    join: {
      name: "并排放好",
      title: "四个结果怎么办？",
      question: () => "各个头的结果并排放在一起。这时一行有几个数？",
      said: ({ size }) =>
        `${size("mixed", 1)} 个头，每个 ${size("mixed", 3)} 个数：一[行|joined]有 ${size("joined", 2)} 个。`,
      more: () => "这里什么也不相加。每个头的数仍在一起。",
    },
    output: {
      name: "调回大小",
      title: "再乘一个矩阵",
      said: ({ size }) => `再乘一个矩阵，${size("joined", 2)} 个数就回到 [${size("output", 2)} 个|output]。`,
      more: () => "到这时各个头才混在一起。下一层又可以从同样长的行开始。",
    },
    batch: {
      name: "两段文字一起",
      title: "得分是什么形状？",
      question: ({ shape, size }) =>
        `两段文字一起通过：x 是 ${shape("x")}，有 ${size("scores", 1)} 个头。得分的形状是……`,
      choices: ({ shape }) => [shape("scores", 1), shape("x"), shape("scores")],
      said: ({ shape }) => `每段文字的每个头都有一张图：[${shape("scores")}|scores]。`,
      more: () => "文字、头、查询、键：四个轴，总是这个次序。",
    },
    apart: {
      name: "互不相见",
      title: "两段文字看得见对方吗？",
      said: () => "同一批的两段文字从不相见：各有各的[权重|weights]，共用的只有矩阵。",
      more: () => "它们一起通过只是因为这样更快，没有别的原因。",
    },
    refused: {
      name: "三个头",
      title: "四个特征分给三个头？",
      question: ({ size }) => `两个头平分 ${size("x", 2)} 个特征。如果是三个头呢？`,
      choices: () => ["分得不均", "用 0 补齐", "拒绝"],
      said: ({ refusal }) => `会被拒绝，核心说：“${refusal}”`,
      more: () => "一个头就是特征的一部分，而所有的头一起算：它们必须一样大。",
    },
    norms: {
      name: "层归一化与批归一化",
      title: "按行还是按列？",
      question: () => "注意力之后是归一化。层归一化之后，哪些数的均值是 0？",
      choices: () => ["每一行", "每一列", "两者都是"],
      said: () => "层归一化对每一[行|layer_norm.output]单独做，批归一化对每一[列|batch_norm.output]单独做。",
      more: () => "Transformer 用层归一化：调整一个词的大小，不必问别的词，也不必问别的文字。",
    },
  },
  task: {
    title: "让“你好”看“世界”",
    text: "改动 W_K 的一个数，让“你好”主要看“世界”。",
    hint: "改动要更多地影响“世界”的键，而不是“你好”的键：比较 x 的两行。",
  },
  exercises: [
    {
      asks: () => "两段文字，各三个词，两个头：一共有多少个权重？",
      because: ({ shape, count }) => `${shape("weights")} = ${count("weights")}。`,
    },
    {
      asks: () => "只有一个头时，“你好”对“世界”的得分在除之前是多少？",
      because: ({ products, n }) => `${products("scores:0,0,0,1")} = ${n("scores:0,0,0,1")}。`,
    },
    {
      asks: () => "在归一化的图里，层归一化从第 1 行减去的均值是多少？保留两位小数。",
      because: ({ n }) => `${n("layer_norm.mean:0,0")}。`,
    },
  ],
  sources: [
    {
      says: () => "拆分后的形状以 feature_dim 结尾。",
      so: () => "以 head_dim 结尾，即一个头的特征数。",
      where: "第 5 步",
    },
    { says: () => "后面是层归一化或批归一化。", so: () => "在 Transformer 里是层归一化。", where: "第 8 步" },
    {
      says: () => "输入是随机的，所以没有印出数字。",
      so: () => "这里由种子取一次，保存下来，所有读者看到同样的数。",
      where: "预设 batch",
    },
    { says: () => "参数是 Q、K，带着上标。", so: () => "W^Q、W^K、W^V，每个头各有一个。", where: "第 2 步" },
  ],
  credit: "两段文字的一批出自一篇 PyTorch 文章，多个头出自一篇综述；四个头的模型、图和文字都是重新做的。",
};
