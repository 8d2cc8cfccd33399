/** English. How texts are written is said in index.js. */

/** "1 token", "2 tokens" @param {number} n @param {string} one @param {string} [more] @param {(n: number) => string} [write] */
const count = (n, one, more = `${one}s`, write = String) => `${write(n)} ${n === 1 ? one : more}`;

/** @satisfies {import("./index.js").Texts} */
export default {
  element: {
    player: "Attention, step by step",
    back: "Step back",
    forward: "Step forward",
    play: "Play",
    pause: "Pause",
    replay: "Play again",
    space: "Space",
    invitation: "Watch attention, one step at a time.",
    promise:
      "{seconds} seconds. Every number is computed on this page; point at one to see what it is made of.",
    position: "Position",
    at: "{step}, {time}",
    speed: "Speed",
    language: "EN",
    switchLanguage: (f) => `EN, switch to ${f.next}`,
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
    table: "{tensor} {shape}",
    row: "row",
    column: "column",
    notes: {
      drawn: "parameters drawn at random",
      illustrative: "numbers set by hand, to illustrate",
      printed: "the post's own weights, not a correct rounding",
      misprint:
        "the post prints row 2 of the weights as 0.304, 0.074, 0.622 and of the output as 3.50, 1.30; right are 0.306, 0.074, 0.620 and 3.47, 1.31",
    },
    // what the author of a page did wrong; what is wrong with the numbers themselves the core says
    errors: {
      preset: (f) => `preset "${f.name}" is unknown; use one of ${f.all}.`,
      story: (f) => `story "${f.name}" is unknown; use one of ${f.all}.`,
      long: (f) =>
        `${f.where} holds ${f.length} characters; at most ${f.limit} are read, so give a smaller problem.`,
      json: (f) => `${f.where} is not JSON: ${f.reason}; quote every key and drop trailing commas.`,
      shown: "{message}",
    },
  },
  page: {
    title: "Attention, step by step",
    language: "Language",
    intro:
      "Inputs become keys, values and queries; scores become weights; weights mix values. Point at any number to see what it is made of: each is computed here, by C in WebAssembly.",
    examples: "Example",
    fallback: "This animation needs JavaScript. Its result:",
    weights: "Weights",
    exact: "exact",
    printed: "as printed: the post's own weights, not a correct rounding",
    paste: "In your page",
    copyThis: "Copy [attention-player.js|code] beside your page, then paste this. Nothing else is loaded.",
    copy: "Copy",
    keys: "With the player in focus: [Space|kbd] plays, [←|kbd] [→|kbd] step, [1|kbd]–[9|kbd] go to a chapter, [Enter|kbd] walks the numbers.",
  },
  // titles in the order of telling; labels of tokens where the preset has none of its own
  presets: {
    "walk-through": { title: "Three inputs", labels: { x: ["I", "love", "cats"] } },
    "one-query": { title: "One query", labels: { x: ["I", "love", "cats"] } },
    layer: { title: "A small layer", labels: { x: ["rain", "falls", "softly"] } },
    "two-words": { title: "Two words", labels: { x: ["hello", "world"] } },
    "eight-heads": { title: "Eight heads", labels: { x: ["hello", "world"] } },
    batch: { title: "A batch of two", labels: { x: ["first", "second", "third"] } },
    "english-french": { title: "English to French" },
    "chinese-english": { title: "Chinese to English" },
    "as-printed": { title: "As printed", labels: { x: ["I", "love", "cats"] } },
  },
  lists: { comma: ", ", and: " and ", numbers: ", ", dots: ", …" },
  // what tensors are called
  tensors: {
    x: "inputs",
    x_kv: "inputs of keys and values",
    x_v: "inputs of values",
    w_q: "parameters of queries",
    w_k: "parameters of keys",
    w_v: "parameters of values",
    w_o: "parameters of outputs",
    b_q: "bias of queries",
    b_k: "bias of keys",
    b_v: "bias of values",
    b_o: "bias of outputs",
    bias: "attention bias",
    projected_query: "queries of all heads",
    projected_key: "keys of all heads",
    projected_value: "values of all heads",
    query: "query",
    key: "key",
    value: "value",
    hidden: "hidden layer",
    scores: "scores",
    scaled_scores: "scaled scores",
    capped_scores: "capped scores",
    masked_scores: "masked scores",
    row_max: "largest score of each row",
    shifted_scores: "scores less the largest",
    shifted_exp: "exponentials",
    row_sum: "sum of exponentials",
    log_sum_exp: "logarithm of the sum of exponentials",
    weights: "weights",
    weights_override: "given weights",
    weighted_values: "weighted values",
    mixed: "mixed values",
    context: "context",
    joined: "joined heads",
    output: "output",
    w_score: "parameters of scores",
    w_1: "parameters of the hidden layer",
    w_2: "parameters of the score",
    mask: "mask",
    key_mask: "mask of keys",
    y: "what is added",
    gamma: "learned factors",
    beta: "learned shifts",
    mean: "means",
    rstd: "reciprocal standard deviations",
    running_mean: "running means",
    running_var: "running variances",
    a: "vectors a",
    b: "vectors b",
    length_a: "lengths of a",
    length_b: "lengths of b",
    dot: "dot products",
    cosine: "cosines",
    angle: "angles",
    projection: "projections",
    encoder_states: "states of the encoder",
    initial_state: "initial state",
    state: "states",
    w_state: "parameters of states",
    w_context: "parameters of contexts",
    w_in: "parameters of inputs",
    w_out: "parameters of logits",
    b_state: "bias of states",
    b_out: "bias of logits",
    logits: "logits",
    probabilities: "probabilities",
    target: "target",
    loss: "loss",
    gradient: "gradient of {tensor}",
    inStage: "{stage}: {tensor}",
  },

  // what stands on the stage, whatever is told
  scene: {
    shown: (tensor) => {
      const name = tensor.slice(tensor.lastIndexOf(".") + 1);
      return name.startsWith("grad_") ? "gradient" : (SHOWN[name] ?? name.replaceAll("_", " "));
    },
    ops: { sum: "sum", multiply: "multiply", softmax: "softmax" },
    nameless: (side, n) => `${side} ${n}`,
    quoted: (label) => (label ? `“${label}”` : ""),
    shareBar: (name) => `Softmax of ${name}: one bar of length 1, each part as wide as its weight`,
    streams: "Streams from values to outputs, each as wide as its weight",
    map: { title: "Attention map", subtitle: "row asks · column answers" },
    chapters: {
      project: "Project",
      score: "Score",
      scale: "Scale",
      cap: "Cap",
      mask: "Mask",
      softmax: "Softmax",
      weight: "Weigh",
      sum: "Sum",
      map: "Map",
    },
    badges: {
      unscaled: "unscaled",
      scaled: (d_k) => `÷ √${d_k}`,
      scaledBy: (scale) => `scale ${scale}`,
      bias: "with bias",
      masked: "masked",
      override: "weights given, not computed",
      rounded: "rounded where shown",
      whole: "exact",
      head: (h, heads) => `head ${h} of ${heads}`,
      batch: (b, batches) => `item ${b} of ${batches}`,
      nothing: (queries, m) =>
        `${queries.length === 1 ? "query" : "queries"} ${queries.join(", ")}: nothing to attend to, ${resultOf(m)} 0`,
      nonFinite: (text, tensor) => `${text} first in ${tensor}`,
    },
  },

  stories: {
    "walk-through": {
      name: "Walk-through",
      colon: ": ",
      steps: {
        inputs: "Inputs",
        keys: "Keys",
        values: "Values",
        query: "Query",
        score: "Score",
        scores: "Scores",
        scale: "Scale",
        cap: "Soft cap",
        mask: "Mask",
        softmax: "Softmax",
        max: "Maximum",
        shift: "Subtract",
        exp: "Exponential",
        total: "Sum",
        divide: "Divide",
        weight: "Weigh",
        sum: "Sum",
        outputs: "Map",
      },
      subtitle: (/** @type {number} */ i, /** @type {number} */ count, /** @type {string} */ asker) =>
        `query ${i} of ${count}${asker ? ` · ${asker} asks` : ""}`,
      all: (queries) => (queries === 1 ? "one query" : `all ${number(queries)} queries`),
      nth: (i) => `Query ${i}`,
      others: "Others",
      maximum: "max",
      eachDivided: "each ÷",
      question: (asker, key) => `does ${asker} look for ${key}?`,
      invitation: (m, seconds, told) => ({
        title: `Watch ${m.self && m.named("query") ? (told === 1 ? "a word" : `${number(told)} words`) : count(told, "query", "queries", number)} decide where to look.`,
        text: `${Math.round(seconds)} seconds. Every number is computed on this page; point at one to see what it is made of.`,
      }),
      inputs: ({ model: m }) =>
        m.self
          ? `${capital(count(m.q_len, m.named("query") ? "word" : "input", undefined, number))}${m.q_len === 1 ? ", a row of" : ", each a row of"} ${count(m.d_model, "number")}: the [${m.q_len === 1 ? "input" : "inputs"}|x].`
          : `${capital(count(m.kv_len, "source"))} to look at, ${count(m.q_len, "query", "queries")} to ask: each begins as a row of numbers.`,
      given: () => "Here [queries|query], [keys|key] and [values|value] are given: no input, no matrix.",
      keys: ({ model: m }) => {
        const bias = m.tensor("b_k") ? "plus [b_K|b_k]" : "";
        const input = `[input|${m.tensor("x_kv") ? "x_kv" : "x"}]`;
        if (m.tensor("w_k"))
          return `Each ${input} times the matrix [W_K|w_k]${bias && `, ${bias},`} gives its [key|key]: what it can be found by.`;
        if (bias) return `Each ${input} ${bias} is its [key|key]: what it can be found by.`;
        return `Without a matrix each ${input} is its own [key|key]: what it can be found by.`;
      },
      values: ({ model: m }) => {
        const bias = m.tensor("b_v") ? "plus [b_V|b_v]" : "";
        const it = m.tensor("x_v") ? "another [input|x_v]" : "it";
        if (m.tensor("w_v"))
          return `With [W_V|w_v] ${it}${bias && `, ${bias},`} gives a [value|value]: what it has to say.`;
        if (bias) return `${capital(it)} ${bias} is a [value|value]: what it has to say.`;
        if (m.tensor("x_v")) return "Another [input|x_v] is the [value|value]: what it has to say.";
        const too =
          m.tensor("w_k") || m.tensor("b_k")
            ? "Without a matrix it is its own [value|value]"
            : "It is its own [value|value] too";
        return `${too}: what it has to say.`;
      },
      query: ({ asker, alone, to, model: m }) => {
        const asks = `${capital(asker)} asks${alone ? "" : " first"}`;
        const bias = m.tensor("b_q") ? "[b_Q|b_q]" : "";
        if (m.tensor("w_q"))
          return `${asks}. [W_Q|w_q] ${bias ? `and ${bias} make` : "makes"} its [query|${to.query}]: what it looks for.`;
        if (bias) return `${asks}: with ${bias} added, it is its [query|${to.query}]: what it looks for.`;
        return `${asks}: its [query|${to.query}] is what it looks for.`;
      },
      again: ({ asker, to }) =>
        `Now ${asker} asks. [Keys|key] and [values|value] stay; only the [query|${to.query}] is new.`,
      quickly: ({ asker, to }) =>
        `Now ${asker} asks: [scores|${to.scores}], [weights|${to.weights}] and the [output|${to.output}], as before.`,
      score: ({ asker, key, to, model: m }) =>
        m.dot
          ? `The [query|${to.query}] of ${asker} meets the [key|${to.key(0)}] of ${key(0)}: number times number, then everything added.`
          : m.score === "bilinear"
            ? `The [query|${to.query}] of ${asker} meets the [key|${to.key(0)}] of ${key(0)} through a matrix, [W|w_score].`
            : `The [query|${to.query}] of ${asker} and the [key|${to.key(0)}] of ${key(0)} enter a small network; what comes out is the score.`,
      scores: ({ to, model: m }) =>
        `${m.kv_len === 2 ? `The other [key|${to.keys}] meets it` : `The other [keys|${to.keys}] meet it`} in the same way.${m.scale > 0 ? ` The larger a [score|${to.scores}], the better the fit.` : ""}`,
      scoresAgain: ({ asker, to, model: m }) =>
        `The [query|${to.query}] of ${asker} meets ${m.kv_len === 1 ? "the only" : "every"} [key|${to.keys}].`,
      scale: ({ to, model: m }) =>
        m.usualScale
          ? `Each [score|${to.scores}] is divided by √dₖ = √${m.d_k}, for sums of more products tend to be larger.`
          : `Each [score|${to.scores}] is multiplied by the scale ${m.scaleText}.`,
      cap: ({ to, model: m }) =>
        `A soft cap bends each [score|${to.scores}], so that it stays between −${m.problem.softcap} and ${m.problem.softcap}.`,
      mask: ({ to, model: m, forbidden, byBias }) => {
        const bias = m.biased ? `The [bias|bias] is added to each [score|${to.scores}].` : "";
        if (!forbidden) return m.masked ? `${bias} The mask strikes out nothing in this row.`.trim() : bias;
        const strikes = !m.masked ? "The bias strikes" : byBias ? "Mask and bias strike" : "The mask strikes";
        const all = forbidden === m.kv_len;
        const what = !all
          ? `${forbidden} of ${m.kv_len} [scores|${to.scores}]`
          : m.kv_len === 1
            ? "the only score"
            : "every score";
        const so = m.override
          ? ""
          : all
            ? ": this query may look at nothing"
            : ": what is −∞ now can get no weight";
        return `${bias} ${strikes} out ${what}${so}.`.trim();
      },
      softmax: ({ to, kind, model: m, forbidden, infinite }) => {
        if (m.override)
          return `These [weights|${to.weights}] were given; they take the place of the softmax of the scores.`;
        if (infinite && kind === "nan")
          return `The largest score of this row is ${infinite}; less itself it is not a number (NaN), and so none of its [weights|${to.weights}] is one.`;
        if (kind === "nan")
          return `A [score|${to.scores}] of this row is not a number (NaN), and so none of its [weights|${to.weights}] is one.`;
        if (kind === "nothing")
          return `Every score is ${forbidden === m.kv_len ? "struck out" : "−∞"}: each [weight|${to.weights}] of this row is 0.`;
        if (m.kv_len === 1)
          return `There is only one [score|${to.scores}], so its bar fills the whole bar of length 1.`;
        const struck = forbidden ? " What is struck out has none." : "";
        return `Each [score|${to.scores}], less the largest, becomes a power of e: a bar.${struck} Laid end to end and divided by their sum, they fill one bar of length 1.`;
      },
      max: ({ to, cell, row }) =>
        `Softmax first looks for the largest [score|${to.scores}] of the row. It is ${cell("row_max", row[0].slice(0, 3))}.`,
      shift: ({ to }) =>
        `The largest is taken away from every [score|${to.scores}]: the [weights|${to.weights}] stay the same, and no power of e grows too large.`,
      exp: ({ forbidden }) =>
        `Each becomes a power of e, and the largest, now 0, becomes 1.${forbidden ? " e to the power of −∞ is 0." : ""}`,
      total: ({ cell, row }) => `All bars of the row together: ${cell("row_sum", row[0].slice(0, 3))}.`,
      divide: ({ to }) =>
        `Each bar divided by that sum is a [weight|${to.weights}]; together they fill one bar of length 1.`,
      weight: ({ to, kind, weights }) => {
        const each = `Each [value|${to.values}] is multiplied by its [weight|${to.weights}]`;
        if (kind === "nothing") return `${each}, and every weight is 0: nothing flows.`;
        if (kind !== "nan") return `${each}: the wider the stream, the more flows.`;
        return weights.every(Number.isNaN)
          ? `${each}, which is not a number.`
          : `${each}. One that is not a number makes none of what it weighs.`;
      },
      sum: ({ asker, to, kind, model: m }) => {
        const result = resultOf(m);
        if (kind === "nothing" && !m.override)
          return `Nothing flows, so the [${result}|${to.output}] of ${asker} is 0.`;
        if (m.kv_len === 1)
          return `The only [weighted value|${to.weighted}] is the [${result}|${to.output}] of ${asker}.`;
        return `The [weighted values|${to.weighted}] flow together into the [${result}|${to.output}] of ${asker}.`;
      },
      outputs: ({ model: m, rows, streams }) => {
        const one = rows.length === 1;
        const output = `[output|${m.result}]`;
        const are = (/** @type {string} */ kind) =>
          rows.filter((/** @type {any} */ row) => row.kind === kind).length;
        const next =
          m.result === "output"
            ? ""
            : m.heads > 1
              ? " Next, the heads are joined."
              : m.tensor("w_o")
                ? " Next comes the matrix [W_O|w_o]."
                : " Next, [b_O|b_o] is added.";
        if (are("nothing") === rows.length && !m.override)
          return `${one ? "This query may look at nothing: the" : "No query may look at anything: each"} ${output} is 0.${next}`;
        if (are("nan") === rows.length)
          return `With [weights|weights] that are NaN, ${one ? `the ${output}` : `each ${output}`} is NaN.${next}`;
        const each = one ? `The ${output}` : `Every ${output}`;
        const odd = are("nan") ? ", NaN where its weights are" : "";
        if (are("given") || (m.override && are("nothing")))
          return `${each} adds up the [values|value], each times its [weight|weights]${odd}.${next}`;
        const struck = !m.override && rows.some((/** @type {any} */ row) => row.forbidden);
        const what =
          m.kv_len === 1
            ? "is the only [value|value]"
            : `is a mixture of the [${struck ? "values it may look at" : "values"}|value]${one ? ", in shares of its own" : ""}`;
        const none = are("nothing") ? ", or 0 where it may look at nothing" : "";
        const shares = streams
          ? "; the width of each stream is its [weight|weights]"
          : "; the [weights|weights] say how much of each";
        return `${each} ${what}${none}${odd}${one ? "" : shares}.${next}`;
      },
      note: ({ kind, first, second, self, name, number: share, weights, forbidden, tied }) => {
        const one = self ? "itself" : name(first);
        if (kind === "nan") return "not a number";
        if (kind === "nothing")
          return forbidden === weights.length ? "nothing: all struck out" : "nothing: all weights are 0";
        if (kind === "one") return `all ${one}`;
        if (kind === "given") return `${share(first)} of ${name(first)}`;
        if (kind === "nearly") return `nearly all ${one}`;
        if (kind === "mostly") return `mostly ${one}`;
        if (kind === "half") return `half ${name(first)}, half ${name(second)}`;
        if (kind === "even")
          return forbidden ? `all ${weights.length - forbidden} alike` : `all ${weights.length} alike`;
        if (kind === "most") return `${tied} alike, ${share(first)} each`;
        return `${share(first)} ${name(first)}, ${share(second)} ${name(second)}`;
      },
    },
    "one-query": { name: "One query" },
    matrices: {
      name: "Matrices",
      chapters: { output: "Output" },
      titles: {
        query: "Queries",
        key: "Keys",
        value: "Values",
        scores: "Scores",
        scaled_scores: "Scale",
        capped_scores: "Soft cap",
        masked_scores: "Mask",
        weights: "Softmax",
        row_max: "Maximum",
        shifted_scores: "Subtract",
        shifted_exp: "Exponential",
        row_sum: "Sum",
        mixed: "Mix",
        output: "Output",
        outputs: "Map",
      },
      functions: {
        capped_scores: "cap",
        masked_scores: "mask",
        weights: "softmax",
        row_max: "max",
        shifted_scores: "− max",
        shifted_exp: "exp",
        row_sum: "sum",
        divide: "÷ sum",
      },
      links: {
        query: {
          first: ({ model: m }) =>
            `A row of [X|x] meets a column of [W_Q|w_q]: number times number, then everything added${m.tensor("b_q") ? ", and the bias [b_Q|b_q] too" : ""}.`,
          all: ({ model: m }) =>
            projected(
              m,
              "q",
              "x",
              "query",
              m.q_len === 1
                ? ""
                : "Row by row, column by column: each row of [Q|query] is the [query|query] of one [input|x].",
            ),
        },
        key: { all: ({ model: m }) => projected(m, "k", source(m), "key") },
        value: { all: ({ model: m }) => projected(m, "v", m.tensor("x_v") ? "x_v" : source(m), "value") },
        scores: {
          first: ({ model: m, at }) => {
            const [query, key] = [who(m, "query", at.r), who(m, "key", at.c)];
            if (m.score === "bilinear")
              return `${capital(query)} and ${key}: a row of [Q|query] meets a column of [Kᵀ|key] through a matrix, [W|w_score].`;
            if (!m.dot)
              return `${capital(query)} and ${key}: a row of [Q|query] and a column of [Kᵀ|key] enter a small network; what comes out is their score.`;
            return `A row of [Q|query] meets a column of [Kᵀ|key]: how well does what ${query} looks for fit ${key}?`;
          },
          all: ({ link }) =>
            link.product.rows * link.product.columns === 1
              ? "One [query|query] meets one [key|key]: there is one [score|scores]."
              : "Every [query|query] meets every [key|key]: a row of [S|scores] asks, a column answers.",
        },
        scaled_scores: {
          all: ({ model: m }) =>
            m.usualScale
              ? `Each [score|scores] is divided by √dₖ = √${m.d_k}.`
              : `Each [score|scores] is multiplied by the scale ${Number(m.scale.toPrecision(4))}.`,
        },
        capped_scores: {
          all: ({ model: m }) =>
            `A soft cap bends each [score|scores], so that it stays between −${m.problem.softcap} and ${m.problem.softcap}.`,
        },
        masked_scores: {
          all: ({ model: m, all }) => {
            const struck = all.reduce(
              (/** @type {number} */ sum, /** @type {any} */ row) => sum + row.forbidden,
              0,
            );
            const bias = m.biased ? "The [bias B|bias] is added, number by number." : "";
            const of = m.q_len * m.kv_len;
            if (!m.masked && !struck) return bias;
            const said = !struck
              ? "The mask strikes out nothing."
              : struck === of
                ? `${of === 1 ? "The only score is" : "All scores are"} struck out and set to −∞.`
                : `${struck} of ${of} scores ${struck === 1 ? "is" : "are"} struck out and set to −∞.`;
            return `${bias} ${said}`.trim();
          },
        },
        weights: {
          first: ({ model: m, at }) =>
            `Softmax takes one row: each score of ${who(m, "query", at.r)}, less the row’s largest, becomes a power of e, a bar; divided by their sum, they fill one bar of length 1.`,
          all: ({ model: m, all }) => {
            if (m.override)
              return "These [weights|weights] are given; they take the place of the softmax of the scores.";
            const nothing = all.filter((/** @type {any} */ row) => row.kind === "nothing").length;
            const nan = all.filter((/** @type {any} */ row) => row.kind === "nan").length;
            const rest = [
              ...(nothing
                ? [
                    `${nothing === 1 ? "a row that is" : `${number(nothing)} rows that are`} all struck out ${nothing === 1 ? "gets" : "get"} 0`,
                  ]
                : []),
              ...(nan
                ? [
                    `in ${nan === 1 ? "a row" : `${number(nan)} rows`} a score is not a number (NaN), and so no weight is one`,
                  ]
                : []),
            ].join("; ");
            if (nothing + nan === all.length) return `${capital(rest)}.`;
            const whole =
              m.kv_len === 1
                ? "With one key, its weight is 1"
                : `${all.length === 1 ? "The row" : "Each row"} of [A|weights] shares out 1 among the keys`;
            return `${whole}${rest ? `; ${rest}` : ""}.`;
          },
        },
        row_max: { all: () => "Softmax first looks for the largest [score|scores] of each row." },
        shifted_scores: {
          all: () =>
            "The largest is taken away from every number of its row: the [weights|weights] stay the same, and no power of e grows too large.",
        },
        shifted_exp: { all: () => "e to the power of each number." },
        row_sum: { all: () => "The powers of a row are added up." },
        mixed: {
          first: () =>
            "A row of [A|weights] meets a column of [V|value]: each number of the column counts as much as its weight.",
          all: ({ model: m, link }) =>
            m.kv_len === 1
              ? `${link.product.rows === 1 ? "The row" : "Each row"} of [Z|${link.product.tensor}] is the row of [V|value] times its [weight|weights].`
              : `${link.product.rows === 1 ? "The row" : "Each row"} of [Z|${link.product.tensor}] adds up the rows of [V|value], each times its [weight|weights].`,
        },
        output: {
          first: ({ model: m }) =>
            `${m.heads > 1 ? "The results of all heads stand side by side in [Z|joined]; a row of it" : "A row of [Z|joined]"} ${m.tensor("w_o") ? "meets a column of the last matrix, [W_O|w_o]" : "takes the bias [b_O|b_o]"}.`,
          all: ({ model: m }) =>
            m.tensor("w_o")
              ? "So [Z|joined] times [W_O|w_o] is the [output|output]."
              : "The bias [b_O|b_o] is added: the [output|output].",
        },
      },
      outputs: ({ model: m }) =>
        m.kv_len === 1
          ? "The [attention map|weights]: with one key there is one place to look."
          : `The [attention map|weights]: read ${m.q_len === 1 ? "the row" : "a row"} from left to right to see how much ${m.q_len === 1 ? "the query" : "its query"} takes from each key.`,
    },
    // any problem, from its graph: r is the tensor, e the sum it is, of its operands in order
    generic: {
      name: "Operation by operation",
      backward: "Backward",
      invitation: ({ count: n, seconds, chain }) => ({
        title: `Watch ${chain ? "this chain" : "this attention"} in ${count(n, "step")}.`,
        text: `${Math.round(seconds)} seconds. Every number is computed on this page; point at one to see what it is made of.`,
      }),
      stages: {
        attention: "attention",
        layer_norm: "layer norm",
        batch_norm: "batch norm",
        residual: "residual",
        geometry: "geometry",
        recurrent_encoder: "recurrent encoder",
        recurrent_decoder: "recurrent decoder",
      },
      join: (/** @type {string[]} */ sentences) => sentences.join(" "),
      held: ({ axis, at, of }) => `${axis} ${at} of ${of}`,
      nothing: (size) => `${size}: no numbers`,
      empty: ({ r, axis, size }) =>
        `there are no ${/** @type {Record<string, string>} */ ({ query: "tokens", key: "keys", step: "steps" })[axis] ?? "numbers"}: nothing to draw of ${r} (${size}).`,
      nothingAdded: ({ r, value }) => `${r} = ${value} everywhere: there are no keys.`,
      part: ({ r, most, all: [rows, columns] }) => {
        const parts = [
          ...(rows > most ? [`the first ${most} of ${rows} rows`] : []),
          ...(columns > most ? [`the first ${most} of ${columns} columns`] : []),
        ];
        return `Of ${r} there are shown ${parts.join(" and ")}.`;
      },
      recurrent: ({ rows }) =>
        `${rows ? "A row is a step; each" : "Each"} step needs the state of the step before.`,
      ops: {
        given: ({ r }) => `${r}: given with the problem.`,
        copy: ({ r, of: [a] }) => `${r} = ${a}, unchanged.`,
        zero: ({ r }) => `${r} = 0: the result does not depend on it.`,
        split: (/** @type {any} */ { r, of: [a], heads }) =>
          heads > 1
            ? `${r} = those columns of ${a} that belong to this head.`
            : `${r} = ${a}: the only head has all columns.`,
        join: (/** @type {any} */ { r, of: [a], heads }) =>
          heads > 1
            ? `${r} = ${a} of all heads, side by side.`
            : `${r} = ${a}: there is only one head to join.`,
        linear: ({ r, e }) =>
          `${r} = ${e}. Each number is a row times a column: product by product, then everything added.`,
        scores: ({ r, e }) =>
          `${r} = ${e}. Number times number, then everything added: the larger, the better the fit.`,
        bilinear: ({ r, e }) => `${r} = ${e}: queries meet keys through a matrix.`,
        tanh: ({ r, e }) => `${r} = ${e}. Everything is added, then tanh bends it to between −1 and 1.`,
        mix: ({ r, e }) =>
          `${r} = ${e}. Each row adds up what it looks at, as much of each as its weight says.`,
        matmul: ({ r, e }) => `${r} = ${e}. Product by product, then everything added.`,
        multiply: ({ r, e }) => `${r} = ${e}, number times number.`,
        dot: ({ r, e }) => `${r} = ${e}. Number times number, then everything added.`,
        sum: ({ r, e, rows }) => `${r} = the sum of ${rows ? "each row of " : ""}${e}.`,
        add: ({ r, e }) => `${r} = ${e}, number by number.`,
        mean: ({ r, e, rows }) => `${r} = the mean of each ${rows ? "row" : "column"} of ${e}.`,
        length: ({ r, e }) => `${r} = ${e}: the root of the sum of squares.`,
        scale: ({ r, of: [a], constant, usual }) => `${r} = ${a} ${usual ? `÷ √${usual}` : `· ${constant}`}.`,
        softcap: ({ r, of: [a], constant }) =>
          `${r} = ${constant} · tanh(${a} ÷ ${constant}): all stay between −${constant} and ${constant}.`,
        mask: ({ r, of: [a, ...more], struck }) =>
          `${r} = ${[a, ...more.filter((/** @type {string} */ one) => /bias\]$/.test(one))].join(" + ")}${struck ? ", and −∞ where a query may not look." : ": nothing is struck out here."}`,
        max: ({ r, of: [a] }) => `${r} = the largest number of each row of ${a}.`,
        subtract: ({ r, of: [a, b], struck }) => `${r} = ${a} − ${b}.${struck ? " −∞ stays −∞." : ""}`,
        exp: ({ r, of: [a], struck }) =>
          `${r} = e to the power of ${a}${struck ? "; e to the power of −∞ is 0" : ""}.`,
        log: ({ r, of: [a, b] }) => `${r} = ${a} + ln of ${b}.`,
        divide: ({ r, of: [a, b, c], zeros, weights }) =>
          `${r} = ${a} ÷ ${c ? `(${b} · ${c})` : b}.${zeros ? (weights ? " Where the sum is 0, so is the weight." : " What is divided by 0 is not a number.") : ""}`,
        softmax: ({ r, of: [a] }) =>
          `${r} = softmax of each row of ${a}: powers of e, each divided by the sum of its row.`,
        arccos: ({ r, of: [a] }) => `${r} = arccos of ${a}: in radians, 0 for the same direction.`,
        rstd: ({ r, of: [a], running, rows }) =>
          `${r} = 1 ÷ √(${running ? a : `variance of each ${rows ? "row" : "column"} of ${a}`} + ${"ε"}).`,
        normalize: (/** @type {any} */ { r, of: [x, mean, rstd], learned: [gamma, beta] }) =>
          `${r} = (${x} − ${mean}) · ${rstd}${gamma ? ` · ${gamma}` : ""}${beta ? ` + ${beta}` : ""}.`,
        softmax_gradient: ({ r, e }) =>
          `${r} = ${e}, the second part added up over the row: back through the softmax.`,
        softcap_gradient: ({ r }) => `${r}: back through the soft cap, with 1 − tanh² as the slope.`,
        normalize_gradient: ({ r, of: [a] }) =>
          `${r}: ${a}, brought back through the mean and the standard deviation.`,
        geometry_gradient: ({ r, of }) =>
          `${r}: what ${of.slice(2).join(", ")} say of it, brought back and added up.`,
        squared_error: ({ r, of: [a, b] }) => `${r} = the mean of (${a}${b ? ` − ${b}` : " − target"})².`,
        cross_entropy: ({ r, of: [a] }) =>
          `${r} = the mean of −ln of the probability that ${a} give the target.`,
        squared_error_gradient: ({ r, of: [a, b], constant }) =>
          `${r} = ${constant} · (${a} − ${b ?? "target"}).`,
        cross_entropy_gradient: ({ r, of: [a] }) =>
          `${r} = softmax of each row of ${a}, less 1 at the target, shared out over the rows.`,
        other: ({ r, of }) => `${r}, made from ${of.join(", ")}.`,
      },
    },
    "multi-head": {
      name: "Many heads",
      chapters: {
        words: "Words",
        project: "Project",
        split: "Split",
        attend: "Attend",
        join: "Join",
        output: "Project",
      },
      steps: {
        input: "Inputs",
        project: "Project",
        made: "Project",
        split: "Split",
        transpose: "Transpose",
        heads: "Transpose",
        given: "Given",
        scores: "Scores",
        scaled_scores: "Scale",
        capped_scores: "Soft cap",
        masked_scores: "Mask",
        row_max: "Maximum",
        shifted_scores: "Subtract",
        shifted_exp: "Exponential",
        row_sum: "Sum",
        divide: "Divide",
        weights: "Softmax",
        mixed: "Mix",
        join: "Join",
        output: "Project back",
      },
      head: (h) => `Head ${h}`,
      sharing: (h, group) => `Head ${h} · keys ${group}`,
      enlarged: (h) => `Head ${h}, enlarged`,
      result: "result",
      joined: (heads) => `${number(heads)} results side by side`,
      invitation: (m, seconds) => ({
        title:
          m.heads === 1
            ? "Watch one head of attention at work."
            : `Watch ${number(m.heads)} heads look at the same input.`,
        text: `${Math.round(seconds)} seconds. Every number is computed on this page; point at one to see what it is made of.`,
      }),
      input: ({ model: m }) => {
        const rows = m.self
          ? `${tokens(m, m.q_len)}, ${m.q_len === 1 ? "" : "each "}a row of ${count(m.d_model, "number")}`
          : "";
        if (m.batches > 1) {
          const rest = m.batches === 2 ? "the other lies" : `the other ${number(m.batches - 1)} lie`;
          const what = m.self ? `${number(m.batches)} items, each of ${rows}` : `${number(m.batches)} items`;
          return `A batch of ${what}: the [${m.q_len === 1 ? "input" : "inputs"}|x]. Item ${m.batch + 1} of ${m.batches} is in front, ${rest} behind it.`;
        }
        return m.self
          ? `${capital(rows)}: the [${m.q_len === 1 ? "input" : "inputs"}|x].`
          : `${capital(count(m.q_len, "input"))} to ask, ${count(m.kv_len, "other")} to be asked: each begins as a [row|x] of numbers.`;
      },
      project: ({ model: m }) => {
        const all = `of ${m.heads === 2 ? "both" : `all ${number(m.heads)}`} heads`;
        const three = `[queries|projected_query], [keys|projected_key] and [values|projected_value]`;
        if (!m.tensor("w_q") || !m.tensor("w_k") || !m.tensor("w_v"))
          return `The ${three} ${all} begin side by side: ${count(m.d_q, "column")} of queries for each head.`;
        const bias = m.tensor("b_q") || m.tensor("b_k") || m.tensor("b_v") ? ", plus a bias" : "";
        return `One product each with [W_Q|w_q], [W_K|w_k] and [W_V|w_v]${bias}: the ${three} ${all} at once, ${count(m.d_q, "column")} of queries for each head.`;
      },
      made: ({ model: m }) =>
        m.tensor("w_q") && m.tensor("w_k") && m.tensor("w_v")
          ? `[W_Q|w_q], [W_K|w_k] and [W_V|w_v]${m.tensor("b_q") || m.tensor("b_k") || m.tensor("b_v") ? ", plus a bias," : ""} make [queries|query], [keys|key] and [values|value]. There is one head, so nothing is split.`
          : "[Queries|query], [keys|key] and [values|value]: there is one head, so nothing is split.",
      split: (/** @type {any} */ { model: m }) =>
        m.kv_heads < m.heads
          ? `Split: each row of [queries|projected_query] is cut into ${number(m.heads)} heads, [keys|projected_key] and [values|projected_value] ${m.kv_heads === 1 ? "stay one" : `into ${number(m.kv_heads)}`}. No number changes.`
          : m.d_q === m.d_v
            ? `Split: each row of ${count(m.heads * m.d_q, "number")} is cut into ${number(m.heads)} heads of ${m.d_q}. No number changes.`
            : `Split: each row is cut into ${number(m.heads)} heads. No number changes.`,
      transpose: (f) => taken(f),
      heads: (f) => taken(f),
      given: ({ model: m }) =>
        m.heads === 1
          ? "Here [queries|query], [keys|key] and [values|value] are given: no input, no matrix."
          : `Here [queries|query], [keys|key] and [values|value] are given, already split into ${number(m.heads)} heads. ${m.kv_heads < m.heads ? sharing(m) : ""}`.trim(),
      scores: ({ model: m }) =>
        m.heads === 1
          ? `${capital(meeting(m))}: ${count(m.q_len * m.kv_len, "score")}, [row by row|scores].`
          : `In every head ${meeting(m)}: ${count(m.q_len * m.kv_len, "score")} a head. Head ${m.head + 1} shows [its own|scores:${m.batch},${m.head},*,*].`,
      masked_scores: ({ model: m, forbidden, byBias, pairs }) => {
        const bias = m.biased ? "The [bias|bias] is added to the [scores|masked_scores]. " : "";
        if (!m.masked && !forbidden) return bias.trim();
        if (!forbidden) return `${bias}The mask strikes out nothing.`;
        const strikes = !m.masked ? "the bias strikes" : byBias ? "mask and bias strike" : "the mask strikes";
        return `${bias}Over all heads ${strikes} out ${forbidden} of ${count(pairs, "[score|masked_scores]", "[scores|masked_scores]")}: −∞${m.override ? "" : ", and no weight"}.`;
      },
      row_max: () => "Softmax first looks for the largest [score|row_max] of each row.",
      shifted_scores: () =>
        "It is taken away from every [score|shifted_scores] of its row, so that no power of e grows too large.",
      shifted_exp: ({ forbidden }) =>
        `Each becomes a [power of e|shifted_exp].${forbidden ? " e to the power of −∞ is 0." : ""}`,
      row_sum: () => "The powers of e of each row are [added up|row_sum].",
      divide: (f) =>
        `Each power of e divided by the sum of its row is a [weight|weights]. ${unusual(f)}${elsewhere(f)}`.trim(),
      weights: (f) =>
        f.model.override
          ? `These [weights|weights] were given; they take the place of the softmax. ${elsewhere(f)}`.trim()
          : `Softmax turns every row of ${f.model.heads === 1 ? "scores" : "every head"} into [weights|weights]. ${unusual(f)}${elsewhere(f)}`.trim(),
      mixed: ({ model: m, nothing, nan }) => {
        const bad = nan ? " A row with NaN gives NaN." : nothing ? " A row without any weight gives 0." : "";
        if (m.heads === 1)
          return `The [values|value] are mixed in the shares of the [weights|weights]: the [${m.result === "output" ? "output" : "result"}|${m.result}].${bad}`;
        const own = m.kv_heads < m.heads ? "the [values|value] of its group" : "its own [values|value]";
        return `Each head mixes ${own} in the shares of its own [weights|weights]: ${number(m.heads)} [results|mixed] of ${m.q_len}×${m.d_v}.${bad}`;
      },
      join: (/** @type {any} */ { model: m }) => {
        if (m.heads === 1) return `One head, so nothing is joined: its [result|joined] goes on as it is.`;
        const last = m.tensor("w_o") || m.tensor("b_o") ? "" : " No matrix follows: that is the output.";
        return `The [result|joined] of head ${m.head + 1} travels to its place. Side by side, ${number(m.heads)} heads of ${m.d_v} make rows of ${count(m.heads * m.d_v, "number")}.${last}`;
      },
      output: ({ model: m }) => {
        const out = m.tensor("output")?.shape.at(-1) ?? 0;
        if (!m.tensor("w_o")) return "A bias, [b_O|b_o], is added to each row: the [output|output].";
        const bias = m.tensor("b_o") ? ", and [b_O|b_o] is added" : "";
        const all = m.heads * m.d_v;
        const does =
          all === 1
            ? "multiplies the one number of each row"
            : out < all
              ? `brings the ${all} numbers of each row down to ${out}`
              : out === all
                ? `mixes the ${count(all, "number")} of each row`
                : `makes ${out} numbers of the ${all} in each row`;
        return `One matrix, [W_O|w_o], ${does}${bias}: the [output|output].`;
      },
    },
  },
};

