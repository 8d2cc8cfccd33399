/**
 * What the finished text claims, and whether it is so. Readers look for claims in sentences of either language, knowing
 * nothing of how they were chosen: counts, names, "largest", "all", "only", "nothing", numbers, parameters. A claim is
 * checked against the trace and the problem as given; nothing of web/scene or web/words is asked.
 */

import { read as asTensor, rule } from "../../helpers/oracle.js";
import { read, said, says } from "./marks.js";

/** @typedef {ReturnType<typeof truthOf>} Truth */
/** @typedef {{ text: string, query: number | null, at: string, of?: number }} Line at: id of its step, or what it is; of: the row a note is about */
/** @typedef {(found: string[], truth: Truth, line: Line) => boolean} Check found: the match and its groups */

/**
 * The truth of a run, as far as sentences speak of it.
 * @param {Record<string, any>} problem @param {any} trace @param {any} scene
 */
export function truthOf(problem, trace, scene) {
  const { batch = 0, head = 0 } = scene.model.options;
  const given = Object.fromEntries(["mask", "key_mask", "bias", "weights_override"].filter((name) => problem[name] != null).map((name) => [name, asTensor(problem[name])])); // prettier-ignore
  const [batches, heads, q_len, d_q] = trace.query.shape;
  const d_v = trace.value.shape[3];
  const [, kv_heads, kv_len, d_k] = trace.key.shape;
  const may = rule({ ...problem, ...given }, q_len, kv_len);
  const bias = given.bias;
  const biasAt = (h, i, j) => {
    const at = [batch, h, i, j].slice(4 - bias.shape.length);
    return bias.data[
      at.reduce((sum, k, axis) => sum * bias.shape[axis] + (bias.shape[axis] === 1 ? 0 : k), 0)
    ];
  };
  /** Row i of a tensor, of the head that is shown or another. @param {string} name @param {number} i */
  const own = (name, i, h = head) => {
    const { shape, data } = trace[name];
    const width = shape[shape.length - 1];
    const shared = shape[1] === kv_heads && /key|value/.test(name) ? Math.floor(h / (heads / kv_heads)) : h;
    const row = (shape.length === 4 ? (batch * shape[1] + shared) * shape[2] : batch * shape[1]) + i;
    return Array.from(data.subarray(row * width, (row + 1) * width));
  };
  const rowsOf = (h) =>
    Array.from({ length: q_len }, (_, i) => {
      const forbidden = Array.from({ length: kv_len }, (_, j) => !may(batch, h, i, j));
      const at = (batch * heads + h) * q_len + i;
      return {
        ...{ i, h, forbidden },
        struck: forbidden.filter(Boolean).length,
        byBias: bias ? forbidden.filter((_, j) => biasAt(h, i, j) === -Infinity).length : 0,
        weights: own("weights", i, h),
        scores: own("scores", i, h),
        scaled: own("scaled_scores", i, h),
        capped: trace.capped_scores ? own("capped_scores", i, h) : [],
        masked: own("masked_scores", i, h),
        exps: own("shifted_exp", i, h),
        mixed: own("mixed", i, h),
        most: trace.row_max.data[at],
        sum: trace.row_sum.data[at],
      };
    });
  const rows = rowsOf(head);
  const labels = problem.labels ?? {};
  const self = !problem.x_kv && !problem.query;
  const names = (side) => {
    const list = side === "query" || self ? labels.x : labels.x_kv;
    return Array.from({ length: side === "query" ? q_len : kv_len }, (_, k) =>
      typeof list?.[k] === "string" ? list[k] : "",
    );
  };
  const asked = scene.steps.map((step) => step.query).filter((i) => i !== null);
  // a story of all queries at once tells them all
  const told = asked.length ? [...new Set(asked)] : rows.map(({ i }) => i);
  return {
    ...{ problem, trace, batch, head, batches, heads, kv_heads, q_len, kv_len, d_q, d_k, d_v },
    ...{ rows, self, told, own },
    // a story of one head speaks of that one
    all: scene.story === "multi-head" ? Array.from({ length: heads }, (_, h) => rowsOf(h)).flat() : rows,
    override: problem.weights_override != null,
    masks: ["mask", "key_mask", "window"].some((name) => problem[name] != null) || Boolean(problem.causal),
    d_model: trace.x?.shape.at(-1) ?? 0,
    queries: names("query"),
    keys: names("key"),
    duration: scene.duration,
  };
}

/** @param {number[]} list */
const total = (list) => list.reduce((sum, one) => sum + one, 0);
/** Shares of one whole. @param {number[]} weights */
const isWhole = (weights) => weights.every((weight) => weight >= 0) && Math.abs(total(weights) - 1) < 1e-3;

