/** 演示 matrices 的中文文字：把一层看作矩阵。 */
/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "矩阵演示",
  titles: { query: "查询", key: "键", value: "值", causal: "因果掩码" },
  invitation: "看同样的数字排成整个矩阵，从 Q、K、V 一直算到输出。",
  printed: {
    title: "原文所印",
    post: "原文",
    core: "算出",
    said: "从 [softmax|weights] 起两者不同：第一行截掉了一个[权重|weights]的尾数，第二行错了两个，它的第一个[输出|output]由哪组权重都得不到。",
  },
  functions: {
    capped_scores: "软上限",
    masked_scores: "掩码",
    weights: "softmax",
    row_max: "max",
    shifted_scores: "− max",
    shifted_exp: "exp",
    row_sum: "求和",
    divide: "÷ 总和",
  },
  sentences: {
    query: {
      first: "[X|x] 的一行与 [W_Q|w_q] 的一列相乘：逐个数相乘，再全部相加{b_q:，并加上偏置 [b_Q|b_q]}。",
      all: "[Q|query] 的每一行是一个[查询|query]。",
    },
    project: {
      matrix: "[{X}|{source}] 乘以 [{W}|{w}]{biased:，再加上偏置}，得到各自的[{word}|{made}]。",
      none: "没有 {W}：{single:这个¦每个}[{input}|{source}]{biased:加上偏置 [{B}|{bias}] 就是它的¦就是自己的}[{word}|{made}]。",
    },
    score: {
      dot: "[Q|query] 的一行与 [Kᵀ|key] 的一列相乘：{queryName}与{other}有多匹配？",
      bilinear: "{queryName}与{other}：[Q|query] 的一行经过矩阵 [W|w_score] 与 [Kᵀ|key] 的一列相遇。",
      additive: "{queryName}与{other}：[Q|query] 的一行和 [Kᵀ|key] 的一列进入一个小型网络，得出它们的得分。",
    },
    scores:
      "{cells:一个[查询|query]与一个[键|key]相遇：只有一个[得分|scores]¦每个[查询|query]都与每个[键|key]相遇：[S|scores] 的行是提问者，列是回答者}。",
    softmax: "{queryName}的每个得分变成 e 的幂；它们的份额填满长度为 1 的横条。",
    weights: "{kv_len:只有一个键，它的权重就是 1¦[A|weights] 的{q_len:这一行¦每一行}把 1 分给各个键}。",
    mix: "[A|weights] 的一行与 [V|value] 的一列相乘：权重乘以数，再全部相加。",
    mixed:
      "[Z|{target}] 的{q_len:这一行¦每一行都}是 [V|value] {kv_len:的那一行乘以它的[权重|weights]¦各行按[权重|weights]的混合}。",
    join: "{heads:[Z|joined] 的一行¦各头的结果并排拼成 [Z|joined]；它的一行}{w_o:与最后一个矩阵 [W_O|w_o] 的一列相乘¦加上偏置 [b_O|b_o]}。",
    output: "{w_o:[Z|joined] 乘以 [W_O|w_o]¦加上偏置 [b_O|b_o]}，就是[输出|output]。",
    causal: "加上因果掩码，查询不能往后看：对角线以上的[权重|causal.weights]都是 0。",
  },
};
