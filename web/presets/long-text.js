/**
 * A text of about 200 words, and one head that looks at the last mention of the same word; a new word looks at the start. Each
 * word has a row of signs of its own, drawn with seed 7, and its position; the parameters are set by hand.
 */

import { drawing } from "../edit/drawing.js";

const TEXTS = {
  en: `a fox lived by a river . every morning the fox walked along the river to an old bridge . under the bridge lived a heron ,
    and the heron knew every fish in the river . one morning the fox asked the heron for a fish . the heron said that the bridge was
    old and that a fox who mends a bridge may ask for a fish . so the fox fetched wood from the hill . every evening the wood lay under
    the bridge , and every night the river carried the wood away . the heron laughed , and the fox sat down on the hill and looked at
    the river . then the fox saw how the river turned where stones lay . the next morning the fox rolled stones down the hill , and the
    stones held the wood , and the wood held the bridge . when winter came , the river rose and the bridge stood . the heron brought a
    fish , and the fox gave half of the fish to the heron , for a bridge that two have watched is a bridge for two`,
  zh: `河 边 住 着 一只 狐狸 。 每天 早上 狐狸 沿着 河 走到 一座 旧 桥 。 桥 下 住 着 一只 鹭 ， 鹭 认识 河 里 的 每 条 鱼 。 一天 早上 狐狸 向
    鹭 要 一条 鱼 。 鹭 说 桥 旧 了 ， 修好 桥 的 狐狸 才 可以 要 鱼 。 于是 狐狸 从 山 上 搬来 木头 。 每天 晚上 木头 放 在 桥 下 ， 每天 夜里
    河 把 木头 带走 。 鹭 笑 了 ， 狐狸 坐 在 山 上 看 着 河 。 后来 狐狸 看见 河 在 石头 旁边 转弯 。 第二天 早上 狐狸 从 山 上 推下 石头 ，
    石头 挡住 木头 ， 木头 撑住 桥 。 冬天 到 了 ， 河 涨 了 ， 桥 还 在 。 鹭 带来 一条 鱼 ， 狐狸 把 一半 的 鱼 分给 鹭 ， 因为 两个 看 过 的
    桥 就 是 两个 的 桥`,
};

/** Signs per word, which is also the dot product of a word with itself. */
const SIGNS = 21;
/** The largest dot product of two different words. */
const ALIKE = 9;
/** What a matching sign adds to a score, what 100 positions further on in the text add, and what the start adds. */
const [SAME, NEARER, START] = [6, 16, 110];

/** @param {string} text @returns {import("./index.js").Loaded} */
function loadedOf(text) {
  const tokens = ["⟨start⟩", ...text.split(/\s+/)];
  const draw = drawing(7);
  /** @type {Map<string, number[]>} */
  const signs = new Map([[tokens[0], Array(SIGNS).fill(0)]]);
  const unlike = (/** @type {number[]} */ drawn) =>
    [...signs.values()].every((other) => drawn.reduce((sum, sign, k) => sum + sign * other[k], 0) <= ALIKE);
  for (const token of tokens) {
    let drawn;
    while (!signs.has(token) && !(drawn && unlike(drawn)))
      drawn = Array.from({ length: SIGNS }, () => 2 * draw(2) - 1);
    if (drawn) signs.set(token, drawn);
  }
  // after its signs: 1, its position, whether it is the start
  const x = tokens.map((token, k) => [
    .../** @type {number[]} */ (signs.get(token)),
    1,
    k / 100,
    Number(k === 0),
  ]);
  const size = SIGNS + 3;
  const w_q = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => {
      if (row === SIGNS) return [NEARER, START][column - SIGNS - 1] ?? 0;
      return row < SIGNS && row === column ? SAME : 0;
    }),
  );
  // a value is its word's signs, 0.7 each
  const w_v = Array.from({ length: size }, (_, row) =>
    Array.from({ length: SIGNS }, (_, column) => (row === column ? 0.7 : 0)),
  );
  // nothing looks at itself
  return { problem: { x, w_q, w_v, scale: 1, causal: true, causal_offset: -1, labels: { x: tokens } } };
}

/** English, and its replacements in other languages. @type {import("./index.js").Loaded} */
export default { ...loadedOf(TEXTS.en), translated: { zh: loadedOf(TEXTS.zh) } };
