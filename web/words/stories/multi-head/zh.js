/** 演示 multi-head 的中文文字：多个头。 */
/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "多个头",
  chapters: { words: "词", attend: "关注", output: "投影" },
  titles: { output: "投影回来", each: "每个头" },
  head: (h) => `头 ${h}`,
  sharing: (h, group) => `头 ${h} · 键 ${group}`,
  roles: {
    previous: "前一个词",
    adjective: "名词 ↔ 形容词",
    first: "第一个词",
    verb: "动词 ↔ 名词",
  },
  item: (k) => `样本 ${k}`,
  front: "移到最前",
  forward: (k) => `移到最前：样本 ${k}`,
  result: "结果",
  joined: "{heads} 个头的结果并排",
  invitation: "看{heads:一个注意力头如何工作¦ {heads} 个头如何看同一输入}。",
  sentences: {
    batch: "一批共 {batches} 个[样本|x]：样本 {item} 在最前。",
    three: "全部 {heads} 个头的[查询|projected_query]、[键|projected_key]和[值|projected_value]",
    project:
      "{matrices:[W_Q|w_q]、[W_K|w_k] 和 [W_V|w_v] {biases:加上偏置，}得出{three}¦{three}起初并排在一起}。",
    made: "{matrices:[W_Q|w_q]、[W_K|w_k]、[W_V|w_v] {biases:加上偏置，}得出[查询|query]、[键|key]和[值|value]。¦[查询|query]、[键|key]和[值|value]：}只有一个头，无需拆分。",
    split: {
      grouped:
        "每行[查询|projected_query]切成 {heads} 个头，[键|projected_key]和[值|projected_value]{kv_heads:仍是一组¦切成 {kv_heads} 组}。",
      even: "每行的 {wide} 个数切成 {heads} 个头，每个 {d_q} 个。",
      uneven: "每行切成 {heads} 个头。",
    },
    transpose: {
      grouped: "每个头取走自己的几列[查询|query]。",
      own: "每个头只看自己那几列[查询|query]、[键|key]和[值|value]。",
    },
    shared: {
      one: "{heads} 个头共用同一组[键|key]和[值|value]。",
      groups: "共用[键|key]和[值|value]的是：{groups}。",
      group: "头 {first}{pair:、¦ 至 }{last}",
      then: "{before}；{group}",
    },
    given: "这里直接给出[查询|query]、[键|key]和[值|value]，已经拆成 {heads} 个头。",
    meeting: "{q_len:¦每个}[查询|query]与{kv_len:唯一的¦每个}[键|key]相遇",
    scores:
      "{heads:{meeting}：共 {cells} 个[得分|scores]¦在每个头里，{meeting}：每个头 {cells} 个[得分|scores]}。",
    divide: "每个 e 的幂除以所在行的和，就是[权重|weights]。",
    weights: "Softmax 把每一行变成[权重|weights]。",
    contrast: {
      alike: "{q_len:¦在每一行里，}所有头最关注的都是同一个键。",
      apart: "对{query}，{chosen}，{other}。",
      at: "头 {h} 最关注{key}（{share}）",
    },
    mixed: {
      one: "按[权重|weights]的份额混合[值|value]，得到[{isOutput:输出¦结果}|{target}]。",
      many: "每个头按自己的[权重|weights]混合{grouped:所在组的¦各自的}[值|value]：{heads} 个 {q_len}×{d_v} 的[结果|mixed]。",
      nan: "含有 NaN 的行，结果为 NaN。",
      nothing: "没有任何权重的行，结果为 0。",
    },
    join: {
      one: "只有一个头，无需拼接：它的[结果|joined]原样继续。",
      many: "{heads} 个头的[结果|joined]拼接起来，每行共 {joined} 个数。",
      last: "此后不再相乘：这就是输出。",
    },
    output: {
      matrix:
        "与矩阵 [W_O|w_o] 相乘{b_o:，再加上 [b_O|b_o]}，每行的 {joined} 个数变成 {width} 个：这就是[输出|output]。",
      bias: "每行再加 [b_O|b_o]，就是[输出|output]。",
    },
    each: {
      roles: "上方的弧线往回看，下方的往前看。指向一个头，看它有多稳定。",
      own: "指向一个头，看它的[权重|weights]；指向一行，就跟着看。",
    },
  },
};