const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
/** "three", "3", "a" @param {string} text */
const count = (text) =>
  /^an?$/i.test(text)
    ? 1
    : WORDS.includes(text.toLowerCase())
      ? WORDS.indexOf(text.toLowerCase())
      : Number(text);

/** Which tokens a name may mean: “cat”, input 2. @param {Truth} t @param {"query" | "key"} side @param {string} name */
function places(t, side, name) {
  const list = side === "query" ? t.queries : t.keys;
  const plain = name.replace(/^[“"]|[”"]$/g, "").trim();
  if (plain.endsWith("…")) {
    // cut where there was no more room
    const start = plain.slice(0, -1);
    return list.flatMap((label, k) =>
      (label || `input ${k + 1} source key query 输入 来源 键 查询 itself 自己`).includes(start) ? [k] : [],
    );
  }
  const quoted = list.flatMap((label, k) => (label && label === plain ? [k] : []));
  const letter = /^[a-z]([₀-₉]+)$/
    .exec(plain)?.[1]
    .replace(/./g, (digit) => String("₀₁₂₃₄₅₆₇₈₉".indexOf(digit)));
  const nth = letter ? ["", letter] : /^(?:input|source|key|query|输入|来源|键|查询)? ?(\d+)$/i.exec(plain);
  const at = nth ? Number(nth[1]) - 1 : -1;
  return nth && at < list.length && !list[at] ? [...quoted, at] : quoted;
}

/** The rows that a line is about: of its query, or of all queries and heads. @param {Truth} t @param {Line} line */
const rowsIn = (t, line) => (line.query === null && line.of === undefined ? t.all : [rowOf(t, line)]);
/** @param {Truth} t @param {Line} line */
const rowOf = (t, { query, of }) => t.rows[of ?? query ?? t.told[0]];
/** @param {Truth} t @param {Line} line @param {string} name as a note says it */
const keysNamed = (t, line, name) => [
  ...(/^(i(t(s(e(lf?)?)?)?)?…|itself|自己|自…)$/.test(name.trim()) && t.self
    ? [line.of ?? line.query ?? -1]
    : []),
  ...places(t, "key", name),
];
/** @param {Truth} t @param {Line} line @param {string} name @param {(weight: number, row: number[], j: number) => boolean} holds */
const shareOf = (t, line, name, holds) =>
  keysNamed(t, line, name).some((j) => holds(rowOf(t, line).weights[j], rowOf(t, line).weights, j));
/** @param {number} weight @param {number[]} row */
const isLargest = (weight, row) => row.every((other) => !(other > weight));
/** Is a weight so many percent? @param {string} share @param {number} weight */
const isShare = (share, weight) =>
  share === ">99" ? weight > 0.99 && weight < 1 : Math.round(100 * weight) === Number(share);

