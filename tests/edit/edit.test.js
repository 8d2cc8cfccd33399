// Changes to a problem: what a reader's numbers, tokens, features and heads do to every tensor that depends on them.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import {
  add,
  changeSize,
  changeable,
  countedBy,
  entriesOf,
  entryAt,
  givenIn,
  isDrawable,
  isScaled,
  numberOf,
  placeOf,
  remove,
  renamed,
  DRAWS,
  drawn,
  follow,
  replaced,
  stepAmong,
  stepped,
  tensorIn,
  textOf,
  withWords,
  wordsOf,
  withEntry,
  withParameters,
  withScaled,
  withScore,
} from "../../web/edit/index.js";
import { drawing } from "../../web/edit/drawing.js";
import { History } from "../../web/edit/history.js";
import { sizesOf } from "../../web/edit/sizes.js";
import { createAttention } from "../../web/index.js";
import { presets } from "../helpers/presets.js";
import { fewOrMany } from "../helpers/full.js";
import { crossing } from "../scene/helpers/problems.js";
import { randomProblem } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";

const three = presets["walk-through"].problem;
const named = { ...three, labels: { x: ["I", "love", "cats"] } };

describe("a number", () => {
  test("is written as people write it", () => {
    const written = {
      ...{ 2: 2, " -0.5 ": -0.5, "−3": -3, "１２．５": 12.5, "0,25": 0.25, "1e-3": 1e-3, "+4": 4 },
      ...{ ".5": 0.5, "5.": 5, "-∞": -Infinity, inf: Infinity, nan: NaN },
    };
    for (const [text, number] of Object.entries(written)) assert.equal(numberOf(text), number, text);
    assert.ok(Object.is(numberOf("-0"), -0));
  });

  test("nothing else is a number, nor what float32 cannot hold", () => {
    const others = "abc 0x10 1,2,3 1e39 --1 =1 1e Infinityx １,".split(" ");
    for (const text of ["", " ", "1 2", ...others]) assert.equal(numberOf(text), null, text);
    assert.equal(numberOf("3.4028235e38"), 3.4028235e38);
  });

  test("is shown as the shortest decimal of its float32", () => {
    const shown = [0.1, Math.fround(0.1), 1 / 3, -2, -0, 1e20, "NaN", "-Infinity", true].map(textOf);
    assert.deepEqual(shown, "0.1 0.1 0.33333334 -2 -0 100000000000000000000 NaN -∞ 1".split(" "));
  });

  test("turns by steps of its neighbours' size, and gathers no digits", () => {
    assert.deepEqual([stepAmong([1, -3, 20]), stepAmong([0.5, 2]), stepAmong([0.02, 0.03])], [1, 0.1, 0.001]);
    assert.deepEqual([stepped(0.1, 0.1, 2), stepped(2, 1, -5), stepped(0.65068036, 0.1, 1)], [0.3, -3, 0.8]);
  });
});

describe("an entry", () => {
  test("is found by the complete index that a picture has, and changed without touching the rest", () => {
    const place = placeOf(three, "x", [0, 1, 3]);
    const changed = withEntry(three, place, 7);
    assert.deepEqual(changed.x, [[1, 0, 1, 0], [0, 2, 0, 7], [1, 1, 1, 1]]); // prettier-ignore
    assert.equal(changed.w_q, three.w_q);
    assert.equal(three.x[1][3], 2);
  });

  test("of what a problem does not give, or beyond its end, there is none", () => {
    for (const [tensor, index] of [
      ["weights", [0, 0, 0, 0]],
      ["x", [1, 0, 0]],
      ["x", [0, 3, 0]],
      ["x", [0, 0, -1]],
      ["x", [0, 0.5, 0]],
      ["x", [0]],
      ["__proto__", [0]],
    ])
      assert.equal(placeOf(three, tensor, index), null, `${tensor} ${index}`);
  });

  test("of a chain has the name of its stage; one that is another's output is not given", () => {
    const norm = { id: "n", op: "layer_norm", x: "a.output", gamma: [1, 2, 3, 4] };
    const chain = { stages: [{ id: "a", x: three.x }, norm] };
    const given = givenIn(chain).map(({ tensor }) => tensor);
    assert.deepEqual(given, ["a.x", "n.gamma"]);
    const changed = withEntry(chain, placeOf(chain, "n.gamma", [2]), 9);
    assert.deepEqual(changed.stages[1].gamma, [1, 2, 9, 4]);
    assert.equal(changed.stages[0], chain.stages[0]);
  });

  test("NaN and infinity are written as JSON can hold them; a mask holds true and false", () => {
    const problem = { ...three, mask: [[1, 1, 0]] };
    assert.equal(withEntry(three, placeOf(three, "x", [0, 0, 0]), NaN).x[0][0], "NaN");
    assert.equal(withEntry(three, placeOf(three, "x", [0, 0, 0]), Infinity).x[0][0], "Infinity");
    assert.equal(withEntry(three, placeOf(three, "x", [0, 0, 0]), -Infinity).x[0][0], "-Infinity");
    assert.deepEqual(withEntry(problem, placeOf(problem, "mask", [0, 0, 0, 2]), true).mask, [[1, 1, true]]);
  });

  test("keeps the form in which its tensor is written", () => {
    const problem = { ...three, x: { shape: [1, 2], data: new Float32Array([1, 2]) } };
    const changed = withEntry(problem, placeOf(problem, "x", [0, 0, 1]), 5);
    assert.deepEqual(changed.x, { shape: [1, 2], data: [1, 5] });
    const rows = { ...three, x: [new Float32Array([1, 2]), new Float32Array([3, 4])] };
    const place = placeOf(rows, "x", [0, 1, 0]);
    assert.equal(entryAt(rows, place), 3);
    assert.deepEqual(withEntry(rows, place, 5).x, [[1, 2], [5, 4]]); // prettier-ignore
  });
});

