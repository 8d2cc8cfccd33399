/** 中文：自注意力与交叉注意力。 */

/** @satisfies {import("../../index.js").Texts} */
export default {
  chapters: { source: "源", target: "目标", cross: "交叉", classifier: "分类", others: "别处" },
  asker: "学到的查询",
  kinds: { self: "自注意力", cross: "交叉注意力" },
  titles: {
    source: "源句",
    "source-made": "来自自己的词",
    "source-out": "自注意力",
    target: "目标句",
    "target-made": "来自自己的词",
    "target-out": "自注意力",
    keys: "键和值",
    queries: "查询",
    score: "得分",
    scores: "得分",
    weights: "Softmax",
    mixed: "交叉注意力",
    apart: "自己还是交叉？",
    classifier: "分类器",
    "classifier-weights": "看向哪里",
    class: "得出什么",
    decided: "由什么决定",
    image: "一幅图像",
    "image-weights": "份额",
    "image-seen": "看哪里",
    film: "一段影片",
    "film-weights": "份额",
    "film-seen": "看何时",
  },
  invitation: "看两个句子先各看自己，再由一个看另一个。",
  sentences: {
    source: "源句：{q_len} 个词，{q_len:是¦各是}[一行|{x}] {d_model} 个数。",
    "source-made": "[查询|{query}]、[键|{key}]和[值|{value}]都来自这些词自己，所以叫自注意力。",
    "source-out":
      "{q_len:源词只看自己：¦每个源词都看{struck:它可以看的}源词，}找到的[值|{value}]加起来就是它的[输出|{output}]。",
    target: "旁边是目标句：{q_len} 个词，是到目前为止的译文。",
    "target-made": "它也看自己：[查询|{query}]、[键|{key}]和[值|{value}]只来自目标词。",
    "target-out":
      "{later:后面的词还没写出，谁也不能看。¦}每个词从{later:自己和前面的词¦{struck:可以看的}目标词}得到[输出|{output}]。",
    keys: "现在是交叉注意力。它的[键|{key}]和[值|{value}]来自源句，也就是自注意力处理后的源句。",
    queries: "它的[查询|{query}]来自目标句：目标词提问，源词回答。",
    score: "{asker}的[查询|{query}]与{first_key}的[键|{key}]相遇：逐个相乘，再全部相加。",
    scores: "{q_len:这个¦每个}目标词与{kv_len:这个¦每个}源词相遇：{q_len} × {kv_len} 个[得分|{scores}]。",
    weights:
      "{scaled:先缩放，再由 softmax¦Softmax} 把每一行变成[权重|{weights}]：{q_len:它看向¦目标词看向}源词。",
    mixed: {
      flows: "每个[输出|{output}]都由源句的[值|{value}]混合而成",
      most: "{flows}；{asker}从{most}取得最多，{share}。",
      plain: "{flows}。",
      nan: "有的权重不是数，[输出|{output}]也就不是数。",
      nothing: "没有可看的，[输出|{output}]就是 0。",
    },
    apart:
      "再看这些箭头。自注意力的[键|{key}]和[值|{value}]来自[提问|{query}]的词自己，交叉注意力的来自别的词：区别只在这里。",
    classifier:
      "有[键|{key}]就能回答。分类器有一个自己的[查询|{query}]，和其他参数一样是学到的，用来问{kv_len:读到的那个词¦读到的 {kv_len} 个词}{words:：“{words}”}。",
    shared: "每个[键|{key}]与[查询|{query}]相遇，softmax 分掉长度为 1 的横条。",
    class: "各个值乘以[权重|{weights}]再相加，由此给每个类别一个[数|{output}]；softmax 再分出第二条横条。",
    decided: {
      word: "起决定作用的是{most}，[权重|{weights}]为 {share}",
      none: "没有哪个词单独起决定作用",
      class: "{decided}：最可能的是{said}，{probability}。",
      tie: "{decided}，也没有哪一类最可能。",
      nan: "有的[权重|{weights}]不是数，也就没有哪一类可能。",
    },
    image: "键不一定是词。图像有区域，每个区域有一个[键|{key}]；图注中的词{asker}是[查询|{query}]。",
    film: "影片有时刻，每个时刻有一个[键|{key}]。现在由说明中的词{asker}提问。",
    seen: {
      image: "于是这个词知道看哪里：{most}，{share}。",
      film: "于是这个词知道看何时：{most}，{share}。",
      tie: "没有哪一个单独得到最大的[权重|{weights}]：这个词同样地看几处。",
      only: "可看的只有一处。",
      nan: "有的[权重|{weights}]不是数，结果也就不是数。",
    },
  },
};
