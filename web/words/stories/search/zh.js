/** 中文：把注意力看作搜索。 */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "一次搜索",
  chapters: { query: "搜索", score: "匹配", exact: "精确", soft: "柔和", self: "自己问" },
  kinds: { exact: "精确", soft: "柔和", self: "自己问" },
  titles: {
    typed: "输入",
    labels: "标签",
    contents: "内容",
    score: "匹配",
    scores: "全部标签",
    scale: "放大",
    exact: "精确匹配",
    returned: "返回",
    again: "换一个词",
    soft: "柔和匹配",
    mixed: "混合",
    outside: "没有人输入",
    asks: "条目提问",
    all: "自注意力",
  },
  invitation: "看一次搜索如何变成注意力。",
  sentences: {
    typed: "输入的是{queryName}。写成 {features} 个数，每个特征一个，就是[查询|{query}]：要找什么。",
    labels:
      "{entries:唯一的条目¦{entries} 个条目各}有一个标签，用同样的特征写成，就是它的[键|{keys}]：凭它被找到。",
    contents: "它还有内容，就是它的[值|{values}]：搜索返回的正是它。",
    score: "[查询|{query}]与{first}的[键|{first_key}]逐个特征相遇：两两相乘，再全部相加。",
    scores: "其余标签同样打分。[得分|{scores}]越大，越匹配。",
    scale: "要精确搜索，就把每个[得分|{scaled}]乘以 {factor}{large:：原来领先一点，现在领先极多}。",
    exact: "Softmax 把它们变成[权重|{weights}]，分掉长度为 1 的横条。",
    verdicts: {
      nan: "有得分不是数，所以没有一个[权重|{weights}]是数。",
      nothing: "得分全是 −∞：谁都得不到[权重|{weights}]。",
      one: "唯一的条目得到全部。",
      all: "没有哪个标签更匹配，于是人人相同。",
      sole: "{best}最匹配，得到全部：精确搜索只选一个。",
      tied: "{tied:¦{tied} 个标签同样匹配，}无从区分：平分。",
      leaders: "{tied} 个标签最匹配，得到最多，彼此相同；其余的还没有完全消失。",
      mixed: "{best}最匹配，得到最多；其余的还没有完全消失。",
    },
    returned: {
      nan: "[返回|{output}]的不全是数。",
      nothing: "什么也没有[返回|{output}]：全是 0。",
      sole: "于是[返回|{output}]的就是{best}的[内容|{values}]，原封不动。",
      tied: "于是[返回|{output}]的是它们[内容|{values}]的平均。",
      mixed: "[内容|{values}]按各自的[权重|{weights}]混合后[返回|{output}]。",
    },
    again: "现在输入的是{queryName}。",
    soft: "柔和匹配：[得分|{scores}]还是那些，{factor:不再放大¦乘以 {factor}}。横条从精确的份额滑到柔和的份额。",
    blends: {
      mixed: "{best}得到最多，{share}；稍微匹配的也稍微回答：[内容|{values}]混在一起。",
      leaders: "{tied} 个得到最多，各 {share}；稍微匹配的也稍微回答：[内容|{values}]混在一起。",
      alike: "{tied} 个平分，各 {share}：[内容|{values}]混在一起。",
      sole: "{best}仍然得到全部：其余的落后太多。",
    },
    outside:
      "到此为止，[查询|{query}]都来自外面：这是注意力。现在条目{queryName}来提问：它自己的标签就是[查询|{query}]。",
    asks: "它与每个标签相比，也包括它自己的：[得分|{scores}]、softmax、[求和|{output}]都与之前一样。",
    all: "自注意力：每个条目都向自己所在的列表提问，各占注意力图的一行。没有什么来自外面。",
  },
};