/** Words for tensors, one cell or row of them. @type {Record<string, string>} */
const SHOWN = {
  x: "input",
  x_kv: "input",
  x_v: "input",
  query: "query",
  key: "key",
  value: "value",
  projected_query: "query",
  projected_key: "key",
  projected_value: "value",
  scores: "score",
  scaled_scores: "scaled score",
  capped_scores: "capped score",
  masked_scores: "masked score",
  row_max: "maximum",
  shifted_scores: "score less the maximum",
  shifted_exp: "power of e",
  row_sum: "sum",
  log_sum_exp: "log-sum-exp",
  weights: "weight",
  weights_override: "given weight",
  weighted_values: "weighted value",
  mixed: "mixture",
  joined: "joined heads",
  output: "output",
  w_q: "parameters",
  w_k: "parameters",
  w_v: "parameters",
  w_o: "parameters",
  w_score: "parameters",
  w_1: "parameters",
  w_2: "parameters",
  w_state: "parameters",
  w_context: "parameters",
  w_in: "parameters",
  w_out: "parameters",
  b_q: "bias",
  b_k: "bias",
  b_v: "bias",
  b_o: "bias",
  b_state: "bias",
  b_out: "bias",
  bias: "bias",
  mask: "mask",
  key_mask: "mask",
  hidden: "hidden layer",
  y: "what is added",
  gamma: "factors",
  beta: "shifts",
  mean: "mean",
  rstd: "1 ÷ deviation",
  running_mean: "running mean",
  running_var: "running variance",
  a: "vectors",
  b: "vectors",
  length_a: "length",
  length_b: "length",
  dot: "dot product",
  cosine: "cosine",
  angle: "angle",
  projection: "projection",
  encoder_states: "encoder state",
  initial_state: "initial state",
  state: "state",
  context: "context",
  logits: "logits",
  probabilities: "probability",
  target: "target",
  loss: "loss",
};

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Small numbers in words. @param {number} n */
const number = (n) => NUMBERS[n] ?? String(n);

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** What the weighted values of one head add up to. @param {any} m */
const resultOf = (m) => (m.result === "output" ? "output" : m.heads > 1 ? "result of this head" : "mixture");
/** "three words", or inputs where they have no names. @param {any} m @param {number} n */
const tokens = (m, n) => count(n, m.named("query") ? "word" : "input", undefined, number);

