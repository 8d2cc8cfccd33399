/** Beside a row of the computed weights and outputs, what the post prints for it: digits that differ are ringed. */

import { SIZES, block, cellBox } from "../../kit/block.js";
import { rim, ring } from "../../kit/ground.js";
import { hide, inTurn, land, open, show } from "../../kit/moves.js";
import { row } from "../../kit/place.js";
import { text } from "../../kit/text.js";
import { nameOf, pairs } from "../../facts.js";
import { upTo } from "../../model.js";
import { sequence } from "../../timeline.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {{ query: number, weights: string[], output: string[] }} Printed digits as they are printed, of one query */

/** Px from the middle of a computed row up to that of the printed one, and up to the names of its columns. */
const ABOVE = 44;
const NAMES = 76;

/**
 * @param {import("../../script.js").Script} script
 * @param {{ panel: import("../../kit/place.js").Box, former: { id: string }[], printed: Printed }} what former: what goes
 */
export function tellPrinted(script, { panel, former, printed }) {
  const { model } = script;
  const w = model.words.stories.matrices.printed;
  const { rows, words, rings } = standing(model, panel, printed);
  for (const item of [...words, ...rows, ...rings]) script.add(item);
  const about = {
    id: "printed",
    title: w.title,
    caption: () => w.said({ query: printed.query + 1, name: nameOf(model, "query", printed.query) }),
    rest: 3,
    least: 5,
  };
  const come = rows.map((one) => sequence(open(one), land(one)));
  script.step(about, hide(...former), inTurn(words, show, 0.08), come.flat(), inTurn(rings, show, 0.12));
}

/** @param {Model} model @param {import("../../kit/place.js").Box} panel @param {Printed} printed */
function standing(model, panel, printed) {
  const { batch, head, d_v } = model;
  const w = model.words.stories.matrices.printed;
  const narrow = panel.width < 500;
  const size = narrow ? SIZES.large : SIZES.huge;
  const query = printed.query;
  const ends = upTo(d_v).map((c) =>
    model.result === "output" ? [batch, query, c] : [batch, head, query, c],
  );
  const own = /** @type {const} */ ([
    ["weights", pairs(model, query), printed.weights],
    [model.result, ends, printed.output],
  ]);
  const rows = own.map(([tensor, cells]) =>
    block(model, { id: `printed.${tensor}`, tensor, cells: [cells], size, margin: { up: NAMES } }),
  );
  const label = (/** @type {string} */ id, /** @type {string} */ said) =>
    text(`printed.${id}`, { text: said, size: narrow ? 12 : 14, weight: 600, align: "end" });
  const labels = [label("post", w.post), label("core", w.core)];
  const aside = Math.max(...labels.map(({ width }) => width)) + 12;
  const place = row(rows, { gap: narrow ? 14 : 48 });
  place.put(panel.width / 2 + aside / 2, panel.height / 2);
  const [first] = rows;
  labels[0].put(first.x - 12, first.y + first.height / 2 - ABOVE);
  labels[1].put(first.x - 12, first.y + first.height / 2);
  const words = own.flatMap(([tensor, cells, said], n) =>
    said.flatMap((digits, k) => {
      const { x, y, width, height } = cellBox(rows[n], k);
      const at = `printed.${tensor}.${k}`;
      const made = text(at, { text: digits, size: narrow ? 12 : 17, copy: true });
      made.put(x + width / 2, y + height / 2 - ABOVE);
      const name = tensor === "weights" ? model.short("key", cells[k][3]) : "";
      const column = text(`${at}.name`, {
        text: name,
        size: 12,
        weight: 600,
        fill: "muted",
        most: width - 2,
      });
      column.put(x + width / 2, y + height / 2 - NAMES + 6);
      return name ? [made, column] : [made];
    }),
  );
  const rings = own.flatMap(([tensor, cells, said], n) =>
    said.flatMap((digits, k) =>
      isPrinted(model.value(tensor, cells[k]), digits)
        ? []
        : [ring(`printed.${tensor}.${k}.ring`, rim(cellBox(rows[n], k)))],
    ),
  );
  return { rows, words: [...labels, ...words], rings };
}

/** Whether a number rounds to the printed digits. @param {number} value @param {string} digits */
const isPrinted = (value, digits) => value.toFixed(digits.length - 1 - digits.indexOf(".")) === digits;
