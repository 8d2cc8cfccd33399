/**
 * The reader's actions: moving in time, pressing controls of the picture and editing its numbers. The bar, the keyboard and the
 * picture call them.
 */
import { focusAt, frame } from "../scene/index.js";
import { languageOf, languages, words } from "../words/index.js";
import { stepAt } from "./same-place.js";
import { isFullscreen, reducedMotion } from "./environment.js";
import { loadParts, parts } from "./lazy-parts.js";

const ZOOM = 1.5;

/** The language that the button switches to. @param {string} lang */
export function nextLanguage(lang) {
  return languages[(languages.indexOf(languageOf(lang)) + 1) % languages.length];
}

/** @typedef {ReturnType<typeof createTransport>} Transport */

/**
 * Creates the actions that move in time. With reduced motion, the player only ever rests on finished steps.
 * @param {import("./controller.js").Controller} controller
 */
export function createTransport(controller) {
  const { host, player } = controller;
  const steps = () => controller.range?.steps ?? [];
  const still = () => reducedMotion(host);

  /** Seeks the start of a step while playing, else its finished picture. @param {number} time */
  const jump = (time) => {
    if (controller.scene) player.seek(player.paused ? stepAt(steps(), time).hold : time);
  };

  return {
    jump,

    play: () => host.play(),

    toggle() {
      if (player.paused || controller.life.hasJustBegun) host.play();
      else host.pause();
    },

    /** @param {number} time */
    seek(time) {
      player.seek(still() && controller.scene ? stepAt(steps(), time).hold : time);
    },

    /** @param {number} number from 0 */
    chapter(number) {
      const chapter = controller.range?.chapters[number];
      if (chapter) jump(chapter.start);
    },

    back() {
      const index = steps().indexOf(controller.step);
      if (index < 0) return;
      const again = !player.paused && player.time > steps()[index].start + 0.8;
      jump(steps()[again ? index : Math.max(index - 1, 0)].start);
    },

    /** Goes to the next step; a paused player animates it and rests at its end. */
    forward() {
      const index = steps().indexOf(controller.step);
      if (index < 0) return;
      const { paused, gliding, time } = player;
      const unseen = paused && !gliding && time < steps()[index].hold - 1e-6;
      const next = steps()[unseen ? index : index + 1];
      if (!next) player.seek(player.end);
      else if (paused && !still()) player.glide(unseen ? time : next.start, next.hold);
      else jump(next.start);
    },

    /**
     * Shows a step that the page's prose has reached: animates it and rests at its end. Leaves a playing player alone.
     * @param {any} step
     */
    follow(step) {
      const { paused, untouched } = player;
      if (!step || !paused || (step === controller.step && !untouched)) return;
      if (still()) jump(step.start);
      else player.glide(step.start, step.hold);
    },

    /** Makes the loop begin at the present step, or at the start again. */
    loopFrom() {
      player.loopFrom = player.loopFrom > 0 ? 0 : (controller.step?.start ?? 0);
      if (player.loopFrom > 0) host.loop = true;
      controller.showState();
    },
  };
}

