/** 第 3 课，中文。键与 en.js 一一对应。 */
import { share } from "../index.js";

/** @type {import("../index.js").LessonTexts} */
export default {
  title: "从一个向量到对齐",
  question: "为什么要发明注意力？",
  intro: "翻译时，网络先把句子读成一串数，再只凭它来写。这里看看丢了什么，又怎样找回来。",
  description: "有注意力和没有注意力的序列到序列、对齐、四种打分函数、自注意力与交叉注意力。",
  steps: {
    read: {
      name: "读一个句子",
      title: "读一个句子",
      said: ({ spoken }) => `编码器逐词读“${spoken("encoder")}”；每个词留下一个[状态|encoder_before.state]。`,
      more: () => "状态由自己的词和前一个状态得到：不管句子多长，都是六个数。",
    },
    retell: {
      name: "只凭一个状态来写",
      title: "一个状态装得下什么？",
      question: () => "没有注意力时，只有最后一个状态传下去。解码器会写出什么？",
      choices: ({ spoken }) => [spoken("decoder"), spoken("decoder_before"), "什么也写不出"],
      said: ({ spoken, likeliest, number, word }) =>
        `它写出“${spoken("decoder_before")}”：“${word("decoder_before", "query", 0)}”的概率是 ${number(likeliest("decoder_before.probabilities:0,*"))}，“${word("decoder_before", "query", 2)}”是 ${number(likeliest("decoder_before.probabilities:2,*"))}。它自己也没有把握。`,
      more: () => "老鼠和睡觉传过来了。是哪一只、什么颜色，在路上丢了。",
    },
    measured: {
      name: "丢了多少",
      title: "丢了多少？",
      said: ({ number, figures: { attention, bottleneck } }) =>
        `句子越长丢得越多：${attention.by_length.at(-1).length} 个词的句子里，有 ${number(share(bottleneck))}% 的词是对的，有注意力时是 ${number(share(attention))}%。`,
      more: ({ figures: { attention } }) => `在两个模型都没见过的 ${attention.sentences} 个句子上测得。`,
    },
    keys: {
      name: "留下每个状态",
      title: "为什么要扔掉其余的？",
      said: () => "有了注意力，每个[状态|encoder.state]都留着。它们同时是键和值。",
      more: () => "键说的是凭什么找到一个状态，值说的是它交出什么。这里两者之间没有矩阵。",
    },
    softmax: {
      name: "问一次",
      title: "解码器在问",
      said: ({ n, word }) =>
        `解码器自己的[状态|decoder.state]就是查询。它的第一行把 ${n("decoder.weights:0,0,0,1")} 放在“${word("decoder", "key", 1)}”上。`,
      more: ({ word }) => `凭在那里读到的，它写出“${word("decoder", "query", 0)}”。然后状态变了，它再问。`,
    },
    map: {
      name: "问完所有的",
      title: "它需要哪个词？",
      question: ({ word }) => `“${word("decoder", "query", 2)}”会从下面哪个词写出来？`,
      choices: ({ word }) => [2, 3, 4].map((k) => word("decoder", "key", k)),
      said: ({ n, word, largest }) => {
        const at = largest("decoder.weights:0,0,2,*");
        return `“${word("decoder", "query", 2)}”读的是“${word("decoder", "key", at)}”，占 [${n(`decoder.weights:0,0,2,${at}`)}|decoder.weights:0,0,2,${at}]。`;
      },
      more: () => "没有人告诉模型哪个词对应哪个词。它只看过成对的句子；学会答对，也就有了这张图。",
    },
    order: {
      name: "语序不同的地方",
      title: "行与行交叉的地方",
      said: () => "两种语言语序不同的地方，图中的[行|decoder.weights]就会交叉。",
      more: () => "法语把颜色放在名词后面，所以模型得先往前看，再回来。",
    },
    compare: {
      name: "四种打分",
      title: "查询和键怎样比较？",
      question: ({ n, root }) =>
        `常用的办法有四种。普通点积的最大份额是 ${n("dot.weights:0,0,0,2")}。除以 √${root} 之后，它会……`,
      choices: ({ n }) => ["变大", `变小（${n("scaled_dot.weights:0,0,0,2")}）`, "不变"],
      said: ({ n }) =>
        `除过之后[得分|scaled_dot.scaled_scores]彼此靠近，所以最大的份额降到 ${n("scaled_dot.weights:0,0,0,2")}；次序不变。`,
      more: () => "加性、双线性、点积和缩放点积只有一点相同：每个键一个数，然后 softmax。",
    },
    cross: {
      name: "自己还是交叉",
      title: "自注意力还是交叉注意力？",
      said: () => "唯一的差别是键和值从哪里来：同样的词，还是别的词。",
      more: () => "在翻译里，目标句来问，源句来答。中间的一切就是第 1 课里手算的那些。",
    },
  },
  task: {
    title: "看“sleeps”",
    text: "改动查询的一个数，让普通点积主要看“sleeps”。",
    hint: "“sleeps”的键第一个数是 0：改查询的那个位置影响不到它，却影响到其余的词。",
  },
  exercises: [
    {
      asks: () => "[1, 1] 和 [2, 0] 的点积是多少？",
      because: ({ products, n }) => `${products("dot.scores:0,0,0,1")} = ${n("dot.scores:0,0,0,1")}。`,
    },
    {
      asks: () => "缩放点积分给“cat”多少？保留两位小数。",
      because: ({ n, root }) =>
        `得分 ${n("dot.scores:0,0,0,2")} 除以 √${root}，再经 softmax：${n("scaled_dot.weights:0,0,0,2")}。`,
    },
    {
      asks: () =>
        "解码器写出五个词（⟨end⟩ 也算），可以读五个状态（其中一个在所有词之前）。图里有多少个权重？",
      because: ({ count }) => `五行，每行五个：${count("decoder.weights")}。`,
    },
  ],
  sources: [
    { says: () => "对状态的求和到 T′ 为止。", so: () => "到 T 为止，即编码器读过的长度。", where: "第 5 步" },
    {
      says: () => "α 有时由 (h, s) 得到，有时由 (s, h) 得到，下标也不同。",
      so: () => "统一的写法：查询是前一个状态，即第 j − 1 步的 s；键是所有的 h。",
      where: "第 5 步",
    },
    {
      says: () => "缩放点积除以 √|k|。",
      so: () => "除以键里数的个数的平方根，而不是它作为箭头的长度。",
      where: "第 8 步",
    },
    { says: () => "查询、键和值是一样的。", so: () => "在自注意力里，投影之前是一样的。", where: "第 1 课" },
    {
      says: () => "权重解释了决定。",
      so: () => "权重显示混合了什么；后面的部分仍可能不理会它。",
      where: "第 6 步",
    },
  ],
  credit: "次序出自一篇注意力综述；模型是在这里从编造的句子学到的小模型，不是翻译器。",
};