/** Sizes that a counted thing may have. @type {Record<string, (t: Truth) => number[]>} */
const SIZES = {
  word: (t) =>
    t.queries.every(Boolean) && (!t.self || t.keys.every(Boolean)) ? [t.told.length, t.q_len] : [],
  input: (t) => [t.q_len, t.told.length],
  source: (t) => [t.kv_len],
  query: (t) => [t.q_len, t.told.length],
  key: (t) => [t.kv_len],
  value: (t) => [t.kv_len],
  number: (t) => [t.d_model, t.d_v, t.heads * t.d_q, t.heads * t.d_v, ...(t.problem.w_o ? asTensor(t.problem.w_o).shape : [])], // prettier-ignore
  item: (t) => [t.batches],
  result: (t) => [t.heads],
  other: (t) => [t.kv_len],
  score: (t) => [t.kv_len],
  head: (t) => [t.heads],
};
const ONE = { queries: "query" };
// one claim a line
// prettier-ignore
/** @type {[name: string, lang: "en" | "zh" | "", pattern: RegExp, check: Check][]} */
export const READERS = [
  // counts and their plurals
  ["count", "en", /(?<!not |[\d.])\b(?!(?<=of )one)(a|one|two|three|four|five|six|seven|eight|nine|ten|\d+) (words?|inputs?|sources?|query|queries|numbers?|heads|items?|results?|others?)\b(?! of| \d)/gi, ([, n, noun], t) => { const one = (ONE)[noun.toLowerCase()] ?? noun.toLowerCase().replace(/s$/, ""); return SIZES[one](t).includes(count(n)) && (count(n) === 1) === (noun.toLowerCase() === one); }],
  ["count", "zh", /(\d+) 个(词|输入|来源|查询|数)(?![字])/g, ([, n, noun], t) => SIZES[({ 词: "word", 输入: "input", 来源: "source", 查询: "query", 数: "number" })[noun]](t).includes(Number(n))], // prettier-ignore,
  ["one query told", "", /^(one query|一个查询)$/g, (_, t) => t.told.length === 1],
  ["all queries told", "", /^(all \w+ queries|全部 \d+ 个查询)$/g, (_, t) => t.told.length === t.q_len && t.q_len > 1],
  ["the inputs, one or many", "en", /^(?!A batch).*a row of.*: the (inputs?)\./g, ([, noun], t) => (noun === "input") === (t.q_len === 1)],
  ["query of queries", "", /(?:query (\d+) of (\d+)|查询 (\d+)，共 (\d+) 个)/g, ([, a, b, c, d], t, { query }) => Number(a ?? c) - 1 === (query ?? t.q_len - 1) && Number(b ?? d) === t.q_len],
  ["head of heads", "", /(?:head (\d+) of (\d+)|第 (\d+) 个头，共 (\d+) 个)/g, ([, a, b, c, d], t) => Number(a ?? c) - 1 === t.head && Number(b ?? d) === t.heads && t.heads > 1],
  ["item of batch", "", /(?:item (\d+) of (\d+)|样本 (\d+)，共 (\d+) 个)/g, ([, a, b, c, d], t) => Number(a ?? c) - 1 === t.batch && Number(b ?? d) === t.batches && t.batches > 1],
  ["seconds", "", /(\d+) (?:seconds|秒)/g, ([, n], t) => Math.abs(Number(n) - t.duration) <= 1],
  ["heads, in Chinese", "zh", /(?<!第 )(\d+) 个头/g, ([, n], t) => Number(n) === t.heads && t.heads > 1],
  ["one head", "", /one head\b(?!s| of)|^One head|只有一个头/g, (_, t) => t.heads === 1],
  ["scores, counted", "", /: (\d+) scores?(?:, row| a head)|(?:共|每个头) (\d+) 个得分/g, ([, a, b], t) => Number(a ?? b) === t.q_len * t.kv_len],
  ["the item in front", "", /item (\d+) stands in front|样本 (\d+) 在最前/g, ([, a, b], t) => Number(a ?? b) - 1 === t.batch],
  ["shapes of results", "", /results of (\d+)×(\d+)|个 (\d+)×(\d+) 的结果/g, ([, a, b, c, d], t) => Number(a ?? c) === t.q_len && Number(b ?? d) === t.d_v],
  ["shapes of a product", "", /(\d+)×(\d+) · (\d+)×(\d+) = (\d+)×(\d+)/g, ([, a, b, c, d, e, f]) => b === c && a === e && d === f],
  ["cut into heads", "", /row of (\d+) numbers is cut into \w+ heads of (\d+)|每行的 (\d+) 个数切成 \d+ 个头，每个 (\d+) 个/g, ([, a, b, c, d], t) => Number(a ?? c) === t.heads * t.d_q && Number(b ?? d) === t.d_q],
  ["joined heads", "", /side by side, make rows of (\d+)|拼接起来，每行共 (\d+) 个数/g, ([, a, b], t) => Number(a ?? b) === t.heads * t.d_v],
  ["shared keys", "", /share the same keys|共用同一组|stay one|仍是一组/g, (_, t) => t.kv_heads === 1 && t.heads > 1],
  ["its group", "", /values of its group|混合所在组的/g, (_, t) => t.kv_heads < t.heads],
  ["its own values", "", /mixes its values|混合各自的值/g, (_, t) => t.kv_heads === t.heads],
  ["heads that agree", "", /[Aa]ll heads look most at the same key|所有头最关注的都是同一个键/g, (_, t) => t.rows.every(({ i, weights }) => weights.some((_, j) => t.all.every((row) => row.i !== i || isLargest(row.weights[j], row.weights))))],
  ["a head looks most", "en", /(“[^”]*”|\w+ \d+) looks most((?: at (?:“[^”]*”|\w+ \d+) \([^)]*\) in head \d+(?:, but)?)+)/g, ([, name, heads], t) => places(t, "query", name).some((i) => [...heads.matchAll(/at (“[^”]*”|\w+ \d+) \(([^)]*)\) in head (\d+)/g)].every(([, key, share, h]) => looks(t, i, Number(h) - 1, key, share)))],
  ["a head looks most", "zh", /对(“[^”]*”|(?:输入|查询) \d+)，((?:头 \d+ 最关注(?:“[^”]*”|(?:输入|键) \d+)（[^）]*），?)+)/g, ([, name, heads], t) => places(t, "query", name).some((i) => [...heads.matchAll(/头 (\d+) 最关注(“[^”]*”|(?:输入|键) \d+)（([^）]*)）/g)].every(([, h, key, share]) => looks(t, i, Number(h) - 1, key, share)))],
  ["rows that give 0", "", /without any weight gives 0|没有任何权重的行，结果为 0/g, (_, t) => t.all.some(({ weights }) => weights.every((one) => one === 0)) && t.all.every(({ weights, mixed }) => weights.some((one) => one !== 0) || mixed.every((one) => one === 0))],
  ["rows that give NaN", "", /A row with NaN gives|含有 NaN 的行，结果/g, (_, t) => t.all.some(({ mixed }) => mixed.some(Number.isNaN))],
  ["nothing follows", "", /No matrix follows|后面没有矩阵/g, (_, t) => t.problem.w_o == null && t.problem.b_o == null],
  ["this is the output already", "", /mixed by their weights: the output|混合值，得到输出/g, (_, t) => t.heads === 1 && same(t, "output", 0)],
  ["plus a bias", "", /(?:W_Q, W_K and W_V|W_Q、W_K(?:、| 和 )W_V).*/g, ([text], t) => /bias|偏置/.test(text) === ["b_q", "b_k", "b_v"].some((name) => t.problem[name] != null)],

  // who
  ["who asks", "", /(?:^|Now )(“[^”]*”|(?:[Ii]nput|[Qq]uery) \d+) asks|轮到(“[^”]*”|(?:输入|查询) \d+)|^(“[^”]*”|(?:输入|查询) \d+) ?先?提问/g, ([, a, b, c], t, { query }) => places(t, "query", a ?? b ?? c).includes(query ?? -1)],
  ["first of several", "", /asks first|先提问/g, (_, t, { query }) => query === t.told[0] && t.told.length > 1],
  ["not the first", "", /^Now |^现在轮到/g, (_, t, { query }) => query !== t.told[0]],
  ["query in a score", "en", /^The query of (“[^”]*”|\w+ \d+)/g, ([, name], t, { query }) => places(t, "query", name).includes(query ?? -1)],
  ["query in a score", "zh", /^(“[^”]*”|(?:输入|查询) \d+) ?的查询(?:与|经由)/g, ([, name], t, { query }) => places(t, "query", name).includes(query ?? -1)],
  ["first key in a score", "", /the key of (“[^”]*”|\w+ \d+)|与(“[^”]*”|(?:输入|来源|键) \d+) ?的键/g, ([, a, b], t) => places(t, "key", a ?? b).includes(0)],
  ["every key", "", /^The query.* every key|的查询与每个键/g, (_, t) => t.kv_len > 1],
  ["the only key", "", /the only key|唯一的键/g, (_, t) => t.kv_len === 1],
  ["the other keys", "en", /[Tt]he other (keys?) /g, ([, noun], t) => t.kv_len >= 2 && (noun === "key") === (t.kv_len === 2)],
  ["the other keys", "zh", /其余的键/g, (_, t) => t.kv_len >= 2],

  // parameters, and how things are made
  ["parameter named", "", /(?<!\bno |没有 |[Ww]ithout )\b([Wb])_([QKVO])/g, ([, letter, name], t) => t.problem[`${letter.toLowerCase()}_${name.toLowerCase()}`] != null],
  ["parameter absent", "", /(?:\bno |没有 |[Ww]ithout )([Wb])_([QKVO])/g, ([, letter, name], t) => t.problem[`${letter.toLowerCase()}_${name.toLowerCase()}`] == null],
  ["bias not forgotten", "", /W_([QKV])/g, ([, name], t, { text, at }) => !/^(keys|values|query)$/.test(at) || /b_[QKV]/.test(text) === (t.problem[`b_${name.toLowerCase()}`] != null)],
  ["inputs given", "", /no input|没有输入/g, (_, t) => t.problem.query != null],
  ["no matrix", "", /[Ww]ithout a matrix|没有矩阵/g, (_, t, { at }) => !/^(keys|values)$/.test(at) || t.problem[at === "values" ? "w_v" : "w_k"] == null],
  ["is its own key", "", /is its own key|自己的键/g, (_, t) => t.rows.length > 0 && same(t, "key")],
  ["is its own value", "", /is its own value|就是自己的值|也是自己的值/g, (_, t) => same(t, "value")],
  ["too", "", /its own value too|它也是自己的值/g, (_, t) => same(t, "key") && same(t, "value")],
  ["values from the same inputs", "", /A value, with W_V|值用 W_V/g, (_, t) => t.problem.x_v == null],
  ["dot product", "", /number times number|逐个相乘/g, (_, t, { at }) => !/^score/.test(at) || t.problem.score === undefined || /dot/.test(t.problem.score)],
  ["bilinear", "", /through a matrix, W|经由矩阵 W/g, (_, t) => t.problem.score === "bilinear"],
  ["additive", "", /a small network|一个小网络/g, (_, t) => t.problem.score === "additive"],
  ["larger fits better", "", /[Tt]he larger a score, the better|得分越大，越匹配/g, (_, t) => order(t)],
  ["divided by the root", "", /(?:divided by √dₖ = √|除以 √dₖ = √|^÷ √)(\d+)/g, ([, n], t) => Number(n) === t.d_k && t.rows.every(({ scores, scaled }) => scores.every((score, j) => close(scaled[j], score / Math.sqrt(t.d_k))))],
  ["multiplied by the scale", "", /(?:by the scale |缩放系数 |^scale |^缩放 )([−\d.e-]+?)(?=[。.]?$)/g, ([, n], t) => says(n, Math.fround(t.problem.scale ?? 1 / Math.sqrt(t.d_k))) && t.rows.every(({ scores, scaled }) => scores.every((score, j) => close(scaled[j], score * Math.fround(t.problem.scale ?? 1 / Math.sqrt(t.d_k)))))],
  ["unscaled", "", /^(unscaled|未缩放)$/g, (_, t) => t.rows.every(({ scores, scaled }) => scores.every((score, j) => close(scaled[j], score)))],
  ["soft cap", "", /between −(\d[\d.]*) and ([\d.]*\d)|−(\d[\d.]*) 与 ([\d.]*\d) 之间/g, ([, a, b, c, d], t) => Number(a ?? c) === t.problem.softcap && Number(b ?? d) === t.problem.softcap && t.rows.every(({ capped }) => capped.every((one) => !(Math.abs(one) > t.problem.softcap * 1.000001)))],

  // masks and biases
  ["a bias is added", "", /[Tt]he bias is added|得分加上偏置|^with bias$|^有偏置$/g, (_, t) => t.problem.bias != null],
  ["the mask did it", "", /[Tt]he mask strikes|[Mm]ask and bias|^掩码屏蔽|。掩码(?:在|屏蔽)|掩码和偏置/g, (_, t) => t.masks],
  ["the bias did it", "", /[Tt]he bias strikes|[Mm]ask and bias|偏置屏蔽|掩码和偏置/g, (_, t, line) => rowsIn(t, line).some(({ byBias }) => byBias > 0)],
  ["the mask alone did it", "", /[Tt]he mask strikes out (?!nothing)|(?:^|。)掩码屏蔽/g, (_, t, line) => rowsIn(t, line).every(({ byBias }) => byBias === 0)],
  ["struck out, counted", "", /strikes? out (\d+) of (\d+) scores?|屏蔽了 (\d+) 个得分中的 (\d+) 个/g, ([, a, b, c, d], t, line) => Number(a ?? d) === total(rowsIn(t, line).map(({ struck }) => struck)) && Number(b ?? c) === rowsIn(t, line).length * t.kv_len],
  ["struck out: nothing", "", /strikes? out nothing|没有屏蔽任何/g, (_, t, line) => rowsIn(t, line).every(({ struck }) => struck === 0)],
  ["struck out: every one", "", /strikes? out every score|[Ee]very score is (?:struck out|masked)|屏蔽了全部|得分全部被屏蔽(?!的行)|(?<!are |is )all (?:struck out|masked)|：全部被屏蔽/g, (_, t, line) => rowOf(t, line).struck === t.kv_len],
  ["rows all −∞", "", /scores are all −∞ gets 0|得分全部是 −∞ 的行，权重为 0/g, (_, t) => t.all.some(({ masked }) => masked.every((one) => one === -Infinity)) && t.all.every(({ masked, weights }) => masked.some((one) => one !== -Infinity) || weights.every((weight) => weight === 0))],
  ["struck out: the only one", "", /strikes? out the only score|唯一的得分/g, (_, t, line) => t.kv_len === 1 && rowOf(t, line).struck === 1],
  ["nothing to look at", "", /query may look at nothing|查询没有可关注的对象/g, (_, t, line) => rowOf(t, line).weights.every((weight) => weight === 0)],
  ["no weight for −∞", "", /−∞ now can get no weight|变成 −∞ 的得不到|−∞, and no weight|变成 −∞，得不到/g, (_, t, line) => rowsIn(t, line).every(({ weights, forbidden }) => weights.every((weight, j) => !forbidden[j] || weight === 0 || Number.isNaN(weight)))],
  ["some are struck out", "", /Masked scores have none|被屏蔽的没有条形|power of −∞ is 0|−∞ 次方为 0/g, (_, t, line) => rowsIn(t, line).some(({ struck }) => struck > 0) && rowsIn(t, line).every(({ exps, forbidden }) => exps.every((exp, j) => !forbidden[j] || exp === 0))],
  ["masked", "", /^(masked|有掩码)$/g, (_, t) => t.masks && t.all.some(({ struck, byBias }) => struck > byBias || (struck && t.masks))],
  ["rows with nothing", "", /^(?:query|queries) ([\d, and]+): nothing to attend to, (.*) 0$|^查询 ([\d、]+)：没有可关注的，(.*)为 0$/g, ([, a, what, b, zh], t) => { const listed = (a ?? b).match(/\d+/g)?.map((n) => Number(n) - 1) ?? []; const row = (i) => (/output|输出/.test(what ?? zh) ? t.own("output", i) : t.rows[i].mixed); return t.rows.every(({ struck }, i) => listed.includes(i) === (struck === t.kv_len)) && listed.every((i) => row(i).every((one) => one === 0)); }],
  ["plural of rows", "en", /^(query|queries) ([\d, and]+): nothing/g, ([, noun, list]) => (noun === "query") === (list.match(/\d+/g)?.length === 1)],

  // softmax
  ["weights given", "", /weights were given|weights given|权重是给定的|权重为给定/g, (_, t) => t.override],
  ["a score is NaN", "", /[Aa] score of this row is not a number|有得分含有 NaN/g, (_, t, line) => rowOf(t, line).masked.some(Number.isNaN)],
  ["a score is infinite", "", /largest score of this row is (−?∞)|这一行最大的得分是 (−?∞)/g, ([, a, b], t, line) => rowOf(t, line).most === read(a ?? b)],
  ["no weight is a number", "", /none of its weights is|(?<!的行，)权重都是 NaN/g, (_, t, line) => rowOf(t, line).weights.every(Number.isNaN)],
  ["every weight is 0", "", /each weight of this row is 0|every weight is 0|(?<!的行，)权重都是 0|权重全是 0|all weights are 0/g, (_, t, line) => rowOf(t, line).weights.every((weight) => weight === 0)],
  ["only one score", "", /only one score|只有一个得分/g, (_, t, line) => t.kv_len === 1 && (line.query === null || rowOf(t, line).weights[0] === 1)],
  ["a bar of length 1", "", /fill one bar of length 1|合成一条长度为 1/g, (_, t, line) => rowsIn(t, line).some(({ weights }) => isWhole(weights)) && !t.override],
  ["several", "", /[Ee]nd to end|首尾相接/g, (_, t) => t.kv_len > 1],
  ["the largest", "", /largest score of the row\. It is (\S+?)\.$|最大的得分：(\S+?)。$/g, ([, a, b], t, line) => says(a ?? b, Math.max(...rowOf(t, line).masked))],
  ["the sum", "", /bars of the row together: (\S+?)\.$|所有条形之和：(\S+?)。$/g, ([, a, b], t, line) => says(a ?? b, rowOf(t, line).sum)],
  ["the largest becomes 1", "", /the largest, now 0, becomes 1|最大的此时是 0，变成 1/g, (_, t, line) => Math.max(...rowOf(t, line).exps) === 1],

  // values and outputs
  ["something flows", "", /the more flows|流过的越多/g, (_, t, line) => rowOf(t, line).weights.some((weight) => weight !== 0) && !rowOf(t, line).weights.some(Number.isNaN)],
  ["a weight is NaN", "", /its weight, which is not a number|而权重是 NaN/g, (_, t, line) => rowOf(t, line).weights.every(Number.isNaN)],
  ["nothing flows", "", /[Nn]othing flows, so|什么也不流动，所以/g, (_, t, line) => rowOf(t, line).mixed.every((one) => one === 0)],
  ["the only value", "", /[Tt]he only weighted value|唯一的加权值/g, (_, t) => t.kv_len === 1],
  ["several flow together", "", /flow together|汇合成/g, (_, t) => t.kv_len > 1],
  ["this is the output", "", /(?:into the|is the|so the) output of|汇合成.*的输出|就是.*的输出|所以.*的输出/g, (_, t, line) => t.heads === 1 && same(t, "output", (line.query))],
  ["one head of several", "", /result of this head|这个头的结果/g, (_, t) => t.heads > 1],
  ["each times its weight", "", /each times its weight|乘以权重之和/g, (_, t, { at }) => at !== "outputs" || t.override],
  ["takes a share", "", /(>?\d+)\u00a0?% (?:from|取自) ?(“[^”]*”|自己|itself|[^，。,.]+? \d+)/g, ([, share, name], t, line) => shareOf(t, line, name, (weight) => isShare(share, weight))],
  ["takes the same of all", "", /(\d+)\u00a0?% from each\.|从每个来源各取 (\d+)%/g, ([, a, b], t, line) => rowOf(t, line).weights.every((weight) => isShare(a ?? b, weight))],
  ["takes less from the rest", "", /less from each of the rest|从其余各取得更少/g, (_, t, line) => { const [third, next] = rowOf(t, line).weights.toSorted((a, b) => b - a).slice(2); return Math.round(100 * third) > Math.round(100 * next); }],
  ["takes nothing or little from the rest", "", /(almost )?nothing else|(几乎|完全)不取自其余/g, ([, little, zh], t, line) => rowOf(t, line).weights.toSorted((a, b) => b - a).slice(line.text.split("%").length - 1).some((weight) => weight > 0) === Boolean(little || zh === "几乎")],
  ["takes everything", "", /takes everything from ([^.]+)\.|全部取自([^。]+)。/g, ([, a, b], t, line) => shareOf(t, line, a ?? b, (weight) => weight === 1)],
  ["takes almost nothing", "", /almost nothing from ([^,.]+?)(?: and [^,.]+)?[,.]|几乎不取自((?!其余)[^，。和、]+)/g, ([, a, b], t, line) => shareOf(t, line, a ?? b, (weight) => weight > 0 && weight < 0.005)],
  ["adds up given weights", "", /(−?[\d.]+) (?:times|×) (“[^”]*”|[^，。,.:]+? \d+)/g, ([, number, name], t, line) => !/adds up|相加而成/.test(line.text) || shareOf(t, line, name, (weight) => says(number, weight))],
  ["heads are joined", "", /heads are joined|各头拼接/g, (_, t) => t.heads > 1],

  // notes at the map: "rain: mostly itself"
  ["note: who", "", /^(?!nothing: |没有：)(.*?)(?:: |：)/g, ([, name], t, line) => line.at !== "note" || places(t, "query", name).includes(line.of ?? -1)],
  ["note: all", "", /^[^:：]*(?:: |：)(?:all |全部是)(?!\d)(?!masked|weights|\S*…)(.+?)(?=\. Listed|。列出|$)/g, ([, name], t, line) => line.at !== "note" || shareOf(t, line, name, (weight) => weight === 1)],
  ["note: nearly all", "", /(?:nearly all |几乎全是)(.+?)(?=\. Listed|。列出|$)/g, ([, name], t, line) => shareOf(t, line, name, (weight, row) => weight > 0.9 && isLargest(weight, row) && isWhole(row))],
  ["note: mostly", "", /(?:mostly |主要是)(.+?)(?=\. Listed|。列出|$)/g, ([, name], t, line) => shareOf(t, line, name, (weight, row) => weight > 0.5 && isLargest(weight, row) && isWhole(row))],
  ["note: half and half", "", /half (.+), half (.+?)(?=\. Listed|。列出|$)|：(.+)和(.+)各半(?=\. Listed|。列出|$)/g, ([, a, b, c, d], t, line) => [a ?? c, b ?? d].every((name) => shareOf(t, line, name, (weight) => Math.abs(weight - 0.5) <= 0.05))],
  ["note: all alike", "", /all (\d+) alike(?=\. Listed|。列出|$)|：(\d+) 个相同(?=\. Listed|。列出|$)/g, ([, a, b], t, line) => { const seen = rowOf(t, line).weights.filter((weight) => weight !== 0); return seen.length === Number(a ?? b) && new Set(seen).size === 1; }],
  ["note: some alike", "", /: (\d+) alike, (\S+) each(?=\. Listed|。列出|$)|：(\d+) 个相同，各 (\S+?)(?=\. Listed|。列出|$)/g, ([, a, share, b, zh], t, line) => { const { weights } = rowOf(t, line); return (weights.filter((weight) => weight === Math.max(...weights)).length === Number(a ?? b) && says(share ?? zh, Math.max(...weights))); }],
  ["note: given share", "", /: (−?[\d.e-]+) of (.+?)(?=\. Listed|。列出|$)|：(.+?) ?占 (\S+?)(?=\. Listed|。列出|$)/g, ([, share, name, named, zh], t, line) => shareOf(t, line, name ?? named, (weight, row) => says(share ?? zh, weight) && isLargest(weight, row))],
  ["note: two shares", "en", /: (−?[\d.e-]+) (.+), (−?[\d.e-]+) (.+?)(?=\. Listed|。列出|$)/g, ([, a, one, b, other], t, line) => one === "alike" || (shareOf(t, line, one, (weight, row) => says(a, weight) && isLargest(weight, row)) && shareOf(t, line, other, (weight) => says(b, weight)))],
  ["note: two shares", "zh", /：(\D.*?) ([\d.e-]+)，(.+?) ([\d.e-]+)(?=\. Listed|。列出|$)/g, ([, one, a, other, b], t, line) => /个相同/.test(one) || (shareOf(t, line, one, (weight, row) => says(a, weight) && isLargest(weight, row)) && shareOf(t, line, other, (weight) => says(b, weight)))],
  ["largest weights named", "", /Listed: its (\d*) ?largest weights?|列出其中最大的 (\d+) 个权重/g, ([, a, b], t, line) => { const some = rowOf(t, line).weights.filter((weight) => weight !== 0).length; const own = Number(b ?? (a || 1)); return own > 0 && own <= some && own <= t.kv_len; }],
  ["what the first numbers make", "", /make (\S+), the first number|合成 (\S+?)，/g, ([, a, b], t, line) => says(a ?? b, rowOf(t, line).mixed[0])],
  ["queries meet keys", "", /(\d+|One) quer(?:y|ies) meets? (\d+|one) keys?|(\d+) 个查询与 (\d+) 个键/g, ([, a, b, c, d], t) => count(a ?? c) === t.q_len && count(b ?? d) === t.kv_len],
  ["note: no number", "", /: not a number$|：NaN$/g, (_, t, line) => rowOf(t, line).weights.some(Number.isNaN)],

  // badges
  ["all whole", "", /^(exact|精确值)$/g, (_, t) => Object.entries(t.trace).every(([name, { data }]) => name === "notes" || data.every((one) => !Number.isFinite(one) || Math.abs(one - Math.round(one)) <= Math.abs(one) * 2 ** -20))],
  ["not all whole", "", /rounded|舍入/g, (_, t) => [...Object.values(t.trace),...Object.entries(t.problem).filter(([name]) => /^[wb]_|bias/.test(name)).map(([, given]) => asTensor(given))].some(({ data }) => data?.some((one) => Number.isFinite(one) && (!Number.isInteger(one) || Math.abs(one) >= 1e5)))],
  ["first odd number", "", /^(NaN|−?∞) (?:first in|首先出现在)/g, ([, text], t) => { const { tensor, index } = t.trace.notes.first_non_finite; const { shape, data } = t.trace[tensor] ?? asTensor(t.problem[tensor]); return Object.is(read(text), data[index.reduce((at, k, axis) => at * shape[axis] + k, 0)]); }],
];