/** What each head takes when token and head change places. @param {any} f */
const taken = ({ model: m }) =>
  m.kv_heads < m.heads
    ? `Each head takes its own columns of [queries|query]. ${sharing(m)}`
    : `Each head takes its own columns: from here on ${number(m.heads)} heads work side by side, and none sees another’s [queries|query], [keys|key] or [values|value].`;

/** Which heads share their keys: the groups are equal in size. @param {any} m */
function sharing(m) {
  if (m.kv_heads === 1) return `All ${number(m.heads)} share the same [keys|key] and [values|value].`;
  const per = m.heads / m.kv_heads;
  const last = (/** @type {number} */ g) => (per === 2 ? " and " : " to ") + (g * per + per);
  const groups = Array.from({ length: m.kv_heads }, (_, g) => `${g * per + 1}${last(g)}`);
  return `[Keys|key] and [values|value] are shared by heads ${groups.slice(0, -1).join(", by ")}, and by ${groups[groups.length - 1]}.`;
}

/** Rows that have no weights. @param {any} f */
const unusual = ({ nothing, nan }) =>
  nan
    ? "A row with a score that is not a number gets none. "
    : nothing
      ? "A row whose scores are all −∞ gets 0. "
      : "";

/** A head that looks elsewhere, and where. @param {any} f */
function elsewhere({ model: m, look, name, cell }) {
  if (!look) return "";
  if (look === "alike")
    return m.q_len === 1
      ? "All heads look most at the same key."
      : "In each row, all heads look most at the same key.";
  const { head, row, own } = look;
  const at = (/** @type {number} */ h, /** @type {any} */ { first, row: pairs }) =>
    `head ${h + 1} looks most at ${name("key", first)} (${cell("weights", pairs[first])})`;
  return `From ${name("query", row.i)}, ${at(m.head, own)}, ${at(head, row)}.`;
}

