/** The layout of the story scaling: the slider, and below it the unscaled and the scaled scores, side by side or stacked. */

import { button } from "../../kit/button.js";
import { chosen } from "../../kit/chosen.js";
import { widthOf } from "../../kit/place.js";
import { slider } from "../../kit/slider.js";
import { text } from "../../kit/text.js";
import { panel } from "./panel.js";
import { widths } from "./widths.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {ReturnType<typeof formOf>} Form */

/** Width in px below which a cell cannot hold every score. */
const LEAST_CELL = 54;
const GAP = 10;

/** Returns the sizes of everything, in px. @param {Model} model @param {Room} room */
function formOf(model, room) {
  const { kv_len } = model.stage("unscaled");
  const stacked = room.width < 600;
  const pad = stacked ? 8 : 18;
  const width = stacked ? room.width : Math.floor((room.width - 18) / 2);
  const inner = width - 2 * pad;
  const top = 46;
  const most = stacked ? Math.floor((room.height - top - GAP) / 2) : room.height - top;
  const names = Math.floor(inner / kv_len) >= LEAST_CELL;
  const columns = names ? kv_len : Math.ceil(kv_len / 2);
  const lines = Math.ceil(kv_len / columns);
  const tall = most > 260;
  const cell = tall ? 24 : 18;
  const scores = tall || names;
  const share = tall ? 28 : 20;
  const gap = tall ? 8 : 4;
  const bracket = tall ? 26 : 0;
  const margin = tall ? 14 : 6;
  const fixed =
    20 + 18 + lines * cell + share + (names ? 16 : 0) + (scores ? 18 * lines : 0) + (tall ? 23 : 0) + bracket;
  const parts = 5 + Number(names) + Number(scores) + 2 * Number(tall);
  const rest = 2 * margin + fixed + gap * (parts - 1);
  // spare height is left free
  const plot = Math.min(210, most - rest);
  const height = rest + plot;
  return {
    stacked,
    pad,
    width,
    inner,
    top,
    height,
    columns,
    lines,
    tall,
    cell,
    names,
    scores,
    share,
    gap,
    bracket,
    margin,
    plot,
    kv_len,
  };
}

/** @param {Model} model @param {Room} room */
export function arrange(model, room) {
  const form = formOf(model, room);
  const sides = /** @type {const} */ (["unscaled", "scaled"]).map((side) => panel(model, form, side));
  const w = model.words.stories.scaling.shown;
  const stop = widths.indexOf(model.stage("unscaled").d_k);
  const title = chosen(
    "d_k",
    widths.map((width) => {
      const runs = [
        { text: "d", family: "letter", italic: true, weight: 600, size: 18 },
        { text: "k", size: 12, dy: 4, weight: 600 },
        { text: ` = ${width}`, dy: 0, weight: 650, size: 15 },
      ];
      return text("d_k", { runs, size: 15, align: "start", fill: "ink" });
    }),
  );
  const drawn = model.more.pairs ? `${w.pairs} · ${w.again}` : w.drawing;
  const said = room.width >= 760 ? drawn : "";
  const again = button("again", { label: said || w.again, text: said });
  const left = widthOf(title) + 14;
  const line = slider("slider", {
    width: room.width - left - again.width - (room.width >= 760 ? 22 : 10),
    stops: widths.map(String),
    label: "d_k",
    texts: widths.map((width) => `d_k = ${width}`),
  });
  title.put(0, 14);
  line.put(left + line.width / 2, 18);
  again.put(room.width, 16);
  sides.forEach((side, k) => {
    const x = form.stacked ? 0 : k * (room.width - form.width);
    const y = form.top + (form.stacked ? k * (form.height + GAP) : 0);
    side.put(x, y);
  });
  const [unscaled, scaled] = sides;
  const height = form.top + (form.stacked ? 2 * form.height + GAP : form.height);
  return { form, stop, title, line, again, unscaled, scaled, height };
}
/** @typedef {ReturnType<typeof arrange>} Place */
