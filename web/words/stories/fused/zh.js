/** 演示 fused 的中文文字：分块计算。 */

/** @type {import("../../index.js").Texts} */
export default {
  name: "分块计算",
  titles: { tiles: "货架", correct: "修正", add: "累加", quickly: "查询", memory: "结果相同" },
  tile: (n) => `第 ${n} 块`,
  which: (n) => `查询 ${n}`,
  subtitle: (i, count) => `查询 ${i}，共 ${count} 个`,
  row: "一行 {kv_len} 个权重，",
  never: "从不存储",
  desk: "桌面",
  shelf: "慢速内存",
  stored: "{kv_len} 个键，{kv_len} 个值",
  held: "保存的数",
  beside: "输出之外",
  ways: { whole: "整行", tiled: "分块" },
  same: "结果相同",
  asked: "查询",
  invitation: "看注意力怎样逐块处理各个键，而从不存储任何一行权重。",
  sentences: {
    tiles: "[键|key]和[值|value]{tiles:只有一块¦分为 {tiles} 块}。",
    query: "[查询|{query}]只保留 max、ℓ 和 u。",
    scores: "{tileKeys:这个¦每个}[键|key]给出[得分|{scores}]。",
    next: {
      raised: "第 {tile} 块：[得分|{scores}]更大。",
      same: "第 {tile} 块：[得分|{scores}]不更大；[e 的次方|{exps}]加入。",
      first: "第 {tile} 块带来第一个有效的[得分|{scores}]：它就是 [max|{max}]。",
      skipped: "第 {tile} 块的[得分|{scores}]全是 −∞：[max|{max}] 不变。",
      nan: "第 {tile} 块有一个[得分|{scores}]不是数（NaN），[max|{max}] 也就成了 NaN。",
      stays: "第 {tile} 块什么也不改变：[max|{max}] 仍是 NaN。",
      infinite: "最大[得分|{scores}]是 {number}：它减去自身得 NaN，不是数。",
    },
    correct: "[ℓ|{sum}] 和 [u|{mixed}] 乘以 [c|{c}] 变小。",
    add: {
      first: "[e 的次方|{exps}]加入 [ℓ|{sum}]；乘以[值|value]后加入 [u|{mixed}]。",
      later: "[e 的次方|{exps}]加入。",
      skipped: "得分全是 −∞：[ℓ|{sum}] 和 [u|{mixed}] 都没有变化。",
      none: "[max|{max}] 为 {number}，[ℓ|{sum}] 和 [u|{mixed}] 都不再是数。",
      lost: "[ℓ|{sum}] 照常增加；不是数的值使 [u|{mixed}] 的相应部分成为 NaN。",
    },
    divide: {
      some: "[u|{mixed}] ÷ [ℓ|{sum}] 就是[{result}|{output}]{same:¦，与用整行相同（舍入误差除外）}。",
      nothing: "没有任何得分有效：ℓ 为 0，[{result}|{output}]也是 0，与用整行时一样。",
      nan: "[{result}|{output}]中的 NaN 仍是 NaN，与用整行时一样。",
    },
    again: "{others:另一个查询¦其余查询}遇到的也是这些块，仍用 {held} 个数。",
    memory: {
      same: "[{result}|{output}]相同：存 {stored} 个权重，或 {held} 个数。",
      near: "除舍入误差外[{result}|{output}]相同：存 {stored} 个权重，或 {held} 个数。",
    },
    drag: "请拖动滑块。",
  },
};
