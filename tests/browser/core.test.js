// The core in a page: the built bundle gives the bits that Node gives, in every build, in workers and without; the files of
// the package share what computes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { launch, openPage } from "../helpers/browser.js";
import { allCases, runCase } from "../helpers/cases.js";
import { fewOrMany } from "../helpers/full.js";
import { randomProblem } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";
import { record, replay, toReplay } from "../helpers/replay.js";
import { openStudio } from "./page.js";

/** The calls of small reference cases and of random problems, with the hashes of what Node gives. */
function recorded(attention) {
  const { calls, recorder } = record(attention, 40000);
  const cases = allCases().filter(({ op }) => !/layer|train|large|worked/.test(op));
  for (const one of cases.filter((_, k) => k % fewOrMany(3, 1) === 0)) runCase(recorder, one);
  const draw = chance(77);
  for (let round = 0; round < fewOrMany(10, 60); round++) {
    const problem = randomProblem(draw);
    const { output } = recorder.forward(problem);
    recorder.backward(problem, { grad_output: output });
    recorder.fused(problem);
  }
  return calls;
}

/** Runs in the page: one long run in every way. */
async function runEveryWay(Player) {
  const { createAttention } = Player.createAttention ? Player : await import(Player);
  const attention = await createAttention();
  const draw = (count, step) => Float32Array.from({ length: count }, (_, n) => Math.sin(n * step));
  const tensor = (step) => ({ shape: [1, 1000, 32], data: draw(1000 * 32, step) });
  const problem = { query: tensor(0.7), key: tensor(1.3), value: tensor(2.1), causal: true };
  const want = attention.fused(problem);
  const same = (got) =>
    Object.keys(want).every((name) => got[name].data.every((x, n) => Object.is(x, want[name].data[n])));
  const result = { shares: [], ticks: 0 };
  const onProgress = (share) => result.shares.push(share);
  for (const workers of [2, 1, 0])
    result[`by${workers}`] = same(await attention.run("fused", problem, { workers, onProgress }));
  const short = { x: tensor(0.2).data.slice(0, 320), shape: [1, 10, 32] };
  const small = { x: { shape: [10, 32], data: short.x }, causal: true };
  const trace = await attention.run("backward", small, { target: { shape: [10, 32], data: short.x } });
  const here = attention.backward(small, { target: { shape: [10, 32], data: short.x } });
  result.backward = trace.grad_x.data.every((x, n) => Object.is(x, here.grad_x.data[n]));
  const controller = new AbortController();
  const { signal } = controller;
  const running = attention.run("fused", problem, { signal, onProgress: () => controller.abort("enough") });
  result.reason = await running.then(
    () => "finished",
    (reason) => reason,
  );
  result.after = same(await attention.run("fused", problem));
  attention.close();
  return result;
}

/** Every way gave the same bits, and the run that was cancelled ended with its reason. */
function demandAll({ shares, reason, by2, by1, by0, backward, after }) {
  assert.deepEqual(
    { by2, by1, by0, backward, after },
    { by2: true, by1: true, by0: true, backward: true, after: true },
  );
  assert.equal(reason, "enough");
  assert.equal(shares.filter((share) => share === 1).length, 3);
}

let studio;
before(async () => (studio = await openStudio()));
after(() => studio.close());

describe("the core in a page", () => {
  test("every build gives Node's bits", async () => {
    const calls = recorded(await createAttention());
    assert.ok(calls.length > 40, `${calls.length} calls`);
    for (const build of ["simd", "scalar", "js"]) {
      const got = await studio.inBody(
        "",
        (given) => new Function(`return (${given[0]})(...arguments)`)(...given[1]),
        { given: [String(replay), toReplay(build, calls)] },
      );
      assert.equal(got.build, build);
      assert.deepEqual(got.wrong, []);
    }
  });

  test("a V8 that joins vectors in pairs gives the same bits", async () => {
    const hashOf = async (base64, cases) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      return (await WebAssembly.instantiate(bytes)).instance.exports.attn_hash(cases);
    };
    const module = readFileSync(new URL("../../web/build/native/hash-simd.wasm", import.meta.url), "base64");
    // no Liftoff: the compiler that joins, from the first call on
    const browser = await launch({ args: ["--js-flags=--wasm-revectorize,--no-liftoff"] });
    const { page } = await openPage(browser);
    const cases = fewOrMany(400, 4000);
    assert.equal(await page.evaluate(hashOf, module, cases), await hashOf(module, cases));
    await browser.close();
  });

  const policy = (rule) => ({
    head: `<meta http-equiv="Content-Security-Policy" content="script-src 'self' 'wasm-unsafe-eval'; ${rule}">`,
    script: "classic",
  });
  for (const [what, how, workers, refused] of [
    ["a module: workers, slices, progress and cancel", { script: "module" }, true],
    ["a plain script from the disk: the same", { script: "classic", file: true }, true],
    [
      "a page that allows no workers: slices give the same",
      policy("worker-src 'none'"),
      false,
      /violates.*worker-src/,
    ],
    [
      "a page of trusted types: slices give the same",
      policy("require-trusted-types-for 'script'"),
      false,
      /requires 'TrustedScriptURL'/,
    ],
  ])
    test(what, async () => {
      const { page, errors } = await studio.page("", how);
      const threads = [];
      page.on("workercreated", (worker) => threads.push(worker.url()));
      const from = how.script === "module" ? '"./attention-player.js"' : "AttentionPlayer";
      demandAll(await page.evaluate(`(${runEveryWay})(${from})`));
      if (workers)
        assert.ok(threads.length >= 2 && threads.every((url) => url.startsWith("blob:")), `${threads}`);
      else assert.deepEqual(threads, []);
      if (refused) for (const error of errors.splice(0)) assert.match(error, refused);
      await page.close();
    });
});

