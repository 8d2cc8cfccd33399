/** 中文。键与 en.js 一一对应。 */
export default {
  noTensor: "这不是张量；请给出含 shape 和 data 的对象，且 data 的个数与 shape 相符。",
  noNumber: "data[{i}] 不是 float32 能表示的数；请给出绝对值不超过 3.4e38 的数。",
  noObject: "这不是对象；请给出张量、轨迹或算例。",
  axes: "张量有 {count} 个轴，最多写出 {limit} 个；请合并其中一些轴。",
  many: "张量有 {count} 个数，最多写出 {limit} 个；请只取一部分，或改用 .npy 代替文本。",
  long: "写成 JSON 后超过 {limit} 个字符；请将张量逐个保存为 .npy 文件。",
  deep: "嵌套超过 {limit} 层；请使用普通的数组和对象。",
  unreadable: "{where} 无法读取；请使用普通的数组和对象。",
  gap: "{where} 处没有值；请在此给出数，或省略整个键。",
  noValue: "{where} 的类型是 {kind}，JSON 没有这种值；请使用数、文本、数组和对象。",
};
