// Sizes have 64 bits in every build: a plan says exactly what a run takes, or refuses it by the limits, however large the
// shapes are. Held against whole numbers of any length.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import * as structs from "../../web/core/structs.js";
import { loadCore } from "../../web/core/wasm.js";
import { chance } from "../helpers/random.js";
import { fewOrMany } from "../helpers/full.js";
import { CASES, EDGES, product } from "../helpers/shapes.js";
import { STATUSES, expected } from "../helpers/sizes.js";
import { root, which } from "../setup/system.js";

const { DECODER, DECODER_PLAN, ERROR, PLAN, PROBLEM, TENSOR, readInt64, readSlots } = structs;

/** @typedef {{ kind: string, [key: string]: any }} Case shapes, and what is to be planned for them */
/**
 * @typedef {object} Answer
 * @property {string} status
 * @property {number} axis
 * @property {number} got
 * @property {number} limit
 * @property {number} trace
 * @property {number} scratch
 * @property {{ name: string, offset: number, count: number }[]} slots
 */

/* ------------------------------------------------------------ who is asked */

function writeShapes(view, at, names, inputs) {
  for (const [name, shape] of Object.entries(inputs)) {
    const tensor = at + names.indexOf(name) * TENSOR.size;
    view.setInt32(tensor + TENSOR.at.rank, shape.length, true);
    shape.forEach((n, axis) => view.setBigInt64(tensor + TENSOR.at.shape + 8 * axis, n, true));
  }
}

function writeProblem(view, at, { inputs, heads, kv_heads, score }) {
  writeShapes(view, at + PROBLEM.at.inputs, structs.INPUTS, inputs);
  view.setInt32(at + PROBLEM.at.heads, Number(heads), true);
  view.setInt32(at + PROBLEM.at.kv_heads, Number(kv_heads), true);
  view.setInt32(at + PROBLEM.at.score, score, true);
}

function writeDecoder(view, at, { inputs, steps, score }) {
  writeShapes(view, at + DECODER.at.inputs, structs.DECODER_INPUTS, inputs);
  view.setBigInt64(at + DECODER.at.steps, steps, true);
  view.setInt32(at + DECODER.at.score, score, true);
}

/** One plan asked of a module: what is given is written to one place, what is planned is read from another. */
const ASK = {
  stepwise(functions, view, given, plan, error, one) {
    writeProblem(view, given, one);
    return functions.attn_plan_stepwise(plan, given, Number(one.backward), one.wanted ? -1n : 0n, error);
  },
  fused(functions, view, given, plan, error, one) {
    writeProblem(view, given, one);
    return functions.attn_plan_fused(plan, given, error);
  },
  decoder(functions, view, given, plan, error, one) {
    writeDecoder(view, given, one);
    return functions.attn_plan_decoder(plan, given, Number(one.backward), error);
  },
  encoder(functions, _view, _given, plan, error, { t, d_in, d_s, backward }) {
    return functions.attn_plan_recurrent_encoder(plan, t, d_in, d_s, Number(backward), error);
  },
  tool: (functions, _view, _given, _plan, error, { bytes }) => functions.attn_check_call(bytes, error),
};

/** @returns {Answer} */
function askModule({ functions, arena, at }, one) {
  const view = arena.view();
  arena.bytes().fill(0, at.problem, at.data);
  const status = ASK[one.kind](functions, view, at.problem, at.plan, at.error, one);
  const [plan, names] =
    one.kind === "decoder" ? [DECODER_PLAN, structs.DECODER_TENSORS] : [PLAN, structs.TENSORS];
  const planned = "inputs" in one && status === 0;
  return {
    status: STATUSES[status],
    axis: view.getInt32(at.error + ERROR.at.axis, true),
    got: view.getFloat64(at.error + ERROR.at.got, true),
    limit: view.getFloat64(at.error + ERROR.at.expected, true),
    trace: planned ? readInt64(view, at.plan + plan.at.trace_count) : 0,
    scratch: readInt64(view, at.plan + (planned ? plan.at.scratch_bytes : 0)),
    slots: planned ? readSlots(view, at.plan + plan.at.slots, names).filter(({ omitted }) => !omitted) : [],
  };
}

