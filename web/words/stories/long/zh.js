/** 演示 long 的中文文字：词元太多，无法逐个画出数字。 */

export default {
  name: "长输入",
  chapters: { map: "注意力图", row: "一个查询" },
  titles: { map: "注意力图", asks: "一个查询", largest: "最大的权重", sum: "输出", look: "细看" },
  label: "注意力图，{q_len} 个查询，{kv_len} 个键",
  progress: "{rows} 个查询中的 {filled} 个",
  stop: "停止",
  resume: "继续",
  head: "头 {n}",
  back: "往前 {n} 个",
  lines: "每行 {n} 个",
  above: "它看正上方的位置",
  "zoom-in": "放大",
  "zoom-out": "缩小",
  keys: "方向键在权重之间移动，加号和减号缩放，回车选定查询",
  invitation: "看 {q_len} 个查询如何分配注意力。",
  sentences: {
    map: {
      all: "{q_len} 个查询与 {kv_len} 个键相遇。[注意力图|weights]上越蓝，越接近本行最大的权重。",
      dense: "若干权重共用一个点时，显示其中最大的。",
      odd: "最深的颜色表示 NaN。",
    },
    asks: "{queryName}提问：[注意力图|weights]的这一行就是它看到的。",
    largest: {
      some: "{queryName}[看向|{weights}]：{named}。列出其中最大的 {count} 个权重。",
      nothing: "{queryName}没有可看的对象：这一行的每个[权重|{weights}]都是 0。",
      zero: "{queryName}什么也没有看向：这一行给定的每个[权重|{weights}]都是 0。",
      nan: "{queryName}有一个[权重|{weights}]是 NaN。",
      given: "{queryName}的[权重|{weights}]是给定的：{named}。",
    },
    sum: {
      all: "各个[值|value]乘以自己的权重，加起来就是{queryName}的[{result}|{output}]。",
      cut: "这里画出其中前 {shown} 个数。",
    },
    look: {
      back: "无论谁提问，这个头都[看向|{weights}]往前第 {back} 个。",
      points: "{q_len:指向[注意力图|weights]可以看到数字¦点击[注意力图|weights]，选定一个查询}。",
      zoom: "双指张合，或按 + 和 −，缩放。",
    },
  },
};
