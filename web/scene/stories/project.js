/** Where keys, values and queries come from: the first number of each is made slowly, on a card. */

import { cardItem, entryName, middleOf } from "../card.js";
import { LAYERS } from "../layout.js";
import { arrive, cascade, fly, grow, box, land, show } from "../moves.js";
import { cellBox, centre, stripBox } from "../parts.js";
import { rowText, say } from "../sentences.js";
import { beat, sequence, together } from "../timeline.js";
import { upTo } from "./attend.js";
import { FADE, MOVE } from "../script.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../script.js").Event} Event */

/** What makes each of the three: source, parameters, letters. */
const MAKERS = {
  key: { parameter: "w_k", letter: "K", matrix: "W_K", symbol: "key" },
  value: { parameter: "w_v", letter: "V", matrix: "W_V", symbol: "value" },
  query: { parameter: "w_q", letter: "Q", matrix: "W_Q", symbol: "query" },
};
/** @typedef {keyof typeof MAKERS} Made */

/** The inputs appear. @param {Script} script */
export function inputStep(script) {
  const { model } = script;
  if (!model.projected) return;
  const ids = upTo(model.kv_len).map((j) => `x.${j}`);
  const beats = cascade(
    ids.map((id) => sequence(box(id), land(id))),
    0.25,
  );
  const caption = say(model, model.kv_len === 1 ? "inputs1" : "inputs", {
    count: model.kv_len,
    size: script.item("x.0")?.indices.length,
  });
  script.step(
    {
      id: "inputs",
      title: model.words.steps.inputs,
      caption,
      active: [],
      text: () => rowsText(script, ids, model.words.roles.x),
    },
    [{ light: [], beats }],
  );
}

/** Keys or values of all inputs. @param {Script} script @param {"key" | "value"} made */
export function projectStep(script, made) {
  const { model } = script;
  const ids = upTo(model.kv_len).map((j) => `${made}.${j}`);
  const from = upTo(model.kv_len).map((j) => (model.projected ? [`x.${j}`] : []));
  const card = openCard(script, made, 0);
  /** @type {Event[]} */
  const events = [...card];
  for (const [j, id] of ids.entries()) {
    const arrow = `fork-${made}.${j}`;
    const first = card.length && j === 0;
    const beats = first ? land(id) : arrive(script, id, { arrows: [arrow], from: from[j] });
    events.push({ light: [arrow], beats });
  }
  const plural = /** @type {"keys" | "values"} */ (made + "s");
  const caption = say(model, model.projected ? plural : plural + "Given");
  script.step(
    {
      id: plural,
      title: model.words.steps[plural],
      caption,
      active: [MAKERS[made].symbol],
      text: () => rowsText(script, ids, model.words.roles[made]),
    },
    events,
  );
}

