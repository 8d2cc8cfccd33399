/** 演示 geometry 的中文文字：点积的几何意义。 */
export default {
  name: "几何",
  chapters: { pair: "夹角", keys: "权重", steps: "首尾相接" },
  titles: {
    vectors: "向量",
    dot: "点积",
    length: "长度",
    cosine: "余弦",
    angle: "夹角",
    projection: "投影",
    mix: "混合",
    arrow: "输出的箭头",
    turn: "轮到你了",
  },
  vector: (/** @type {{ name: string }} */ f) => `向量 ${f.name}`,
  invitation: "转动箭头，看看点积意味着什么。",
  sentences: {
    and: "{names} 和 {last}",
    drag: "请拖动尖端。",
    vectors: {
      arrows: "两个向量 [{a}|{A}] 和 [{b}|{B}]：各自的两个数就是箭头的终点。",
      zero: "全为 0 的向量没有长度，也没有箭头，只是原点：{names}。",
      nan: "有无穷大或不是数的值，就画不出箭头：{names}。",
    },
    dot: "向量 [{a}|{A}] 与 [{b}|{B}] 的[点积|{dot}]：逐个相乘，再全部相加。",
    length: "箭头的[长度|{length_a}]，是它与自己的点积的平方根。",
    cosine: {
      plain: "[点积|{dot}]除以两个[长度|{length_a}]，就是夹角的[余弦|{cosine}]。",
      zero: "没有长度的箭头没有方向，0 ÷ 0 不是数。",
      nan: "有无穷大或不是数的值，由它得到的也不会是普通的数。",
    },
    angle: {
      acute: "[夹角|{angle}]是 {degrees}°，小于 90°，所以[点积|{dot}]为正。",
      obtuse: "[夹角|{angle}]是 {degrees}°，大于 90°，所以[点积|{dot}]为负。",
      right: "[夹角|{angle}]是直角：90° 时[点积|{dot}]为 0。",
      same: "两支箭头同向：[夹角|{angle}]为 0，在这样的长度下[点积|{dot}]最大。",
      opposite: "两支箭头反向：[夹角|{angle}]最大，在这样的长度下[点积|{dot}]最小。",
      small: "[点积|{dot}]太小，浮点数写不下而成了 0；[夹角|{angle}]并不是 90°。",
      zero: "没有两个方向，就没有[夹角|{angle}]。",
      nan: "没有两支箭头，就没有[夹角|{angle}]。",
    },
    projection: {
      plain:
        "[投影|{projection}]是 [{a}|{A}] 落在 [{b}|{B}] 上的影子：[点积|{dot}]除以 {b} 的[长度|{length_b}]。",
      behind:
        "向量 [{a}|{A}] 在 [{b}|{B}] 所在直线上的[投影|{projection}]背向 {b}，所以为负：[点积|{dot}]除以 {b} 的[长度|{length_b}]。",
      right: "90° 时 [{a}|{A}] 在 [{b}|{B}] 所在直线上没有影子：[投影|{projection}]为 0。",
      zero: "没有长度的箭头既不能承接投影，也投不下影子。",
      nan: "没有两支箭头，就没有[投影|{projection}]。",
    },
    keys: "现在 [{a}|{A}] 是查询，它面对{count:一个键¦{~count}个键}：[{all}|{B}]。",
    scores: "{count:这个¦每个}[得分|{scores}]都是一个点积。",
    right: "90° 时为 0：{names}。",
    orthogonal: "这是正交，不只是线性无关。",
    scale:
      "每个[得分|{scores}]{usualScale:除以 √dₖ = √{d_k}¦乘以缩放系数 {scaleText}}，得到[缩放后的得分|{scaled}]。",
    softmax: {
      bars: "每个得分变成 e 的幂，成为一根条；它占全部条的份额就是[权重|{weights}]。",
      only: "只有一个键，所以它的[权重|{weights}]为 1。",
      nan: "有得分是无穷大或不是数，所以没有一个[权重|{weights}]是数。",
    },
    mix: "每个[值|{value}]乘以它的[权重|{weights}]，加起来就是[输出|{output}]。",
    arrow: {
      many: "输出也是一支箭头：{count:就是唯一的[值|{value}]¦每个[值|{value}]缩到它的[权重|{weights}]，首尾相接}。",
      nan: "有无穷大或不是数的值，[输出|{output}]就没有箭头。",
    },
    turn: {
      most: "查询最偏向 {most}，它的[权重|{weights}]为 {share}。",
      tied: "{~tied}个键并列最大的[权重|{weights}]，各为 {share}。",
      only: "只有一个键时，无论它指向哪里，[权重|{weights}]总是 1。",
      drag: "拖动任一箭头的尖端：所有数字随之变化。",
      inside: "拖动查询：[输出|{output}]不出{three:三角形¦图形}。",
    },
  },
};
