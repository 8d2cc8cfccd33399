/** 演示 meaning 的中文文字：一个词在句子里是什么意思。 */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "词义",
  chapters: { question: "问题", weights: "权重", swap: "换词" },
  titles: {
    alone: "单独一个词",
    weights: "听谁的",
    steps: "步子",
    swap: "换一个词",
    again: "再走一次",
    end: "两个句子",
  },
  question: "这是哪个{name}？",
  whither: "{name}会去哪里？",
  nearestWord: "最近的词：{name}",
  byItself: "单独的{name}",
  listens: "{name}在听",
  swapOne: "换一个词试试",
  swapIn: "换成“{name}”",
  invitation: "看句子怎样移动一个词。",
  sentences: {
    alone: {
      between: "单独的{name}站在{senses}之间。什么能拉动它？",
      near: "单独的{name}只是一个点，与句子无关。什么能移动它？",
    },
    asks: "{name}问每个词，也问自己。",
    weights: {
      most: "{first}得到最大的[权重|{weights}]：{share}。",
      tied: "{~tied}个词并列最大的[权重|{weights}]，各为 {share}。",
      only: "没有别的词：{name}自己得到全部[权重|{weights}]。",
      nothing: "一个词都不许听：[权重|{weights}]全是 0。",
      nan: "有得分不是数，所以没有一个[权重|{weights}]是数。",
    },
    values: {
      arrows: "{count:它自己的[值|{values}]是¦每个词的[值|{values}]都是}一支箭头：会把{name}带往哪里。",
      nan: "权重不是数，[值|{values}]就移动不了什么。",
      nothing: "没有权重，[值|{values}]就移动不了什么。",
    },
    steps: {
      many: "每个[值|{values}]缩到它的[权重|{weights}]，就是一步。步子首尾相接，加在一起。",
      one: "[值|{values}]就是这一步：{name}整步走完。",
      nothing: "没有步子，{name}留在原处。",
      nan: "不是数的箭头没有方向：{name}没有位置。",
    },
    swap: {
      word: "现在{to}站在{from}的位置。",
      other: "现在另一个词站在{from}的位置。",
      again: "{name}重新问一遍。",
    },
    again: "从同一个点出发，同一个词走了{moved:另外的¦同样的}步子。",
    end: {
      apart:
        "只换了一个[值|{values}]，{name}就去了别处：先前离{near}最近，现在离{next}最近。这就是它在这里的意思。",
      still: "换了一个[值|{values}]，{name}的终点却没有变。",
      moved: "只换了一个[值|{values}]，{name}就去了别处。这就是它在这里的意思。",
    },
  },
};
