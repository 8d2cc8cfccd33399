/** Where there is nothing to draw: a panel with one clear sentence. */

import { LAYERS, wordItem } from "./layout.js";
import { wrap } from "./advance.js";
import { plain, spans } from "./words.js";

/** @param {import("./model.js").Model} model @param {number} width */
export function layoutNotice(model, width) {
  const { title, caption } = notice(model);
  const lines = wrap(plain(caption), 15, width - 48);
  const height = 96 + lines.length * 24;
  const panel = {
    id: "panel",
    kind: "ground",
    layer: LAYERS.ground,
    x: 0,
    y: 0,
    width,
    height,
    rx: 10,
    fill: "panel",
  };
  const place = { x: width / 2, anchor: "middle" };
  const words = lines.map((text, k) =>
    wordItem(
      "notice." + k,
      { ...place, y: 82 + k * 24, text, size: 15, weight: 400 },
      { shown: 1, active: 1 },
    ),
  );
  const items = [
    panel,
    wordItem("notice.title", { ...place, y: 48, text: title, size: 17 }, { shown: 1, active: 1 }),
    ...words,
  ];
  return { width, height, turned: width < 600, items, card: panel, equation: undefined };
}

/** One step that says it. @param {import("./script.js").Script} script */
export function tellNotice(script) {
  const { title, caption } = notice(script.model);
  script.chapter("project");
  script.step({ id: "notice", title, caption }, []);
}

/** @param {import("./model.js").Model} model */
function notice(model) {
  const { captions, steps } = model.words.stories["walk-through"];
  return { title: steps.empty, caption: spans(captions[model.q_len ? "emptyKeys" : "empty"]) };
}
