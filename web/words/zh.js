/** 中文。键与 en.js 一一对应（有测试）；文本的写法见 index.js。 */

/** @satisfies {import("./index.js").Texts} */
export default {
  element: {
    player: "一步一步看注意力",
    back: "上一步",
    forward: "下一步",
    play: "播放",
    pause: "暂停",
    replay: "重播",
    space: "空格",
    invitation: "一步一步看注意力。",
    promise: "{seconds} 秒。每个数字都在本页算出；指向任何一个，就能看到它从何而来。",
    position: "进度",
    at: "{step}，{time}",
    speed: "速度",
    language: "中文",
    switchLanguage: (f) => `中文，切换到 ${f.next}`,
    settings: "设置",
    story: "演示方式",
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
    batch: "样本",
    all: "全部",
    loop: "循环",
    fromHere: "从这里循环",
    fromStart: "从头循环",
    formula: "公式",
    picture: "图。按回车后用方向键逐个查看数字，按 Esc 退出。",
    tables: "所有数字的表格",
    table: "{tensor} {shape}",
    row: "行",
    column: "列",
    notes: {
      drawn: "参数为随机取值",
      illustrative: "数值为示意，手工设定",
      printed: "原文自己的权重，并非正确的四舍五入",
      misprint:
        "原文把权重第 2 行印作 0.304、0.074、0.622，输出第 2 行印作 3.50、1.30；正确的是 0.306、0.074、0.620 和 3.47、1.31",
    },
    errors: {
      preset: (f) => `没有名为“${f.name}”的 preset；可用的有：${f.all}。`,
      story: (f) => `没有名为“${f.name}”的 story；可用的有：${f.all}。`,
      long: (f) => `${f.where} 有 ${f.length} 个字符，最多读取 ${f.limit} 个；请给出更小的问题。`,
      json: (f) => `${f.where} 不是 JSON：${f.reason}。请给每个键加上引号，并去掉末尾多余的逗号。`,
      shown: "无法显示：{message}",
    },
  },
  page: {
    title: "一步一步看注意力",
    language: "语言",
    intro:
      "输入变成键、值和查询；得分变成权重；权重混合出输出。指向任何一个数字，就能看到它从何而来：每个数字都在这里由 WebAssembly 里的 C 代码算出。",
    examples: "例子",
    fallback: "这段动画需要 JavaScript。它的结果：",
    weights: "权重",
    exact: "精确值",
    printed: "原文所印：原文自己的权重，并非正确的四舍五入",
    paste: "放进你的网页",
    copyThis: "把 [attention-player.js|code] 放在网页旁边，再粘贴下面两行。不会再加载别的东西。",
    copy: "复制",
    keys: "播放器获得焦点时：[空格|kbd] 播放，[←|kbd] [→|kbd] 单步，[1|kbd]–[9|kbd] 跳到章节，[回车|kbd] 逐个查看数字。",
  },
  presets: {
    "walk-through": { title: "三个输入", labels: { x: ["我", "爱", "猫"] } },
    "one-query": { title: "一个查询", labels: { x: ["我", "爱", "猫"] } },
    layer: { title: "小型注意力层", labels: { x: ["雨", "轻轻", "落下"] } },
    "two-words": { title: "两个词", labels: { x: ["你好", "世界"] } },
    "eight-heads": { title: "八个头", labels: { x: ["你好", "世界"] } },
    batch: { title: "两个样本", labels: { x: ["第一", "第二", "第三"] } },
    "english-french": { title: "英译法" },
    "chinese-english": { title: "中译英" },
    "as-printed": { title: "原文所印", labels: { x: ["我", "爱", "猫"] } },
  },
  lists: { comma: "，", and: "，", numbers: "、", dots: "……" },
  tensors: {
    x: "输入",
    x_kv: "键和值的输入",
    x_v: "值的输入",
    w_q: "查询的参数",
    w_k: "键的参数",
    w_v: "值的参数",
    w_o: "输出的参数",
    b_q: "查询的偏置",
    b_k: "键的偏置",
    b_v: "值的偏置",
    b_o: "输出的偏置",
    bias: "注意力偏置",
    projected_query: "所有头的查询",
    projected_key: "所有头的键",
    projected_value: "所有头的值",
    query: "查询",
    key: "键",
    value: "值",
    hidden: "隐藏层",
    scores: "得分",
    scaled_scores: "缩放后的得分",
    capped_scores: "设上限后的得分",
    masked_scores: "掩码后的得分",
    row_max: "每行最大的得分",
    shifted_scores: "减去最大值的得分",
    shifted_exp: "指数值",
    row_sum: "指数值之和",
    log_sum_exp: "指数值之和的对数",
    weights: "权重",
    weights_override: "给定的权重",
    weighted_values: "加权值",
    mixed: "混合后的值",
    context: "上下文",
    joined: "拼接后的各头",
    output: "输出",
    w_score: "得分的参数",
    w_1: "隐藏层的参数",
    w_2: "得分层的参数",
    mask: "掩码",
    key_mask: "键的掩码",
    y: "加数",
    gamma: "缩放参数",
    beta: "平移参数",
    mean: "均值",
    rstd: "标准差的倒数",
    running_mean: "滑动均值",
    running_var: "滑动方差",
    a: "向量 a",
    b: "向量 b",
    length_a: "a 的长度",
    length_b: "b 的长度",
    dot: "点积",
    cosine: "余弦",
    angle: "夹角",
    projection: "投影长度",
    encoder_states: "编码器状态",
    initial_state: "初始状态",
    state: "状态",
    w_state: "状态的参数",
    w_context: "上下文的参数",
    w_in: "输入的参数",
    w_out: "输出得分的参数",
    b_state: "状态的偏置",
    b_out: "输出得分的偏置",
    logits: "输出得分",
    probabilities: "概率",
    target: "目标",
    loss: "损失",
    gradient: "{tensor}的梯度",
    inStage: "{stage}：{tensor}",
  },

  // 画面上的词，与讲什么无关
  scene: {
    shown: (tensor) => {
      const name = tensor.slice(tensor.lastIndexOf(".") + 1);
      return name.startsWith("grad_") ? "梯度" : (SHOWN[name] ?? name.replaceAll("_", " "));
    },
    ops: { sum: "求和", multiply: "相乘", softmax: "softmax" },
    nameless: (side, n) => `${SHOWN[side === "input" ? "x" : side] ?? side} ${n}`,
    quoted: (label) => (label ? `“${label}”` : ""),
    shareBar: (name) => `${name}的 softmax：一条长度为 1 的横条，每段的宽度就是权重`,
    streams: "从值流向输出的水流，每条的宽度就是权重",
    map: { title: "注意力图", subtitle: "行是提问者，列是回答者" },
    chapters: {
      project: "投影",
      score: "得分",
      scale: "缩放",
      cap: "上限",
      mask: "掩码",
      softmax: "Softmax",
      weight: "加权",
      sum: "求和",
      map: "总览",
    },
    badges: {
      unscaled: "未缩放",
      scaled: (d_k) => `÷ √${d_k}`,
      scaledBy: (scale) => `缩放 ${scale}`,
      bias: "有偏置",
      masked: "有掩码",
      override: "权重为给定，并非算出",
      rounded: "显示时经过舍入",
      whole: "精确值",
      head: (h, heads) => `第 ${h} 个头，共 ${heads} 个`,
      batch: (b, batches) => `样本 ${b}，共 ${batches} 个`,
      nothing: (queries, m) => `查询 ${queries.join("、")}：没有可关注的，${resultOf(m)}为 0`,
      nonFinite: (text, tensor) => `${text} 首先出现在${tensor}`,
    },
  },

  stories: {
    "walk-through": {
      name: "逐步演示",
      colon: "：",
      steps: {
        inputs: "输入",
        keys: "键",
        values: "值",
        query: "查询",
        score: "得分",
        scores: "其余得分",
        scale: "缩放",
        cap: "软上限",
        mask: "掩码",
        softmax: "Softmax",
        max: "最大值",
        shift: "减去最大值",
        exp: "取指数",
        total: "求和",
        divide: "相除",
        weight: "加权",
        sum: "求和",
        outputs: "总览",
      },
      subtitle: (/** @type {number} */ i, /** @type {number} */ count, /** @type {string} */ asker) =>
        `查询 ${i}，共 ${count} 个${asker ? ` · ${asker}提问` : ""}`,
      all: (queries) => (queries === 1 ? "一个查询" : `全部 ${queries} 个查询`),
      nth: (i) => `查询 ${i}`,
      others: "其余",
      maximum: "最大值",
      eachDivided: "各 ÷",
      question: (asker, key) => `${asker}在找${key}吗？`,
      invitation: (m, seconds, told) => ({
        title: `看 ${told} 个${m.self && m.named("query") ? "词" : "查询"}如何决定看向哪里。`,
        text: `全长 ${Math.round(seconds)} 秒。每个数字都在本页算出；指向任何一个，就能看到它从何而来。`,
      }),
      inputs: ({ model: m }) =>
        m.self
          ? `${m.q_len} 个${m.named("query") ? "词" : "输入"}，${m.q_len === 1 ? "" : "各"}是一行 ${m.d_model} 个数：这就是[输入|x]。`
          : `${m.kv_len} 个来源可供关注，${m.q_len} 个查询来提问：起初各是一行数。`,
      given: () => "这里直接给出[查询|query]、[键|key]和[值|value]：没有输入，也没有矩阵。",
      keys: ({ model: m }) => {
        const bias = m.tensor("b_k") ? "加上 [b_K|b_k]" : "";
        const input = `[输入|${m.tensor("x_kv") ? "x_kv" : "x"}]`;
        if (m.tensor("w_k"))
          return `每个${input}乘以矩阵 [W_K|w_k]，${bias && `再${bias}，`}得到它的[键|key]：供其他词元检索。`;
        if (bias) return `每个${input}${bias}，就是它的[键|key]：供其他词元检索。`;
        return `没有矩阵，每个${input}就是自己的[键|key]：供其他词元检索。`;
      },
      values: ({ model: m }) => {
        const bias = m.tensor("b_v") ? "加上 [b_V|b_v]" : "";
        const other = m.tensor("x_v") ? "另一个[输入|x_v]" : "";
        if (m.tensor("w_v"))
          return `${other ? `${other}用` : "再用"} [W_V|w_v] ${bias && `并${bias} `}得到[值|value]：它能给出的内容。`;
        if (bias) return `${other || "它"}${bias}，就是[值|value]：它能给出的内容。`;
        if (other) return `${other}就是[值|value]：它能给出的内容。`;
        return m.tensor("w_k") || m.tensor("b_k")
          ? "没有矩阵，它就是自己的[值|value]：它能给出的内容。"
          : "它也是自己的[值|value]：它能给出的内容。";
      },
      query: ({ asker, alone, to, model: m }) => {
        const asks = `${apart(asker)}${alone ? "" : "先"}提问`;
        const bias = m.tensor("b_q") ? "[b_Q|b_q]" : "";
        if (m.tensor("w_q"))
          return `${asks}。[W_Q|w_q] ${bias ? `和 ${bias} ` : ""}得出它的[查询|${to.query}]：它要找什么。`;
        if (bias) return `${asks}：加上 ${bias} 就是它的[查询|${to.query}]，说明要找什么。`;
        return `${asks}：它的[查询|${to.query}]说明要找什么。`;
      },
      again: ({ asker, to }) =>
        `现在轮到${before(asker)}提问。[键|key]和[值|value]不变，只有[查询|${to.query}]是新的。`,
      quickly: ({ asker, to }) =>
        `现在轮到${before(asker).trimEnd()}：同样得出[得分|${to.scores}]、[权重|${to.weights}]和[输出|${to.output}]。`,
      score: ({ asker, key, to, model: m }) =>
        m.dot
          ? `${apart(asker)}的[查询|${to.query}]与${before(key(0))}的[键|${to.key(0)}]相遇：逐个相乘，再全部相加。`
          : m.score === "bilinear"
            ? `${apart(asker)}的[查询|${to.query}]经由矩阵 [W|w_score] 与${before(key(0))}的[键|${to.key(0)}]相遇。`
            : `${apart(asker)}的[查询|${to.query}]与${before(key(0))}的[键|${to.key(0)}]进入一个小网络，输出就是得分。`,
      scores: ({ to, model: m }) =>
        `其余的[键|${to.keys}]也同样与它相遇。${m.scale > 0 ? `[得分|${to.scores}]越大，越匹配。` : ""}`,
      scoresAgain: ({ asker, to, model: m }) =>
        `${apart(asker)}的[查询|${to.query}]与${m.kv_len === 1 ? "唯一的" : "每个"}[键|${to.keys}]相遇。`,
      scale: ({ to, model: m }) =>
        m.usualScale
          ? `每个[得分|${to.scores}]除以 √dₖ = √${m.d_k}，因为相加的乘积越多，得分往往越大。`
          : `每个[得分|${to.scores}]乘以缩放系数 ${m.scaleText}。`,
      cap: ({ to, model: m }) =>
        `软上限把每个[得分|${to.scores}]压弯，使它留在 −${m.problem.softcap} 与 ${m.problem.softcap} 之间。`,
      mask: ({ to, model: m, forbidden, byBias }) => {
        const bias = m.biased ? `每个[得分|${to.scores}]加上[偏置|bias]。` : "";
        if (!forbidden) return m.masked ? `${bias}掩码在这一行没有屏蔽任何得分。` : bias;
        const strikes = `${!m.masked ? "偏置" : byBias ? "掩码和偏置" : "掩码"}屏蔽了`;
        const all = forbidden === m.kv_len;
        const what = !all
          ? ` ${m.kv_len} 个[得分|${to.scores}]中的 ${forbidden} 个`
          : m.kv_len === 1
            ? "唯一的得分"
            : "全部得分";
        const so = m.override ? "" : all ? "：这个查询没有可关注的对象" : "：变成 −∞ 的得不到任何权重";
        return `${bias}${strikes}${what}${so}。`;
      },
      softmax: ({ to, kind, model: m, forbidden, infinite }) => {
        if (m.override) return `这些[权重|${to.weights}]是给定的，代替得分的 softmax。`;
        if (infinite && kind === "nan")
          return `这一行最大的得分是 ${infinite}，减去它自己就是 NaN，所以它的[权重|${to.weights}]都是 NaN。`;
        if (kind === "nan")
          return `这一行有[得分|${to.scores}]含有 NaN，所以它的[权重|${to.weights}]都是 NaN。`;
        if (kind === "nothing")
          return `得分全部${forbidden === m.kv_len ? "被屏蔽" : "是 −∞"}：这一行的[权重|${to.weights}]都是 0。`;
        if (m.kv_len === 1) return `只有一个[得分|${to.scores}]，它的条形就占满长度为 1 的横条。`;
        const struck = forbidden ? "被屏蔽的没有条形。" : "";
        return `每个[得分|${to.scores}]减去最大值，变成 e 的幂：一根条形。${struck}首尾相接再除以总和，它们合成一条长度为 1 的横条。`;
      },
      max: ({ to, cell, row }) =>
        `Softmax 先找出这一行最大的[得分|${to.scores}]：${cell("row_max", row[0].slice(0, 3))}。`,
      shift: ({ to }) => `每个[得分|${to.scores}]都减去最大值：[权重|${to.weights}]不变，而 e 的幂不会过大。`,
      exp: ({ forbidden }) =>
        `每个数变成 e 的幂；最大的此时是 0，变成 1。${forbidden ? "e 的 −∞ 次方为 0。" : ""}`,
      total: ({ cell, row }) => `这一行所有条形之和：${cell("row_sum", row[0].slice(0, 3))}。`,
      divide: ({ to }) => `每根条形除以这个和，就是[权重|${to.weights}]；它们合成一条长度为 1 的横条。`,
      weight: ({ to, kind, weights }) => {
        const each = `每个[值|${to.values}]乘以自己的[权重|${to.weights}]`;
        if (kind === "nothing") return `${each}，而权重全是 0：什么也不流动。`;
        if (kind !== "nan") return `${each}：水流越宽，流过的越多。`;
        return weights.every(Number.isNaN)
          ? `${each}，而权重是 NaN。`
          : `${each}；权重为 NaN 的，乘积也是 NaN。`;
      },
      sum: ({ asker, to, kind, model: m }) => {
        const result = resultOf(m);
        if (kind === "nothing" && !m.override)
          return `什么也不流动，所以${before(asker)}的[${result}|${to.output}]是 0。`;
        if (m.kv_len === 1)
          return `唯一的[加权值|${to.weighted}]就是${before(asker)}的[${result}|${to.output}]。`;
        return `[加权值|${to.weighted}]汇合成${before(asker)}的[${result}|${to.output}]。`;
      },
      outputs: ({ model: m, rows, streams }) => {
        const one = rows.length === 1;
        const are = (/** @type {string} */ kind) =>
          rows.filter((/** @type {any} */ row) => row.kind === kind).length;
        const each = `${one ? "" : "每个"}[输出|${m.result}]`;
        const next =
          m.result === "output"
            ? ""
            : m.heads > 1
              ? "接下来要把各头拼接起来。"
              : m.tensor("w_o")
                ? "接下来还要乘以矩阵 [W_O|w_o]。"
                : "接下来还要加上 [b_O|b_o]。";
        if (are("nothing") === rows.length && !m.override)
          return `${one ? "这个查询没有可关注的对象" : "没有查询可以关注任何对象"}：${each}都是 0。${next}`;
        if (are("nan") === rows.length) return `[权重|weights]是 NaN，所以${each}都是 NaN。${next}`;
        const odd = are("nan") ? "，权重为 NaN 的则是 NaN" : "";
        if (are("given") || (m.override && are("nothing")))
          return `${each}是[值|value]分别乘以[权重|weights]之和${odd}。${next}`;
        const struck = !m.override && rows.some((/** @type {any} */ row) => row.forbidden);
        const which = `[${struck ? "它可以关注的值" : "值"}|value]`;
        const what =
          m.kv_len === 1
            ? "就是唯一的[值|value]"
            : one
              ? `是${which}按各自的份额混合而成`
              : `都是${which}的混合`;
        const none = are("nothing") ? "，没有可关注的则为 0" : "";
        const shares = streams ? "；每条水流的宽度就是它的[权重|weights]" : "；各取多少，看[权重|weights]";
        return `${each}${what}${none}${odd}${one ? "" : shares}。${next}`;
      },
      note: ({ kind, first, second, self, name, number: share, weights, forbidden, tied }) => {
        const one = self ? "自己" : name(first);
        if (kind === "nan") return "NaN";
        if (kind === "nothing") return forbidden === weights.length ? "没有：全部被屏蔽" : "没有：权重全是 0";
        if (kind === "one") return `全部是${one}`;
        if (kind === "given") return `${apart(name(first))}占 ${share(first)}`;
        if (kind === "nearly") return `几乎全是${one}`;
        if (kind === "mostly") return `主要是${one}`;
        if (kind === "half") return `${apart(name(first))}和${before(name(second))}各半`;
        if (kind === "even") return `${forbidden ? weights.length - forbidden : weights.length} 个相同`;
        if (kind === "most") return `${tied} 个相同，各 ${share(first)}`;
        return `${name(first)} ${share(first)}，${name(second)} ${share(second)}`;
      },
    },
    "one-query": { name: "一个查询" },
    matrices: {
      name: "矩阵演示",
      chapters: { output: "输出" },
      titles: {
        query: "查询",
        key: "键",
        value: "值",
        scores: "得分",
        scaled_scores: "缩放",
        capped_scores: "软上限",
        masked_scores: "掩码",
        weights: "Softmax",
        row_max: "最大值",
        shifted_scores: "相减",
        shifted_exp: "指数",
        row_sum: "求和",
        mixed: "混合",
        output: "输出",
        outputs: "总览",
      },
      functions: {
        capped_scores: "软上限",
        masked_scores: "掩码",
        weights: "softmax",
        row_max: "max",
        shifted_scores: "− max",
        shifted_exp: "exp",
        row_sum: "求和",
        divide: "÷ 总和",
      },
      links: {
        query: {
          first: ({ model: m }) =>
            `[X|x] 的一行与 [W_Q|w_q] 的一列相乘：逐个数相乘，再全部相加${m.tensor("b_q") ? "，并加上偏置 [b_Q|b_q]" : ""}。`,
          all: ({ model: m }) =>
            projected(
              m,
              "q",
              "x",
              "query",
              m.q_len === 1 ? "" : "固定一行，依次取各列：[Q|query] 的每一行就是一个[输入|x]的[查询|query]。",
            ),
        },
        key: { all: ({ model: m }) => projected(m, "k", source(m), "key") },
        value: { all: ({ model: m }) => projected(m, "v", m.tensor("x_v") ? "x_v" : source(m), "value") },
        scores: {
          first: ({ model: m, at }) => {
            const [query, key] = [who(m, "query", at.r), who(m, "key", at.c)];
            if (m.score === "bilinear")
              return `${query}与${key}：[Q|query] 的一行经过矩阵 [W|w_score] 与 [Kᵀ|key] 的一列相遇。`;
            if (!m.dot)
              return `${query}与${key}：[Q|query] 的一行和 [Kᵀ|key] 的一列进入一个小型网络，得出它们的得分。`;
            return `[Q|query] 的一行与 [Kᵀ|key] 的一列相乘：${query}要找的与${key}有多匹配？`;
          },
          all: ({ link }) =>
            link.product.rows * link.product.columns === 1
              ? "一个[查询|query]与一个[键|key]相遇：只有一个[得分|scores]。"
              : "每个[查询|query]都与每个[键|key]相遇：[S|scores] 的行是提问者，列是回答者。",
        },
        scaled_scores: {
          all: ({ model: m }) =>
            m.usualScale
              ? `每个[得分|scores]除以 √dₖ = √${m.d_k}。`
              : `每个[得分|scores]乘以缩放系数 ${Number(m.scale.toPrecision(4))}。`,
        },
        capped_scores: {
          all: ({ model: m }) =>
            `软上限把每个[得分|scores]限制在 −${m.problem.softcap} 与 ${m.problem.softcap} 之间。`,
        },
        masked_scores: {
          all: ({ model: m, all }) => {
            const struck = all.reduce(
              (/** @type {number} */ sum, /** @type {any} */ row) => sum + row.forbidden,
              0,
            );
            const bias = m.biased ? "逐个数加上[偏置 B|bias]。" : "";
            const of = m.q_len * m.kv_len;
            if (!m.masked && !struck) return bias;
            const said = !struck
              ? "掩码没有屏蔽任何得分。"
              : struck === of
                ? `${of === 1 ? "唯一的得分" : "所有得分都"}被屏蔽，设为 −∞。`
                : `${of} 个得分中有 ${struck} 个被屏蔽，设为 −∞。`;
            return bias + said;
          },
        },
        weights: {
          first: ({ model: m, at }) =>
            `Softmax 逐行归一化：${who(m, "query", at.r)}的每个得分减去该行最大值，再取以 e 为底的指数值，成为一根条；各自除以总和，拼成一条长度为 1 的横条。`,
          all: ({ model: m, all }) => {
            if (m.override) return "这些[权重|weights]是给定的，取代了得分的 softmax。";
            const nothing = all.filter((/** @type {any} */ row) => row.kind === "nothing").length;
            const nan = all.filter((/** @type {any} */ row) => row.kind === "nan").length;
            const rest = [
              ...(nothing ? [`${nothing} 行全部被屏蔽，权重为 0`] : []),
              ...(nan ? [`${nan} 行的得分含有 NaN，权重也是 NaN`] : []),
            ].join("；");
            if (nothing + nan === all.length) return `${rest}。`;
            const whole =
              m.kv_len === 1
                ? "只有一个键，它的权重就是 1"
                : `[A|weights] 的${all.length === 1 ? "这一行" : "每一行"}把 1 分给各个键`;
            return `${whole}${rest ? `；${rest}` : ""}。`;
          },
        },
        row_max: { all: () => "Softmax 先找出每行最大的[得分|scores]。" },
        shifted_scores: { all: () => "每个数都减去所在行的最大值：[权重|weights]不变，而 e 的幂不会过大。" },
        shifted_exp: { all: () => "对每个数取以 e 为底的指数值。" },
        row_sum: { all: () => "把每一行的指数值相加。" },
        mixed: {
          first: () => "[A|weights] 的一行与 [V|value] 的一列相乘：这一列的每个数按其权重计入。",
          all: ({ model: m, link }) => {
            const row = `[Z|${link.product.tensor}] 的${link.product.rows === 1 ? "这一行" : "每一行都"}`;
            return m.kv_len === 1
              ? `${row}是 [V|value] 的那一行乘以它的[权重|weights]。`
              : `${row}是 [V|value] 各行乘以各自的[权重|weights]之和。`;
          },
        },
        output: {
          first: ({ model: m }) =>
            `${m.heads > 1 ? "各头的结果并排拼成 [Z|joined]；它的一行" : "[Z|joined] 的一行"}${m.tensor("w_o") ? "与最后一个矩阵 [W_O|w_o] 的一列相乘" : "加上偏置 [b_O|b_o]"}。`,
          all: ({ model: m }) =>
            m.tensor("w_o")
              ? "[Z|joined] 乘以 [W_O|w_o]，就是[输出|output]。"
              : "加上偏置 [b_O|b_o]，就是[输出|output]。",
        },
      },
      outputs: ({ model: m }) =>
        m.kv_len === 1
          ? "[注意力图|weights]：只有一个键，只能看向一处。"
          : `[注意力图|weights]：从左到右读${m.q_len === 1 ? "这" : ""}一行，就能看到这个查询从每个键取了多少。`,
    },
    generic: {
      name: "逐个运算",
      backward: "反向传播",
      invitation: ({ count: n, seconds, chain }) => ({
        title: `分 ${n} 步看${chain ? "这条计算链" : "这次注意力计算"}。`,
        text: `全长 ${Math.round(seconds)} 秒。每个数字都在本页算出；指向任何一个，就能看到它从何而来。`,
      }),
      stages: {
        attention: "注意力",
        layer_norm: "层归一化",
        batch_norm: "批归一化",
        residual: "残差连接",
        geometry: "几何",
        recurrent_encoder: "循环编码器",
        recurrent_decoder: "循环解码器",
      },
      join: (/** @type {string[]} */ sentences) => sentences.join(""),
      held: ({ axis, at, of }) =>
        `${/** @type {Record<string, string>} */ ({ query: "查询", step: "时间步" })[axis] ?? axis} ${at}，共 ${of} 个`,
      nothing: (size) => `${size}：没有数字`,
      empty: ({ r, axis, size }) =>
        `没有${/** @type {Record<string, string>} */ ({ query: "词元", key: "键", step: "时间步" })[axis] ?? "数字"}：${r}为空（${size}），没有可画的内容。`,
      nothingAdded: ({ r, value }) => `没有键：${r}处处为 ${value}。`,
      part: ({ r, most, all: [rows, columns] }) => {
        const parts = [
          ...(rows > most ? [`${rows} 行中的前 ${most} 行`] : []),
          ...(columns > most ? [`${columns} 列中的前 ${most} 列`] : []),
        ];
        return `${r}只显示 ${parts.join("、")}。`;
      },
      recurrent: ({ rows }) => `${rows ? "每行是一个时间步；" : ""}每一步都要用到上一步的状态。`,
      ops: {
        given: ({ r }) => `${r}：由题目给出。`,
        copy: ({ r, of: [a] }) => `${r} = ${a}，保持不变。`,
        zero: ({ r }) => `${r} = 0：结果与它无关。`,
        split: (/** @type {any} */ { r, of: [a], heads }) =>
          heads > 1 ? `${r} = ${a}中属于该头的各列。` : `${r} = ${a}：只有一个头，占有全部列。`,
        join: (/** @type {any} */ { r, of: [a], heads }) =>
          heads > 1 ? `${r} = 各头的${a}并排拼接。` : `${r} = ${a}：只有一个头，无需拼接。`,
        linear: ({ r, e }) => `${r} = ${e}。每个数都是一行乘一列：逐项相乘，再全部相加。`,
        scores: ({ r, e }) => `${r} = ${e}。逐项相乘，再全部相加：得分越大，越匹配。`,
        bilinear: ({ r, e }) => `${r} = ${e}：查询经由一个矩阵与键相遇。`,
        tanh: ({ r, e }) => `${r} = ${e}。先全部相加，再由 tanh 压到 −1 与 1 之间。`,
        mix: ({ r, e }) => `${r} = ${e}。每行按权重把所关注的内容加起来。`,
        matmul: ({ r, e }) => `${r} = ${e}。逐项相乘，再全部相加。`,
        multiply: ({ r, e }) => `${r} = ${e}，逐个相乘。`,
        dot: ({ r, e }) => `${r} = ${e}。逐项相乘，再全部相加。`,
        sum: ({ r, e, rows }) => `${r} = ${e}${rows ? "每行" : ""}之和。`,
        add: ({ r, e }) => `${r} = ${e}，逐个相加。`,
        mean: ({ r, e, rows }) => `${r} = ${e}每${rows ? "行" : "列"}的平均值。`,
        length: ({ r, e }) => `${r} = ${e}：平方和的平方根。`,
        scale: ({ r, of: [a], constant, usual }) =>
          `${r} = ${a} ${usual ? `÷ √${usual}` : `· ${constant}`}。`,
        softcap: ({ r, of: [a], constant }) =>
          `${r} = ${constant} · tanh(${a} ÷ ${constant})：都留在 −${constant} 与 ${constant} 之间。`,
        mask: ({ r, of: [a, ...more], struck }) =>
          `${r} = ${[a, ...more.filter((/** @type {string} */ one) => /bias\]$/.test(one))].join(" + ")}${struck ? "；查询不可关注之处为 −∞。" : "：这里没有屏蔽任何得分。"}`,
        max: ({ r, of: [a] }) => `${r} = ${a}每行中最大的数。`,
        subtract: ({ r, of: [a, b], struck }) => `${r} = ${a} − ${b}。${struck ? "−∞ 仍为 −∞。" : ""}`,
        exp: ({ r, of: [a], struck }) =>
          `${r} = 以 e 为底、${a}为指数的幂${struck ? "；e 的 −∞ 次方为 0" : ""}。`,
        log: ({ r, of: [a, b] }) => `${r} = ${a} + ln ${b}。`,
        divide: ({ r, of: [a, b, c], zeros, weights }) =>
          `${r} = ${a} ÷ ${c ? `(${b} · ${c})` : b}。${zeros ? (weights ? "和为 0 之处，权重也为 0。" : "除以 0 之处没有数值（NaN）。") : ""}`,
        softmax: ({ r, of: [a] }) => `${r} = 对${a}逐行取 softmax：e 的幂，各除以所在行的总和。`,
        arccos: ({ r, of: [a] }) => `${r} = arccos(${a})：以弧度计，方向相同为 0。`,
        rstd: ({ r, of: [a], running, rows }) =>
          `${r} = 1 ÷ √(${running ? a : `${a}每${rows ? "行" : "列"}的方差`} + ε)。`,
        normalize: (/** @type {any} */ { r, of: [x, mean, rstd], learned: [gamma, beta] }) =>
          `${r} = (${x} − ${mean}) · ${rstd}${gamma ? ` · ${gamma}` : ""}${beta ? ` + ${beta}` : ""}。`,
        softmax_gradient: ({ r, e }) => `${r} = ${e}，后一项沿整行求和：穿过 softmax 反向传播。`,
        softcap_gradient: ({ r }) => `${r}：穿过软上限反向传播，斜率为 1 − tanh²。`,
        normalize_gradient: ({ r, of: [a] }) => `${r}：${a}穿过均值和标准差反向传播。`,
        geometry_gradient: ({ r, of }) => `${r}：由${of.slice(2).join("、")}反向传播并相加。`,
        squared_error: ({ r, of: [a, b] }) => `${r} = (${a} − ${b ?? "目标"})² 的平均值。`,
        cross_entropy: ({ r, of: [a] }) => `${r} = −ln 概率的平均值，概率由${a}对目标给出。`,
        squared_error_gradient: ({ r, of: [a, b], constant }) =>
          `${r} = ${constant} · (${a} − ${b ?? "目标"})。`,
        cross_entropy_gradient: ({ r, of: [a] }) => `${r} = 对${a}逐行取 softmax，目标处减 1，再按行数均分。`,
        other: ({ r, of }) => `${r}由${of.join("、")}得出。`,
      },
    },
    "multi-head": {
      name: "多个头",
      chapters: { words: "词", project: "投影", split: "拆分", attend: "关注", join: "拼接", output: "投影" },
      steps: {
        input: "输入",
        project: "投影",
        made: "投影",
        split: "拆分",
        transpose: "转置",
        heads: "转置",
        given: "给定",
        scores: "得分",
        scaled_scores: "缩放",
        capped_scores: "软上限",
        masked_scores: "掩码",
        row_max: "最大值",
        shifted_scores: "减去最大值",
        shifted_exp: "取指数",
        row_sum: "求和",
        divide: "相除",
        weights: "Softmax",
        mixed: "混合",
        join: "拼接",
        output: "投影回来",
      },
      head: (h) => `头 ${h}`,
      sharing: (h, group) => `头 ${h} · 键 ${group}`,
      enlarged: (h) => `头 ${h}（放大）`,
      result: "结果",
      joined: (heads) => `${heads} 个头的结果并排`,
      invitation: (m, seconds) => ({
        title: m.heads === 1 ? "看一个注意力头如何工作。" : `看 ${m.heads} 个头如何看同一输入。`,
        text: `全长 ${Math.round(seconds)} 秒。每个数字都在本页算出；指向任何一个，就能看到它从何而来。`,
      }),
      input: ({ model: m }) => {
        const rows = m.self
          ? `${m.q_len} 个${m.named("query") ? "词" : "输入"}，${m.q_len === 1 ? "是" : "各是"}一行 ${m.d_model} 个数`
          : "";
        if (m.batches > 1)
          return `一批共 ${m.batches} 个样本${m.self ? `，每个样本有 ${rows}` : ""}：这就是[输入|x]。样本 ${m.batch + 1} 在最前，其余 ${m.batches - 1} 个在它后面。`;
        return m.self
          ? `${rows}：这就是[输入|x]。`
          : `${m.q_len} 个输入提问，另有 ${m.kv_len} 个供关注：起初各是[一行数|x]。`;
      },
      project: ({ model: m }) => {
        const three = `全部 ${m.heads} 个头的[查询|projected_query]、[键|projected_key]和[值|projected_value]`;
        if (!m.tensor("w_q") || !m.tensor("w_k") || !m.tensor("w_v"))
          return `${three}起初并排在一起：查询的每个头占 ${m.d_q} 列。`;
        const bias = m.tensor("b_q") || m.tensor("b_k") || m.tensor("b_v") ? "，再加偏置" : "";
        return `分别与 [W_Q|w_q]、[W_K|w_k]、[W_V|w_v] 相乘${bias}，一次得到${three}；查询的每个头占 ${m.d_q} 列。`;
      },
      made: ({ model: m }) =>
        m.tensor("w_q") && m.tensor("w_k") && m.tensor("w_v")
          ? `[W_Q|w_q]、[W_K|w_k]、[W_V|w_v] ${m.tensor("b_q") || m.tensor("b_k") || m.tensor("b_v") ? "加上偏置，" : ""}得出[查询|query]、[键|key]和[值|value]。只有一个头，无需拆分。`
          : "[查询|query]、[键|key]和[值|value]：只有一个头，无需拆分。",
      split: (/** @type {any} */ { model: m }) =>
        m.kv_heads < m.heads
          ? `拆分：每行[查询|projected_query]切成 ${m.heads} 个头，[键|projected_key]和[值|projected_value]${m.kv_heads === 1 ? "仍是一组" : `切成 ${m.kv_heads} 组`}。数字一个也没变。`
          : m.d_q === m.d_v
            ? `拆分：每行的 ${m.heads * m.d_q} 个数切成 ${m.heads} 个头，每个 ${m.d_q} 个。数字一个也没变。`
            : `拆分：每行切成 ${m.heads} 个头。数字一个也没变。`,
      transpose: (f) => taken(f),
      heads: (f) => taken(f),
      given: ({ model: m }) =>
        m.heads === 1
          ? "这里直接给出[查询|query]、[键|key]和[值|value]：没有输入，也没有矩阵。"
          : `这里直接给出[查询|query]、[键|key]和[值|value]，已经拆成 ${m.heads} 个头。${m.kv_heads < m.heads ? sharing(m) : ""}`,
      scores: ({ model: m }) =>
        m.heads === 1
          ? `${meeting(m)}：共 ${m.q_len * m.kv_len} 个[得分|scores]。`
          : `在每个头里，${meeting(m)}：每个头 ${m.q_len * m.kv_len} 个得分。这里显示头 ${m.head + 1} [自己的得分|scores:${m.batch},${m.head},*,*]。`,
      masked_scores: ({ model: m, forbidden, byBias, pairs }) => {
        const bias = m.biased ? "[得分|masked_scores]加上[偏置|bias]。" : "";
        if (!m.masked && !forbidden) return bias;
        if (!forbidden) return `${bias}掩码没有屏蔽任何得分。`;
        const strikes = !m.masked ? "偏置" : byBias ? "掩码和偏置" : "掩码";
        return `${bias}所有头合计，${strikes}屏蔽了 ${pairs} 个[得分|masked_scores]中的 ${forbidden} 个：变成 −∞${m.override ? "" : "，得不到权重"}。`;
      },
      row_max: () => "Softmax 先找出每一行最大的[得分|row_max]。",
      shifted_scores: () => "这一行的每个[得分|shifted_scores]都减去它，这样 e 的幂不会过大。",
      shifted_exp: ({ forbidden }) =>
        `每个数变成 [e 的幂|shifted_exp]。${forbidden ? "e 的 −∞ 次方为 0。" : ""}`,
      row_sum: () => "把每一行的 e 的幂[加起来|row_sum]。",
      divide: (f) => `每个 e 的幂除以所在行的和，就是[权重|weights]。${unusual(f)}${elsewhere(f)}`,
      weights: (f) =>
        f.model.override
          ? `这些[权重|weights]是给定的，代替 softmax。${elsewhere(f)}`
          : `Softmax 把${f.model.heads === 1 ? "每一行得分" : "每个头的每一行"}变成[权重|weights]。${unusual(f)}${elsewhere(f)}`,
      mixed: ({ model: m, nothing, nan }) => {
        const bad = nan ? "含有 NaN 的行，结果为 NaN。" : nothing ? "没有任何权重的行，结果为 0。" : "";
        if (m.heads === 1)
          return `按[权重|weights]的份额混合[值|value]，得到[${m.result === "output" ? "输出" : "结果"}|${m.result}]。${bad}`;
        const own = m.kv_heads < m.heads ? "所在组的[值|value]" : "各自的[值|value]";
        return `每个头按自己的[权重|weights]混合${own}：${m.heads} 个 ${m.q_len}×${m.d_v} 的[结果|mixed]。${bad}`;
      },
      join: (/** @type {any} */ { model: m }) => {
        if (m.heads === 1) return "只有一个头，无需拼接：它的[结果|joined]原样继续。";
        const last = m.tensor("w_o") || m.tensor("b_o") ? "" : "此后不再相乘：这就是输出。";
        return `头 ${m.head + 1} 的[结果|joined]移到自己的位置。${m.heads} 个头拼接起来，每个 ${m.d_v} 个数，每行共 ${m.heads * m.d_v} 个数。${last}`;
      },
      output: ({ model: m }) => {
        const out = m.tensor("output")?.shape.at(-1) ?? 0;
        if (!m.tensor("w_o")) return "每行再加 [b_O|b_o]，就是[输出|output]。";
        const bias = m.tensor("b_o") ? "，再加上 [b_O|b_o]" : "";
        return `与矩阵 [W_O|w_o] 相乘${bias}，每行的 ${m.heads * m.d_v} 个数变成 ${out} 个：这就是[输出|output]。`;
      },
    },
  },
};

