// One page, several files of the package: they share what computes.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch, openPage } from "../helpers/browser.js";
import { serve } from "../helpers/serve.js";
import { root } from "../setup/system.js";

let browser, server;
before(async () => {
  server = await serve({ folder: join(root, "web/build") });
  browser = await launch();
});
after(async () => {
  await browser.close();
  await server.close();
});

/** A page that counts the instances it starts, by what they can do. */
async function open() {
  const { page } = await openPage(browser);
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
  await page.goto(`${server.url}embed.oembed.json`);
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

  test("both at once", async () => {
    const { page } = await open();
    const started = await page.evaluate(async () => {
      const both = await Promise.all([import("/index.js"), import("/attention-player.js")]);
      await Promise.all(both.map(({ createAttention }) => createAttention()));
      return window.started;
    });
    assert.deepEqual(started, ["simd"]);
    await page.close();
  });

  test("what the shared one refuses is each one's own error, and the next call works", async () => {
    const { page } = await open();
    const told = await page.evaluate(async () => {
      const first = await import("/index.js");
      const second = await import("/attention-player.js");
      const result = [];
      for (const { createAttention, AttentionError } of [first, second]) {
        const attention = await createAttention();
        const wide = { x: { shape: [1, 2], data: [1, 2] }, w_q: [[1]] };
        try {
          attention.forward(wide);
        } catch (error) {
          result.push(error instanceof AttentionError, error instanceof TypeError, error.code);
        }
        result.push(attention.forward({ x: [[3]] }).output.data[0]);
        const trace = await attention.run("forward", { x: [[4]] });
        result.push(trace.output.data[0]);
        attention.close();
      }
      return result;
    });
    assert.deepEqual(told, [true, false, "shape", 3, 4, true, false, "shape", 3, 4]);
    await page.close();
  });
});
