/** The words on the element's own controls. What is said about attention stands in the scene's words. */

const en = {
  language: "EN",
  player: "Attention, step by step",
  back: "Step back",
  forward: "Step forward",
  play: "Play",
  pause: "Pause",
  position: "Position",
  speed: "Speed",
  switchLanguage: "EN, switch to Chinese",
  settings: "Settings",
  story: "Story",
  theme: "Theme",
  "theme.auto": "Automatic",
  "theme.light": "Light",
  "theme.dark": "Dark",
  palette: "Colours",
  "palette.classic": "Classic",
  "palette.safe": "Colour-blind safe",
  "palette.print": "Print",
  scale: "Divide by √dₖ",
  causal: "Causal mask",
  softmax: "Softmax step by step",
  head: "Head",
  batch: "Batch item",
  all: "all",
  loop: "Loop",
  fromHere: "Loop from here",
  fromStart: "Loop from the start",
  formula: "Formula",
  picture: "Picture. Enter walks its numbers with the arrow keys, Escape leaves.",
  tables: "All numbers as tables",
  row: "row",
  column: "column",
  "note.drawn": "parameters drawn at random",
  "note.illustrative": "numbers set by hand, to illustrate",
  "story.walk-through": "Walk-through",
  "story.matrices": "Matrices",
  "story.one-query": "One query",
  "story.multi-head": "Many heads",
  "story.seq2seq": "Encoder and decoder",
  "story.alignment": "Alignment",
  "story.scores": "Score functions",
  "story.scaling": "Why divide",
  "story.geometry": "Geometry",
  "story.search": "Search",
  "story.normalization": "Normalisation",
  "story.fused": "Fused",
  "story.compare": "Compare",
  "story.backward": "Backward",
  "story.training": "Training",
};

/** @type {typeof en} */
const zh = {
  language: "中文",
  player: "一步一步看注意力",
  back: "上一步",
  forward: "下一步",
  play: "播放",
  pause: "暂停",
  position: "进度",
  speed: "速度",
  switchLanguage: "中文，切换到英文",
  settings: "设置",
  story: "讲法",
  theme: "主题",
  "theme.auto": "自动",
  "theme.light": "浅色",
  "theme.dark": "深色",
  palette: "配色",
  "palette.classic": "经典",
  "palette.safe": "色盲友好",
  "palette.print": "打印",
  scale: "除以 √dₖ",
  causal: "因果掩码",
  softmax: "展开 softmax",
  head: "头",
  batch: "批次条目",
  all: "全部",
  loop: "循环",
  fromHere: "从这里循环",
  fromStart: "从头循环",
  formula: "公式",
  picture: "图。按回车后用方向键逐个查看数字，按 Esc 退出。",
  tables: "所有数字的表格",
  row: "行",
  column: "列",
  "note.drawn": "参数为随机取值",
  "note.illustrative": "数值为示意，手工设定",
  "story.walk-through": "逐步演示",
  "story.matrices": "矩阵",
  "story.one-query": "一个查询",
  "story.multi-head": "多头",
  "story.seq2seq": "编码器与解码器",
  "story.alignment": "对齐",
  "story.scores": "打分函数",
  "story.scaling": "为何缩放",
  "story.geometry": "几何",
  "story.search": "搜索",
  "story.normalization": "归一化",
  "story.fused": "融合计算",
  "story.compare": "对比",
  "story.backward": "反向传播",
  "story.training": "训练",
};

/** @typedef {keyof typeof en} Label */

/** @type {Record<string, typeof en>} */
export const labels = { en, zh };

/** The language the element speaks: its own, the nearest, the reader's. @param {Element} element @returns {"en" | "zh"} */
export function language(element) {
  const nearest = (/** @type {Element | null} */ from) => {
    for (let at = from; at;) {
      const found = at.closest("[lang]");
      const said = found?.getAttribute("lang")?.trim();
      if (said) return said;
      const root = (found?.parentElement ?? at).getRootNode();
      at = found?.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
    }
    return "";
  };
  const said = nearest(element) || navigator.language || "en";
  return /^zh\b/i.test(said) ? "zh" : "en";
}
