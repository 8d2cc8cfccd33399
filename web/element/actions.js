/** What a reader does with the bar, in the picture and with its numbers. */
import { highlight, say } from "../scene/index.js";
import { languageOf, languages, words } from "../words/index.js";

const ZOOM = 1.5;

/** The language that the button switches to. @param {string} lang */
export function nextLanguage(lang) {
  return languages[(languages.indexOf(languageOf(lang)) + 1) % languages.length];
}

/** @param {import("./controller.js").Controller} controller @returns {import("./view.js").Actions} */
export function createActions(controller) {
  const { host, player, state, transport, trainer, updates } = controller;
  const again = () => updates.plan("scene");

  /** Stands still at a time. @param {number} time */
  const slide = (time) => {
    host.pause();
    player.seek(time);
  };

  return {
    ...transport,
    rate: (rate) => (host.playbackRate = rate),
    language: () => updates.set("lang", nextLanguage(controller.lang).id),
    set: (attribute, value) => updates.set(attribute, value),
    answer: (key) => controller.answer(key),
    slide,
    redraw: () => controller.draw(player.time),
    again,

    /** A button of the picture. */
    press(name, stop) {
      const { rows, training } = controller.run ?? {};
      if (training && trainer.press(training, name, stop)) return;
      const [, head] = /^head-(\d+)$/.exec(name) ?? [];
      if (head) return updates.set("head", head);
      if (name === "zoom-in") return controller.view?.manipulation?.zoom(ZOOM);
      if (name === "zoom-out") return controller.view?.manipulation?.zoom(1 / ZOOM);
      if (name === "stop" || name === "resume") rows?.[name]();
      else state.seed++;
      again();
    },

    /** One of many queries. Whatever of it has not been told yet is shown at once. */
    choose(query) {
      state.query = query;
      const { start } = controller.scene.steps.at(-1);
      if (!player.untouched && player.time < start) slide(start);
      again();
    },

    overlay(target) {
      const { run, scene, at } = controller;
      if (target.map) run?.rows?.near(Number(target.index?.[2]));
      return scene ? highlight(scene, at, /** @type {any} */ (target)) : [];
    },
    explain: (target) => (controller.scene ? say(controller.scene, target) : ""),
    editor: controller.editor,
    editable: () => state.options.editable,
    pause: () => host.pause(),
    words: () => words(controller.lang),
    refuse(error) {
      controller.say(error.message);
      controller.send("error", error);
    },
  };
}