/** @param {number} a @param {number} b */
const close = (a, b) => Object.is(a, b) || a === b || Math.abs(a - b) <= 1e-5 * Math.max(1e-30, Math.abs(b));

/** Does a head look most at a key, and so much? @param {Truth} t @param {number} i @param {number} h @param {string} key @param {string} share */
const looks = (t, i, h, key, share) => {
  const { weights } = t.all.find((row) => row.i === i && row.h === h);
  return places(t, "key", key).some((j) => isLargest(weights[j], weights) && says(share, weights[j]));
};

/** Are the rows of a tensor what they are said to be a copy of? @param {Truth} t @param {string} name @param {number} [only] */
function same(t, name, only) {
  const from =
    name === "output" ? "mixed" : name === "value" && t.problem.x_v ? "x_v" : t.problem.x_kv ? "x_kv" : "x";
  const count = name === "output" ? 1 : t.kv_len;
  if (!t.trace[from]) return false;
  return Array.from({ length: count }, (_, k) => only ?? k).every((k) => {
    const [a, b] = [t.own(name, k), t.own(from, k)];
    return a.length === b.length && a.every((one, c) => Object.is(one, b[c]) || one === b[c]);
  });
}

/** Does a larger score never get a smaller weight, what is struck out or biased apart? @param {Truth} t */
const order = (t) => (t.problem.scale ?? 1) > 0;

