/** 中文：反向传播。 */

/** @type {import("../../index.js").Texts} */
export default {
  name: "反向传播",
  chapters: {
    forward: "前向",
    loss: "损失",
    output: "输出",
    softmax: "Softmax",
    scores: "得分",
    parameters: "参数",
    step: "走一步",
    again: "再走",
    check: "检验",
  },
  titles: {
    forward: "前向",
    loss: "损失",
    grad_output: "输出",
    grad_mixed: "穿过 W_O",
    grad_weights: "权重",
    grad_value: "值",
    row_dot: "穿过 softmax",
    grad_softmax: "穿过 softmax",
    grad_scores: "得分",
    grad_query: "查询",
    rows: "其余查询",
    grad_key: "键",
    grad_parameters: "参数",
    grad_x: "输入",
    step: "走一步",
    after: "再次前向",
    rates: "能走多远？",
    "again-1": "看清一步",
    again: "一步又一步",
    check: "对不对？",
  },
  target: "目标",
  page: {
    before: "之前",
    gradient: "梯度",
    after: "之后",
    slope: "两者之间的斜率",
    rates: { loss: "走一步之后的损失", predicted: "预示：L − η · ‖∂W‖²", axis: "学习率 η" },
    another: "换一个数",
    losses: "损失",
    parameters: "参数",
    map: "注意力图",
    change: "注意力图的变化",
  },
  scaled: "变化，至 {scale}",
  taken: "{count} 步",
  invitation: "看梯度如何沿着注意力往回流，又如何用一步让损失下降。",
  sentences: {
    forward:
      "先做前向计算：{queryName}算出[得分|{scores}]和[权重|{weights}]，再得到[{result}|{output}]。稍后每个数下方都会出现它的梯度。",
    loss: {
      squared:
        "结果错了多少？[损失|loss:]是[输出|output]与[目标|target]之{count:差的平方¦间 {count} 个差的平方的平均值}：{loss}。",
      aimed:
        "没有给出目标，这里以 0 代替。[损失|loss:]是{count:[输出|output]的平方¦ {count} 个[输出|output]的平方的平均值}：{loss}。",
      classes:
        "[输出|output]的每一行给各个类别打分，[目标|target]指明正确的类别。[损失|loss:]是正确类别所占份额的 −log 的平均值：{loss}。",
    },
    grad_output: {
      squared: "[输出|output]变化时，损失怎样变？它的[梯度|grad_output]等于 2 ÷ {count} 乘以输出减目标。",
      classes:
        "[输出|output]变化时，损失怎样变？它的[梯度|grad_output]是 softmax 给它的份额，正确类别再减 1，然后除以计入的 {counted} 行。",
      given: "反向传播从输出的[梯度|grad_output]开始，它是给定的。",
    },
    grad_mixed:
      "往回穿过最后一次乘积：∂o 乘以 W_O 的转置，就得到这个头的那一部分，即它的混合结果的[梯度|{gradOutput}]。",
    grad_weights:
      "[权重|{weights}]再大一点会怎样？会带来更多那个键的[值|value]，所以它的[梯度|{gradWeights}]是 ∂{letter} · v。",
    grad_value: {
      many: "[值|value]按权重分给了每个查询，它的[梯度|grad_value]也从所有查询收回：a · ∂{letter} 之和。",
      one: "[值|value]按权重给了查询，它的[梯度|grad_value]也按同样的比例返回：a · ∂{letter}。",
    },
    row_dot:
      "现在穿过 softmax。各个权重之和为 1，所以对每个权重都相同的梯度推不动任何一个。先求出共有的部分：这一行的[点积|{dot}] Σ a · ∂a = {rowDot}。",
    grad_softmax: {
      all: "得分的[梯度|{gradSoftmax}]等于它的[权重|{weights}]乘以 ∂a 超出共有部分的量：a · (∂a − {closedRowDot})。",
      masked: "被掩码遮住的格子权重为 0，返回的也是 0：这个查询看不到的，它也就学不到。",
    },
    grad_scores: {
      capped:
        "往回穿过{between}：每个[梯度|{gradScores}]都乘以软上限在其得分处的斜率{scaled:，再乘以 {scaleText}¦}。",
      scale: "往回穿过{between}：每个[梯度|{gradScores}]都乘以 {scaleText}，与当初的得分一样。",
      other: "往回穿过{between}，回到打分函数给出的得分。",
    },
    between: { mask: "掩码", bias: "偏置", scale: "缩放", cap: "软上限" },
    grad_query:
      "[查询|{query}]与每个键都相遇过，所以它的[梯度|{gradQuery}]{dot:把各个键加起来：∂s · k 之和¦是这些得分各自贡献之和}。",
    rows: "其余的查询走同样的路，各有自己的一行。",
    grad_key: {
      dot: "[键|key]与{alone:这个查询¦每个查询}相遇过：它的[梯度|grad_key]是{alone: ∂s · q¦所有查询的 ∂s · q 之和}{shared:，共用它的各个头都算在内¦}。",
      other:
        "[键|key]与{alone:这个查询¦每个查询}相遇过，它的[梯度|grad_key]是{alone:这个得分¦这些得分}各自贡献之和。",
    },
    grad_parameters: {
      matrix:
        "每个词元都经过同样的[参数|{whole}]，所以它们的[梯度|{grad}]要把所有词元加起来：进来的数乘以出去的数的梯度。",
      other: "同样的[参数|{whole}]用了一次又一次，所以它们的[梯度|{grad}]把每一次都加起来。",
    },
    grad_x: "[输入|x]也有[梯度|grad_x]，来自由它得出的一切。如果前面还有一层，就由它接着往回传。",
    step: {
      taken: "梯度下降走一步：每个参数逆着自己的梯度移动，W′ = W − {rate} · ∂W。输入保持不变。",
      refused:
        "梯度下降走一步应是 W′ = W − {rate} · ∂W。但 η = {rate} 会使参数不再是有限的数，所以这一步没有走：请给一个更小的 learning_rate。",
    },
    after: {
      near: "再做一次前向计算：损失从 [{before}|loss:] 降到 [{now}|after.loss:]，降了 {fell}。梯度预示小步的下降为 η · ‖∂W‖² = {predicted}，几乎如此。",
      less: "再做一次前向计算：损失从 [{before}|loss:] 降到 [{now}|after.loss:]，降了 {fell}。梯度预示的是 η · ‖∂W‖² = {predicted}；η = {rate} 时，坡度在途中变缓了。",
      more: "再做一次前向计算：损失从 [{before}|loss:] 降到 [{now}|after.loss:]，降了 {fell}，比梯度预示的 η · ‖∂W‖² = {predicted} 还多，因为坡度在途中变陡了。",
      rose: "再做一次前向计算：损失从 [{before}|loss:] 升到 [{now}|after.loss:]，升了 {fell}。梯度预示会降 η · ‖∂W‖² = {predicted}，但 η = {rate} 这一步太大，越过了谷底。",
      tiny: "再做一次前向计算：损失仍是 [{now}|after.loss:]，所有位数都没有变。梯度预示会降 η · ‖∂W‖² = {predicted}，小得看不出来。",
      still: "再做一次前向计算：损失仍是 [{now}|after.loss:]，因为什么也没有移动。",
    },
    rates:
      "一步能走多远？步子小时，损失的变化与梯度预示的一样。其中 η = {best} 降得最多，降到 {least}{last:，没有哪一步走过头¦；再大就走过头了}。",
    "again-1": {
      moves:
        "那一步让注意力图变了多少？图中没有一个[权重|weights]的变化超过 {once}。用它自己的尺度画出差值就看得见：蓝色增加，橙色减少。",
      still: "那一步没有移动任何[权重|weights]：变的只是被混合的值。",
    },
    again: {
      falls:
        "一步又一步：走了 {count} 步，损失从 {begun} 变为 {now}。{asks}给{answers}的[权重|weights]从 {was} 变为 {is}。",
      fell: "一步又一步：走了 {count} 步，损失从 {begun} 变为 {now}。",
      rises: "一步又一步：走了 {count} 步，损失从 {begun} 变为 {now}。这样的步子太大了。",
    },
    check: "梯度对不对？把 {cell} 增减 {nudge}，损失变化的斜率是 {slope}；梯度说的是 {gradient}。",
  },
};