describe("sizes", () => {
  let attention;
  before(async () => (attention = await createAttention()));

  test("are read from the tensors", () => {
    const { query, d_model, d_k, d_v, heads } = sizesOf(presets["eight-heads"].problem);
    assert.deepEqual({ query, d_model, d_k, d_v, heads }, { query: 2, d_model: 4, d_k: 3, d_v: 3, heads: 8 });
  });

  test("a new token has a name, and a row of entries like the others", () => {
    const { problem, cells } = add(named, "query", { at: 1, label: "really" });
    assert.deepEqual(problem.labels.x, ["I", "really", "love", "cats"]);
    assert.deepEqual([problem.x[0], problem.x[2]], [three.x[0], three.x[1]]);
    assert.deepEqual(cells, [4, 5, 6, 7].map((at) => ({ tensor: "x", at }))); // prettier-ignore
    for (const entry of problem.x[1]) assert.ok(three.x.flat().includes(entry));
    assert.deepEqual(add(named, "query", { at: 1 }).problem.x, problem.x, "the same each time");
  });

  test("new entries are drawn alike everywhere: as in the example of the C standard", () => {
    const draw = drawing(1);
    assert.deepEqual([draw(32768), draw(32768), draw(32768), draw(32768)], [16838, 5758, 10113, 17515]);
  });

  test("a token of self-attention is a row and a column of the mask", () => {
    const masked = { ...three, mask: three.x.map((_, i) => three.x.map((_, j) => j <= i)) };
    assert.equal(changeable(masked).key, undefined);
    assert.deepEqual(remove(masked, "query", 1).problem.mask, [[true, false], [true, true]]); // prettier-ignore
  });

  test("a token that goes takes its name and its row along", () => {
    const { problem, cells } = remove(named, "query", 0);
    assert.deepEqual([problem.labels.x, problem.x, cells], [["love", "cats"], three.x.slice(1), []]);
  });

  test("a token of a batch whose items have their own names goes from each", () => {
    const both = { x: [three.x, three.x], labels: { x: ["a", "b", "c", "d", "e", "f"] } };
    assert.deepEqual(remove(both, "query", 0).problem.labels.x, ["b", "c", "e", "f"]);
    const longer = add(both, "query", { label: "z" }).problem.labels.x;
    assert.equal(longer.join(" "), "a b c z d e f z");
  });

  test("a feature is a column of x and a row of each matrix that reads it", () => {
    const { problem } = add(three, "d_model", { at: 0 });
    assert.deepEqual(problem.x.map((row) => row.slice(1)), three.x); // prettier-ignore
    for (const w of ["w_q", "w_k", "w_v"]) assert.deepEqual(problem[w].slice(1), three[w]);
  });

  test("a head brings columns of its own, and rows of w_o; the others stay as they were", () => {
    const { problem: before } = presets["eight-heads"];
    const { problem } = changeSize(before, "heads", 1);
    assert.deepEqual(problem.w_q.map((row) => row.slice(0, 24)), before.w_q); // prettier-ignore
    assert.deepEqual(problem.w_o.slice(0, 24), before.w_o);
    assert.deepEqual([problem.w_q[0].length, problem.w_o.length, problem.heads], [27, 27, 9]);
    assert.deepEqual(changeSize(problem, "heads", -1).problem, before);
  });

  test("heads that share keys and values stay a whole number for each, KV heads divide the heads", () => {
    const grouped = changeSize(presets["eight-heads"].problem, "kv_heads", -1).problem;
    const counts = ({ problem: { heads, kv_heads = heads } }) => [heads, kv_heads];
    assert.deepEqual(counts(changeSize(grouped, "heads", 1)), [12, 4]);
    assert.deepEqual(counts(changeSize(grouped, "heads", -1)), [4, 4]);
    assert.deepEqual(counts(changeSize(grouped, "kv_heads", 1)), [8, 8]);
    assert.deepEqual(counts(changeSize(grouped, "kv_heads", -1)), [8, 2]);
    assert.deepEqual(counts(changeSize(three, "heads", 1)), [2, 2]);
    for (const size of ["heads", "kv_heads"])
      for (const by of [1, -1]) attention.forward(changeSize(grouped, size, by).problem);
  });

  test("KV heads are a choice where queries, keys and values have columns of their own", () => {
    const sizes = (names) =>
      changeable({ ...Object.fromEntries(names.map((name) => [name, [[1, 0], [0, 1]]])), heads: 2 }); // prettier-ignore
    assert.equal(sizes(["x", "w_q", "w_k", "w_v"]).kv_heads, 2);
    for (const names of [["x"], ["x", "w_v"], ["x", "w_q", "w_v"], ["x", "w_q", "w_k"]])
      assert.equal(sizes(names).kv_heads, undefined, names.join());
  });

  test("another matrix takes what depends on its rows and columns along", () => {
    const given = (key) => givenIn(named).find((one) => one.key === key);
    const wider = replaced(named, given("x"), { shape: [2, 6], data: new Float32Array(12).fill(2) });
    // another count of tokens are other tokens, which have no names yet
    assert.deepEqual([wider.x.length, wider.w_k.length, wider.labels?.x], [2, 6, undefined]);
    const others = follow(named, given("w_q"), { shape: [4, 2], data: new Float32Array(8) });
    assert.deepEqual(others, [{ tensor: "w_k", shape: [4, 3], next: [4, 2] }]);
    const narrow = replaced(named, given("w_q"), { shape: [4, 2], data: new Float32Array(8) });
    assert.deepEqual([narrow.w_q[0].length, narrow.w_k[0].length, narrow.w_v[0].length], [2, 2, 3]);
    for (const problem of [wider, narrow]) attention.forward(problem);
    const counted = Float32Array.from({ length: 24 }, (_, k) => k);
    const batch = replaced(named, given("x"), { shape: [2, 3, 4], data: counted });
    assert.deepEqual([batch.x.length, batch.x[1][2][3]], [2, 23], "nothing is cut off");
    const one = replaced(named, given("x"), { shape: [1, 1, 4], data: new Float32Array(4) });
    assert.deepEqual(one.x, [[0, 0, 0, 0]]);
    const special = { shape: [1, 4], data: Float32Array.of(NaN, -Infinity, -0, 1) };
    assert.deepEqual(replaced(named, given("x"), special).x, [["NaN", "-Infinity", -0, 1]]);
  });

  test("the parameters of a layer bring their features, and the tokens' names stay", () => {
    const tensor = (...shape) => ({ shape, data: new Float32Array(shape.reduce((a, b) => a * b)).fill(1) });
    const parameters = { w_q: tensor(6, 2), w_k: tensor(6, 2), w_v: tensor(6, 3), w_o: tensor(3, 6) };
    for (const problem of [named, crossing, presets["eight-heads"].problem]) {
      const next = withParameters(problem, parameters);
      const { x, heads, scale, labels } = next;
      assert.deepEqual([x[0].length, heads, scale, labels], [6, undefined, undefined, problem.labels]);
      assert.equal(attention.forward(next).output.shape.at(-1), 6);
    }
  });

  test("what the rows and columns of a tensor count", () => {
    assert.deepEqual(countedBy(three, "x"), { rows: "query", columns: "d_model" });
    assert.deepEqual(countedBy(three, "w_q"), { rows: "d_model", columns: "d_k" });
    assert.deepEqual(countedBy(three, "b_v"), { rows: undefined, columns: "d_v" });
  });

  test("what the output should be stays as long and as wide as the output", () => {
    for (const key of ["target", "grad_output"])
      for (const size of ["query", "d_v"]) {
        const start = attention.forward(three).output.shape.slice(1);
        const data = new Float32Array(start[0] * start[1]).fill(1);
        const { problem } = add({ ...three, [key]: { shape: start, data } }, size);
        const { [key]: wanted, ...rest } = problem;
        assert.deepEqual(wanted.shape, attention.forward(rest).output.shape.slice(1), `${key}, ${size}`);
      }
    assert.deepEqual(countedBy({ ...three, grad_output: three.x }, "grad_output"), {
      rows: "query",
      columns: "d_v",
    });
  });

  test("where tokens are not projected, queries and keys stay as wide as each other", () => {
    const problem = crossing;
    const { problem: wider } = add(problem, "d_model");
    assert.deepEqual([wider.x[0].length, wider.x_kv[0].length], [5, 5]);
  });

  test("whatever is changed in whatever problem, the core takes the result", () => {
    const draw = chance(12);
    let changes = 0;
    for (let n = 0; n < fewOrMany(50, 500); n++) {
      const problem = randomProblem(draw);
      const shape = attention.forward(problem).query.shape;
      for (const size of Object.keys(changeable(problem))) {
        const more = changeSize(problem, size, 1);
        const trace = attention.forward(more.problem);
        assert.equal(trace.query.shape.length, shape.length);
        changes++;
        if (size === "heads" || size === "kv_heads") continue;
        const back = remove(more.problem, size).problem;
        const entries = (of, given) => entriesOf(tensorIn(of, given)).data.map(Number);
        for (const given of givenIn(problem))
          assert.deepEqual(entries(back, given), entries(problem, given), `${size} ${given.tensor}`);
      }
    }
    assert.ok(changes > fewOrMany(150, 1500), `${changes} changes`);
  });

  test("of a chain only numbers are changed", () => {
    assert.deepEqual(changeable({ stages: [{ id: "a", x: three.x }] }), {});
  });

  test("a token is renamed, whether others have names or not; a long name is cut", () => {
    assert.deepEqual(renamed(three, "x", 1, "cats").labels.x, ["", "cats"]);
    assert.deepEqual(renamed(named, "x", 2, "dogs").labels.x, ["I", "love", "dogs"]);
    assert.equal(renamed(named, "x", 2, "a".repeat(999)).labels.x[2].length, 256);
  });
});

