/**
 * Everything at hand from the first line: no change of story, language or problem waits for a file. What a player in one file
 * has; the other fetches it when it is needed.
 */
import { createAttention } from "./core/attention.js";
import * as editing from "./element/editing/index.js";
import { beginWith } from "./element/engine.js";
import { registerParts } from "./element/lazy-parts.js";
import * as manipulation from "./element/manipulation/index.js";
import * as backwardRun from "./element/runs/backward.js";
import * as longRun from "./element/runs/long.js";
import * as scalingRun from "./element/runs/scaling.js";
import * as trainingRun from "./element/runs/training.js";
import { bringPresets } from "./presets/index.js";
import { problems } from "./presets/problems.js";
import { bringStories } from "./scene/index.js";
import alignment from "./scene/stories/alignment.js";
import backward from "./scene/stories/backward.js";
import compare from "./scene/stories/compare.js";
import cross from "./scene/stories/cross.js";
import fused from "./scene/stories/fused.js";
import generic from "./scene/stories/generic.js";
import geometry from "./scene/stories/geometry.js";
import long from "./scene/stories/long.js";
import matrices from "./scene/stories/matrices.js";
import multiHead from "./scene/stories/multi-head.js";
import normalization from "./scene/stories/normalization.js";
import oneQuery from "./scene/stories/one-query.js";
import scaling from "./scene/stories/scaling.js";
import scores from "./scene/stories/scores.js";
import search from "./scene/stories/search.js";
import seq2seq from "./scene/stories/seq2seq.js";
import training from "./scene/stories/training.js";
import "./words/all.js";

bringStories({
  matrices,
  "one-query": oneQuery,
  "multi-head": multiHead,
  seq2seq,
  alignment,
  cross,
  scores,
  scaling,
  geometry,
  search,
  normalization,
  fused,
  compare,
  backward,
  training,
  long,
  generic,
});
bringPresets(problems);
registerParts({
  manipulation,
  editing,
  backward: backwardRun,
  long: longRun,
  scaling: scalingRun,
  training: trainingRun,
});
beginWith(createAttention);
