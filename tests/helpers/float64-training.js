// The training run of createTraining in float64, written from its description alone: generator, tasks, one layer, Adam.

const TOKENS = 8;
const WIDTHS = { previous: 16, first: 16, lookup: 17, reverse: 16 };
const CAUSAL = { previous: true, first: true, lookup: false, reverse: false };
const ANSWERS = {
  previous: (i) => i - 1,
  first: () => 0,
  lookup: (_, mark) => mark,
  reverse: (i) => 7 - i,
};

/** xorshift32 behind one round of splitmix64: numbers in [-1, 1). @param {number} seed */
function uniform(seed) {
  const low = (z) => BigInt.asUintN(64, z);
  let z = low(BigInt(seed) + 0x9e3779b97f4a7c15n);
  z = low((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = low((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  let x = Number((z ^ (z >> 31n)) >> 32n) || 0x9e3779b9;
  return () => {
    x = (x ^ (x << 13)) >>> 0;
    x = (x ^ (x >>> 17)) >>> 0;
    x = (x ^ (x << 5)) >>> 0;
    return (x >>> 8) / 2 ** 23 - 1;
  };
}

/** Sequences with their inputs, answers and the keys where they stand. */
export function sequences(task, seed, nth, count) {
  const next = uniform((Math.imul(seed, 0x9e3779b1) + nth) >>> 0);
  const below8 = () => Math.floor(((next() + 1) / 2) * 8);
  return Array.from({ length: count }, () => {
    const tokens = Array.from({ length: TOKENS }, below8);
    const mark = below8();
    const keys = tokens.map((_, i) => ANSWERS[task](i, mark));
    const x = tokens.map((token, i) => {
      const row = new Array(WIDTHS[task]).fill(0);
      row[token] = row[8 + i] = 1;
      if (task === "lookup" && i === mark) row[16] = 1;
      return row;
    });
    return { tokens, mark, x, keys, target: keys.map((key) => (key < 0 ? -1 : tokens[key])) };
  });
}

const zeros = (rows, columns) => Array.from({ length: rows }, () => new Array(columns).fill(0));
const transposed = (a) => a[0].map((_, j) => a.map((row) => row[j]));
function product(a, b) {
  const result = zeros(a.length, b[0].length);
  for (const [i, row] of a.entries())
    for (const [k, one] of row.entries()) {
      if (one === 0) continue;
      for (let j = 0; j < b[k].length; j++) result[i][j] += one * b[k][j];
    }
  return result;
}
/** With a bias on every row, if there is one. */
const plus = (a, bias) => (bias ? a.map((row) => row.map((one, j) => one + bias[0][j])) : a);
const columnSums = (a) => [a[0].map((_, j) => a.reduce((sum, row) => sum + row[j], 0))];
const addTo = (sum, a) => a.forEach((row, i) => row.forEach((one, j) => (sum[i][j] += one)));

function softmax(row) {
  const max = Math.max(...row);
  const exps = row.map((one) => Math.exp(one - max));
  const sum = exps.reduce((a, b) => a + b);
  return exps.map((one) => one / sum);
}

/** Loss of one sequence, not yet divided; adds its gradients to those of the batch. */
function learnFrom({ x, target }, parameters, grad, { heads, d_k, causal, counted }) {
  const { w_o, b_o } = parameters;
  const [q, k, v] = ["q", "k", "v"].map((one) =>
    plus(product(x, parameters[`w_${one}`]), parameters[`b_${one}`]),
  );
  const part = (rows, h) => rows.map((row) => row.slice(h * d_k, (h + 1) * d_k));
  const scale = 1 / Math.sqrt(d_k);
  const weights = Array.from({ length: heads }, (_, h) =>
    product(part(q, h), transposed(part(k, h))).map((row, i) =>
      softmax(row.map((score, j) => (causal && j > i ? -Infinity : score * scale))),
    ),
  );
  const mixed = weights.map((own, h) => product(own, part(v, h)));
  const joined = x.map((_, i) => mixed.flatMap((own) => own[i]));
  const probabilities = plus(product(joined, w_o), b_o).map(softmax);
  let loss = 0;
  const gradOutput = probabilities.map((row, i) => {
    if (target[i] < 0) return row.map(() => 0);
    loss -= Math.log(row[target[i]]);
    return row.map((p, c) => (p - Number(c === target[i])) / counted);
  });
  addTo(grad.w_o, product(transposed(joined), gradOutput));
  if (b_o) addTo(grad.b_o, columnSums(gradOutput));
  const gradJoined = product(gradOutput, transposed(w_o));
  const [gradQ, gradK, gradV] = [q, k, v].map((rows) => zeros(rows.length, rows[0].length));
  for (let h = 0; h < heads; h++) {
    const gradMixed = part(gradJoined, h);
    const gradWeights = product(gradMixed, transposed(part(v, h)));
    const gradScores = weights[h].map((row, i) => {
      const mean = row.reduce((sum, w, j) => sum + w * gradWeights[i][j], 0);
      return row.map((w, j) => w * (gradWeights[i][j] - mean) * scale);
    });
    const own = [
      [gradQ, product(gradScores, part(k, h))],
      [gradK, product(transposed(gradScores), part(q, h))],
      [gradV, product(transposed(weights[h]), gradMixed)],
    ];
    for (const [all, one] of own) one.forEach((row, i) => row.forEach((g, c) => (all[i][h * d_k + c] = g)));
  }
  for (const [name, g] of Object.entries({ q: gradQ, k: gradK, v: gradV })) {
    addTo(grad[`w_${name}`], product(transposed(x), g));
    if (grad[`b_${name}`]) addTo(grad[`b_${name}`], columnSums(g));
  }
  return loss;
}

/** The loss and the parameters of every step, one after the other; with biases, where that is asked for. */
export function* float64Training({
  task,
  seed = 7,
  heads = 1,
  d_k = 16,
  batch = 32,
  rate = 0.01,
  bias = false,
}) {
  const all = heads * d_k;
  const width = WIDTHS[task];
  const shapes = { w_q: [width, all], w_k: [width, all], w_v: [width, all], w_o: [all, TOKENS] };
  const parameters = {};
  Object.entries(shapes).forEach(([name, [rows, columns]], index) => {
    const next = uniform(seed + index);
    const bound = Math.sqrt(6 / (rows + columns));
    parameters[name] = zeros(rows, columns).map((row) => row.map(() => Math.fround(bound * next())));
  });
  if (bias) Object.assign(shapes, { b_q: [1, all], b_k: [1, all], b_v: [1, all], b_o: [1, TOKENS] });
  for (const [name, shape] of Object.entries(shapes)) parameters[name] ??= zeros(...shape);
  const like = () =>
    Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, zeros(...shape)]));
  const [first, second] = [like(), like()];
  for (let step = 1; ; step++) {
    const drawn = sequences(task, seed, step, batch);
    const counted = drawn.flatMap(({ target }) => target).filter((one) => one >= 0).length;
    const grad = like();
    let loss = 0;
    for (const one of drawn)
      loss += learnFrom(one, parameters, grad, { heads, d_k, causal: CAUSAL[task], counted }) / counted;
    for (const name of Object.keys(shapes))
      parameters[name].forEach((row, i) =>
        row.forEach((w, j) => {
          const g = grad[name][i][j];
          const m = (first[name][i][j] = 0.9 * first[name][i][j] + 0.1 * g);
          const v = (second[name][i][j] = 0.999 * second[name][i][j] + 0.001 * g * g);
          row[j] = w - (rate * (m / (1 - 0.9 ** step))) / (Math.sqrt(v / (1 - 0.999 ** step)) + 1e-8);
        }),
      );
    yield { loss, parameters };
  }
}