test("matrices are drawn anew by a seed, as layers are initialized or whole; a mask is none of them", async () => {
  const attention = await createAttention();
  const problem = { x: [[1, 2], [3, 4]], w_q: [[1, 0], [0, 1]], b_q: [0, 0], mask: [[1, 1], [1, 0]] }; // prettier-ignore
  const which = givenIn(problem).filter(isDrawable);
  assert.deepEqual(which.map(({ key }) => key).sort(), ["b_q", "w_q", "x"]);
  for (const kind of DRAWS) {
    const all = drawn(problem, which, { kind, seed: 3 }, attention);
    assert.deepEqual(drawn(problem, which, { kind, seed: 3 }, attention), all, kind);
    assert.notDeepEqual(drawn(problem, which, { kind, seed: 4 }, attention), all, kind);
    assert.deepEqual([all.mask, all.x.length, all.b_q.length], [problem.mask, 2, 2]);
    // alone a matrix is drawn as among others
    const alone = drawn(problem, which.slice(0, 1), { kind, seed: 3 }, attention);
    assert.deepEqual([alone.x, alone.w_q], [all.x, problem.w_q]);
    const numbers = [all.x, all.w_q].flat(2);
    if (kind === "whole") assert.ok(numbers.every((one) => Number.isInteger(one) && Math.abs(one) <= 2));
    else assert.ok(numbers.every((one) => Math.abs(one * 100 - Math.round(one * 100)) < 1e-9));
    attention.forward(all);
  }
});