/** 张量的一个数或一行叫什么。 @type {Record<string, string>} */
const SHOWN = {
  x: "输入",
  x_kv: "输入",
  x_v: "输入",
  query: "查询",
  key: "键",
  value: "值",
  projected_query: "查询",
  projected_key: "键",
  projected_value: "值",
  scores: "得分",
  scaled_scores: "缩放后的得分",
  capped_scores: "加上限后的得分",
  masked_scores: "掩码后的得分",
  row_max: "最大值",
  shifted_scores: "减去最大值的得分",
  shifted_exp: "e 的幂",
  row_sum: "总和",
  log_sum_exp: "指数和的对数",
  weights: "权重",
  weights_override: "给定的权重",
  weighted_values: "加权值",
  mixed: "混合",
  joined: "拼接后的头",
  output: "输出",
  w_q: "参数",
  w_k: "参数",
  w_v: "参数",
  w_o: "参数",
  w_score: "参数",
  w_1: "参数",
  w_2: "参数",
  w_state: "参数",
  w_context: "参数",
  w_in: "参数",
  w_out: "参数",
  b_q: "偏置",
  b_k: "偏置",
  b_v: "偏置",
  b_o: "偏置",
  b_state: "偏置",
  b_out: "偏置",
  bias: "偏置",
  mask: "掩码",
  key_mask: "掩码",
  hidden: "隐藏层",
  y: "加数",
  gamma: "缩放参数",
  beta: "平移参数",
  mean: "均值",
  rstd: "1 ÷ 标准差",
  running_mean: "滑动均值",
  running_var: "滑动方差",
  a: "向量",
  b: "向量",
  length_a: "长度",
  length_b: "长度",
  dot: "点积",
  cosine: "余弦",
  angle: "夹角",
  projection: "投影长度",
  encoder_states: "编码器状态",
  initial_state: "初始状态",
  state: "状态",
  context: "上下文",
  logits: "输出得分",
  probabilities: "概率",
  target: "目标",
  loss: "损失",
};