/** The query of one input. @param {Script} script @param {number} i @param {number} [speed] @param {boolean} [first] is it told before keys and values? @param {Event[]} [before] */
export function queryStep(script, i, speed = 1, first = false, before = []) {
  const { model } = script;
  const id = `query.${i}`;
  const card = speed === 1 ? openCard(script, "query", i) : [];
  const arrow = `ask.${i}`;
  const source = model.self ? `x.${i}` : `asker.${i}`;
  const asker = script.has(`asker.${i}`)
    ? [{ light: [], beats: [...show(`asker.${i}`), ...land(`asker.${i}`)] }]
    : [];
  const beats = card.length
    ? land(id)
    : arrive(script, id, { arrows: [arrow], from: model.projected ? [source] : [] });
  const caption = say(
    model,
    !model.projected ? "queryGiven" : speed > 1 ? "again" : first ? "queriesFirst" : "queries",
    {
      i: i + 1,
    },
  );
  const text = () => rowsText(script, [id], model.words.roles.query);
  const about = {
    id: `query-${i + 1}`,
    title: model.words.steps.query,
    caption,
    active: ["query"],
    query: i,
    speed,
    text,
  };
  script.step(about, [...before, ...asker, ...card, { light: [arrow], beats }]);
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

/**
 * The card that makes the first number of a vector: its operands fly in, are multiplied, added, and the sum
 * flies home.
 * @param {Script} script @param {Made} made @param {number} row @returns {Event[]}
 */
function openCard(script, made, row) {
  const { model } = script;
  const { parameter, letter, matrix } = MAKERS[made];
  const source = script.item(made === "query" && !model.self ? `asker.${row}` : `x.${row}`);
  const target = script.item(`${made}.${row}`);
  if (!model.projected || !model.tensor(parameter) || !source || !target) return [];
  const heads = made === "query" ? model.head : model.kvHead;
  const column = heads * target.indices.length;
  const left = source.indices.map((/** @type {number[]} */ index) => ({ tensor: source.tensor, index }));
  const right = left.map((/** @type {unknown} */ _, /** @type {number} */ c) => ({
    tensor: parameter,
    index: [c, column],
  }));
  const names = {
    cell: entryName(letter, row, 0),
    left: "X",
    right: matrix,
    row: row + 1,
    column: column + 1,
  };
  const id = `card.${made}.${row}`;
  const item = cardItem(model, script.layout, {
    id,
    tensor: made,
    index: target.indices[0],
    left,
    right,
    names,
    tint: made + "-tint",
    cell: target.strip,
  });
  if (occupied(script, target.id, item.box)) return [];
  script.add(item);
  const arrow = made === "query" ? `ask.${row}` : `fork-${made}.${row}`;
  const part = (/** @type {string} */ name) => [beat(id, name, 1, FADE)];
  return [
    { light: [arrow], beats: [...sequence(box(target.id), grow(arrow))] },
    { beats: together(veil(script, target.id, item.box, 0), show(id)) },
    { beats: sequence(together(...flights(script, source, item)), part("left")) },
    { beats: sequence(part("right"), pause(id), part("products"), pause(id), part("sum"), pause(id)) },
    {
      beats: sequence(
        home(script, item, target),
        together([beat(id, "shown", 0, FADE)], veil(script, target.id, item.box, 1)),
      ),
    },
  ];
}

/** Half a second in which nothing changes. @param {string} id */
const pause = (id) => [beat(id, "pause", 1, 0.5)];

/** Ghosts under the card step back while it is open. @param {Script} script @param {string} target @param {import("../parts.js").Box} area @param {number} to */
function veil(script, target, area, to) {
  const under = script.items.filter((item) => {
    if (item.id === target) return false;
    if (item.kind === "strip")
      return (
        script.current(item.id, "ghost") &&
        !script.current(item.id, "shown") &&
        covers(area, stripBox(item.strip))
      );
    if (item.kind === "pill")
      return script.current(item.id, "shown") && covers(area, /** @type {any} */ (item));
    return item.id === "word.title" && covers(area, { x: item.x - 100, y: item.y, width: 200, height: 1 });
  });
  return under.map(({ id, kind }) => beat(id, kind === "strip" ? "ghost" : "shown", to, FADE));
}

/** Is there anything under this area that a card must not hide? @param {Script} script @param {string} target @param {import("../parts.js").Box} area */
function occupied(script, target, area) {
  const near = (/** @type {import("../parts.js").Box} */ { x, y, width, height }) =>
    x < area.x + area.width && x + width > area.x && y < area.y + area.height && y + height > area.y;
  return script.items.some(
    ({ id, kind, strip }) =>
      kind === "strip" && (id === target || script.current(id, "shown")) && near(stripBox(strip)),
  );
}

/** Would a box and its label lie under this area? The label of a single cell stands right of it. @param {import("../parts.js").Box} area @param {import("../parts.js").Box} box */
function covers(area, { x, y, width, height }) {
  const label = width < 80 ? 90 : 0;
  return (
    x < area.x + area.width &&
    x + width + label > area.x &&
    y - 30 < area.y + area.height &&
    y + height > area.y
  );
}

/** Each operand of the row flies to its place on the card. @param {Script} script @param {any} source @param {any} card */
function flights(script, source, card) {
  const places = card.bands.flatMap((/** @type {any} */ band) =>
    band.cells.map((/** @type {any} */ cell) => cell.left.strip),
  );
  return places.map((/** @type {any} */ place, /** @type {number} */ k) => {
    const id = `${card.id}.fly${k}`;
    const strip = { ...place, role: "input" };
    script.add({
      id,
      kind: "flight",
      layer: LAYERS.flight,
      strip,
      texts: [script.model.text(source.tensor, source.indices[k])],
      from: centre(cellBox(source.strip, k)),
      to: middleOf(place),
      initial: { move: 0 },
    });
    return [beat(id, "move", 1, MOVE, "move")];
  });
}

/** The sum flies to its cell. @param {Script} script @param {any} card @param {any} target */
function home(script, card, target) {
  const id = card.id + ".home";
  const { strip } = card.sum;
  script.add({
    id,
    kind: "flight",
    layer: LAYERS.flight + 2,
    strip,
    texts: [script.model.text(target.tensor, target.indices[0])],
    from: middleOf(strip),
    to: centre(cellBox(target.strip, 0)),
    initial: { move: 0 },
  });
  return [beat(id, "move", 1, MOVE, "move")];
}

export { fly };
