/**
 * The rules by which a fused run, which takes the keys tile by tile, computes its tensors.
 */
import { part } from "./cells.js";

const [BEFORE, NOW] = ["s-1 b h i", "s b h i"];
const CARRIED = { carried: true };

/**
 * @param {import("./builder.js").StageBuilder} stage
 * @param {number} tile keys per tile
 * @param {import("./pairs.js").Allowed} allowed
 */
export function tiles(stage, tile, allowed) {
  const each = { tile };
  const largest = [part(BEFORE, "running_max"), stage.whole("masked_scores")];
  stage.add("running_max", "max", largest, each);
  const raised = [part(BEFORE, "running_max"), stage.whole("running_max")];
  // before the first tile there is nothing to correct
  stage.add("correction", "exp_difference", raised, { ...each, first: 0 });
  const below = [stage.whole("masked_scores"), stage.whole("running_max")];
  stage.add("tile_exp", "exp_difference", below, { ...each, allowed });
  const corrected = part(`${BEFORE}, ${NOW}`, "running_sum", "correction");
  stage.sum("running_sum", "sum", [corrected, stage.whole("tile_exp")], { ...each, ...CARRIED });
  mix(stage, tile, allowed);
  stage.add("log_sum_exp", "log", [stage.whole("running_max"), stage.whole("running_sum")], each);
}

/**
 * @param {import("./builder.js").StageBuilder} stage
 * @param {number} tile
 * @param {import("./pairs.js").Allowed} allowed
 */
function mix(stage, tile, allowed) {
  const before = `${BEFORE} c`;
  if (stage.has("weights_override")) {
    const given = stage.whole("weights_override", "value");
    stage.sum("running_mixed", "mix", [part(before, "running_mixed"), given], { tile, ...CARRIED });
    stage.sum("mixed", "copy", [stage.whole("running_mixed")], { tile });
    return;
  }
  const corrected = part(`${before}, ${NOW}`, "running_mixed", "correction");
  const tilesOwn = stage.whole("tile_exp", "value");
  const counts = { tile, pairs: ["j"], allowed, ...CARRIED };
  stage.sum("running_mixed", "mix", [corrected, tilesOwn], counts);
  stage.add("mixed", "divide", [stage.whole("running_mixed"), stage.whole("running_sum")], { tile });
}