/** 一个头的加权值合成什么。 @param {any} m */
const resultOf = (m) => (m.result === "output" ? "输出" : m.heads > 1 ? "这个头的结果" : "混合");

/** 以数字或字母结尾的名字与后面的汉字之间留空。 @param {string} name */
const apart = (name) => (/[\da-z]$/i.test(name) ? `${name} ` : name);

/** 前后都留空。 @param {string} name */
const before = (name) => (/^[\da-z]/i.test(name) ? " " : "") + apart(name);
/** 词元与头交换位置时，每个头取走什么。 @param {any} f */
const taken = ({ model: m }) =>
  m.kv_heads < m.heads
    ? `每个头取走自己的几列[查询|query]。${sharing(m)}`
    : `每个头取走自己的几列：从这里起 ${m.heads} 个头并排工作，互相看不到对方的[查询|query]、[键|key]和[值|value]。`;

/** 哪些头共用键和值；每组的头一样多。 @param {any} m */
function sharing(m) {
  if (m.kv_heads === 1) return `${m.heads} 个头共用同一组[键|key]和[值|value]。`;
  const per = m.heads / m.kv_heads;
  const groups = Array.from(
    { length: m.kv_heads },
    (_, g) => `头 ${g * per + 1}${per === 2 ? "、" : " 至 "}${g * per + per} `,
  );
  return `共用[键|key]和[值|value]的是：${groups.map((group) => group.trim()).join("；")}。`;
}

