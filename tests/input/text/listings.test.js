// Listings as tutorials, books and courses print them, each written anew, and the problem that comes out.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { build } from "../../../web/core/tensor.js";
import { readProblem as checked } from "../../../web/core/problem.js";
import { code, readProblem } from "../../../web/input/index.js";
import { drawn } from "../../helpers/coded.js";
import { fewOrMany, full } from "../../helpers/full.js";
import { presets } from "../../helpers/presets.js";
import { refused } from "../helpers/refused.js";

// prettier-ignore
const [x, w_q, w_k, w_v] = [
  [[1, 0, 2], [0, 1, 1]],
  [[1, 0], [0, 1], [1, 1]],
  [[0, 1], [1, 0], [1, 0]],
  [[2, 0], [0, 3], [1, 1]],
];
const self = { x, w_q, w_k, w_v };
const given = { query: [[1, 0]], key: [[1, 1], [0, 2]], value: [[3], [4]] }; // prettier-ignore

/** Texts and what is read from them. @type {Record<string, [text: string, problem: object][]>} */
const listings = {
  "Python: lists that become tensors, products, prints and their results": [
    [
      `import torch
x = [
  [1, 0, 2], # Input 1
  [0, 1, 1], # Input 2
]
x = torch.tensor(x, dtype=torch.float32)
w_key = [
  [0, 1],
  [1, 0],
  [1, 0],
]
w_query = [[1, 0], [0, 1], [1, 1]]
w_value = [[2, 0], [0, 3], [1, 1]]
w_key = torch.tensor(w_key, dtype=torch.float32)
w_query = torch.tensor(w_query, dtype=torch.float32)
w_value = torch.tensor(w_value, dtype=torch.float32)
keys = x @ w_key
querys = x @ w_query
values = x @ w_value
print(keys)
# tensor([[2., 1.],
#         [2., 0.]])
attn_scores = querys @ keys.T
from torch.nn.functional import softmax
attn_scores_softmax = softmax(attn_scores, dim=-1)
weighted_values = values[:, None] * attn_scores_softmax.T[:, :, None]
outputs = weighted_values.sum(dim=0)
print(outputs)`,
      { ...self, scale: 1 },
    ],
    ["import numpy as np\nX = np.array([[1,0,2],[0,1,1]])\nWq = np.array([[1,0],[0,1],[1,1]]); Wk = np.array([[0,1],[1,0],[1,0]])\nWv = np.array([[2,0],[0,3],[1,1]])\nQ, K, V = X @ Wq, X @ Wk, X @ Wv\nscores = Q @ K.T / np.sqrt(K.shape[-1])\n", self], // prettier-ignore
    ["w_query = [[1,0],[0,1],[1,1]]\nw_key = [[0,1],[1,0],[1,0]]\nw_value = [[2,0],[0,3],[1,1]]\ninputs = [[1,0,2],[0,1,1]]", self], // prettier-ignore
    ["inputs: list[list[float]] = [[1, 0, 2], [0, 1, 1]]\n", { x }],
    ["d_model = 3\nembeddings = np.array([\n    [1, 0, 2],\n    [0, 1, 1],\n], dtype=np.float32)\nprint(embeddings.shape)  # (2, 3)", { x }], // prettier-ignore
    ["x = torch.Tensor([[1, 0, 2], [0, 1, 1]]).float().to(device)\nlabels = ['a', 'b']", { x, labels: { x: ["a", "b"] } }], // prettier-ignore
    ["x = torch.FloatTensor([[1, 0, 2], [0, 1, 1]])\nx.requires_grad_(True)\nif True:\n    print('x', x)", { x }], // prettier-ignore
    ["self.W_q = nn.Parameter(torch.tensor([[1., 0.], [0., 1.], [1., 1.]]))", { w_q }],
    ["Q = np.array([[1, 0]])\nK = np.array([[1, 1], [0, 2]])\nV = np.array([[3], [4]])\nd_k = K.shape[1]\nweights = softmax((Q @ K.T) / d_k ** 0.5)", given], // prettier-ignore
    ["queries = [[1, 0]]\nkeys = [[1, 1], [0, 2]]\nvalues = [[3], [4]]\ndef softmax(z):\n    e = [math.exp(v) for v in z]\n    return [v / sum(e) for v in e]\nout = [sum(a * b for a, b in zip(softmax(s), v)) for v in values]", { ...given, scale: 1 }], // prettier-ignore
    ["import jax.numpy as jnp\nq = jnp.array([[1., 0.]])\nk = jnp.array([[1., 1.], [0., 2.]])\nv = jnp.array([[3.], [4.]])", given], // prettier-ignore
    ["q = tf.constant([[1., 0.]])\nk = tf.constant([[1., 1.], [0., 2.]])\nv = tf.constant([[3.], [4.]])", given], // prettier-ignore
    ['"""Scores by hand."""\nquery = [[1, 0]]  # one row\nkey = [[1, 1],\n       [0, 2]]\nvalue = [[3], [4]]', given], // prettier-ignore
    ["x1 = [1, 0, 2]\nx2 = [0, 1, 1]", { x }],
    ["input_1 = np.array([1, 0, 2])\ninput_2 = np.array([0, 1, 1])\nX = np.stack([input_1, input_2])", { x }], // prettier-ignore
    ["raw = [[1, 0, 2], [0, 1, 1]]\nx = np.array(raw)", { x }],
    ["def attention(x, w_q, w_k):\n    q = x @ w_q\n    k = x @ w_k\n    return softmax(q @ k.T / d ** 0.5)\nx = np.array([[1, 0, 2], [0, 1, 1]])\nw_q = np.array([[1, 0], [0, 1], [1, 1]])\nprint(attention(x, w_q, w_q))", { x, w_q }], // prettier-ignore
    ["logits = nn.Linear(2, 9)\nQ = [[1, 0]]\nK = [[1, 1], [0, 2]]\nV = [[3], [4]]", given],
    ["class Heads:\n    def __init__(self, d_model, num_heads):\n        self.num_heads = num_heads\nd_model, num_heads = 3, 1\nx = np.array([[1, 0, 2], [0, 1, 1]])", { x, heads: 1 }], // prettier-ignore
    ["x = np.asmatrix([[1, 0, 2], [0, 1, 1]])\nresult = {'mean': x.mean()}\nassert x.shape == (2, 3)", { x }], // prettier-ignore
  ],
  "What Python assigns in other ways": [
    ["Q, K, V = np.array([[1, 0]]), np.array([[1, 1], [0, 2]]), np.array([[3], [4]])\ns = Q @ K.T", given],
    ["x: torch.Tensor = torch.tensor([[1, 0, 2], [0, 1, 1]])\nw_q: Float[Tensor, 'd k'] = torch.tensor([[1, 0], [0, 1], [1, 1]])", { x, w_q }], // prettier-ignore
    ["x = [[1, 0, 2], [0, 1, 1]]\nw_q = [[1, 0], [0, 1], [1, 1]]\nq = []\nk, v = [], []\nfor row in x:\n    q.append(f(row, w_q))", { x, w_q }], // prettier-ignore
    ["query = key = np.array([[1, 0]])", { query: [[1, 0]], key: [[1, 0]] }],
    ['weights = {"q": [[1, 0], [0, 1], [1, 1]]}\nweights["k"] = [[0, 1], [1, 0], [1, 0]]', { w_q, w_k }],
    ["cat = np.array([1, 0, 2])\nsat = np.array([0, 1, 1])\nwords = np.stack([cat, sat])\nprint(words)", { x }], // prettier-ignore
    ["w_q = np.array([[1, 0, 1], [0, 1, 1]]).T", { w_q }],
    ["w_q = np.array([[1, 0, 1], [0, 1, 1]])\nw_q = torch.tensor(w_q).float().T", { w_q }],
    ["w_q = np.array([[1, 0, 1], [0, 1, 1]])\nx = [[1, 0, 2], [0, 1, 1]]\nq = x @ w_q.T", { x, w_q }],
    [
      "w_q = np.array([[1, 0, 1], [0, 1, 1]])\nX = np.array([[1, 0], [0, 1], [2, 1]])\nQ = w_q @ X",
      { x, w_q },
    ],
    ["def halves(d):\n    return rows(d, (d // 2))\nx = [[1, 0, 2], [0, 1, 1]]\nx = x.unsqueeze(0)", { x }],
    ["out = attend(x=[[1, 0, 2], [0, 1, 1]], w_q=np.array([[1, 0], [0, 1], [1, 1]]))", { x, w_q }],
    [">>> x = np.array([[1, 0, 2],\n...               [0, 1, 1]])\n>>> x.sum()\n5", { x }],
    ["In [1]: x = np.array([[1, 0, 2], [0, 1, 1]])\n\nIn [2]: x\nOut[2]:\narray([[1, 0, 2],\n       [0, 1, 1]])", { x }], // prettier-ignore
    ['print("""\nw_q = [[9]]\n""")\nrun() /*\nw_k = [[9]]\n*/\nx = [[1, 0, 2], [0, 1, 1]]', { x }],
    ["```python\nx = [[1, 0, 2], [0, 1, 1]]\nprint(f'{x} and w_q=[[1]]')\n```", { x }],
  ],
  "What is computed: a mask of later tokens, a scale, heads": [
    ["x = [[1]]\nmask = torch.tril(torch.ones(T, T))\ns = s.masked_fill(mask == 0, float('-inf'))", { x: [[1]], causal: true }], // prettier-ignore
    ["x = [[1]]\nmask = np.triu(np.ones((2, 2)), k=1).astype(bool)\ns[mask] = -np.inf", { x: [[1]], causal: true }], // prettier-ignore
    ["x = [[1]]\ns = s + np.triu(np.full((2, 2), -np.inf), k=1)", { x: [[1]], causal: true }],
    ["self.register_buffer('tril', torch.tril(torch.ones(8, 8)))\nx = [[1]]\nw = w.masked_fill(self.tril[:T, :T] == 0, -1e9)", { x: [[1]], causal: true }], // prettier-ignore
    ["float[][] x = {{1}};\nfor (int j = i + 1; j < n; j++) s[i][j] = Float.NEGATIVE_INFINITY;", { x: [[1]], causal: true }], // prettier-ignore
    ["x = [[1]]\nmask = torch.tril(torch.ones(2, 2))\ns = s.masked_fill(mask == 1, -1e9)\nmask = None", { x: [[1]] }], // prettier-ignore
    ["x = [[1]]\nmask = torch.tensor([[True, False]])\ns = s.masked_fill(mask, -torch.inf)", { x: [[1]], mask: [[0, 1]] }], // prettier-ignore
    ["x = [[1]]\nmask = [[1, 0]]\ns = s + -1e9 * mask", { x: [[1]], mask: [[0, 1]] }],
    ["query = np.array([1, 0])\nkeys = np.array([[1, 1], [0, 2]])\nvalues = np.array([[3], [4]])", given],
    ["x = [1, 0, 2]\nw_q = [[1, 0], [0, 1], [1, 1]]", { x: [[1, 0, 2]], w_q }],
    ["x = [[1]]\nmask = [[1, 0]]\ns[mask == 0] = -1e9\nif j > i: s[i][j] = -1e9", { x: [[1]], mask: [[1, 0]], causal: true }], // prettier-ignore
    ["x = [[1]]\ny = F.scaled_dot_product_attention(x, x, x, is_causal=True)", { x: [[1]], causal: true }],
    ["x = [[1]]\nscores = x @ x.T / 8\nw = softmax(scores)", { x: [[1]], scale: 0.125 }],
    ["x = [[1]]\nw = softmax(x @ x.T / math.sqrt(64))", { x: [[1]], scale: 0.125 }],
    ["x = [[1, 2]]\nw = softmax(x @ x.T / 2 ** 0.5)", { x: [[1, 2]] }],
    ["x = [[1, 2, 0]]\nw_k = [[1, 0], [0, 1], [1, 1]]\nd_in, d_out = x.shape[1], 2\nw = softmax(q @ k.T / d_out ** 0.5)", { x: [[1, 2, 0]], w_k: [[1, 0], [0, 1], [1, 1]] }], // prettier-ignore
    ["x = [[1, 2]]\ntemperature = 0.5\ns = x @ x.T / 2 ** 0.5\nw = softmax(s / temperature)", { x: [[1, 2]], scale: 1.4142135 }], // prettier-ignore
    ["x = [[1, 2]]\ns = x @ x.T\ns /= torch.sqrt(torch.tensor(64.))\nw = softmax(s)", { x: [[1, 2]], scale: 0.125 }], // prettier-ignore
    ["x = [[1]]\nT = 0.5\nd = 16\nw = softmax(x @ x.T / np.sqrt(d))", { x: [[1]], scale: 0.25 }],
    ["x = [[1]]\ntau = 4.0\nw = softmax(x @ x.T / tau)", { x: [[1]], scale: 0.25 }],
    ["w_k = [[1], [1]]\nx = [[1, 2]]\nd = x.shape[-1]\nw = softmax(x @ k.T / d ** 0.5)", { w_k: [[1], [1]], x: [[1, 2]], scale: 0.70710677 }], // prettier-ignore
    ["x = [[1]]\ny = F.scaled_dot_product_attention(x, x, x, scale=0.5)", { x: [[1]], scale: 0.5 }],
    ["class MultiHead:\n  def __init__(self, d, num_heads):\n    pass\nx = [[1]]\nlayer = MultiHead(4, 2)", { x: [[1]], heads: 2 }], // prettier-ignore
    ["x = [[1]]\ny = attend(x, num_heads=2)", { x: [[1]], heads: 2 }],
  ],
  "Prose with rows": [
    ["Input 1: [1, 0, 2]\nInput 2: [0, 1, 1]", { x }],
    ["Input #1: [1, 0, 2]\nInput #2: [0, 1, 1]\n", { x }],
    ["Weights for key:\n[[0, 1],\n [1, 0],\n [1, 0]]\nInputs:\n[[1, 0, 2], [0, 1, 1]]", { w_k, x }],
    ["Key 1: [1, 1]\nKey 2: [0, 2]\nQuery 1: [1, 0]\nValue 1: [3]\nValue 2: [4]", given],
  ],
  "C, C++, Java, Go, Rust and JavaScript": [
    ["float x[2][3] = {{1, 0, 2}, {0, 1, 1}};\nfloat w_q[3][2] = {{1, 0}, {0, 1}, {1, 1}};", { x, w_q }],
    ["#include <stdio.h>\n/* inputs */\nstatic const double X[2][3] = {1, 0, 2, 0, 1, 1}; // row by row\nint main(void) {\n  printf(\"%f\\n\", X[0][0]);\n  return 0;\n}", { x }], // prettier-ignore
    ["std::vector<std::vector<float>> x = {{1.0f, 0.0f, 2.0f}, {0.0f, 1.0f, 1.0f}};", { x }],
    ["public class Attention {\n  static double[][] wK = {{0, 1}, {1, 0}, {1, 0}};\n  public static void main(String[] args) {\n    double[][] x = new double[][] { {1, 0, 2}, {0, 1, 1} };\n    double[][] k = new double[2][2];\n    for (int i = 0; i < 2; i++)\n      for (int j = 0; j < 2; j++)\n        for (int c = 0; c < 3; c++) k[i][j] += x[i][c] * wK[c][j];\n    System.out.println(Arrays.deepToString(k));\n  }\n}", { w_k, x }], // prettier-ignore
    ["class Layer {\n  double[][] wQ;\n  Layer(int d) { this.wQ = random(d, d); }\n  double[][] forward(double[][] x) {\n    double[][] q = matmul(x, wQ);\n    return q;\n  }\n  public static void main(String[] args) {\n    Layer layer = new Layer(3);\n    layer.setWQ(new double[][]{{1, 0}, {0, 1}, {1, 1}});\n    double[][] x = {{1, 0, 2}, {0, 1, 1}};\n    print(layer.forward(x));\n  }\n}", { w_q, x }], // prettier-ignore
    ["float[] bq = {0.5f, -1f};\nfloat[][] x = {{1f, 0f, 2f}, {0f, 1f, 1f}};", { b_q: [0.5, -1], x }],
    ["x := [][]float64{{1, 0, 2}, {0, 1, 1}}\nfmt.Println(x)", { x }],
    ["let x = vec![vec![1.0, 0.0, 2.0], vec![0.0, 1.0, 1.0]];\nlet w_q = array![[1., 0.], [0., 1.], [1., 1.]];", { x, w_q }], // prettier-ignore
    ["const x = [\n  [1, 0, 2],\n  [0, 1, 1],\n];\nconst keys = matmul(x, wKey);\nconsole.log(keys);", { x }],
    ["const problem = { x: [[1, 0, 2], [0, 1, 1]], scale: 1 };\nconst trace = attention.forward(problem);", { x, scale: 1 }], // prettier-ignore
    ["const x = [[1, 0, 2], [0, 1, 1]], wK = [[0, 1], [1, 0], [1, 0]];", { x, w_k }],
    ["var x = new double[,] { { 1, 0, 2 }, { 0, 1, 1 } };\nstd::vector<std::vector<float>> w_q{{1, 0}, {0, 1}, {1, 1}};", { x, w_q }], // prettier-ignore
    ["let x: [[f32; 3]; 2] = [[1.0, 0.0, 2.0], [0.0, 1.0, 1.0]];\n$wq = [[1, 0], [0, 1], [1, 1]];", { x, w_q }], // prettier-ignore
    ["let x = [[1, 0, 2], [0, 1, 1]] // Swift\nlet w_q: [[Double]] = [[1, 0], [0, 1], [1, 1]]", { x, w_q }],
  ],
  "MATLAB, Julia and R": [
    ["X = [1 0 2; 0 1 1];\nWq = [1 0; 0 1; 1 1]\nK = X * [0 1; 1 0; 1 0]\nS = exp(K) % not divided", { x, w_q, scale: 1 }], // prettier-ignore
    ["x = [1 0 2; 0 1 1]\nprintln(x)", { x }],
    [
      "Q = [1; 0]\nK = [1 0; 1 2]\nV = [3 4; 0 1]\nA = softmax(K' * Q ./ sqrt(2), dims = 1)\nO = V * A",
      {
        ...given,
        value: [
          [3, 0],
          [4, 1],
        ],
      },
    ],
    ["scale <- 0.5\nprint(scale)", { scale: 0.5 }],
  ],
  LaTeX: [
    ["$X = \\begin{bmatrix} 1 & 0 & 2 \\\\ 0 & 1 & 1 \\end{bmatrix}$, $W_Q = \\begin{pmatrix} 1 & 0 \\\\ 0 & 1 \\\\ 1 & 1 \\end{pmatrix}$", { x, w_q }], // prettier-ignore
    ["\\begin{align}\nX &= \\begin{bmatrix} 1 & 0 & 2 \\\\ 0 & 1 & 1 \\end{bmatrix} \\\\\n\\mathbf{W}^{K} &= \\left[\\begin{array}{cc} 0 & 1 \\\\ 1 & 0 \\\\ 1 & 0 \\end{array}\\right] \\\\\nK &= X W_K = \\begin{bmatrix} 2 & 1 \\\\ 2 & 0 \\end{bmatrix}\n\\end{align}", { x, w_k }], // prettier-ignore
    ["X = \\begin{bmatrix} 1 & 0 & 2 \\\\ 0 & 1 & 1 \\end{bmatrix}\nW_Q = \\begin{bmatrix} 1 & 0 \\\\ 0 & 1 \\\\ 1 & 1 \\end{bmatrix}", { x, w_q }], // prettier-ignore
    ["We take \\[ \\mathbf{Q}=\\begin{bmatrix}1&0\\end{bmatrix},\\quad \\mathbf{K}=\\begin{bmatrix}1&1\\\\0&2\\end{bmatrix},\\quad \\mathbf{V}=\\begin{bmatrix}3\\\\4\\end{bmatrix} \\]", given], // prettier-ignore
  ],
};

