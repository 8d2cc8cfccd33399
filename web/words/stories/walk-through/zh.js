/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "逐步演示",
  colon: "：",
  steps: { scores: "其余得分" },
  subtitle: (i, count, queryName) => `查询 ${i}，共 ${count} 个${queryName ? ` · ${queryName}提问` : ""}`,
  all: (queries) => (queries === 1 ? "一个查询" : `全部 ${queries} 个查询`),
  nth: (i) => `查询 ${i}`,
  others: "其余",
  maximum: "最大值",
  eachDivided: "各 ÷",
  question: (queryName, key) => `${queryName}在找${key}吗？`,
  invitation: "看 {n} 个{words:词¦查询}如何决定看向哪里。",
  sentences: {
    keys: {
      matrix:
        "每个[{x_kv:来源¦输入}|{source}]乘以矩阵 [W_K|w_k]，{b_k:再加上 [b_K|b_k]，}得到它的[键|key]：供其他词元检索。",
      bias: "每个[{x_kv:来源¦输入}|{source}]加上 [b_K|b_k]，就是它的[键|key]：供其他词元检索。",
      none: "没有矩阵，每个[{x_kv:来源¦输入}|{source}]就是自己的[键|key]：供其他词元检索。",
    },
    values: {
      matrix:
        "{x_v:另一个[输入|x_v]用¦再用} [W_V|w_v] {b_v:并加上 [b_V|b_v] }得到[值|value]：它能给出的内容。",
      bias: "{x_v:另一个[输入|x_v]¦它}加上 [b_V|b_v]，就是[值|value]：它能给出的内容。",
      none: "{x_v:另一个[输入|x_v]就是[值|value]¦{changed:没有矩阵，它就是¦它也是}自己的[值|value]}：它能给出的内容。",
    },
    query: {
      matrix: "{queryName}{alone:¦先}提问。[W_Q|w_q] {b_q:和 [b_Q|b_q] }得出它的[查询|{query}]：它要找什么。",
      bias: "{queryName}{alone:¦先}提问：加上 [b_Q|b_q] 就是它的[查询|{query}]，说明要找什么。",
      none: "{queryName}{alone:¦先}提问：它的[查询|{query}]说明要找什么。",
    },
    again: "现在轮到{queryName}提问。[键|key]和[值|value]不变，只有[查询|{query}]是新的。",
    quickly: "现在轮到{queryName}：同样得出[得分|{scores}]、[权重|{weights}]和[输出|{output}]。",
    theQuery: "{unnamed:[{queryName}|{query}]¦{queryName}的[查询|{query}]}",
    theKey: "{unnamed:[{other}|{first}]¦{other}的[键|{first}]}",
    score: {
      dot: "{theQuery}与{theKey}相遇：逐个相乘，再全部相加。",
      bilinear: "{theQuery}经由矩阵 [W|w_score] 与{theKey}相遇。",
      additive: "{theQuery}与{theKey}进入一个小网络，输出就是得分。",
    },
    scores: "其余的[键|{keys}]也同样与它相遇。{rising:[得分|{scores}]越大，越匹配。}",
    scoresAgain: "{theQuery}与{kv_len:唯一的¦每个}[键|{keys}]相遇。",
    softmax: {
      infinite: "这一行最大的得分是 {infinite}，减去它自己就是 NaN，所以它的[权重|{weights}]都是 NaN。",
      nan: "这一行有[得分|{scores}]含有 NaN，所以它的[权重|{weights}]都是 NaN。",
      nothing: "得分全部{everything:被屏蔽¦是 −∞}：这一行的[权重|{weights}]都是 0。",
      only: "只有一个[得分|{scores}]，它的条形就占满长度为 1 的横条。",
      bars: "每个[得分|{scores}]减去最大值，变成 e 的幂：一根条形。{struck:被屏蔽的没有条形。}首尾相接再除以总和，它们合成一条长度为 1 的横条。",
    },
    max: "Softmax 先找出这一行最大的[得分|{scores}]：{number}。",
    exp: "每个数变成 e 的幂；最大的此时是 0，变成 1。{struck:e 的 −∞ 次方为 0。}",
    total: "这一行所有条形之和：{number}。",
    divide: "每根条形除以这个和，就是[权重|{weights}]；它们合成一条长度为 1 的横条。",
    weight: {
      flows: "每个[值|{values}]乘以自己的[权重|{weights}]：水流越宽，流过的越多。",
      nothing: "每个[值|{values}]乘以自己的[权重|{weights}]，而权重全是 0：什么也不流动。",
      nan: "每个[值|{values}]乘以自己的[权重|{weights}]，而权重是 NaN。",
      some: "每个[值|{values}]乘以自己的[权重|{weights}]；权重为 NaN 的，乘积也是 NaN。",
    },
    sum: {
      nothing: "什么也不流动，所以{queryName}的[{result}|{output}]是 0。",
      only: "唯一的[加权值|{weighted}]就是{queryName}的[{result}|{output}]。",
      flows: "[加权值|{weighted}]汇合成{queryName}的[{result}|{output}]。",
    },
    outputs: {
      nothing: "{single:这个查询没有可关注的对象：¦没有查询可以关注任何对象：每个}[输出|{target}]都是 0。",
      nan: "[权重|weights]是 NaN，所以{single:¦每个}[输出|{target}]都是 NaN。",
      given:
        "{single:¦每个}[输出|{target}]是[值|value]分别乘以[权重|weights]之和{nan:，权重为 NaN 的则是 NaN}。",
      mixture:
        "{single:¦每个}[输出|{target}]{kv_len:就是唯一的[值|value]¦{single:是¦都是}[{struck:它可以关注的值¦值}|value]{single:按各自的份额混合而成¦的混合}}{nothing:，没有可关注的则为 0}{nan:，权重为 NaN 的则是 NaN}{single:¦{kv_len:¦{streams:；每条水流的宽度就是它的[权重|weights]¦；各取多少，看[权重|weights]}}}。",
    },
    next: {
      heads: "接下来要把各头拼接起来。",
      matrix: "接下来还要乘以矩阵 [W_O|w_o]。",
      bias: "接下来还要加上 [b_O|b_o]。",
    },
  },
  notes: {
    itself: "自己",
    nan: "NaN",
    nothing: "没有：{everything:全部被屏蔽¦权重全是 0}",
    one: "全部是{most}",
    given: "{first}占 {share}",
    nearly: "几乎全是{most}",
    mostly: "主要是{most}",
    half: "{first}和{second}各半",
    even: "{seen} 个相同",
    most: "{tied} 个相同，各 {share}",
    two: "{first} {share}，{second} {less}",
  },
};