describe("a sentence of the reader's own", () => {
  test("is parted into words, Chinese into characters where nobody has parted it", () => {
    assert.deepEqual(wordsOf("  The cat, it sat. "), ["The", "cat", "it", "sat"]);
    assert.deepEqual(wordsOf("我爱猫。"), ["我", "爱", "猫"]);
    assert.deepEqual(wordsOf("我 喜欢 猫"), ["我", "喜欢", "猫"]);
    assert.deepEqual([wordsOf(" , ").length, wordsOf("a ".repeat(999)).length], [0, 64]);
  });

  test("has learned vectors where there are some, else drawn ones, the same for the same word", () => {
    const table = new Map([["cat", [1, 2, 3, 4]]]);
    const { problem, known, drawn } = withWords(named, ["A", "Cat", "a", "A"], table, { seed: 7 });
    assert.deepEqual([known, drawn], [["Cat"], ["A", "a"]]);
    const { x, w_q, labels } = problem;
    assert.deepEqual([x[1], x[3], labels.x.length, w_q], [[1, 2, 3, 4], x[0], 4, named.w_q]);
    assert.ok(x.flat().every(Number.isInteger));
    // vectors of another width take the parameters along, and say so
    const wide = withWords(named, ["cat"], new Map([["cat", [1, 2]]]), { seed: 7, width: 2 });
    assert.deepEqual([wide.problem.x, wide.problem.w_q.length], [[[1, 2]], 2]);
    assert.deepEqual(wide.changed.map(({ tensor, next }) => [tensor, next[0]]), [["w_q", 2], ["w_k", 2], ["w_v", 2]]); // prettier-ignore
    assert.equal(withWords({ query: [[1]] }, ["a"], table, { seed: 7 }).drawn.length, 0);
  });
});

