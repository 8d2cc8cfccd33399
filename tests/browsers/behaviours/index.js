// Everything that is promised of every browser, by a short name, with the reader for whom it is.
import { computes } from "./computes.js";
import { edits } from "./edits.js";
import { faults } from "./faults.js";
import { follows, followsWishes } from "./follows.js";
import { hears } from "./hears.js";
import { paints } from "./paints.js";
import { plays } from "./plays.js";
import { points } from "./points.js";
import { shows } from "./shows.js";

/** `say` adds a remark to the test. @typedef {Record<string, (at: import("../pages.js").Pages, say: (text: string) => void) => Promise<void>>} Behaviours */

/** @type {{ reader: Partial<import("../engines.js").Reader>, behaviours: Behaviours }[]} */
export const groups = [
  {
    reader: {},
    behaviours: {
      ...faults,
      ...shows,
      ...paints,
      ...plays,
      ...computes,
      ...points,
      ...hears,
      ...edits,
      ...follows,
    },
  },
  { reader: { dark: true, reducedMotion: true }, behaviours: followsWishes },
];
