/**
 * What the tensors of a fused run are made from, in which keys come tile after tile.
 */
import { part } from "./cells.js";

const [ROW, BEFORE, NOW] = ["b h i", "s-1 b h i", "s b h i"];
const PAIRS = `${ROW} j`;
const CARRIED = { carried: true };

/**
 * @param {import("./builder.js").StageBuilder} stage
 * @param {number} tile keys
 * @param {import("./pairs.js").Allowed} allowed
 */
export function tiles(stage, tile, allowed) {
  const each = { tile };
  const largest = [part(BEFORE, "running_max"), part(PAIRS, "masked_scores")];
  stage.add("running_max", "max", NOW, largest, each);
  const raised = [part(BEFORE, "running_max"), part(NOW, "running_max")];
  // before the first tile there is nothing to correct
  stage.add("correction", "exp_difference", NOW, raised, { ...each, first: 0 });
  const below = [part(PAIRS, "masked_scores"), part(NOW, "running_max")];
  stage.add("tile_exp", "exp_difference", PAIRS, below, { ...each, allowed });
  const corrected = part(`${BEFORE}, ${NOW}`, "running_sum", "correction");
  stage.sum("running_sum", "sum", NOW, [corrected, part(PAIRS, "tile_exp")], { ...each, ...CARRIED });
  mix(stage, tile, allowed);
  stage.add("log_sum_exp", "log", ROW, [part(NOW, "running_max"), part(NOW, "running_sum")], each);
}

/**
 * @param {import("./builder.js").StageBuilder} stage
 * @param {number} tile
 * @param {import("./pairs.js").Allowed} allowed
 */
function mix(stage, tile, allowed) {
  const [before, now, out] = [`${BEFORE} c`, `${NOW} c`, `${ROW} c`];
  if (stage.has("weights_override")) {
    const given = part("b* h* i* j*, b g j c", "weights_override", "value");
    stage.sum("running_mixed", "mix", now, [part(before, "running_mixed"), given], { tile, ...CARRIED });
    stage.sum("mixed", "copy", out, [part(now, "running_mixed")], { tile });
    return;
  }
  const corrected = part(`${before}, ${NOW}`, "running_mixed", "correction");
  const tilesOwn = part(`${PAIRS}, b g j c`, "tile_exp", "value");
  const counts = { tile, pairs: ["j"], allowed, ...CARRIED };
  stage.sum("running_mixed", "mix", now, [corrected, tilesOwn], counts);
  stage.add("mixed", "divide", out, [part(now, "running_mixed"), part(NOW, "running_sum")], { tile });
}
