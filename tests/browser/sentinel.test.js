import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openStudio } from "./page.js";

describe("every number shown comes from the core", () => {
  let studio;
  before(async () => (studio = await openStudio()));
  after(() => studio.close());

  for (const width of [1200, 360])
    test(`a core that answers with made-up numbers is believed in every cell, ${width} px`, async () => {
      const { page, errors } = await studio.page(
        '<attention-player preset="walk-through" softmax="open" causal="on" scale="on"></attention-player>',
        { width },
      );
      const told = await page.evaluate(async () => {
        const player = document.querySelector("attention-player");
        const type = customElements.get("attention-player");
        const own = await type.attention;
        // distinct, exact in float32, and nowhere near what would be computed
        let next = 1000;
        const made = new Map();
        const invent = (name, tensor) => {
          const data = Float32Array.from(tensor.data, () => {
            next += 0.5;
            return next;
          });
          data.forEach((value) => made.set(value, name));
          return { shape: tensor.shape, data };
        };
        type.attention = {
          build: own.build,
          forward(problem) {
            const trace = own.forward(problem);
            const given = new Set(["x", "x_kv", "x_v"]);
            return Object.fromEntries(
              Object.entries(trace).map(([name, tensor]) => [
                name,
                tensor?.data && !given.has(name) ? invent(name, tensor) : tensor,
              ]),
            );
          },
          terms: (...what) => own.terms(...what),
        };
        player.problem = player.problem ?? {
          x: [
            [1, 0, 1, 0],
            [0, 2, 0, 2],
            [1, 1, 1, 1],
          ],
        };
        await player.ready;
        const wrong = [];
        let seen = 0;
        for (const step of player.steps) {
          player.step = step.id;
          for (const cell of player.shadowRoot.querySelectorAll("[data-cell]")) {
            const name = cell.dataset.cell.split(":")[0];
            if (/^(x|x_kv|x_v|[wb]_\w+)$/.test(name)) continue;
            seen++;
            const value = Number(cell.dataset.value);
            const text = Number(cell.textContent.replace("−", "-"));
            if (made.get(value) !== name) wrong.push(`${cell.dataset.cell} = ${value} is not of ${name}`);
            if (Math.abs(text - value) > 0.5 + 1e-6)
              wrong.push(`${cell.dataset.cell} says ${text} for ${value}`);
          }
        }
        return { wrong: wrong.slice(0, 10), seen };
      });
      assert.deepEqual(told.wrong, []);
      assert.ok(told.seen > 100);
      assert.deepEqual(errors, []);
      await page.close();
    });
});
