/** 残差、层归一化和批归一化。 */

export default {
  name: "归一化",
  sum: "和",
  titles: {
    added: "注意力",
    sum: "残差",
    mean: "均值",
    rstd: "标准差",
    output: "归一化",
    compare: "行与列",
  },
  invitation: "看{residual:残差和¦}归一化如何工作：对什么求平均。",
  sentences: {
    added: {
      attention: "注意力由[输入|{from}]得到形状相同的[结果|{added}]。",
      other: "两个形状相同的矩阵：[一个|{from}]，以及要加上去的[另一个|{added}]。",
    },
    residual: "残差连接把它们逐个相加：[和|{sum}]把{attends:输入连同注意力的结果¦两者}一起传下去。",
    mean: {
      token: "层归一化每次取一行，即一个词元：它的 {features} 个数的[均值|{mean}]放在右边。",
      feature: "批归一化每次取一列，即一个特征：它对{everything}的[均值|{mean}]放在下面。",
      running: "使用中的批归一化不求平均：每列下面是训练时留下的[均值|{mean}]。",
    },
    over: {
      token: "唯一的词元",
      tokens: "全部 {tokens} 个词元",
      items: "全部 {items} 个样本的{tokens:词元¦ {tokens} 个词元}",
    },
    rstd: {
      token: "再往右是 [1 ÷ 标准差|{rstd}]：标准差是这一行的方差加上极小的 ε 再开方。",
      feature: "再往下是 [1 ÷ 标准差|{rstd}]：标准差是这一列的方差加上极小的 ε 再开方。",
      running: "再往下是 [1 ÷ 标准差|{rstd}]，由留下的方差加上极小的 ε 得出。",
    },
    output: "每个数减去所在{token:行¦列}的均值，乘以 1 ÷ 标准差{learned:，{affine}¦}。",
    affine: {
      both: "再乘以所在列的[系数|{gamma}]，加上[平移|{beta}]",
      gamma: "再乘以所在列的[系数|{gamma}]",
      beta: "再加上所在列的[平移|{beta}]",
    },
    plain: "这两行是学到的；它们从 1 和 0 开始，目前什么也不改变。",
    compare: {
      subject: { token: "层归一化：{before}", feature: "批归一化：{before}" },
      before: "在乘加学到的参数之前，",
      usual: "{name}{each}均值为 0，方差为 1。",
      mixed: "{name}{each}均值为 0；其中的数不全相同时，方差为 1。",
      small: "{name}{each}均值为 0；其中的数相差极小时，ε 使方差小于 1。",
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
