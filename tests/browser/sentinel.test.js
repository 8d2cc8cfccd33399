import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openStudio } from "./page.js";

const told = [
  { story: "walk-through", preset: "walk-through", width: 1200 },
  { story: "walk-through", preset: "walk-through", width: 360 },
  { story: "matrices", preset: "walk-through", width: 1200 },
  { story: "matrices", preset: "layer", width: 360 },
  { story: "one-query", preset: "one-query", width: 1200 },
  { story: "multi-head", preset: "batch", width: 1200 },
  { story: "multi-head", preset: "eight-heads", width: 360 },
];

/** Replaces the core by one that makes its numbers up, and reports every number of the picture that is not its own. Runs in the page. */
async function believe() {
  const player = document.querySelector("attention-player");
  const type = customElements.get("attention-player");
  const own = await type.attention;
  await player.ready;
  const { problem, story } = player;
  // distinct, exact in float32, and nowhere near what would be computed
  let next = 1000;
  const made = new Map();
  const invented = (name) => {
    next += 0.5;
    made.set(next, name);
    return next;
  };
  const given = /^(x|x_kv|x_v|[wb]_\w+)$/;
  const gifts = new Set();
  type.attention = {
    build: own.build,
    forward(asked) {
      const trace = own.forward(asked);
      for (const [name, tensor] of Object.entries(trace)) {
        if (!tensor?.data) continue;
        if (given.test(name)) for (const value of tensor.data) gifts.add(value);
        else
          trace[name] = { shape: tensor.shape, data: Float32Array.from(tensor.data, () => invented(name)) };
      }
      for (const value of JSON.stringify(asked).match(/-?\d[\d.e-]*/g)) gifts.add(Math.fround(Number(value)));
      return trace;
    },
    terms(...what) {
      const answer = own.terms(...what);
      return {
        terms: answer.terms.map(({ factors }) => ({ factors, product: invented("product") })),
        sum: invented("sum"),
      };
    },
  };
  // a place's last digit decides what it may be off
  const parse = (text) => {
    const [, sign, whole, fraction = "", power = "0"] =
      /^([-−]?)(\d+)(?:\.(\d+))?(?:e([-−]?\d+))?$/.exec(text.trim()) ?? [];
    if (whole === undefined) return null;
    const unit = 10 ** (Number(power.replace("−", "-")) - fraction.length);
    return { value: (sign ? -1 : 1) * Number(whole + fraction) * unit, unit };
  };
  const fits = (read, value) => Math.abs(read.value - value) <= 0.5 * read.unit * (1 + 1e-6) + 1e-9;

  player.problem = problem;
  player.story = story;
  await player.ready;
  const wrong = [];
  let seen = 0;
  for (const { start, duration } of player.steps)
    for (const part of [0.35, 0.7, 0.999]) {
      player.currentTime = start + part * duration;
      for (const cell of player.shadowRoot.querySelectorAll("[data-cell]")) {
        const name = cell.dataset.cell.split(":")[0];
        const value = Number(cell.dataset.value);
        const read = parse(cell.textContent);
        if (!read || !fits(read, value))
          wrong.push(`${cell.dataset.cell} says ${cell.textContent} for ${value}`);
        if (given.test(name)) continue;
        seen++;
        if (made.get(value) !== name) wrong.push(`${cell.dataset.cell} = ${value} is not of ${name}`);
      }
      for (const copy of player.shadowRoot.querySelectorAll("[data-copy]")) {
        const read = parse(copy.textContent);
        if (!read || gifts.has(Math.fround(read.value))) continue;
        seen++;
        const known = [...made.keys(), ...gifts].some((value) => fits(read, value));
        if (!known) wrong.push(`a copy says ${copy.textContent}`);
      }
    }
  type.attention = own;
  return { wrong: [...new Set(wrong)].slice(0, 10), seen };
}

/** Nudges one number of the problem; reports cells that moved though what they come from, followed back, does not reach it. Runs in the page. */
async function nudge() {
  const player = document.querySelector("attention-player");
  await player.ready;
  const cells = () => {
    const all = new Map();
    for (const { start, duration } of player.steps) {
      player.currentTime = start + duration - 0.001;
      for (const cell of player.shadowRoot.querySelectorAll("[data-cell]"))
        all.set(cell.dataset.cell, cell.dataset.value);
    }
    return all;
  };
  const sources = new Map();
  const reaches = (name, goal) => {
    if (name === goal) return true;
    if (!sources.has(name)) {
      sources.set(name, null);
      const at = name.lastIndexOf(":");
      const told = player.explain(
        name.slice(0, at),
        name
          .slice(at + 1)
          .split(",")
          .map(Number),
      );
      const found = told.sources.map(({ tensor, index }) => `${tensor}:${index.join()}`);
      sources.set(
        name,
        found.some((source) => source !== name && reaches(source, goal)),
      );
    }
    return sources.get(name) ?? false;
  };
  const wrong = [];
  let moved = 0;
  const before = cells();
  const { problem } = player;
  const batched = Array.isArray(problem.x[0][0]);
  const goals = ["x:0,1,1", "w_v:1,0", "w_q:1,1"].filter((goal) => problem[goal.split(":")[0]]);
  for (const goal of goals) {
    const [tensor, at] = goal.split(":");
    const index = at.split(",").map(Number);
    const changed = structuredClone(problem);
    const path = tensor === "x" && !batched ? index.slice(1) : index;
    const row = path.slice(0, -1).reduce((inner, i) => inner[i], changed[tensor]);
    row[path.at(-1)] += 0.375;
    player.problem = changed;
    await player.ready;
    const now = cells();
    sources.clear();
    for (const [name, value] of now) {
      if (!before.has(name) || value === before.get(name)) continue;
      moved++;
      if (!reaches(name, goal)) wrong.push(`${name} moved with ${goal}`);
    }
  }
  return { wrong: wrong.slice(0, 10), moved };
}

describe("every number shown comes from the core", () => {
  let studio;
  before(async () => (studio = await openStudio()));
  after(() => studio.close());

  for (const { story, preset, width } of told) {
    const options = story === "multi-head" ? "" : 'softmax="open" causal="on" scale="on"';
    const tag = `<attention-player preset="${preset}" story="${story}" ${options}></attention-player>`;

    test(`made-up numbers are believed in every cell and copy: ${story}, ${preset}, ${width} px`, async () => {
      const { page } = await studio.page(tag, { width });
      const { wrong, seen } = await page.evaluate(believe);
      assert.deepEqual(wrong, []);
      assert.ok(seen > 50, `${seen} seen`);
      await page.close();
    });

    test(`a nudge moves nothing that does not come from it: ${story}, ${preset}, ${width} px`, async () => {
      const { page } = await studio.page(
        `<attention-player preset="${preset}" story="${story}"></attention-player>`,
        { width },
      );
      const { wrong, moved } = await page.evaluate(nudge);
      assert.deepEqual(wrong, []);
      assert.ok(moved > 5, `${moved} moved`);
      await page.close();
    });
  }
});
