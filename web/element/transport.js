/** What a reader does to the time: play, step, scrub, go round. With reduced motion every rest is a finished step. */
import { stepAt } from "./build-scene.js";
import { reducedMotion } from "./environment.js";

/** @typedef {import("./controller.js").Controller} Controller */

/** @param {Controller} controller */
export function createTransport(controller) {
  const steps = () => controller.scene?.steps ?? [];
  const still = () => reducedMotion(controller.host);

  /** To the start of a step while playing, else to its finished picture. @param {number} time */
  const jump = (time) => {
    if (controller.scene)
      controller.player.seek(controller.player.paused ? stepAt(steps(), time).hold : time);
  };

  return {
    jump,

    toggle() {
      if (controller.player.paused) controller.host.play();
      else controller.host.pause();
    },

    /** @param {number} time */
    seek(time) {
      controller.player.seek(still() && controller.scene ? stepAt(steps(), time).hold : time);
    },

    /** @param {number} number from 0 */
    chapter(number) {
      const chapter = controller.scene?.chapters[number];
      if (chapter) jump(chapter.start);
    },

    back() {
      const index = steps().indexOf(controller.step);
      if (index < 0) return;
      const again = !controller.player.paused && controller.player.time > steps()[index].start + 0.8;
      jump(steps()[again ? index : Math.max(index - 1, 0)].start);
    },

    /** The next step: shown in motion, then at rest. */
    forward() {
      const index = steps().indexOf(controller.step);
      if (index < 0) return;
      const { paused, gliding, time } = controller.player;
      const unseen = paused && !gliding && time < steps()[index].hold - 1e-6;
      const next = steps()[unseen ? index : index + 1];
      if (!next) controller.player.seek(controller.player.duration);
      else if (paused && !still()) controller.player.glide(unseen ? time : next.start, next.hold);
      else jump(next.start);
    },

    /** A step that the page's prose has come to: shown in motion, then at rest. What plays is left alone. @param {any} step */
    follow(step) {
      const { paused, untouched } = controller.player;
      if (!step || !paused || (step === controller.step && !untouched)) return;
      if (still()) jump(step.start);
      else controller.player.glide(step.start, step.hold);
    },

    /** The loop begins at this step, or at the start again. */
    loopFrom() {
      const { player } = controller;
      player.from = player.from > 0 ? 0 : (controller.step?.start ?? 0);
      if (player.from > 0) controller.host.loop = true;
      controller.showState();
    },
  };
}
