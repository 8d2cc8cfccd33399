/**
 * One query in detail: everything about input 1, softmax opened into its five parts, then the rest summed up.
 */

import { say, rowText } from "../sentences.js";
import { upTo } from "../layout.js";
import { scalingChapter } from "./common.js";
import { inputStep, projectStep, queryStep } from "./project.js";
import { clearing, inThreeBeats } from "./repeat.js";
import { scoreSteps } from "./score.js";
import { softmaxSteps } from "./softmax.js";
import { STAGES, stageStep } from "./stage.js";
import { sumStep, weightStep } from "./weigh.js";
import { lastStep } from "./walk-through.js";

export { arrange, badges, choices, formula } from "./common.js";

/** Softmax is opened here unless the reader closes it. */
export const options = { softmax: "open" };

/** @param {import("../script.js").Script} script */
export function tell(script) {
  const { model } = script;
  script.chapter("project");
  inputStep(script);
  queryStep(script, 0, { first: true });
  projectStep(script, "key");
  script.chapter("score");
  scoreSteps(script, 0);
  scalingChapter(script);
  for (const [stage, chapter] of Object.entries(STAGES)) {
    if (!model.stages.includes(stage)) continue;
    script.chapter(chapter);
    stageStep(script, 0, stage);
  }
  script.chapter("softmax");
  softmaxSteps(script, 0);
  script.chapter("weight");
  projectStep(script, "value");
  weightStep(script, 0);
  script.chapter("sum");
  sumStep(script, 0);
  if (model.q_len > 1) {
    script.chapter("repeat");
    rest(script);
  }
  lastStep(script);
}

/** All other queries in one step, three beats each. @param {import("../script.js").Script} script */
function rest(script) {
  const { model } = script;
  const others = upTo(model.q_len).slice(1);
  const caption = say(model, others.length > 1 ? "rest" : "restOne", { from: 2, to: model.q_len });
  const events = () => others.flatMap((i) => [clearing(script, i - 1, i), ...inThreeBeats(script, i)]);
  const text = () =>
    others
      .map((i) =>
        rowText(
          model,
          `${model.words.roles[model.result]} ${i + 1}`,
          model.result,
          script.item(`output.${i}`)?.indices ?? [],
        ),
      )
      .join(" ");
  script.step({ id: "rest", title: model.words.stories["walk-through"].steps.rest, caption, text }, events);
}