/** A case as a line for the native program. */
function line({ kind, inputs = {}, ...one }) {
  const names = kind === "decoder" ? structs.DECODER_INPUTS : structs.INPUTS;
  const given = Object.entries(inputs).flatMap(([name, shape]) => [
    names.indexOf(name),
    shape.length,
    ...shape,
  ]);
  const tensors = [Object.keys(inputs).length, ...given];
  const { backward, wanted, heads, kv_heads, score, steps, t, d_in, d_s, bytes, m, n, k } = one;
  const numbers = {
    stepwise: [0, Number(backward), wanted ? -1 : 0, heads, kv_heads, score, ...tensors],
    fused: [1, heads, kv_heads, score, ...tensors],
    decoder: [2, Number(backward), steps, score, ...tensors],
    encoder: [3, Number(backward), t, d_in, d_s],
    tool: [4, bytes],
    product: [5, m, n, k],
  };
  return numbers[kind].join(" ");
}

/** All cases at once, of the program that stops at the first number that wraps. @returns {Answer[]} */
function askNative(cases) {
  execFileSync("sh", ["build.sh", "plans"], { cwd: root, stdio: "pipe" });
  const input = cases.map(line).join("\n");
  const said = execFileSync(join(root, "web/build/native/plans"), {
    input,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const lines = said.trim().split("\n");
  assert.equal(lines.length, cases.length);
  return lines.map((text, n) => {
    const names = cases[n].kind === "decoder" ? structs.DECODER_TENSORS : structs.TENSORS;
    const [status, axis, got, limit, trace, scratch, ...rest] = text.split(" ").map(Number);
    const slots = [];
    for (let at = 0; at < rest.length; at += 3)
      slots.push({ name: names[rest[at]], offset: rest[at + 1], count: rest[at + 2] });
    return { status: STATUSES[status], axis, got, limit, trace, scratch, slots };
  });
}

/** @type {Record<string, (cases: Case[]) => Answer[] | Promise<Answer[]>>} */
const BUILDS = {
  simd: async (cases) => cases.map(askModule.bind(undefined, await loadCore("simd"))),
  scalar: async (cases) => cases.map(askModule.bind(undefined, await loadCore("scalar"))),
  "native, which stops where a number wraps": askNative,
};

/* ------------------------------------------------------------ what is right */

const sum = (list) => list.reduce((a, b) => a + b, 0);

/** Every tensor has its entries, begins where vectors may be loaded, and lies apart from those that are not the same. */
function agreeWithTrace({ slots, trace }, counts) {
  const places = new Map();
  for (const { name, offset, count } of slots) {
    assert.equal(count, Number(counts[name]), name);
    assert.equal(offset % 4, 0, name);
    if (count > 0) places.set(offset, Math.max(count, places.get(offset) ?? 0));
  }
  const inOrder = [...places].sort(([a], [b]) => a - b);
  const ends = inOrder.map(([offset, count], n) => [offset + count, inOrder[n + 1]?.[0] ?? trace]);
  for (const [end, next] of ends)
    assert.ok(end <= next, `a tensor ends at ${end}, the next begins at ${next}`);
  const needed = sum(inOrder.map(([, count]) => count));
  assert.ok(trace >= needed && trace <= needed + 4 * slots.length, `${trace} entries for ${needed}`);
}

/** @param {Answer} answer @param {bigint} own bytes of a fused run's own struct */
function agree(answer, one, own) {
  const { status, got, limit, scratch, counts } = expected(one, own);
  assert.equal(answer.status, status);
  if (status === "OK") {
    assert.equal(answer.scratch, Number(scratch), "scratch");
    agreeWithTrace(answer, counts);
    return;
  }
  assert.deepEqual([answer.got, answer.limit], [Number(got), Number(limit)]);
  assert.deepEqual([answer.trace, answer.scratch], [0, 0], "a refused plan is written to");
}

const one = 1n;
const SMALLEST = {
  kind: "fused",
  inputs: { query: [one, one], key: [one, one], value: [one, one] },
  heads: 0n,
  kv_heads: 0n,
  score: 0,
};

/** @param {Answer[]} answers @param {Case[]} cases */
function agreeAll(answers, cases, own) {
  cases.forEach((one, n) => {
    try {
      agree(answers[n], one, own);
    } catch (error) {
      error.message = `${line(one)}\n${error.message}`;
      throw error;
    }
  });
}

/** The last length of a family of shapes that is within the limits: the next one is not. */
function lastWithin(shape, own) {
  let [fits, refused] = [1n, 2n ** 61n];
  while (refused - fits > 1n) {
    const middle = (fits + refused) / 2n;
    if (expected(shape(middle), own).status === "OK") fits = middle;
    else refused = middle;
  }
  return fits;
}

const ROUNDS = fewOrMany(300, 1500);

function drawn(seed) {
  const draw = chance(seed);
  const round = () => Object.entries(CASES).map(([kind, make]) => ({ kind, ...make(draw) }));
  return Array.from({ length: ROUNDS }, round).flat();
}

for (const [name, ask] of Object.entries(BUILDS)) {
  const skip = ask === askNative && !which("clang") ? "needs clang" : false;
  describe(`sizes, ${name}`, { skip }, () => {
    let own;
    before(async () => {
      const [{ scratch }] = await ask([SMALLEST]);
      own = BigInt(scratch) - expected(SMALLEST, 0n).scratch;
    });

    for (const seed of [2, Date.now() % 2 ** 31])
      test(`every plan says what a run takes to the byte, or refuses it, seed ${seed}`, async () => {
        const cases = drawn(seed);
        agreeAll(await ask(cases), cases, own);
      });

    test("a length below 0 is refused, along whatever axis", async () => {
      const draw = chance(3);
      const cases = drawn(2).filter(({ inputs }) => inputs);
      for (const { inputs } of cases) {
        const name = draw.one(Object.keys(inputs));
        const axis = draw.below(inputs[name].length);
        inputs[name] = inputs[name].map((n, at) => (at === axis ? -draw.one([1n, 2n ** 32n, 2n ** 62n]) : n));
      }
      const below = (shape) => shape.find((n) => n < 0);
      for (const [n, { status, got, limit, trace, scratch }] of (await ask(cases)).entries()) {
        const length = Object.values(cases[n].inputs).map(below).find(Boolean);
        assert.deepEqual(
          [status, got, limit, trace, scratch],
          ["SIZE", Number(length), 0, 0, 0],
          line(cases[n]),
        );
      }
    });

    test("what an encoder reads is refused by the axis that is too short", async () => {
      const sizes = { t: 2n, d_in: 3n, d_s: 4n };
      const said = [];
      for (const short of [{ t: -1n }, { d_in: 0n }, { d_s: 0n }]) {
        const [answer] = await ask([{ kind: "encoder", ...sizes, ...short, backward: false }]);
        said.push([answer.status, answer.axis, answer.got, answer.limit]);
      }
      assert.deepEqual(said, [
        ["SIZE", 0, -1, 0],
        ["SIZE", 1, 0, 1],
        ["SIZE", 1, 0, 1],
      ]);
    });

    test("heads fewer than none are refused", async () => {
      const x = { kind: "fused", inputs: { x: [4n, 4n] }, heads: 2n, kv_heads: 2n, score: 0 };
      const cases = [
        { ...x, heads: -1n },
        { ...x, kv_heads: -2n },
        { ...x, heads: -2n, kv_heads: -1n },
      ];
      const answers = await ask(cases);
      assert.deepEqual(
        answers.map(({ status, got }) => `${status} ${got}`),
        ["HEADS -1", "KV_HEADS -2", "HEADS -2"],
      );
      assert.equal((await ask([x]))[0].status, "OK");
    });

    test("the last length within the limits is planned, and the next refused", async () => {
      const cases = EDGES.flatMap((shape) => {
        const last = lastWithin(shape, own);
        return [shape(last), shape(last + 1n)];
      });
      const answers = await ask(cases);
      agreeAll(answers, cases, own);
      answers.forEach(({ status }, n) => assert.equal(status === "OK", n % 2 === 0, line(cases[n])));
    });
  });
}

test(
  "no product of matrices has scratch that wraps",
  { skip: which("clang") ? false : "needs clang" },
  () => {
    const draw = chance(1);
    const cases = Array.from({ length: ROUNDS }, () => product(draw));
    agreeAll(askNative(cases), cases, 0n);
  },
);
