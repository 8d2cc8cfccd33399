/** 演示 regions 的中文文字：说明文字里的词看图片。 */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "图像区域",
  chapters: { picture: "图片", ask: "词来提问" },
  titles: {
    picture: "一张图片",
    patches: "图块",
    word: "一个词提问",
    mix: "它看到什么",
    next: "另一个词",
    point: "指一指",
  },
  kinds: {
    ...{ sky: "天空", grass: "草地", tree: "树", dog: "狗", cat: "猫", legs: "腿", paws: "爪" },
    ...{ ball: "球", kite: "风筝", sun: "太阳", moon: "月亮" },
  },
  drawn: "一只狗在太阳下追一个球；右边有一棵树",
  looks: "“{name}”看哪里",
  sees: "“{name}”看到",
  holds: "{name}里有",
  hint: "随处指一指。",
  invitation: "指一个词，它的图块就亮起来。",
  sentences: {
    picture: "说明有 {words} 个词，每个都有一个学到的查询去看图片。",
    patches: "{across} × {down} 个图块，各是一个键和一个值：天空、草地、狗等等各占多少。",
    word: {
      looks: "要说出{name}，查询看这里：图块越亮，[权重|{weights}]越大。",
      spreads: "{name}处处都看，又哪里都没看：没有一个图块得到多少[权重|{weights}]。",
    },
    mix: "{name}看到的加在一起：{first} {share}，{second} {rest}。",
    next: "{name}看别处：{first} {share}，{second} {rest}。没有谁告诉过它该看哪里。",
    point: "指一个词，点亮它的图块；指一个图块，说出它的词。",
  },
};
