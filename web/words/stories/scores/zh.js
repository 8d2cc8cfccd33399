/** 演示 scores 的中文文字：并排比较打分函数。 */

export default {
  name: "打分函数",
  functions: { additive: "加性", bilinear: "双线性", dot: "点积", scaled_dot: "缩放点积" },
  titles: { given: "查询和键", hidden: "隐藏层", compare: "并排比较" },
  invitation: "看 {count} 种打分函数如何评判同样的键。",
  sentences: {
    given: "一个[查询|{query}]和 {kv_len} 个[键|{keys}]：{functions} 种函数来说它们有多匹配。",
    hidden: "[查询|{query}]和{other}的[键|{key}]经过 W₁ 和 tanh。",
    score: {
      additive: "[隐藏层|{layer}]乘以 w₂{single:¦，全部相加}：{other}的[得分|{cell}]。",
      bilinear:
        "[查询|{query}]通过矩阵 [W|{parameters}] 与[键|{key}]相遇，{single:乘积¦全部相加}就是{other}的[得分|{cell}]。",
      dot: "{single:两数相乘¦逐个数相乘，再全部相加}：{other}的[得分|{cell}]。没有参数。",
      again: "乘积与{before}相同，[得分|{scores}]也就相同{follows:，区别在下一步¦}。",
    },
    softmax: "Softmax 把[得分|{scores}]变成份额。",
    compare: {
      only: "只有一个键时，无论哪种函数，权重都是 1。",
      most: "{functions}最关注{keys}",
      every: "{functions}给每个键的权重都相同",
      all: "{two:两种函数都¦{count} 种函数都}",
      then: "{before}；{last}",
      end: "{said}。",
      nan: "{names}：权重是 NaN。",
      nothing: "{names}：权重都是 0。",
      sharpest: "{function}最尖锐：{number}{flattest:；{least}最平缓：{less}}。",
      flatter: "{scaled}保持{dot}的顺序，只是更平缓。",
    },
  },
};