for (const [title, forms] of Object.entries(listings))
  describe(title, () => {
    for (const [text, problem] of forms)
      test(JSON.stringify(text).slice(0, 90), () => assert.deepEqual(readProblem(text)?.problem, problem));
  });

test("what is left out is told once, and so is a listing that does not scale", () => {
  const [[listing]] = listings["Python: lists that become tensors, products, prints and their results"];
  const { notes } = readProblem(listing);
  assert.equal(notes.length, 2);
  assert.match(notes[0], /^\d+ lines that compute or print were left out\.$/);
  assert.match(notes[1], /scale is 1/);
  assert.match(readProblem("x = [[1]]\ns = torch.tril(x @ x.T)").notes[1], /causal = True/);
  assert.match(readProblem("x = [[1]]\nfoo = 3").notes[0], /^foo is not part of a problem/);
  const told = (text) => readProblem(`x = [[1]]\n${text}`).notes.join(" ");
  assert.match(told("s[mask] = -np.inf\ns = s.masked_fill(pad, -1e9)"), /hides some keys.*add causal/);
  assert.match(told("s = s.masked_fill(torch.tril(torch.ones(1, 1)) == 0, -1e9)"), /later tokens, so causal/);
  assert.match(told("scores = q @ k.T / d_k\nw = softmax(scores)"), /a number that was not read; give scale/);
  assert.match(told("s = q @ k.T * scale\nw = softmax(s)"), /give scale/);
  assert.match(told("scores[:, pad] = float('-inf')"), /hides some keys/);
  assert.match(told("layer = MultiHeadAttention(4, 2)"), /count was not found; give heads/);
  assert.match(told("def attend(x, num_heads):\n    return x"), /count was not found; give heads/);
});

