/**
 * The walk-through: inputs become keys, values and a query; scores become weights, weigh the values, and add
 * up to an output. Query 1 in full, query 2 at double speed, the others in three beats each.
 */

import { show } from "../moves.js";
import { rowText, say } from "../sentences.js";
import { upTo } from "../layout.js";
import { scalingChapter } from "./common.js";
import { inputStep, projectStep, queryStep } from "./project.js";
import { clearing, inThreeBeats } from "./repeat.js";
import { scoreSteps } from "./score.js";
import { softmaxSteps } from "./softmax.js";
import { STAGES, stageStep } from "./stage.js";
import { sumStep, weightStep } from "./weigh.js";

export { arrange, badges, choices, formula } from "./common.js";

/** @param {import("../script.js").Script} script */
export function tell(script) {
  const { model } = script;
  script.chapter("project");
  inputStep(script);
  projectStep(script, "key");
  projectStep(script, "value");
  queryStep(script, 0);
  attend(script, 0, 1);
  if (model.q_len > 1) {
    script.chapter("repeat");
    nextQuery(script, 1);
    for (const i of upTo(model.q_len).slice(2)) quickly(script, i);
  }
  lastStep(script);
}

/** @param {import("../script.js").Script} script @param {number} i @param {number} speed */
function attend(script, i, speed) {
  const chapter = (/** @type {string} */ id) => speed === 1 && script.chapter(id);
  chapter("score");
  scoreSteps(script, i, speed);
  if (speed === 1) scalingChapter(script);
  for (const stage of script.model.stages) {
    if (!(stage in STAGES)) continue;
    chapter(STAGES[/** @type {keyof typeof STAGES} */ (stage)]);
    stageStep(script, i, stage, speed);
  }
  chapter("softmax");
  softmaxSteps(script, i, speed);
  chapter("weight");
  weightStep(script, i, speed);
  chapter("sum");
  sumStep(script, i, speed);
}

/** Query 2: the same at double speed, on a stage that has been cleared. @param {import("../script.js").Script} script @param {number} i */
function nextQuery(script, i) {
  queryStep(script, i, { speed: 2, before: () => [clearing(script, i - 1, i)] });
  attend(script, i, 2);
}

/** Every further query. @param {import("../script.js").Script} script @param {number} i */
export function quickly(script, i) {
  const { model } = script;
  const text = () =>
    rowText(
      model,
      `${model.words.roles.output} ${i + 1}`,
      model.result,
      script.item(`output.${i}`)?.indices ?? [],
    );
  const caption = say(model, "again", { i: i + 1 });
  const about = {
    id: `query-${i + 1}`,
    title: model.words.stories["walk-through"].steps.repeat,
    caption,
    query: i,
    lead: 0.5,
    rest: 0.9,
    text,
  };
  script.step(about, () => [clearing(script, i - 1, i), ...inThreeBeats(script, i)]);
}

/** All outputs, and time to look. @param {import("../script.js").Script} script */
export function lastStep(script) {
  const { model } = script;
  const name =
    model.heads > 1
      ? "outputsMixed"
      : model.result === "mixed"
        ? "outputsLast"
        : model.q_len === 1
          ? "outputs1"
          : "outputs";
  const caption = say(model, name, { head: model.head + 1, heads: model.heads });
  const text = () =>
    upTo(model.q_len)
      .map((i) =>
        rowText(
          model,
          `${model.words.roles[model.result]} ${i + 1}`,
          model.result,
          script.item(`output.${i}`)?.indices ?? [],
        ),
      )
      .join(" ");
  script.step(
    { id: "outputs", title: model.words.stories["walk-through"].steps.outputs, caption, text, rest: 2.5 },
    () => [{ light: [], beats: show("panel") }],
  );
}
