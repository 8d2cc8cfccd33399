/** 中文：分块计算。 */

/** @type {import("../../index.js").Texts} */
export default {
  name: "分块计算",
  chapters: { tiles: "分块", first: "第一个查询", others: "其余查询", memory: "内存" },
  steps: {
    tiles: "分块",
    query: "查询",
    correct: "修正",
    add: "累加",
    divide: "相除",
    quickly: "查询",
    memory: "从不存储",
  },
  tile: (n) => `第 ${n} 块`,
  subtitle: (i, count) => `查询 ${i}，共 ${count} 个`,
  held: "查询手中的量",
  never: "注意力图：从不存储",
  invitation: "看注意力怎样逐块处理各个键，而从不存储任何一行权重。",
  sentences: {
    tiles:
      "[键|key]和[值|value]{tiles:只有一块¦分为 {tiles} 块{even:，每块 {each} 个键}}。一次只读一块，注意力图的任何一行都不存储。",
    query: "{queryName}提问。它的[查询|{query}]只保留三样：目前的最大得分、总和 ℓ，以及各值的加权和 u。",
    scores:
      "第 {tile} 块：[查询|{query}]与其中的{tileKeys:[键|key]¦ {tileKeys} 个[键|key]}相遇。[得分|{scores}]当场用完，随即丢弃。",
    correct: {
      raised:
        "出现了更大的得分：[max|{max}] 上升。此前累加的结果要乘以 [c|{c}]，即 e 的（旧 max − 新 max）次方。",
      same: "这里没有更大的得分：[max|{max}] 不变，[c|{c}] 为 1，此前累加的结果照旧。",
      first: "第一个有效的得分：它就是 [max|{max}]。在它之前没有什么需要修正。",
      skipped: "这一块的得分全是 −∞：[max|{max}] 保持原样。",
      nan: "有一个[得分|{scores}]是 NaN，[max|{max}] 也就成了 NaN；若此前已有累加，[c|{c}] 也一样。",
      infinite: "最大得分是 {number}：它减去自身不是数，累加的结果也都不会是数（NaN）。",
    },
    add: {
      some: "取 [e 的（得分 − max）次方|{exps}]：加入总和 [ℓ|{sum}]；再乘以[值|value]，加入加权和 [u|{mixed}]。",
      skipped: "[e 的 −∞ 次方|{exps}]为 0：[ℓ|{sum}] 和 [u|{mixed}] 都没有变化。",
      none: "[max|{max}] 为 {number}，[ℓ|{sum}] 和 [u|{mixed}] 都不再是数（NaN）。",
      lost: "总和 [ℓ|{sum}] 照常增加；而 [u|{mixed}] 遇到一个不是数的值，也就含有 NaN。",
    },
    again: {
      first: "第 {tile} 块：由它的得分定出 [max|{max}]、[ℓ|{sum}] 和 [u|{mixed}]。",
      raised: "第 {tile} 块：出现更大的得分，先修正 [ℓ|{sum}] 和 [u|{mixed}]，再把这一块加进去。",
      same: "第 {tile} 块：没有更大的得分，直接加入 [ℓ|{sum}] 和 [u|{mixed}]。",
      skipped: "第 {tile} 块：得分全是 −∞，什么也没有加入。",
      none: "第 {tile} 块：[max|{max}] 为 {number}，[ℓ|{sum}] 和 [u|{mixed}] 不是数（NaN）。",
    },
    quickly: "轮到{queryName}：逐块累加，最后 [u|{mixed}] ÷ [ℓ|{sum}]。",
    divide: {
      some: "最后一块之后，[u|{mixed}] ÷ [ℓ|{sum}] 就是{queryName}的[{result}|{output}]：与手握整行权重时的结果相同。",
      nothing: "没有任何得分有效，总和为 0，{queryName}的[{result}|{output}]也是 0。",
      nan: "不是数的仍不是数：{queryName}的[{result}|{output}]是 NaN。",
    },
    memory:
      "注意力图从未存在过。除了{result}，每个查询只保留 max 和 ℓ，无论有多少个键；而注意力图的一行要存 {kv_len} 个权重。",
  },
};