describe("what a listing computes otherwise than attention does is told, with a remedy", () => {
  const given = "x = [[1., 0.], [0., 1.]]\nW_q = [[1., 2.], [0., 1.]]\nW_k = [[1., 0.], [3., 1.]]\nW_v = [[2., 0.], [1., 1.]]\nq, k, v = x @ W_q, x @ W_k, x @ W_v\n"; // prettier-ignore
  const usual = "attn = F.softmax(q @ k.T / 2 ** 0.5, dim=-1)\nout = attn @ v";
  const toldOf = (text) => readProblem(text).notes.filter((note) => /^What .* give weights_override/.test(note)).join(); // prettier-ignore
  for (const [line, quotes] of Object.entries({
    "attn = F.softmax(q @ k.T, dim=0)": "F.softmax(q @ k.T, dim=0)",
    "s = q @ k.T\nattn = (s / 2 ** 0.5).softmax(0)": "(s / 2 ** 0.5).softmax(0)",
    "s = np.matmul(q, k.T)\ne = np.exp(s)\nattn = e / e.sum(axis=0)": "e / e.sum(axis=0)",
    "s = tf.matmul(q, k, transpose_b=True)\nattn = np.exp(s) / np.sum(np.exp(s))":
      "np.exp(s) / np.sum(np.exp(s))",
    "attn = softmax(q @ k.T, axis=-2)": "softmax(q @ k.T, axis=-2)",
    "attn = softmax(k @ q.T)\nout = attn @ v": "softmax(k @ q.T)",
    "s = np.matmul(k, np.transpose(q))\nattn = softmax(s, axis=-1)": "np.matmul(k, np.transpose(q))",
    "attn = softmax(q.T @ k)\nout = v @ attn": "softmax(q.T @ k)",
    "s = q @ k\nattn = softmax(s)\nout = attn @ v": "q @ k",
    "attn = np.maximum(q @ k.T, 0)": "np.maximum(q @ k.T, 0)",
    "attn = F.relu(q @ k.T)": "F.relu(q @ k.T)",
    "attn = torch.sigmoid(q @ k.T)": "torch.sigmoid(q @ k.T)",
    "attn = sparsemax(q @ k.T, dim=-1)": "sparsemax(q @ k.T, dim=-1)",
    "attn = q @ k.T\nout = attn @ v": "attn @ v",
    "attn = F.softmax(F.normalize(q) @ F.normalize(k).T, dim=-1)": "F.softmax(F.normalize(q) @ F.normalize",
    "attn = softmax((q @ k.T) ** 2)": "softmax((q @ k.T) ** 2)",
    "attn = softmax(q @ k.T / 2 ** 0.5 + alibi)": "softmax(q @ k.T / 2 ** 0.5 + alibi)",
    "e = np.exp(q @ k.T)\nattn = e / (1 + e.sum(-1))": "e / (1 + e.sum(-1))",
    "q = q * cos + rotate_half(q) * sin": "q * cos + rotate_half(q) * sin",
    "attn = softmax(q @ k.T * mask)": "softmax(q @ k.T * mask)",
    "attn = attn * torch.tril(torch.ones(2, 2))": "attn * torch.tril(torch.ones(2, 2))",
    "h = x\nfor _ in range(3):\n    h = h + attend(h @ W_q)": "h + attend(h @ W_q)",
    "top = scores.topk(1)": "scores.topk(1)",
    "attn = F.dropout(softmax(q @ k.T), p=0.1)": "F.dropout(softmax(q @ k.T), p=0.1)",
    "drop = nn.Dropout(0.5)": "nn.Dropout(0.5)",
    "y = softmax(q @ k.T) @ v + x": "softmax(q @ k.T) @ v + x",
    "h = F.tune(x)\nq = h @ W_q": "h @ W_q",
    "rel = [[0.1, 0.2], [0.3, 0.4]]\nattn = softmax(shift(q @ k.T, rel))": "softmax(shift(q @ k.T, rel))",
  }))
    test(line, () => assert.ok(toldOf(given + line).startsWith(`What "${quotes}`), toldOf(given + line)));

  test("in MATLAB and Julia, too, and in Chinese", () => {
    const text = "Q = [1 0; 0 1];\nK = [1 2; 0 1];\nV = [3 1; 4 0];\nS = Q * K' / sqrt(2);\n";
    assert.match(toldOf(`${text}A = exp(S) ./ sum(exp(S));`), /sum\(exp\(S\)\)/);
    assert.match(toldOf(`${text}A = exp.(S) ./ sum(exp.(S), dims=1)`), /dims=1/);
    assert.equal(toldOf(`${text}A = exp(S) ./ sum(exp(S), 2);`), "");
    assert.match(toldOf(text.replace("Q * K'", "K * Q'")), /K \* Q'/);
    const { notes } = readProblem(`${given}attn = F.relu(q @ k.T)`, { lang: "zh" });
    assert.match(notes.at(-1), /略去.*weights_override/);
  });

  test("nothing is told of attention as it is", () => {
    const same = [
      usual,
      `${usual}\nout = F.scaled_dot_product_attention(q, k, v, dropout_p=0.0)\ndrop = nn.Dropout(0.)`,
      `${usual}\nprint(torch.sin(out), x + out)  # relu(x)`,
      "def softmax(z):\n    e = np.exp(z - z.max())\n    return e / e.sum(axis=0)\nfor i in range(2):\n    w = softmax(x[i] @ x.T)",
      "q_2 = x[1] @ W_q\nw = torch.softmax(q_2 @ k.T, dim=0)",
      "s = k @ q.T\nw = torch.softmax(s, dim=0)",
      "w = softmax((k @ q.T).T)\nout = w @ v",
      "k_t = np.swapaxes(k, -1, -2)\nk = k_t\nw = softmax(q @ k)",
      "q_1 = q[0]\nw = softmax(k @ q_1)\ns = [softmax(q @ k) for k in keys]",
      "a_2 = torch.exp(s_2) / torch.exp(s_2).sum(dim=0)\nw = torch.softmax(x @ x.T, dim=-1)",
      "b = x.unsqueeze(0)\nq = b @ W_q + b_q\ns = q @ k.T / 2 ** 0.5 + mask",
      "out = (v[:, None] * F.softmax(q @ k.T, dim=-1).T[:, :, None]).sum(dim=0)",
      "const weights = scores.map((row) => row.map((x) => Math.exp(x) / total(x + 1)));",
    ];
    for (const text of same) assert.equal(toldOf(given + text), "", text);
    for (const [, forms] of Object.entries(listings))
      for (const [text] of forms) assert.equal(toldOf(text), "", text);
  });
});

test("tokens that a listing has as columns become rows, those of values only where they are columns, too", () => {
  const rows = { query: [[1, 2]], key: [[1, 3], [2, 4]], value: [[1, 4], [3, 5]] }; // prettier-ignore
  const text = "Q = [[1], [2]]\nK = [[1, 2], [3, 4]]\nV = [[1, 4], [3, 5]]\n";
  const [columns, some] = [/query, key and value were transposed/, /query and key were transposed/];
  for (const [line, value, note] of [
    ["w = softmax(Q.T @ K / 2 ** 0.5) @ V", rows.value, some],
    ["w = softmax(Q.mT @ K / 2 ** 0.5)\nout = np.dot(w, V)", rows.value, some],
    ["w = softmax(np.dot(Q.T, K) / 2 ** 0.5) @ V.T", [[1, 3], [4, 5]], columns], // prettier-ignore
    ["w = softmax(K.T @ Q / 2 ** 0.5, axis=0)\nout = V @ w", [[1, 3], [4, 5]], columns], // prettier-ignore
  ]) {
    const { problem, notes } = readProblem(text + line);
    assert.deepEqual(problem, { ...rows, value }, line);
    assert.match(notes.join(), note);
    assert.doesNotMatch(notes.join(), /weights_override/);
  }
  const { notes } = readProblem(
    `${text.replace("[[1], [2]]", "[[1, 0], [2, 1]]")}w = softmax(Q.T @ K, axis=0)`,
  );
  assert.match(notes.join(), /What "softmax\(Q.T @ K, axis=0\)" computes was left out/);
});

describe("a name that a problem also has may be that of another variable", () => {
  const given = { query: [[1, 0]], key: [[1, 1], [0, 2]], value: [[3], [4]] }; // prettier-ignore
  const text = "Q = np.array([[1, 0]])\nK = np.array([[1, 1], [0, 2]])\nV = np.array([[3], [4]])\nw = softmax(Q @ K.T / np.sqrt(2))\n"; // prettier-ignore
  for (const lines of [
    "context = w @ V\ny = context @ W_o",
    "context = np.zeros(1)\nfor j in range(2):\n    context += w[0, j] * V[j]",
    "float context[1] = {0};\nfloat score = 0;\nscore += Q[0][0] * K[0][0];",
    "tokens = 'I love cats'.split()\nwords = text.split(' ')",
    "labels = [0, 1]\nbias = False\nkey = 'a'\nquery = 'which one?'",
  ])
    test(JSON.stringify(lines), () => assert.deepEqual(readProblem(text + lines).problem, given));

  test("but a matrix of that name is read, and a number with which lines compute is not told of", () => {
    const cross = { x: [[1, 0]], w_k: [[1, 0], [0, 1]], x_kv: [[1, 1]] }; // prettier-ignore
    assert.deepEqual(readProblem("x = [[1, 0]]\nW_k = [[1, 0], [0, 1]]\ncontext = [[1, 1]]\nk = context @ W_k").problem, cross); // prettier-ignore
    const { notes } = readProblem("x = [[1]]\nT = 2.0\nfoo = 3\nw = softmax(x @ x.T / T)");
    assert.ok(notes.includes("foo is not part of a problem and was left out."), notes.join());
    // nothing else says what it may be
    assert.deepEqual(readProblem("x = 'abc'").problem, { x: "abc" });
  });
});

describe("an input that would have to be computed is refused, with its line", () => {
  const refuses = (text, where, says) =>
    test(JSON.stringify(text).slice(0, 90), () =>
      refused(() => readProblem(text), { code: "value", where, says }),
    );
  refuses("x = [[1, 2]]\nW_q = torch.randn(2, 3)", "line 2, column 7", /computed/);
  refuses("x = [[1, 2]]\nW_q = torch.randn(x.shape[1], 3)", "line 2, column 7", /computed/);
  refuses("n = 3\nx = np.random.rand(n, 4)", "line 2, column 5", /computed/);
  refuses("x = [[1, 2]]\nx = x + position", "line 2, column 5", /computed/);
  refuses("q = [[1]]\nmask = torch.tril(torch.ones(3, 3))", "line 2, column 8", /computed/);
  refuses("x = [[1, 2]]\nself.query = nn.Linear(2, 2)", "line 2, column 14", /computed/);
  refuses("x = [[1, 2]]\nx = load(path)", "line 2, column 5", /computed/);
  refuses("x = [[1, 2]]\nself.attend = Attention(nn.Linear(2, 2))", "line 2, column 15", /computed/);
  refuses("self.heads = heads\nx = [[1, 2]]", "line 1, column 14", /not a value/);
  refuses("x = [[1, 2],\n     [3, 4]\nprint(x)", "line 1, column 5", /not closed by \]/);
  refuses("x = [[1]]\nX = [[2]]", "X", /given before/);
  // a line that changes the numbers, or adds a row
  for (const change of ["x += 1", "x[0, 1] = 7", "x.mul_(2)", "x.append([1])", "print(x)\nx = x / 2"])
    refuses(`x = [[1, 2]]\n${change}\nq = x @ w`, `line ${change.includes("print") ? 3 : 2}, column ${change.includes("print") ? 5 : 1}`, /computed/); // prettier-ignore
  refuses("x = np.zeros((1, 2))\nx[0] = [1, 2]", "line 2, column 1", /computed/);
  refuses("emb = [[1, 2]]\nx = emb + [[1, 1]]", "line 2, column 5", /computed/);
  refuses("def f(n):\n    return (n // 2)\nembeddings = [[1, 2]]\nn = len(embeddings)\nx = embeddings + f(n)", "line 5, column 5", /computed/); // prettier-ignore
  refuses("x = [[1, 2]]\nx = x.mean(0)", "line 2, column 5", /computed/);
  refuses("x = [[1, 2]]\ny = [[3, 4]]\nQ = y @ W_q", "line 3, column 5", /computed/);
  for (const changed of ["-np.array([[1.5]])", "np.array([[1.5]]).astype(int)", "[[1.5]] * 2"])
    refuses(`x = [[1]]\nw_q = ${changed}`, /^line 2, column \d+$/, /computed|after a value/);
  refuses("x = [1, 0], [0, 1]", "line 1, column 11", /after a value/);
  refuses("x = torch.tensor([1, 0]).view(2, 1)", "line 1, column 25", /after a value/);
  refuses("x:\n[1, 0]\n[0, 1]", "line 3, column 1", /after a value/);
  refuses("MatrixXf x(1, 2);\nx << 1, 2;", "line 2, column 7", /after a value/);
  refuses("$W_Q = \\begin{bmatrix} 1 \\end{bmatrix}^T$", "line 1, column 2", /may change it/);
  refuses("$X = 0.5 \\begin{bmatrix} 1 \\end{bmatrix}, w_q = 1$", "line 1, column 2", /may change it/);
});