/** 没有权重的行。 @param {any} f */
const unusual = ({ nothing, nan }) =>
  nan ? "得分含有 NaN 的行，权重也是 NaN。" : nothing ? "得分全部是 −∞ 的行，权重为 0。" : "";

/** 哪个头关注别处，关注什么。 @param {any} f */
function elsewhere({ model: m, look, name, cell }) {
  if (!look) return "";
  if (look === "alike")
    return m.q_len === 1 ? "所有头最关注的都是同一个键。" : "在每一行里，所有头最关注的都是同一个键。";
  const { head, row, own } = look;
  const at = (/** @type {number} */ h, /** @type {any} */ { first, row: pairs }) =>
    `头 ${h + 1} 最关注${name("key", first)}（${cell("weights", pairs[first])}）`;
  return `其他头可能关注别处：对${name("query", row.i)}，${at(m.head, own)}，${at(head, row)}。`;
}

/** 键由什么而来。 @param {any} m */
const source = (m) => (m.tensor("x_kv") ? "x_kv" : "x");

/** “爱”，或输入 2。 @param {any} m @param {"query" | "key"} side @param {number} i */
const who = (m, side, i) =>
  m.label(side, i)
    ? `“${m.label(side, i)}”`
    : `${m.self ? "输入" : side === "query" ? "查询" : "键"} ${i + 1}`;

