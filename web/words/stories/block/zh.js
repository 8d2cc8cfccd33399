/** 演示 block 的中文文字：一个 Transformer 块。 */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "Transformer 块",
  chapters: { add: "残差与归一化", again: "再加一次" },
  titles: {
    words: "词",
    heads: "多头",
    residual: "相加",
    norm: "归一化",
    feed: "前馈",
    again: "再相加、归一化",
    all: "全貌",
  },
  boxes: { look: "多头", norm: "相加与归一化", feed: "前馈", last: "相加与归一化" },
  mix: "词与词混合",
  alone: "各自进行",
  open: "打开{box} →",
  crossing: "头 {head}：词到词的带子，宽度就是权重",
  card: "{title}：{name}",
  head: "头 {head}",
  rows: {
    old: "旧",
    new: "新",
    sum: "和",
    norm: "归一化",
    in: "进",
    hidden: "隐藏",
    left: "激活",
    out: "出",
  },
  invitation: "看一个句子穿过一个块。",
  sentences: {
    words: "{~count}个词，每个是一[行|{x}] {d} 个数，并排上升。",
    heads:
      "{count:词与词本该在这里混合，但只有一个词¦只有在这里，词与词才混合：{~heads}个头怎样加权，带子就怎样交叉}。",
    residual: "[旧的一行|{x}]从旁边上来，与[新的一行|{mixed}]逐个数相加。",
    norm: "层归一化对每个[和|{sum}]单独进行：减去均值，再除以[标准差|{made}]。",
    feed: {
      relu: "此后每个词独自前行：{name}激活 {units} 个[隐藏单元|{hidden}]中的 {awake} 个{rest:，其余被 ReLU 置为[零|{left}]}。",
      other: "此后每个词独自前行，穿过 {units} 个[隐藏单元|{hidden}]和[它们的激活值|{left}]。",
    },
    again: "[旧的一行|{made}]再次与[新的一行|{fed}]相加，然后归一化。",
    all: "[输出|{out}]与[输入|{x}]形状相同，块上还能叠块。点一个方框就能打开。",
  },
};
