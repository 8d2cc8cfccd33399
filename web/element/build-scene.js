/** From problem to trace to scene. On failure, throws an AttentionError and changes nothing. */
import { graphOf } from "../core/graph/graph.js";
import { withLabels } from "../presets/index.js";
import { createModel, createScene, loadStory, renumber, runFor, stories } from "../scene/index.js";
import { words } from "../words/index.js";
import { coreAt, wholeOf } from "./engine.js";
import { loadParts, parts } from "./lazy-parts.js";
import { plain } from "./plain.js";
import { partsOf, storyDataOf } from "./runs.js";
import { withDrawn } from "./runs/beside.js";
import { isLong } from "./runs/held.js";
import { recorderOf } from "./runs/recorders.js";
import { isRenumbered } from "./renumbered.js";
import { switched } from "./source.js";

/** @typedef {import("./engine.js").Forward} Forward */
/** @typedef {import("./source.js").Source} Source */
/** @typedef {{ from: Source, problem: Record<string, any>, trace: Record<string, any>, attention: Forward,
 *   graph: import("../core/graph/graph.js").Node[], other?: Source, errors?: import("./attribute-errors.js").AttributeErrors,
 *   rows?: import("./runs/long.js").Rows, training?: import("./runs/training.js").Recorder }} Run
 *   problem: with the reader's switches applied; other: what it is compared with; errors: of the attributes it comes from;
 *   rows: of a run too large to be kept whole; training: its record */

/** The parts that must be loaded before a source can be run. @param {Source} from @returns {import("./lazy-parts.js").Name[]} */
export function partsFor({ problem, trains }) {
  if (trains) return ["whole", "training"];
  if (isLong(problem)) return ["whole", "long"];
  return problem?.stages ? ["chain"] : [];
}

/**
 * Runs a source; a run too large to be kept whole opens its rows, a training its record.
 * @param {Forward} attention @param {Source} from @param {Record<string, any>} options the element's
 * @param {Run | null} [former] that is shown @returns {Run}
 */
export function compute(attention, { trains, ...from }, { scale, causal }, former) {
  const core = wholeOf(attention);
  const training = trains ? new parts.training.Recorder(core, trains) : recorderOf(from.problem);
  // in a training, the task determines the mask
  const given = training ? training.problem : switched(from.problem, { scale, causal });
  if (training) from.problem = given;
  // a copy, since the page may hold a reference to the preset
  const problem = plain(given);
  if (!training && isLong(given))
    return { from, problem, attention: core, ...parts.long.openRows(core, problem) };
  const able = (given?.stages && coreAt("chain", attention)) || attention;
  const trace = able.forward(given);
  const run = { from, problem, attention: able, trace, training };
  // the graph does not depend on the numbers
  return { ...run, graph: former && isRenumbered(run, former) ? former.graph : graphOf(given, trace) };
}

/**
 * The problem, with the preset's labels in the reader's language if it has none of its own.
 * @param {{ problem: Record<string, any>, from: Source }} run @param {string} lang
 */
export const labelled = ({ problem, from }, lang) =>
  from.preset ? withLabels(problem, words(lang).labels[from.preset]) : problem;

/** The default story: the first of the preset's that exists. @param {Pick<Run, "from">} run */
export const ownStory = ({ from }) => from.stories.find((story) => stories.includes(story)) ?? stories[0];

/**
 * @param {Run} run
 * @param {Record<string, any>} options the element's; if no head is chosen, a story with room for all heads shows all
 * @param {{ story: string, lang: string, width: number, height: number, corner: number, held?: number, seed: number,
 *   query: number | null, stops?: Record<string, number>, contrast?: boolean }} look
 *   held: the reach of a plane, kept from the former scene during a drag; seed: of random numbers; query: the one of many that is
 *   shown; stops: slider positions; contrast: whether to raise it
 * @param {any} [former] the scene that is shown; if only numbers have changed, it is reused and no longer valid itself
 * @returns {any} the scene, or a promise of what must be loaded first
 */
export function buildScene(run, options, look, former) {
  const { story, lang, width, height, corner, held, seed, query, stops, contrast } = look;
  const kind = runFor(story);
  const loading = loadParts(partsOf(kind), run.attention);
  if (loading) return loading;
  const { head, batch } = options;
  const { draw, ...first } = storyDataOf(run, kind);
  const { others, ...data } = withDrawn(first, draw?.({ seed, query, head, batch, stops }));
  const { problem: switched, from } = run;
  // printed numbers apply to the original switches alone
  const asGiven = switched.causal === from.problem.causal && switched.scale === from.problem.scale;
  const problem = labelled({ ...run, problem: data.problem ?? switched }, lang);
  const numbers = {
    ...data,
    problem,
    others: others && withTokens(others, run, problem.labels ?? problem.stages?.[0].labels, lang),
  };
  const made = JSON.stringify([options, look, asGiven, Object.keys(others ?? {})]);
  const before = madeOf.get(former);
  if (before && before.made === made && !draw && !first.more && isRenumbered(run, before.run)) {
    const kept = renumber(former, numbers);
    if (kept) madeOf.set(kept, { run, made });
    if (kept) return kept;
  }
  const model = createModel({
    ...numbers,
    lang,
    options: {
      ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null)),
      held,
      query,
      contrast,
      printed: asGiven ? from.printed : undefined,
      // measured with the preset's own parameters
      figures: from.figures,
      learned: from.note === "learned",
      trains: run.training !== undefined,
    },
  });
  const coming = loadStory(story, model);
  if (coming) return coming;
  const scene = createScene(model, { story, width, height, corner });
  if (!(scene instanceof Promise)) madeOf.set(scene, { run, made });
  return scene;
}

/**
 * The parts with which a page shows a scene.
 * @param {any} scene @param {any} former the scene that is shown @param {boolean} ask whether readers are asked questions
 * @returns {(import("./lazy-parts.js").Name | false)[]}
 */
export function viewPartsFor({ worked, instead, story, model, items }, former, ask) {
  const mapped = items.some((/** @type {any} */ { kind }) => kind === "raster");
  const turns = former && (former.story !== story || former.model.batch !== model.batch);
  const view = [worked && "manipulation", mapped && "largeMap", turns && "turning"];
  return [...view, ask && "questions", instead && "attributes"];
}

/** What each scene was made from. @type {WeakMap<any, { run: Run, made: string }>} */
const madeOf = new WeakMap();

/** The promise that a story's data still waits for, if any. @param {Run} run @param {string} story @param {import("./runs.js").Drawn} drawn */
export const coming = (run, story, drawn) => storyDataOf(run, runFor(story)).draw?.(drawn).coming;

/**
 * Gives the tokens of other problems labels: their own, else those of the run's problem.
 * @param {Record<string, any>} others @param {Run} run @param {any} labels @param {string} lang
 */
function withTokens(others, { other }, labels, lang) {
  const labelsOf = (/** @type {Record<string, any>} */ problem) =>
    (other ? labelled({ problem, from: other }, lang) : problem).labels ?? labels;
  return Object.fromEntries(
    Object.entries(others).map(([id, problem]) => [id, { ...problem, labels: labelsOf(problem) }]),
  );
}

/** The number of batch items and of heads. @param {Run} run @returns {import("./options.js").Counts} */
export function sizes({ graph }) {
  const [batch, heads] = graph.find(({ tensor }) => tensor === "query")?.shape ?? [1, 1];
  return { batch, heads };
}
