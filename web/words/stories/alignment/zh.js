/** 演示 alignment 的中文文字：两个句子的对齐。 */

export default {
  name: "对齐",
  chapters: { rows: "逐行", read: "读图" },
  titles: { learned: "它是什么", words: "词", order: "顺序", columns: "谁被关注", empty: "没有对象" },
  map: { title: "对齐图", subtitle: "行：谁在看 · 列：看什么" },
  bands: "从被看的词到看它的词的带子，宽度等于权重，0.03 以下不画",
  nth: "{alone:第 {from} 行¦第 {from}–{until} 行}",
  subtitle: "{alone:第 {from} 行¦第 {from} 至 {until} 行}，共 {count} 行",
  list: {
    or: "{names}或{last}",
    others: "另外 {count} 个",
    any: "另外 {count} 个中的任何一个",
  },
  invitation: "看 {rows} 个词各由什么得出。",
  sentences: {
    words: "每一行[权重|{weights}]说明{decoded:一个词由什么得来¦谁在看什么}。请指向一个词。",
    row: {
      reads: "{queryName}[看向|{row}]：{note}。",
      nan: "{queryName}的[权重|{row}]是 NaN。",
      none: "{queryName}[不看任何对象|{row}]：权重都是 0。",
      nothing: "那是读入任何词之前的状态：这一行几乎不看原句。",
      before: "那是读入任何词之前的状态：只有其余的权重落在原句上。",
      several: "从{queryName}到{lastName}：[对齐图|{weights}]逐行填满。",
    },
    order: {
      none: "有唯一最大[权重|{weights}]的行不到两行，谈不上顺序。",
      straight: "逐行往下，最大的[权重|{weights}]一直向右移：两边顺序相同。",
      level: "最大的[权重|{weights}]从不往左退：没有两行交叉。",
      crossing: "有 {crossing} 对行交叉：{later}在{earlier}之后，却看向更靠左的词。",
    },
    columns: {
      none: "没有哪一行有唯一最大的[权重|{weights}]。",
      single: "每个词最多是一行的首选。",
      most: "{several:有 {tied} 个词各是 {count} 行的首选，其中{word}由{readers}来看。¦{word}是最多行的首选：{readers}。}",
      marks: "{marks}不计。",
      unread: "没有哪一行最关注{unread}。",
    },
    empty: {
      decoded: "{names}最大的[权重|{weights}]落在读入任何词之前的状态上，而不是句中的词。",
      given: "{names}没有可看的对象：{count:这一行¦这些行}的[权重|{weights}]都是 0。",
    },
  },
};
