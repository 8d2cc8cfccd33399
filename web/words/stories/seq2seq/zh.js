/** 中文：序列到序列。 */

export default {
  name: "序列到序列",
  chapters: { bottleneck: "瓶颈", encode: "全部状态", others: "其余", map: "对齐图" },
  titles: {
    learned: "它是什么",
    read: "读入",
    press: "一个状态",
    retell: "复述",
    measured: "丢失了什么",
    keys: "全部状态",
    query: "查询",
    scores: "得分",
    softmax: "Softmax",
    context: "上下文",
    state: "新状态",
    word: "词",
    attend: "关注",
    say: "输出",
    quickly: "下一个词",
    map: "对齐图",
    words: "所有的词",
  },
  labels: {
    query: "提问",
    next: "新",
    context: "上下文",
    alone: "只有一个状态",
    attention: "有注意力",
  },
  alignment: { title: "对齐图", subtitle: "行：输出的词 · 列：输入的词" },
  figures: {
    title: "不同长度的正确词比例",
    attention: "使用注意力",
    bottleneck: "只用最后一个状态",
    axis: "句子的词数",
  },
  nth: "第 {k} 个词",
  step: "第 {j} 步",
  subtitle: "解码器第 {j} 步，共 {count} 步",
  invitation: "看解码器如何一次次回看原句，找到 {words} 个词。",
  sentences: {
    read: {
      encoder: "每读入一个词，它和前一个状态一起得出新的[状态|{keys}]。",
      given: "编码器留下了 {states} 个[状态|{keys}]：这里直接给出的几行数。",
    },
    press: "没有注意力时，{width} 个数要装下整个句子：[最后一个状态|{last}]。",
    retell: {
      says: "只用它训练的解码器说：{said}。",
      differ: "使用注意力，{steps} 个词中有 {differ} 个不同。",
      same: "这一句够用了：使用注意力时输出的词相同。",
    },
    measured: {
      ends: "在 {count} 个未参与训练的句子上测得：{short} 个词的句子，使用注意力有 {first} 的词正确，只用一个状态有 {firstPressed}。",
      long: "{long} 个词的句子，分别为 {last} 和 {lastPressed}。",
    },
    keys: "使用注意力时，{states:这一个[状态|{keys}]保留下来¦全部[状态|{keys}]都保留下来}，既是键也是值。",
    query: {
      begins: "解码器要找第一个词：[查询|{query}]就是它的初始状态。",
      again: "说出{before}之后，它再次提问：[查询|{query}]就是它现在的状态。",
    },
    scores: {
      dot: "查询与{states:这个¦每个}[状态|{keys}]相遇：逐个相乘，再全部相加。",
      bilinear: "查询经由一个矩阵与{states:这个¦每个}[状态|{keys}]相遇。",
      additive: "查询与{states:这个¦每个}[状态|{keys}]进入一个小网络，输出就是得分。",
      scaled: "然后{usualScale:除以 √{d_k}¦乘以 {scaleText}}。",
      rising: "[得分|{scores}]越大，越匹配。",
    },
    softmax: {
      nan: "[得分|{scores}]中有 NaN 或无穷大，所以[权重|{weights}]都是 NaN。",
      only: "只有一个[得分|{scores}]，它就占满长度为 1 的横条。",
      bars: "每个[得分|{scores}]变成 e 的幂：一根条形；它占总和的份额就是[权重|{weights}]。",
    },
    attend: {
      asks: "说出{before}之后，这个[状态|{query}]再次提问。",
      looks: "[权重|{weights}]：{note}。",
      nan: "[权重|{weights}]是 NaN。",
    },
    context: {
      adds: "[上下文|{context}]把各个状态按权重相加：{note}。",
      short: "[上下文|{context}]得出[新状态|{state}]。",
      nan: "权重是 NaN，所以相加得到的[上下文|{context}]也是 NaN。",
      nothing: "那是读入任何词之前的状态：这一步几乎不看原句。",
      before: "那是读入任何词之前的状态：只有其余的权重落在原句上。",
    },
    state:
      "[上下文|{context}]{fed:、[之前的状态|{query}]和送入的词¦和[之前的状态|{query}]}各乘以一个矩阵再相加，经 tanh 得到[新状态|{state}]。",
    word: {
      says: "由[新状态|{state}]和[上下文|{context}]，{choice} 个词中最可能的是{word}：{share}。",
      tied: "有 {alike} 个词概率相同，取第一个。",
      nan: "概率是 NaN，没有最可能的词。",
      silent: "这个解码器不输出词，只得出[状态|{state}]。这一行权重进入对齐图。",
    },
    say: {
      says: "输出{word}，{share}。",
      nan: "概率是 NaN，没有输出词。",
      silent: "这一行权重进入对齐图。",
    },
    quickly: {
      looks: "再来一次。[权重|{weights}]：{note}。",
      nan: "再来一次，[权重|{weights}]是 NaN。",
      says: "输出{word}，{share}。",
    },
    words: {
      all: "输出的每个词，以及它由哪些词得来。请指向一个词。",
      better: "输出的每个词，以及它由哪些词得来。只有一个状态时错了{~differ}个。请指向一个词。",
    },
    map: {
      read: "[权重|{weights}]横看一行：词由什么得出；竖看一列：谁关注了它。",
      nothing: "∅ 是读入任何词之前的状态。",
    },
  },
};
