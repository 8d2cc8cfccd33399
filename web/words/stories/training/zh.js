/** 中文：一个正在学习的注意力层。 */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "训练",
  chapters: { task: "任务", step: "一步", learn: "学习", learned: "学会之后" },
  steps: {
    tokens: "任务",
    untrained: "训练之前",
    forward: "前向",
    loss: "损失",
    gradients: "梯度",
    move: "更新",
    waits: "接下来",
    learn: ({ from, end }) => `第 ${from} 至 ${end} 步`,
    empty: "尚无记录",
    failed: "步子太大",
    result: "注意力图",
    reached: "转折时刻",
    open: "打开细看",
  },
  // what stands on the stage
  shown: {
    map: "注意力图",
    ofHead: ({ n, heads }) => `注意力图，第 ${n} 头，共 ${heads} 头`,
    readings: { step: "步数", loss: "损失", accuracy: "正确率", weight: "正确键权重" },
    short: { step: "步", loss: "损失", accuracy: "正确", weight: "权重" },
    parameter: ({ name }) => `参数 ${name}，蓝色大于 0，橙色小于 0`,
    gradient: ({ name }) => `${name} 的梯度，蓝色大于 0，橙色小于 0`,
    sequence: "词元",
    asked: "应当说出的词元",
    logits: "logits，正确的字母加框",
    loss: "损失",
    source: "英语：要读的句子",
    translation: "法语：应当说出的词",
    wordLogits: "logits，正确的词加框",
    // what sentences call the parts of a task, and of sentences that are aligned
    kinds: {
      task: { symbol: "字母", symbols: "字母", sequence: "序列" },
      align: { symbol: "词", symbols: "法语词", sequence: "句子" },
    },
    target: "目标",
    output: "输出",
    curve: "每一步的损失",
    scale: "损失的刻度：线性或对数",
    log: "对数",
    linear: "线性",
    reached: ({ share }) => `正确率 ${share}`,
    halved: "减半",
    train: "继续训练",
    stop: "停止",
    oneStep: "走一步",
    step: "一步",
    reset: "重来",
    open: "打开这一刻",
    openShort: "打开",
    tasks: { previous: "前一个", first: "第一个", lookup: "查找", reverse: "倒序" },
    task: ({ task }) => `任务：${task}`,
    heads: ({ heads }) => `${heads} 个头`,
    head: ({ n }) => `第 ${n} 头`,
    optimizers: { adam: "Adam", sgd: "SGD" },
    seed: ({ seed }) => `种子 ${seed}`,
    rate: "学习率",
    momentum: "动量",
    spoken: { rate: "学习率", momentum: "动量" },
    nowLoss: ({ step, loss }) => `第 ${step} 步：损失 ${loss}。`,
    now: ({ step, loss, accuracy }) => `第 ${step} 步：损失 ${loss}，正确率 ${accuracy}。`,
  },
  invitation: "看一个注意力层学会该看哪里。",
  sentences: {
    tasks: {
      previous:
        "{tokens} 个词元，每个是 {letters} 个字母之一。在每个位置上，这一层要说出前一个词元；第一个位置没有。",
      first: "{tokens} 个词元，每个是 {letters} 个字母之一。在每个位置上，这一层都要说出第一个词元。",
      lookup:
        "{tokens} 个词元，每个是 {letters} 个字母之一，其中一个带有标记。在每个位置上，这一层都要说出带标记的那个。",
      reverse:
        "{tokens} 个词元，每个是 {letters} 个字母之一。这一层要倒着说出它们：第一个位置说最后一个，依此类推。",
    },
    untrained:
      "参数是随机抽取的，{even:每一行的[权重|weights]几乎均匀¦[权重|weights]也是随机的}。在从未训练过的其他序列上，正确率是 {before}。",
    forward: "训练的一步先向前算。混合后的值经过 W_O 变成 [logits|output]：{letters} 个{symbols}各得一个数。",
    loss: "正确{symbol}的 logit 应当最大。交叉熵说明离这个目标还有多远；它在这个{sequence}上的平均值就是[损失|loss:]。",
    gradients: "然后向后算。由损失 {loss} 得到每个参数的[梯度|grad_w_q]：蓝色之处，参数变大，损失也会变大。",
    move: "每个参数都逆着梯度移动一点{own:¦，梯度取 {batch} 个{sequence}的平均}。移动多少由 {by} 和学习率 {rate} 决定：这就是一步。",
    waits:
      "接下来，每个参数都会逆着梯度移动一点{own:¦，梯度取 {batch} 个{sequence}的平均}。目前还没有记录任何一步。",
    learn:
      "如此反复，每一步都用 {batch} 个新的序列。{falls:损失下降，参数慢慢移动，图上正确的键亮了起来¦在这样的设置下，损失没有下降}。",
    more: "用同样的设置再走 {count} 步{own:¦，每一步用 {batch} 个新的序列}。",
    empty: "还没有记录任何一步。“继续训练”走一百步，“走一步”只走一步。",
    failed:
      "第 {at} 步会使 {tensor} 不再是有限的数，所以没有执行；参数停在第 {kept} 步。{held:学习率 {holds} 本可以稳住¦请换较小的学习率}。",
    learned: {
      previous: "学会了：每个词元都看它的前一个，在图上是一条斜线。",
      first: "学会了：每个词元都看第一个，在图上是一列。",
      lookup: "学会了：每个词元都看带标记的那个，在图上是它那一列。",
      reverse: "学会了：每个词元都看与自己对称的那个，在图上是另一条对角线。",
      align: "学会了：一条对角线，在法语把形容词放到名词后面的地方交叉。",
      hidden: "学会了，但单看这张图看不出来：加框的正确键得到的权重不到一半。",
    },
    align: {
      tokens: "一个英语句子和它的法语译文。对每个法语词，这一层要找到它所翻译的英语词。",
      untrained:
        "得分由一个小网络给出：w₂ᵀ tanh(W₁[q; k])。它的参数是随机抽取的，{even:每一行的[权重|weights]几乎均匀¦[权重|weights]也是随机的}。在其他句子里，说对的词有 {before}。",
      learn:
        "如此反复，用的是同样的 {batch} 个句子。{falls:损失下降；没有谁指明该看哪里，注意力图却从灰色变成了对角线¦在这样的设置下，损失没有下降}。",
      more: "用同样的设置、同样的 {batch} 个句子再走 {count} 步。",
    },
    own: {
      tokens: "每个词元都有{classes:应当归入的类别¦应当达到的目标输出}。这一层只从这些数学习。",
      untrained: "参数就是给定的参数；这是走任何一步之前的[权重|weights]。",
      forward: "训练的一步先向前算。它的[输出|output]{classes:应当在加框的类别处最大¦应当变成目标}。",
      loss: "{classes:交叉熵¦所有差的平方的平均值}说明输出离目标还有多远：这就是[损失|loss:]。",
      learn:
        "如此反复，用的是同样的数。{falls:损失下降，参数和注意力图随之变化¦在这样的设置下，损失没有下降}。",
      result:
        "{recorded:第 1 步开始时损失是 {first}¦损失起初是 {first}，第 {recorded} 步开始时是 {last}}。这一层现在看这些地方。",
      none: "还没有走任何一步，所以这一层看的地方没有变。",
      zero: "损失从一开始就是 0：没有什么要学。",
      since: "到第 {half} 步，损失已经减半。",
      never: "在 {recorded} 步之内，损失从未减半。多走几步，或换一个学习率，也许会好。",
    },
    measured: "正确率是 {accuracy}，正确的键平均得到 {weight}。",
    partly: "还没有学会：正确率是 {accuracy}，加框的正确键平均得到 {weight}。",
    reached: {
      since:
        "到第 {reached} 步，正确率达到 {share}。那时正确的键平均得到 {then}，{rose:之后权重继续上升到¦现在是} {weight}。",
      never: "在 {recorded} 步之内，正确率从未达到 {share}。多走几步，或换一个学习率，也许会好。",
    },
    open: "可以拖回这次训练的任何时刻：“打开这一刻”把它变成一个单独的问题，逐个数字地细看。",
  },
};
