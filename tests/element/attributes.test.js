// From what a page says to a run: which of several sources is run, and what is reported of the others.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { runOf } from "../../web/element/attributes.js";
import * as told from "../../web/element/attribute-errors.js";
import { registerParts, loadParts, parts } from "../../web/element/lazy-parts.js";
import { options, shownControls } from "../../web/element/options.js";
import { State, given } from "../../web/element/state.js";
import { bringPresets, loadPresets, presets, withLabels } from "../../web/presets/index.js";
import { problems } from "../../web/presets/problems.js";
import { words } from "../../web/words/index.js";

bringPresets(problems);
registerParts({ attributes: told });
const { labelErrors, optionErrors, sentencesOn } = told;
const attention = await createAttention({ build: "scalar" });

/** @param {Record<string, string>} attributes */
function stateOf(attributes) {
  const state = new State();
  for (const [name, text] of Object.entries(attributes)) state.write(name, text);
  return state;
}
const run = (state, { script = null, former = null } = {}) =>
  /** @type {any} */ (runOf(attention, state, { script, lang: "en", former }));

describe("what an element has been told", () => {
  test("is news only where it says something else, and means what the table says", () => {
    const state = new State();
    assert.equal(state.write("head", "1"), true);
    assert.equal(state.write("head", "1"), false);
    assert.equal(state.options.head, 1);
    assert.equal(state.write("head", null), true);
    assert.equal(state.write("head", null), false);
    assert.equal(state.options.head, null);
  });

  test("of a property is a copy, JSON, or why there is none", () => {
    const problem = { x: [[1]] };
    assert.deepEqual(given(problem), { problem });
    assert.notEqual(given(problem).problem, problem);
    assert.deepEqual(given('{"x":[[2]]}'), { problem: { x: [[2]] } });
    assert.equal(given("{x").error.code, "value");
    assert.equal(given(null), undefined);
  });
});

describe("the run that is asked for", () => {
  const x = (made) => made.from.problem.x;

  test("is the property's, whatever the attributes say", () => {
    const state = stateOf({ problem: '{"x":[[2]]}', x: "3" });
    state.problem = given({ x: [[1]] });
    assert.deepEqual(x(run(state)), [[1]]);
    state.problem = given("{");
    assert.throws(() => run(state), /JSON/);
  });

  test("is without what cannot be run, which is reported; what stood there stands", () => {
    const bad = stateOf({ x: "1 0; 0 1", "w-q": "1 2 3" });
    const first = run(bad, { script: '{"x":[[5]]}' });
    assert.deepEqual(x(first), [[5]]);
    assert.deepEqual([...first.errors.keys()], ["problem"]);
    const good = run(stateOf({ x: "7" }));
    assert.deepEqual(x(run(bad, { former: good })), [[7]]);
    assert.equal(good.errors.size, 0);
  });

  test("is without attributes that cannot be read; each is reported by its name", () => {
    const made = run(stateOf({ x: "1 a", heads: "2" }), { script: '{"x":[[5]]}' });
    assert.deepEqual(x(made), [[5]]);
    assert.deepEqual([...made.errors.keys()], ["x"]);
    assert.equal(made.errors.get("x").text, "1 a");
  });

  test("has nothing beside it where that cannot be computed", () => {
    const made = run(stateOf({ x: "1", compare: '{"x":[[1],[2,3]]}' }));
    assert.equal(made.other, undefined);
    assert.equal(made.errors.get("compare").error.where, "compare");
    const { error } = run(stateOf({ x: "1", compare: "walkthrough" })).errors.get("compare");
    assert.match(error.message, /compare "walkthrough" is unknown; use one of walk-through, /);
    assert.deepEqual(run(stateOf({ x: "1", compare: '{"x":[[4]]}' })).other.problem, { x: [[4]] });
  });

  test("waits for the parts that it needs, by their names, and is made once they are here", async () => {
    const script = JSON.stringify({ x: Array.from({ length: 1200 }, () => [1]) });
    const coming = run(stateOf({}), { script });
    assert.ok(coming instanceof Promise);
    await coming;
    assert.ok(parts.long);
    assert.equal(loadParts(["long"]), undefined);
    const made = run(stateOf({}), { script });
    assert.ok(made.rows);
    made.rows.close();
  });
});

test("a part that is brought is here", () => {
  const editing = /** @type {any} */ ({});
  assert.ok(loadParts(["editing"]) instanceof Promise);
  registerParts({ editing });
  assert.equal(loadParts(["editing"]), undefined);
  assert.equal(parts.editing, editing);
});

test("controls are all, the captions alone, or some in any order", () => {
  const shown = (text) => [...shownControls(stateOf({ controls: text }).options)].join(" ");
  assert.equal(shown("speed  Play"), "speed play");
  assert.equal(shown("off"), "captions");
  for (const all of ["", "on", "play anything"])
    for (const name of options.controls.values()) assert.ok(shown(all).includes(name), `${all}: ${name}`);
  const { attributes } = stateOf({ controls: "play anything" });
  const errors = optionErrors(attributes, { heads: 1, batch: 1 }, "en");
  assert.match(sentencesOn(errors, "en"), /"play anything".* on, off, or any of play, bar, captions/);
});

test("attributes that say what they may not are reported in sentences", () => {
  const { attributes } = stateOf({ theme: "sepia", head: "3", speed: "2" });
  const errors = optionErrors(attributes, { heads: 2, batch: 1 }, "en");
  assert.deepEqual([...errors.keys()], ["theme", "head"]);
  assert.match(sentencesOn(errors, "en"), /sepia.*head/s);
});

test("labels are counted against the tokens that they name, in chains too; every preset's are as many", async () => {
  await loadPresets();
  const told = (problem) => {
    const errors = labelErrors(/** @type {any} */ ({ problem, trace: attention.forward(problem) }), "en");
    return Array.from(errors.values(), ({ error }) => `${error.where}: ${error.message}`).join();
  };
  for (const [name, { problem, trains }] of Object.entries(presets))
    if (!trains) assert.equal(told(withLabels(problem, words("en").labels[name])), "", name);
  const query = [[1], [2]]; // prettier-ignore
  const sentence = (name) =>
    `labels: labels has 1 for ${name}, which has 2 tokens; give one label for each token.`;
  for (const [labels, name] of [
    [{ x: ["a"] }, "x"],
    [{ x: ["a", "b"], key: ["a"] }, "key"],
  ])
    // prettier-ignore
    assert.equal(told({ query, key: query, value: query, labels }), sentence(name));
  assert.equal(
    told({ stages: [{ id: "s", op: "attention", x: query, labels: { x: ["a"] } }] }),
    sentence("x"),
  );
});

test("a step that the story does not have is answered with the nearest: of a number, the first or last", () => {
  const steps = ["inputs", "keys", "outputs"].map((id) => ({ id }));
  const near = (wanted) => /nearest one is (\w+)/.exec(told.noStep("step", wanted, steps, "en").message)?.[1];
  assert.deepEqual(["key", "99", "-1"].map(near), ["keys", "2", "0"]);
});
