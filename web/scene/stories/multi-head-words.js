/** Words of the many-heads story, in every language. Templates as in words.en.js. */

export const en = {
  title: "Multi-head attention",
  item: "batch item {b} of {batch}",
  enlarged: "Head {h} of {heads}, enlarged",
  enlargedItem: "Batch item {b}, head {h} of {heads}, enlarged",
  joined: "{heads} heads side by side",
  result: "result",
  heads: "{heads} heads of {d_v}",
  oneHead: "one head",
  groups: "{kv_heads} keys and values shared",
  axes: { batch: "batch", head: "head", token: "token", feature: "feature", query: "query", key: "key" },
  roles: { projected_query: "queries", joined: "joined", weights_override: "weight" },
  texts: { item: "batch item {b}", head: "head {h}", token: "row {i}", join: ", " },
  titles: {
    input: "Inputs",
    project: "Project",
    split: "Split",
    transpose: "Transpose",
    heads: "Split",
    made: "Project",
    given: "Given",
    scores: "Scores",
    scaled_scores: "Scale",
    capped_scores: "Soft cap",
    masked_scores: "Mask",
    weights: "Softmax",
    mixed: "Mix",
    back: "Transpose back",
    join: "Join",
    output: "Project back",
  },
  captions: {
    input: "{n} tokens of {d_model} numbers each: the [input|input] is one matrix, {input}.",
    inputCross: "{n} tokens of {d_model} numbers each ask; {m} other tokens are asked.",
    inputBatch:
      "A batch of {batch}, each {n} tokens of {d_model} numbers: the [input|input] has shape {input}.",
    project:
      "One product each with W_Q, W_K and W_V makes the [queries|query], [keys|key] and [values|value] of all {heads} heads at once: {whole} columns of queries, {d_q} for each head.",
    projectBias:
      "Times W_Q, W_K and W_V, plus a bias in every row: [queries|query], [keys|key] and [values|value] of all heads at once. The queries have shape {project}.",
    split:
      "Split: every row of {whole} is read as {heads} heads of {d_q}. {project} becomes {split}, and not one number changes.",
    transpose:
      "Transpose: token and head change places, {split} becomes {per}. The same cells, now gathered by head.",
    heads:
      "Each head takes its own {d_q} columns. From here on {heads} heads work side by side, and none sees another's [queries|query], [keys|key] or [values|value].",
    headsShared:
      "Each head takes its own {d_q} columns of [queries|query]. [Keys|key] and [values|value] are fewer: {heads} heads share {kv_heads}, {shared} heads to each.",
    made: "The [input|input] times W_Q, W_K and W_V gives a [query|query], a [key|key] and a [value|value] for each token, {n}×{d_q} queries in all.",
    given: "Here [queries|query], [keys|key] and [values|value] are given, already split into heads: {per}.",
    scores:
      "In every head each [query|query] meets each [key|key]: {pairs} [scores|score]. In head {h}, query 1 and key 1 make {score}.",
    scoresOne:
      "Each [query|query] meets each [key|key]: {n}×{m} [scores|score]. Query 1 and key 1 make {score}.",
    scale:
      "Each [score|score] is divided by √{d_q}, because a head's rows have {d_q} numbers, not {whole}. That keeps the variance of the scores near 1.",
    scaleOne:
      "Each [score|score] is divided by √{d_q}. That keeps the variance of the scores near 1, and softmax out of its flat parts.",
    scaleBy: "Each [score|score] is multiplied by the scale {scale}.",
    capped_scores: "A soft cap bends each [score|score] so that it stays between −{cap} and {cap}.",
    mask: "The mask strikes out [scores|score]: −∞ there, and a [weight|weight] of 0 after softmax.",
    bias: "A bias is added to each [score|score] before softmax.",
    weights:
      "Softmax, row by row and head by head. In head {h}, query 1 gives key {j} the largest [weight|weight], {weight}. Other heads may look elsewhere.",
    weightsOne:
      "Softmax turns each row into [weights|weight] that add up to 1. Query 1 gives key {j} the largest, {weight}.",
    weightsPlain: "Softmax, row by row: none of the [weights|weight] is below 0, and each row adds up to 1.",
    weightsZero: "Softmax, row by row. A row with nothing to attend to gets [weights|weight] of 0.",
    override: "These [weights|weight] are given; they are not the softmax of the scores.",
    mixed:
      "Each head mixes its own [values|value] in the shares of its own [weights|weight]: {heads} [results|output] of {n}×{d_v}.",
    mixedOne:
      "The [values|value] are mixed in the shares of the [weights|weight]. The [result|output] is {n}×{d_v}.",
    back: "Transpose back: head and token change places again, {mixed} becomes {back}. Each token has its heads' parts together.",
    joinTour:
      "Join: the last two axes are read as one, {back} becomes {joined}. Head 1 stands left, head {heads} right.",
    join: "Each head slides to its place. Side by side, {heads} [results|output] of {n}×{d_v} are one matrix of {n}×{all}.",
    joinOne: "With one head there is nothing to join: the [result|output] stays {n}×{all}.",
    output:
      "{heads} heads side by side are {n}×{all}, and one learned matrix, {learned}, brings them back to {n}×{d_out}.",
    outputWithBias:
      "One learned matrix, {learned}, and a bias let the heads' parts mix: {joined} becomes the [output|output] {output}.",
    outputBias: "A bias is added to every row. The [output|output] has shape {output}.",
  },
};

