/**
 * How a story is told. It yields chapters and steps, and each step says what named slots of the stage hold. An item that its slot
 * no longer names leaves; a new item enters in the way of its kind. So a story never animates anything itself.
 */

import { spokenText } from "../facts.js";
import { createSlots } from "./slots.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../script.js").Item} Item */
/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("./slots.js").State} State */
/**
 * @typedef {object} Setting what holds for all steps of a story
 * @property {Item[]} [scenery] items that stand from beginning to end, with their initial values
 * @property {Record<string, Item[]>} [standing] what some slots hold from the beginning, with their initial values
 * @property {string[][]} [sharing] groups of slots that share a place: when one of a group is named, those not named are emptied
 */
/** @typedef {{ chapter: string, title: string }} Chapter */
/**
 * @typedef {Partial<Omit<import("../script.js").About, "place">> & Pick<import("../script.js").About, "id" | "title" | "caption">} About
 * @typedef {Omit<About, "parts"> & { states: (State | State[])[], parts?: { at: string, states: number }[], of?: Model, makes?: string, at?: string, poster?: boolean }} Step
 *   states: one after another; those in a list at the same time; of, makes: the model and the tensor whose numbers land, which
 *   are read aloud; at: the position in the computation; poster: its end stands for the whole story
 */

/** A state in which everything enters at once, not slot by slot. @param {State} state @returns {State} */
export const atOnce = (state) => ({ ...state, once: true });

/**
 * Plays the steps of a story into a script.
 * @param {Script} script @param {Iterable<Step | Chapter>} steps @param {Setting} [setting]
 * @returns {number | undefined} the moment that stands for the whole story, in seconds, if a step names one
 */
export function play(script, steps, { scenery = [], standing = {}, sharing = [] } = {}) {
  for (const item of [...scenery, ...Object.values(standing).flat()]) script.add(item);
  const slots = createSlots(script, standing, sharing);
  let poster;
  for (const part of steps) {
    if ("chapter" in part) script.chapter(part.chapter, part.title);
    else {
      const { states, of, makes, at } = part;
      const changes = states.map((state) => slots.change(state, part.speed));
      const moves = changes.flat();
      const parts = part.parts?.map((place) => ({
        at: place.at,
        moves: changes.splice(0, place.states).flat().length,
      }));
      const landed = slots.landed(makes && of ? of.full(makes) : "");
      const spoken = makes && of ? () => spokenText(of, makes, cellsOf(landed)) : undefined;
      script.step({ spoken, place: at ? { at } : undefined, ...part, parts }, ...moves);
      if (part.poster) poster = script.time - 0.01;
    }
  }
  script.finishReading();
  return poster;
}

/**
 * Makes chapters and steps with the titles and sentences that are filed under their ids.
 * @param {any} w the words of the story @param {Record<string, any>} facts that the sentences use
 * @param {Partial<Step>} [usual] what all steps have
 */
const stepMakers = (w, facts, usual) => ({
  /** @param {string} id @returns {Chapter} */
  chapter: (id) => ({ chapter: id, title: w.chapters[id] }),
  /** @param {string} id @param {Partial<Step>} about @param {Step["states"]} states @returns {Step} */
  step: (id, about, ...states) => ({
    ...{ id, title: w.titles[id], caption: () => w[id](facts) },
    ...{ ...usual, ...about, states },
  }),
});
/** @typedef {ReturnType<typeof stepMakers>} StepMakers */

/**
 * Makes the `tell` function of a story that has one stage and one set of facts.
 * @template {{ facts: Record<string, any>, invites?: Record<string, any>, ground?: Item[], height?: number, setting?: Setting, shows?: Partial<import("../scene.js").StoryResult> }} Stage
 *   invites: facts of the invitation, if they differ; shows: what else is true of the picture
 * @param {string} story whose words it uses @param {(model: Model, room: import("../scene.js").Room) => Stage} arrange
 * @param {(stage: Stage, make: StepMakers, script: Script) => Iterable<Step | Chapter>} steps @param {Partial<Step>} [usual] what all steps have
 * @returns {import("../stories/index.js").Story["tell"]}
 */
export const tellSteps = (story, arrange, steps, usual) => (script, room) => {
  const w = script.model.words.stories[story];
  const stage = arrange(script.model, room);
  const { facts, invites = facts, ground, height = room.height, setting, shows } = stage;
  const told = steps(stage, stepMakers(w, facts, usual), script);
  const poster = play(script, told, { scenery: ground, ...setting });
  return { height, poster, invitation: w.invitation(invites, script.time), ...shows };
};

/** The cells of some items, without duplicates; ribbons hold them row by row. @param {Item[]} items @returns {number[][]} */
function cellsOf(items) {
  const cells = new Map();
  for (const { indices = [] } of items)
    for (const cell of Array.isArray(indices[0]?.[0]) ? indices.flat() : indices)
      cells.set(cell.join(), cell);
  return [...cells.values()];
}