/** @param {import("./controller.js").Controller} controller @returns {import("./view.js").Actions & Transport} */
export function createActions(controller) {
  const { host, player, state, updates, editor } = controller;
  const rebuild = () => updates.plan("scene");
  /** Rebuilds for a reader who pressed a control, and hears what came of it. */
  const answer = () => {
    controller.asked = true;
    rebuild();
  };

  /** @param {number} time */
  const pauseAt = (time) => {
    host.pause();
    player.seek(time);
  };

  /** Plays a step and rests at its end. @param {string} id */
  const playStep = (id) => {
    const step = controller.stepOf(id);
    if (step?.id !== id) return;
    pauseAt(step.hold);
    if (!reducedMotion(host)) player.glide(step.start, step.hold);
  };

  /** Opens a dialog once its part is loaded. @param {import("./lazy-parts.js").Name} part @param {() => void} open */
  const opens = async (part, open) => {
    controller.view?.controls.settings.leave();
    try {
      await loadParts([part]);
    } catch {
      return actions.refuse(updates.missing());
    }
    // the player may have been removed from the page meanwhile
    if (host.isConnected && host.ownerDocument.defaultView) open();
  };

  /** @type {import("./view.js").Actions & Transport} */
  const actions = {
    ...createTransport(controller),
    editor,
    rebuild,
    pauseAt,
    pause: () => host.pause(),
    rate: (rate) => (host.playbackRate = rate),
    language: () => updates.set("lang", nextLanguage(controller.lang).id),
    set: (attribute, value) => updates.set(attribute, value),
    leave: () => editor.leave(),
    redraw: () => controller.draw(player.time),

    /** Enters or leaves full screen, which the page or the reader may forbid. */
    fullscreen() {
      controller.view?.controls.settings.leave();
      const turn = isFullscreen(host) ? host.ownerDocument.exitFullscreen() : host.requestFullscreen();
      turn.catch(() => {});
    },

    transcript() {
      host.pause();
      return opens("transcript", () => {
        const { range, view } = controller;
        if (view && range)
          parts.transcript.openTranscript(host.ownerDocument, view.root, range, controller.words);
      });
    },

    export: () => opens("exportDialog", () => parts.exportDialog.openExport(controller)),

    answer: (key) => controller.answer(key),
    choose: (number) => controller.choose(number),
    explain: (target) =>
      controller.scene ? (parts.pointing?.heard(controller.scene, controller.drawnTime, target) ?? "") : "",
    said: (target) => controller.scene && focusAt(controller.scene, controller.drawnTime, target),
    lit(picture, target) {
      const { scene, drawnTime } = controller;
      return scene && focusAt(scene, drawnTime, target)
        ? frame(scene, scene.timeline, drawnTime, target)
        : picture;
    },
    editable: () => state.options.editable,
    words: () => words(controller.lang),

    /** Handles a button or a slider of the picture. */
    press(name, stop, { sets = stop === undefined ? undefined : { [name]: stop }, then } = {}) {
      const { rows, training } = controller.run ?? {};
      const part = controller.scene?.opens?.(name);
      if (part) return editor.enter(part.problem, part.story);
      if (training && controller.trainer?.press(training, name, stop)) return;
      const [, axis, item] = /^(head|batch|query)-(\d+)$/.exec(name) ?? [];
      if (axis === "query") return this.showQuery(Number(item));
      if (axis) return updates.set(axis, item);
      if (name === "zoom-in") return controller.view?.manipulation?.zoom(ZOOM);
      if (name === "zoom-out") return controller.view?.manipulation?.zoom(1 / ZOOM);
      if (name === "stop" || name === "resume") rows?.[name]();
      else if (sets) state.stops = { ...state.stops, ...sets };
      else state.seed++;
      answer();
      if (then) updates.when(() => playStep(then));
    },

    /** Selects one of many queries. A story that has started but not reached its last step jumps there, to show it. */
    showQuery(query) {
      state.query = query;
      const { start } = controller.scene.steps.at(-1);
      if (!player.untouched && player.time < start) pauseAt(start);
      answer();
    },

    overlay(target) {
      const { run, scene, drawnTime } = controller;
      if (target.map) run?.rows?.near(Number(target.index?.[2]));
      if (!scene) return [];
      const loading = loadParts(["pointing"]);
      // if the part cannot be loaded, numbers are neither ringed nor read out
      loading?.then(
        () => controller.view?.stage.refresh(controller.view.stage.locked !== null),
        () => {},
      );
      return loading ? [] : parts.pointing.highlight(scene, drawnTime, /** @type {any} */ (target));
    },

    refuse(error) {
      controller.showError(error.message);
      controller.send("error", error);
    },
  };
  return actions;
}