export const zh = {
  title: "多头注意力",
  item: "批次第 {b} 项，共 {batch} 项",
  enlarged: "放大：第 {h} 个头，共 {heads} 个",
  enlargedItem: "放大：批次第 {b} 项，第 {h} 个头，共 {heads} 个",
  joined: "{heads} 个头并排",
  result: "结果",
  heads: "{heads} 个头，每个 {d_v} 维",
  oneHead: "一个头",
  groups: "共用 {kv_heads} 组键和值",
  axes: { batch: "批次", head: "头", token: "词元", feature: "特征", query: "查询", key: "键" },
  roles: { projected_query: "查询", joined: "拼接", weights_override: "权重" },
  texts: { item: "批次第 {b} 项", head: "第 {h} 个头", token: "第 {i} 行", join: "，" },
  titles: {
    input: "输入",
    project: "投影",
    split: "拆分",
    transpose: "转置",
    heads: "拆分",
    made: "投影",
    given: "给定",
    scores: "得分",
    scaled_scores: "缩放",
    capped_scores: "软上限",
    masked_scores: "掩码",
    weights: "Softmax",
    mixed: "混合",
    back: "转置回来",
    join: "拼接",
    output: "投影回来",
  },
  captions: {
    input: "{n} 个词元，每个 {d_model} 个数：[输入|input]是一个矩阵，形状 {input}。",
    inputCross: "{n} 个词元提问，每个 {d_model} 个数；另有 {m} 个词元被询问。",
    inputBatch: "一批 {batch} 项，每项 {n} 个词元，每个 {d_model} 个数：[输入|input]的形状是 {input}。",
    project:
      "分别乘以 W_Q、W_K、W_V，一次得到全部 {heads} 个头的[查询|query]、[键|key]和[值|value]：查询共 {whole} 列，每个头 {d_q} 列。",
    projectBias:
      "乘以 W_Q、W_K、W_V，每行再加偏置，一次得到所有头的[查询|query]、[键|key]和[值|value]。查询的形状是 {project}。",
    split:
      "拆分：每行的 {whole} 个数看作 {heads} 个头，每个 {d_q} 个。{project} 变成 {split}，数字一个也没变。",
    transpose: "转置：词元与头交换位置，{split} 变成 {per}。还是那些格子，现在按头聚在一起。",
    heads:
      "每个头取走自己的 {d_q} 列。从这里起 {heads} 个头并排工作，互相看不到对方的[查询|query]、[键|key]和[值|value]。",
    headsShared:
      "每个头取走自己的 {d_q} 列[查询|query]。[键|key]和[值|value]较少：{heads} 个头共用 {kv_heads} 组，每组 {shared} 个头。",
    made: "[输入|input]乘以 W_Q、W_K、W_V，每个词元得到[查询|query]、[键|key]和[值|value]，查询共 {n}×{d_q}。",
    given: "这里[查询|query]、[键|key]和[值|value]是给定的，已经按头分好：{per}。",
    scores:
      "在每个头里，每个[查询|query]与每个[键|key]相乘：[得分|score]的形状是 {pairs}。第 {h} 个头里，查询 1 与键 1 得 {score}。",
    scoresOne: "每个[查询|query]与每个[键|key]相乘：{n}×{m} 个[得分|score]。查询 1 与键 1 得 {score}。",
    scale:
      "每个[得分|score]除以 √{d_q}：一个头的每行是 {d_q} 个数，而不是 {whole} 个。这样得分的方差保持在 1 附近。",
    scaleOne: "每个[得分|score]除以 √{d_q}。这样得分的方差保持在 1 附近，softmax 也不会落在平坦处。",
    scaleBy: "每个[得分|score]乘以缩放系数 {scale}。",
    capped_scores: "软上限把每个[得分|score]压在 −{cap} 与 {cap} 之间。",
    mask: "掩码划去一些[得分|score]：那里变成 −∞，softmax 之后[权重|weight]为 0。",
    bias: "softmax 之前，每个[得分|score]加上偏置。",
    weights:
      "逐头逐行做 softmax。第 {h} 个头里，查询 1 给键 {j} 的[权重|weight]最大：{weight}。别的头可以看别处。",
    weightsOne: "softmax 把每一行变成[权重|weight]，合计为 1。查询 1 给键 {j} 的最大：{weight}。",
    weightsPlain: "逐行做 softmax：[权重|weight]都不小于 0，每行合计为 1。",
    weightsZero: "逐行做 softmax。没有可关注对象的行，[权重|weight]全为 0。",
    override: "这些[权重|weight]是给定的，并非得分的 softmax。",
    mixed: "每个头按自己的[权重|weight]混合自己的[值|value]：{heads} 个 {n}×{d_v} 的[结果|output]。",
    mixedOne: "按[权重|weight]的份额混合[值|value]。[结果|output]是 {n}×{d_v}。",
    back: "转置回来：头与词元再次交换位置，{mixed} 变成 {back}。每个词元的各头部分又在一起了。",
    joinTour: "拼接：最后两个轴看作一个，{back} 变成 {joined}。第 1 个头在最左，第 {heads} 个头在最右。",
    join: "每个头滑到自己的位置。{heads} 个 {n}×{d_v} 的[结果|output]并排，成为一个 {n}×{all} 的矩阵。",
    joinOne: "只有一个头，无需拼接：[结果|output]仍是 {n}×{all}。",
    output: "{heads} 个头并排是 {n}×{all}，一个学得的矩阵（{learned}）把它们带回 {n}×{d_out}。",
    outputWithBias:
      "一个学得的矩阵（{learned}）加上偏置，把各头的部分混合起来：{joined} 变成[输出|output] {output}。",
    outputBias: "每行加上偏置。[输出|output]的形状是 {output}。",
  },
};