describe("the score function", () => {
  test("brings its parameters, and takes those of the one before away", () => {
    const additive = withScore(three, "additive", { query: 3, key: 3 });
    const { score, w_1, w_2 } = additive;
    assert.deepEqual([score, w_2.length, w_1.map((row) => row.length)], ["additive", 3, [6, 6, 6]]);
    assert.ok([...w_2, ...w_1.flat()].every(Number.isFinite));
    const bilinear = withScore(additive, "bilinear", { query: 3, key: 3 });
    assert.deepEqual([bilinear.score, bilinear.w_score.length, bilinear.w_1], ["bilinear", 3, undefined]);
    assert.deepEqual(withScore(bilinear, "dot", { query: 3, key: 3 }), three);
  });

  test("is divided by √dₖ or not", () => {
    assert.deepEqual([isScaled(three), isScaled({}), isScaled({ score: "dot" })], [false, true, false]);
    assert.equal("scale" in withScaled(three, true, 3), false);
    assert.equal(withScaled({ score: "additive" }, true, 4).scale, 0.5);
    assert.deepEqual(withScaled({ score: "additive", scale: 0.5 }, false, 4), { score: "additive" });
    assert.equal(withScaled({}, false, 4).scale, 1);
  });
});

describe("undo and redo", () => {
  test("goes as far as the changes do, and forth again", () => {
    const history = new History(0);
    for (let n = 1; n <= 1000; n++) history.push(n);
    assert.ok(history.canUndo);
    for (let n = 999; n >= 0; n--) assert.equal(history.undo(), n);
    assert.deepEqual([history.canUndo, history.undo(), history.redo(), history.redo()], [false, 0, 1, 2]);
    history.push("another");
    assert.deepEqual([history.canRedo, history.redo(), history.undo()], [false, "another", 2]);
  });

  test("the digits of one number, or one drag, are one change", () => {
    const history = new History("");
    const field = {};
    for (const text of ["1", "12", "12.5"]) history.push(text, field);
    history.settle();
    history.push("12.54", field);
    assert.deepEqual([history.undo(), history.undo(), history.canUndo], ["12.5", "", false]);
  });

  test("a change that is given up was never one", () => {
    const history = new History("first");
    history.push("1", "field");
    history.push("12", "field");
    assert.deepEqual([history.cancel("field"), history.canUndo, history.canRedo], ["first", false, false]);
    history.push("second");
    assert.equal(history.cancel("field"), "second");
    // what could be redone before it still can
    history.undo();
    history.push("3", "field");
    assert.deepEqual([history.cancel("field"), history.redo()], ["first", "second"]);
  });

  test("what is refused leaves the history as it was", () => {
    const history = new History("first");
    history.push("second");
    history.undo();
    const back = history.mark();
    history.push("refused");
    back();
    assert.deepEqual([history.present, history.canUndo, history.redo()], ["first", false, "second"]);
  });

  test("a reset can be undone, and a second one is none", () => {
    const history = new History("first");
    history.push("second");
    history.reset();
    assert.deepEqual([history.reset(), history.undo()], ["first", "second"]);
  });
});
