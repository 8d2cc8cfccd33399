/** 演示 normalization 的中文文字：残差、层归一化和批归一化。 */

export default {
  name: "归一化",
  average: "均值",
  titles: {
    added: "注意力",
    other: "另一个矩阵",
    residual: "残差",
    mean: "均值",
    centred: "相减",
    rstd: "标准差",
    output: "相除",
    learned: "拉伸与平移",
    compare: "行与列",
  },
  invitation: "看{residual:残差和¦}归一化如何工作：对什么求平均。",
  sentences: {
    added: {
      attention: "[注意力|{added}]给[输入|{from}]的每个数加上一个箭头。",
      other: "[另一个矩阵|{added}]给[这个矩阵|{from}]的每个数加上一个箭头。",
    },
    residual: "每个点沿着箭头移动，到达{attends:输入与注意力的¦两者的}[和|{sum}]。",
    mean: {
      token: "层归一化逐行进行。一行的[均值|{mean}]就是线平衡的地方。",
      feature:
        "{again:表格转过来：¦}批归一化逐列进行，[均值|{mean}]对{everything}求得{again:¦，线在那里平衡}。",
      running: "推理时的批归一化不求平均：每个三角形停在训练时留下的[均值|{mean}]处。",
    },
    over: {
      token: "唯一的词元",
      tokens: "全部 {tokens} 个词元",
      items: "全部 {items} 个样本的{tokens:词元¦ {tokens} 个词元}",
    },
    centred: "{members:唯一的点移动¦{members} 个点一起移动}，直到{running:留下的¦}[均值|{mean}]为 0。",
    rstd: "横条是[标准差|{rstd}]：{running:留下¦{token:这一行¦这一列}}的方差加上{tiny:极小的 ¦ }ε 再开方。",
    again: "点一起移动，直到[均值|{mean}]为 0；横条是[标准差|{rstd}]。",
    output: "[{token:这一行¦这一列}|{output}]按比例伸缩，直到横条正好在 −1 和 1 之间。",
    gamma: "[γ|{gamma}] 拉伸",
    beta: "[β|{beta}] 平移",
    and: "{names}、{last}",
    affine: "然后 {learned}每{token:个特征¦一列}。",
    learned: "{learned}{token:每一行的第 {feature} 个点¦第 {feature} 列}：请拖动。",
    touch: "拖动 γ 或 β。",
    compare: {
      subject: { token: "层归一化：{before}", feature: "批归一化：{before}" },
      before: "在乘加学到的参数之前，",
      both: "层归一化使每行均值为 0、标准差为 1，批归一化使每列如此。",
      usual: "{name}{each}均值为 0，标准差为 1。",
      mixed: "{name}{each}均值为 0；其中的数不全相同时，标准差为 1。",
      small: "{name}{each}均值为 0；其中的数相差极小时，ε 使标准差小于 1。",
      flat: "{name}{each}的数全部相同，减去均值后都是 0。",
      nan: "{name}没有一{token:行¦列}不含 NaN 或 ∞，因此无法归一化。",
      some: "{name}NaN 和 ∞ 使所在的整{token:行¦列}成为 NaN；其他各{token:行¦列}均值为 0。",
      running: "这里的批归一化使用训练时的均值和方差，所以各列的均值不一定是 0。",
      each: {
        token: "{groups:唯一词元的那一行¦每个词元的那一行}",
        feature: "{groups:唯一特征的那一列¦每个特征的那一列}",
      },
    },
  },
};
