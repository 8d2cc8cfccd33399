/**
 * Registers every part of the player up front, for the one-file build: no change of story, language or problem waits for a file.
 * The other build loads these parts when they are needed.
 */
import * as stories from "./build/stories/all.js";
import * as texts from "./build/words/all.js";
import * as attributes from "./element/attribute-errors.js";
import * as editing from "./element/editing/index.js";
import { registerParts } from "./element/lazy-parts.js";
import * as questions from "./element/quiz.js";
import * as manipulation from "./element/manipulation/index.js";
import * as largeMap from "./element/manipulation/large-map.js";
import * as backwardRun from "./element/runs/backward.js";
import * as prose from "./element/prose/prose.js";
import * as compareRun from "./element/runs/compare.js";
import * as fusedRun from "./element/runs/fused.js";
import * as headsRun from "./element/runs/heads.js";
import * as longRun from "./element/runs/long.js";
import * as reachRun from "./element/runs/reach.js";
import * as scalingRun from "./element/runs/scaling.js";
import * as startsRun from "./element/runs/starts.js";
import * as turnedRun from "./element/runs/turned.js";
import * as trainingRun from "./element/trainer.js";
import * as tables from "./element/table.js";
import * as tasks from "./element/tasks/index.js";
import * as transcript from "./element/transcript.js";
import { bringPresets } from "./presets/index.js";
import { problems } from "./presets/problems.js";
import { bringArrangements, registerStories } from "./scene/index.js";
import { inPost } from "./scene/stories/attention/post.js";
import { rows } from "./scene/stories/attention/rows.js";
import * as pointing from "./scene/highlight.js";
import * as turning from "./scene/morph.js";
import { addTexts } from "./words/index.js";

for (const [id, words] of Object.entries(texts)) addTexts(id, words);
registerStories(stories);
bringArrangements({ post: inPost, rows });
bringPresets(problems);
registerParts({
  attributes,
  pointing,
  manipulation,
  largeMap,
  editing,
  transcript,
  questions,
  prose,
  tables,
  turning,
  tasks,
  compare: compareRun,
  heads: headsRun,
  fused: fusedRun,
  backward: backwardRun,
  long: longRun,
  reach: reachRun,
  scaling: scalingRun,
  starts: startsRun,
  turned: turnedRun,
  training: trainingRun,
});
