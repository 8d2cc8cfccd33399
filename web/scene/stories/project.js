/** Where keys, values and queries come from: the first number of each is made slowly, on a card. */

import { upTo } from "../layout.js";
import { arrive, cascade, box, land, show } from "../moves.js";
import { rowText, say } from "../sentences.js";
import { sequence } from "../timeline.js";
import { MAKERS, openCard } from "./product.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../schedule.js").Event} Event */

/** The inputs appear. @param {Script} script */
export function inputStep(script) {
  const { model } = script;
  if (!model.projected) return;
  const ids = upTo(model.kv_len).map((j) => `x.${j}`);
  const caption = say(model, model.kv_len === 1 ? "inputs1" : "inputs", {
    count: model.kv_len,
    size: script.item("x.0")?.indices.length,
  });
  script.step(
    {
      id: "inputs",
      title: model.words.stories["walk-through"].steps.inputs,
      caption,
      active: [],
      text: () => rowsText(script, ids, model.words.roles.x),
    },
    () => [
      {
        light: [],
        beats: cascade(
          ids.map((id) => sequence(box(id), land(id))),
          0.25,
        ),
      },
    ],
  );
}

/** Keys or values of all inputs. @param {Script} script @param {"key" | "value"} made */
export function projectStep(script, made) {
  const { model } = script;
  const ids = upTo(model.kv_len).map((j) => `${made}.${j}`);
  const plural = /** @type {"keys" | "values"} */ (made + "s");
  const caption = say(model, model.projected ? plural : plural + "Given");
  script.step(
    {
      id: plural,
      title: model.words.stories["walk-through"].steps[plural],
      caption,
      active: [MAKERS[made].symbol],
      text: () => rowsText(script, ids, model.words.roles[made]),
    },
    () => projectEvents(script, made),
  );
}

/** @param {Script} script @param {"key" | "value"} made @returns {Event[]} */
function projectEvents(script, made) {
  const card = openCard(script, made, 0);
  const each = upTo(script.model.kv_len).map((j) => {
    const arrow = `fork-${made}.${j}`;
    const from = script.model.projected ? [`x.${j}`] : [];
    const ready = card.length && j === 0;
    const id = `${made}.${j}`;
    return { light: [arrow], beats: ready ? land(id) : arrive(script, id, { arrows: [arrow], from }) };
  });
  return [...card, ...each];
}

/**
 * The query of one input.
 * @param {Script} script @param {number} i
 * @param {{ speed?: number, first?: boolean, before?: () => Event[] }} [how] first: is it told before keys and values?
 */
export function queryStep(script, i, { speed = 1, first = false, before = () => [] } = {}) {
  const { model } = script;
  const name = !model.projected ? "queryGiven" : speed > 1 ? "again" : first ? "queriesFirst" : "queries";
  script.step(
    {
      id: `query-${i + 1}`,
      title: model.words.stories["walk-through"].steps.query,
      caption: say(model, name, { i: i + 1 }),
      active: ["query"],
      query: i,
      speed,
      text: () => rowsText(script, [`query.${i}`], model.words.roles.query),
    },
    () => [...before(), ...queryEvents(script, i, speed === 1)],
  );
}

/** @param {Script} script @param {number} i @param {boolean} slowly @returns {Event[]} */
function queryEvents(script, i, slowly) {
  const id = `query.${i}`;
  const asker = `asker.${i}`;
  const arrows = [`ask.${i}`];
  const card = slowly ? openCard(script, "query", i) : [];
  const from = script.model.projected ? [script.model.self ? `x.${i}` : asker] : [];
  const beats = card.length ? land(id) : arrive(script, id, { arrows, from });
  const asks = script.has(asker) ? [{ light: [], beats: [...show(asker), ...land(asker)] }] : [];
  return [...asks, ...card, { light: arrows, beats }];
}

/** @param {Script} script @param {string[]} ids @param {string} name */
function rowsText(script, ids, name) {
  const items = ids.flatMap((id) => script.item(id) ?? []);
  return items
    .map((item, k) =>
      rowText(script.model, `${name} ${items.length > 1 ? k + 1 : ""}`.trim(), item.tensor, item.indices),
    )
    .join(" ");
}