/** What keys are made from. @param {any} m */
const source = (m) => (m.tensor("x_kv") ? "x_kv" : "x");

/** "love", or input 2, or query 2 of another sequence. @param {any} m @param {"query" | "key"} side @param {number} i */
const who = (m, side, i) =>
  m.label(side, i) ? `“${m.label(side, i)}”` : `${m.self ? "input" : side} ${i + 1}`;

/** How queries, keys or values come from inputs. @param {any} m @param {string} letter @param {string} from @param {string} to @param {string} [said] where there is a matrix */
const projected = (m, letter, from, to, said = "") => {
  const matrix = `W_${letter.toUpperCase()}`;
  const one = (to === "query" ? m.q_len : m.kv_len) === 1;
  if (m.tensor(`w_${letter}`))
    return (
      said ||
      `[X|${from}] times [${matrix}|w_${letter}]${m.tensor(`b_${letter}`) ? ", plus a bias," : ""} gives ${one ? "the" : "each"} [input|${from}] its [${to}|${to}].`
    );
  if (m.tensor(`b_${letter}`))
    return `There is no ${matrix}: ${one ? "the" : "each"} [input|${from}] plus the bias [b_${letter.toUpperCase()}|b_${letter}] is its [${to}|${to}].`;
  return `There is no ${matrix}: ${one ? "the" : "each"} [input|${from}] is its own [${to}|${to}].`;
};
/** Who meets whom. @param {any} m */
const meeting = (m) =>
  `${m.q_len === 1 ? "the" : "each"} [query|query] meets ${m.kv_len === 1 ? "the only" : "each"} [key|key]`;
