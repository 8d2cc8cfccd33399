// Every story, with the problem that it opens alone: each number is the core's and is made of what it is said to be made of,
// nothing overlaps or leaves the stage at any width, and every sentence is there in every language.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { frame, stories } from "../../web/scene/index.js";
import { languages, loadWords } from "../../web/words/index.js";
import { recompute } from "../helpers/oracle.js";
import { addPseudo, leftOver } from "../words/pseudo.js";
import { faults } from "./helpers/boxes.js";
import { cellOf, marksAt, numbersOf, says } from "./helpers/marks.js";
import { attention, sceneOf } from "./helpers/scene-of.js";
import { ownProblem } from "./helpers/stories.js";

const ROOMS = [[1104, 424], [652, 424], [336, 404], [716, 200], [820, 424], [280, 404], [1552, 500]]; // prettier-ignore
const LANGS = languages.map(({ id }) => id);

before(async () => {
  addPseudo(languages);
  await loadWords("xx");
});
after(() => {
  languages.pop();
  attention.close();
});

/** Whether a number is what its sources make. @param {any} model @param {string} cell */
function proof(model, cell) {
  const { tensor, index } = cellOf(cell);
  const exact = model.value(tensor, index);
  const origin = model.origin(tensor, index);
  if (origin.op === "given") return;
  const expected = recompute(origin, (one) => model.value(one.tensor, one.index));
  if (!Number.isFinite(expected)) return assert.equal(exact, expected, cell);
  const far = Math.abs(exact - expected);
  assert.ok(far <= 4e-6 * Math.max(1, Math.abs(expected)), `${cell}: ${exact}, not ${expected}`);
}

/** A problem whose tokens have no names, as its stages' have none. @param {any} problem @returns {any} */
const nameless = ({ labels, stages, ...problem }) =>
  stages ? { ...problem, stages: stages.map(nameless) } : problem;

for (const story of stories) {
  const problem = ownProblem(story);

  test(`every number is the core's, made of what it is said to be made of: ${story}`, () => {
    for (const [k, [width, height]] of ROOMS.slice(0, 3).entries()) {
      const options = { softmax: /** @type {const} */ (["open", "closed"])[k % 2] };
      const scene = sceneOf(problem, { story, width, height, options });
      const numbers = numbersOf(scene);
      assert.ok(numbers.size > 0);
      for (const [cell, { text, value }] of numbers) {
        const { tensor, index } = cellOf(cell);
        const exact = scene.model.value(tensor, index);
        assert.equal(Math.fround(Number(value)), exact, cell);
        assert.ok(says(text, exact), `${cell} shows ${text} for ${exact} at ${width} px`);
        proof(scene.model, cell);
      }
    }
  });

  test(`at the end of every step nothing overlaps and nothing leaves the stage: ${story}`, () => {
    for (const [k, [width, height]] of ROOMS.entries()) {
      const lang = LANGS[k % LANGS.length];
      const scene = sceneOf(ownProblem(story, lang), { story, lang, width, height });
      for (const { id, hold } of scene.steps) {
        const where = `${lang}, ${width} × ${height} px, end of ${id}`;
        assert.deepEqual(faults(frame(scene, scene.timeline, hold)).slice(0, 5), [], where);
        for (const { cell, size, text } of marksAt(scene, hold))
          if (cell) assert.ok(size >= 12, `${text} is ${size} px: ${where}`);
      }
    }
  });

  test(`it lasts more than five seconds, in three steps or more, and stands complete on its poster: ${story}`, () => {
    const { duration, steps, chapters, poster, invitation } = sceneOf(problem, { story });
    assert.ok(duration > 5 && Number.isFinite(duration), `${duration} s`);
    assert.ok(steps.length >= 3 && chapters.length >= 2);
    assert.ok(poster > 0 && poster <= duration);
    assert.ok(invitation.title && invitation.text);
  });

  test(`no sentence is missing in any language: ${story}`, () => {
    for (const [width, height] of ROOMS.slice(0, 3)) {
      const scene = sceneOf(nameless(problem), { story, lang: "xx", width, height });
      const said = [scene.invitation.title, scene.invitation.text, ...scene.badges];
      for (const { title, subtitle, text } of [...scene.steps, ...scene.chapters])
        said.push(title, subtitle ?? "", text ?? "");
      for (const one of said) {
        assert.doesNotMatch(one, /undefined|\{\w+\}/, one);
        assert.deepEqual(leftOver(one), [], one);
      }
    }
  });
}
