/** 演示 cross 的中文文字：自注意力与交叉注意力。 */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "自注意力与交叉注意力",
  chapters: { source: "源", target: "目标", cross: "交叉" },
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
    mixed: "交叉注意力",
    apart: "自己还是交叉？",
  },
  between: {
    titles: { words: "两个句子", rows: "逐词", sides: "谁问，谁答", lines: "全部连线" },
    asks: "提问",
    answers: "回答",
    invitation: "看一个句子怎样逐词读另一个句子。",
    sentences: {
      words: "上面的每个词读下面的一些词。",
      nothing: "∅ 是读到任何词之前的状态。",
      sides: "[查询|{query}]来自上面，[键|{key}]和值来自下面：这就是交叉注意力。",
      row: {
        reads: "{queryName}[读到的是|{weights}]：{note}。",
        nan: "{queryName}的[权重|{weights}]不是数（NaN）。",
        nothing: "{queryName}[什么也没读|{weights}]：它的权重都是 0。",
      },
      crossing: "{later}在{earlier}之后，读的位置却更靠左：连线在这里交叉。",
      touch: "请指向一个词。",
    },
  },
  invitation: "看两个句子先各看自己，再由一个看另一个。",
  sentences: {
    source: "源句：{q_len} 个词，{q_len:是¦各是}[一行|{x}] {d_model} 个数。",
    "source-made": "[查询|{query}]、[键|{key}]和[值|{value}]都来自这些词：自注意力。",
    "source-out":
      "{q_len:源词只看自己：¦每个源词都看{struck:它可以看的}源词，}找到的[值|{value}]加起来就是它的[输出|{output}]。",
    target: "旁边是目标句：{q_len} 个词，是到目前为止的译文。",
    "target-made": "它也看自己：[查询|{query}]、[键|{key}]和[值|{value}]只来自目标词。",
    "target-out":
      "{later:谁也不看后面的词：¦}每个词从{later:自己和前面的词¦{struck:可以看的}目标词}得到[输出|{output}]。",
    keys: "现在是交叉注意力。它的[键|{key}]和[值|{value}]来自源句。",
    queries: "它的[查询|{query}]来自目标句：目标词提问，源词回答。",
    score: "{queryName}的[查询|{query}]与{first_key}的[键|{key}]相遇：逐个相乘，再全部相加。",
    scores: "{q_len:这个¦每个}目标词与{kv_len:这个¦每个}源词相遇：{q_len} × {kv_len} 个[得分|{scores}]。",
    weights: "{scaled:先缩放，再由 softmax¦Softmax} 把每一行变成[权重|{weights}]。",
    mixed: {
      flows: "每个[输出|{output}]都由源句的[值|{value}]混合而成",
      most: "{flows}；{queryName}从{most}取得最多，{share}。",
      plain: "{flows}。",
      nan: "有的权重不是数，[输出|{output}]也就不是数。",
      nothing: "没有可看的，[输出|{output}]就是 0。",
    },
    apart:
      "[键|{key}]和[值|{value}]来自[提问|{query}]的词自己：自注意力；来自别的词：交叉注意力。请指向一个词。",
  },
};