/** 查询、键、值如何由输入得来。 @param {any} m @param {string} letter @param {string} from @param {"query" | "key" | "value"} to @param {string} [said] */
const projected = (m, letter, from, to, said = "") => {
  const name = { query: "查询", key: "键", value: "值" }[to];
  const each = (to === "query" ? m.q_len : m.kv_len) === 1 ? "这个" : "每个";
  const [matrix, bias] = [`W_${letter.toUpperCase()}`, `b_${letter.toUpperCase()}`];
  if (m.tensor(`w_${letter}`))
    return (
      said ||
      `[X|${from}] 乘以 [${matrix}|w_${letter}]${m.tensor(`b_${letter}`) ? "，再加上偏置" : ""}，得到${each}[输入|${from}]的[${name}|${to}]。`
    );
  if (m.tensor(`b_${letter}`))
    return `没有 ${matrix}：${each}[输入|${from}]加上偏置 [${bias}|b_${letter}] 就是它的[${name}|${to}]。`;
  return `没有 ${matrix}：${each}[输入|${from}]就是自己的[${name}|${to}]。`;
};
/** 谁与谁相遇。 @param {any} m */
const meeting = (m) =>
  `${m.q_len === 1 ? "" : "每个"}[查询|query]与${m.kv_len === 1 ? "唯一的" : "每个"}[键|key]相遇`;