/** Every line that a scene says, and to whom it belongs. @param {any} scene @returns {Line[]} */
function linesOf(scene) {
  const steps = scene.steps.flatMap((step) => {
    const at = step.id.replace(/-\d+$/, "");
    // a note of a row, and what stands after it
    const parts = at === "largest" ? said(step).split(/\. (?=The bar)|。(?=整条)|[.。]$/) : [said(step)];
    return [
      ...parts.map((text) => ({ text, at, query: step.query })),
      { text: step.subtitle, at: "subtitle", query: step.query },
    ];
  });
  const notes = scene.items.filter(({ id }) => /^note\.\d+$/.test(id)).map(({ id, runs, text }) => ({ text: runs ? runs.map((run) => run.text).join("") : text, at: "note", query: null, of: Number(id.slice(5)) })); // prettier-ignore
  const badges = scene.badges.map((text) => ({ text, at: "badge", query: null }));
  const invitation = Object.values(scene.invitation ?? {}).map((text) => ({
    text: String(text),
    at: "invitation",
    query: null,
  }));
  const lines = [...steps, ...notes, ...badges, ...invitation];
  return [
    ...new Map(lines.map((line) => [`${line.at}|${line.query}|${line.of}|${line.text}`, line])).values(),
  ];
}

/**
 * What a scene says that is not so.
 * @param {any} scene @param {Truth} truth @param {Map<string, number>} [counts] how often each kind of claim was read
 * @returns {string[]}
 */
export function lies(scene, truth, counts) {
  const found = [];
  for (const line of linesOf(scene))
    for (const [name, lang, pattern, check] of READERS) {
      // a number that was cut says nothing
      if (/[\d−]\.?…$/.test(line.text)) continue;
      if (lang && lang !== scene.lang) continue;
      for (const match of line.text.matchAll(pattern)) {
        counts?.set(name, (counts.get(name) ?? 0) + 1);
        if (!check([...match], truth, line))
          found.push(
            `${name}: “${line.text}” (${line.at}${line.query === null ? "" : `, query ${line.query + 1}`})`,
          );
      }
    }
  return found;
}