/** A page without a player that counts the instances it starts, by what they can do, and notes what it fetches. */
async function open() {
  const { page } = await openPage(studio.browser);
  await page.evaluateOnNewDocument(() => {
    window.started = [];
    WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
      construct(Instance, [module, ...rest]) {
        const whole = WebAssembly.Module.exports(module).some(({ name }) => name === "attn_backward");
        window.started.push(whole ? "simd" : "forward");
        return new Instance(module, ...rest);
      },
    });
  });
  const files = [];
  page.on("request", (request) => files.push(new URL(request.url()).pathname.slice(1)));
  await page.goto(`${studio.url}embed.oembed.json`);
  return { page, files };
}

/** Loads the files one after the other, and computes with each; an element's picture needs its forward pass. */
const visit = async (files) => {
  const problem = { x: [[1, 0], [0, 1]] }; // prettier-ignore
  const outputs = [];
  for (const file of files) {
    const { createAttention } = await import(`/${file}`);
    if (createAttention) {
      const attention = await createAttention();
      outputs.push(attention.forward(problem).output.data.join());
      continue;
    }
    const player = document.createElement("attention-player");
    document.documentElement.append(player);
    player.problem = problem;
    await player.ready;
    outputs.push(player.trace.output.data.join());
  }
  return { started: window.started, outputs: new Set(outputs).size };
};

const [ENGINE, LIGHT, ONE] = ["index.js", "attention-player-core.js", "attention-player.js"];

describe("the engine and the players of one page start one instance", () => {
  test("the engine first: the light player takes it, and fetches no other", async () => {
    const { page, files } = await open();
    const { started, outputs } = await page.evaluate(visit, [ENGINE, LIGHT, ONE]);
    assert.deepEqual([started, outputs], [["simd"], 1]);
    assert.ok(!files.some((file) => /^(forward|simd)\.js$/.test(file)), files.join(" "));
    await page.close();
  });

  test("the light player first: it begins with the forward pass, and the others share the rest", async () => {
    const { page } = await open();
    const { started, outputs } = await page.evaluate(visit, [LIGHT, ONE, ENGINE]);
    assert.deepEqual([started, outputs], [["forward", "simd"], 1]);
    await page.close();
  });

  test("both at once; what the shared one refuses is each one's own error, and the next call works", async () => {
    const { page } = await open();
    const { started, told } = await page.evaluate(async () => {
      const both = await Promise.all([import("/index.js"), import("/attention-player.js")]);
      await Promise.all(both.map(({ createAttention }) => createAttention()));
      const told = [];
      for (const { createAttention, AttentionError } of both) {
        const attention = await createAttention();
        const wide = { x: { shape: [1, 2], data: [1, 2] }, w_q: [[1]] };
        try {
          attention.forward(wide);
        } catch (error) {
          told.push(error instanceof AttentionError, error.code);
        }
        told.push(attention.forward({ x: [[3]] }).output.data[0]);
        told.push((await attention.run("forward", { x: [[4]] })).output.data[0]);
        attention.close();
      }
      return { started: window.started, told };
    });
    assert.deepEqual(started, ["simd"]);
    assert.deepEqual(told, [true, "shape", 3, 4, true, "shape", 3, 4]);
    await page.close();
  });

  // Chromium has relaxed SIMD
  for (const file of [ENGINE, ONE])
    test(`${file} fetches the relaxed build only when asked for`, async () => {
      const { page, files } = await open();
      const fetched = () => files.filter((file) => /relaxed/.test(file)).length;
      const strict = await page.evaluate(async (from) => {
        window.engine = await import(from);
        return (await window.engine.createAttention()).build;
      }, `/${file}`);
      assert.deepEqual([strict, fetched()], ["simd", 0]);
      const { build, far } = await page.evaluate(async () => {
        const { createAttention } = window.engine;
        const relaxed = await createAttention({ build: "relaxed" });
        const rows = (step) => ({
          shape: [128, 64],
          data: Float32Array.from({ length: 128 * 64 }, (_, i) => Math.sin(i * step)),
        });
        const problem = { query: rows(1.1), key: rows(1.3), value: rows(1.7) };
        const both = [relaxed, await createAttention()];
        const [a, b] = both.map((attention) => attention.fused(problem).output.data);
        return { build: relaxed.build, far: Math.max(...a.map((x, i) => Math.abs(x - b[i]))) };
      });
      assert.deepEqual([build, fetched()], ["relaxed", 1]);
      assert.ok(far < 1e-5, `off by ${far}`);
      await page.close();
    });
});