describe("a program that code() has written is the same problem again", () => {
  const languages = ["pytorch", "pytorch-steps", "numpy", "python", "javascript", "c", "java", "latex"];

  /** A problem as the core takes it: all values by path, in no order, numbers as float32. */
  const values = (problem) => {
    const { stages, common } = checked(problem);
    build([...stages.map(({ values }) => values), common]);
    const found = {};
    const walk = (value, path) => {
      if (ArrayBuffer.isView(value) || typeof value !== "object" || value === null)
        found[path] = String(ArrayBuffer.isView(value) ? [...value] : value);
      else for (const [key, one] of Object.entries(value)) if (!/^(owned|where)$/.test(key)) walk(one, `${path}.${key}`); // prettier-ignore
    };
    walk([stages, common], "");
    return found;
  };
  const seed = full ? Date.now() % 2 ** 31 : undefined;
  const problems = [
    ...Object.entries(presets).map(([kind, { problem }]) => ({ kind, problem })),
    ...drawn(fewOrMany(1, 20), seed),
  ];

  for (const language of languages)
    test(`${language}, and with a number that was changed in it`, () => {
      for (const { kind, problem } of problems) {
        const { text } = code(problem, language);
        const whole = values(problem);
        assert.deepEqual(values(readProblem(text).problem), whole, kind);
        // a number that stands there once
        const numbers =
          Object.values(whole)
            .join()
            .match(/\d+\.\d{3,}/g) ?? [];
        const number = numbers
          .map((one) => String(Math.fround(one)).slice(0, 6))
          .find((one) => text.split(one).length === 2);
        if (!number) continue;
        const changed = text.replace(new RegExp(`${number.replace(".", "\\.")}\\d*`), "7");
        const got = values(readProblem(changed).problem);
        const other = Object.keys(whole).filter((path) => got[path] !== whole[path]);
        assert.equal(other.length, 1, `${kind}: ${other}`);
        assert.match(`,${got[other[0]]},`, /,-?7,/, kind);
      }
    });

  test("with labels that would end a comment or a line", () => {
    const labels = { x: ['*/ """ \n', "\u2028我\\u000a</script>"] };
    for (const language of languages) {
      const { text } = code({ x: [[1], [2]], labels }, language);
      assert.deepEqual(readProblem(text).problem.labels, labels, language);
    }
  });
});
