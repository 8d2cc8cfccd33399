/** What a reader does to the time: play, step, scrub, go round. With reduced motion every rest is a finished step. */
import { stepAt } from "./compose.js";
import { reducedMotion } from "./surroundings.js";

/** @typedef {import("./show.js").Show} Show */

/** @param {Show} show */
export function createTransport(show) {
  const steps = () => show.scene?.steps ?? [];
  const still = () => reducedMotion(show.host);

  /** To the start of a step while playing, else to its finished picture. @param {number} time */
  const jump = (time) => {
    if (show.scene) show.player.seek(show.player.paused ? stepAt(steps(), time).hold : time);
  };

  return {
    jump,

    toggle() {
      if (show.player.paused) show.host.play();
      else show.host.pause();
    },

    /** @param {number} time */
    seek(time) {
      show.player.seek(still() && show.scene ? stepAt(steps(), time).hold : time);
    },

    /** @param {number} number from 0 */
    chapter(number) {
      const chapter = show.scene?.chapters[number];
      if (chapter) jump(chapter.start);
    },

    back() {
      const index = steps().indexOf(show.step);
      if (index < 0) return;
      const again = !show.player.paused && show.player.time > steps()[index].start + 0.8;
      jump(steps()[again ? index : Math.max(index - 1, 0)].start);
    },

    /** The next step: shown in motion, then at rest. */
    forward() {
      const index = steps().indexOf(show.step);
      if (index < 0) return;
      const { paused, gliding, time } = show.player;
      const unseen = paused && !gliding && time < steps()[index].hold - 1e-6;
      const next = steps()[unseen ? index : index + 1];
      if (!next) show.player.seek(show.player.duration);
      else if (paused && !still()) show.player.glide(unseen ? time : next.start, next.hold);
      else jump(next.start);
    },

    /** A step that the page's prose has come to: shown in motion, then at rest. What plays is left alone. @param {any} step */
    follow(step) {
      const { paused, untouched } = show.player;
      if (!step || !paused || (step === show.step && !untouched)) return;
      if (still()) jump(step.start);
      else show.player.glide(step.start, step.hold);
    },

    /** The loop begins at this step, or at the start again. */
    loopFrom() {
      const { player } = show;
      player.from = player.from > 0 ? 0 : (show.step?.start ?? 0);
      if (player.from > 0) show.host.loop = true;
      show.showState();
    },
  };
}
