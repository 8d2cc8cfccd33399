/** The reader's control of a training: taking steps, changing settings, and opening a recorded step as a problem. */
import { changed } from "../scene/stories/training/settings.js";
import { pageClock } from "./player.js";
import { HUNDRED } from "./runs/training.js";
import { reducedMotion } from "./environment.js";

export { Recorder, recordOwn } from "./runs/training.js";

// the least time between announcements while it runs, in milliseconds
const PAUSE = 2000;
/** The story that shows an opened step. */
const INSIDE = "matrices";

export class Trainer {
  /** @type {import("./controller.js").Controller} */ #controller;
  #lastTime = -PAUSE;
  #lastText = "";
  /** @type {any} */ #timer;
  /** Whether training was running in the former scene. */
  #ran = false;

  /** @param {import("./controller.js").Controller} controller */
  constructor(controller) {
    this.#controller = controller;
  }

  #rebuild() {
    this.#controller.updates.plan("scene");
  }

  /**
   * Rebuilds the scene as the record grows; a new scene announces its progress.
   * @param {import("./runs/training.js").Recorder} training @param {any} scene
   */
  follow(training, scene) {
    if (this.#ran && scene.live) this.#announce(scene);
    this.#ran = training.running;
    training.changed = () => {
      const { host } = this.#controller;
      // with reduced motion, shows only every hundredth step and the end
      if (training.running && reducedMotion(host) && training.step % HUNDRED) return;
      this.#rebuild();
    };
  }

  /**
   * @param {import("./runs/training.js").Recorder} training @param {string} name of a control
   * @param {number} [stop] of a slider @returns {boolean} whether the control belongs to the training
   */
  press(training, name, stop) {
    if (name === "train") this.#train(training, HUNDRED);
    else if (name === "one") this.#train(training, 1);
    else if (name === "reset") this.#reset(training);
    else if (name === "open") this.#open(training);
    else if (name === "scale") {
      const { log, failed } = this.#controller.scene.model.more.training;
      training.log = !(log ?? failed !== null);
      this.#rebuild();
    } else return this.#set(training, name, stop);
    return true;
  }

  /** @param {import("./runs/training.js").Recorder} training @param {number} steps */
  #train(training, steps) {
    if (training.running) return void training.stop();
    this.#toHead();
    training.trainOn(steps).catch((error) => this.#controller.showError(error.message));
    this.#rebuild();
  }

  /** Pauses at the end of the record. */
  #toHead() {
    const { actions, scene } = this.#controller;
    if (scene.live) actions.pauseAt(scene.live.head);
  }

  /** @param {import("./runs/training.js").Recorder} training */
  async #reset(training) {
    await training.reset();
    if (this.#controller.run?.training !== training) return;
    this.#toHead();
    this.#rebuild();
  }

  /** Opens the recorded step that is shown, as a problem of its own. @param {import("./runs/training.js").Recorder} training */
  async #open(training) {
    const { scene, drawnTime, run, host, editor, player, updates } = this.#controller;
    const problem = await training.problemAt(scene.live.stepAt(drawnTime));
    if (this.#controller.run !== run) return;
    host.pause();
    if (editor.open(problem, INSIDE)) return;
    // the other story may still be loading
    updates.when(() => player.seek(this.#controller.stepOf("weights")?.hold ?? 0));
  }

  /**
   * Changes a setting, which begins another training; returns false if there is no such setting.
   * @param {import("./runs/training.js").Recorder} training @param {string} name @param {number} [stop]
   */
  #set(training, name, stop) {
    const settings = changed(training.settings, name, stop);
    if (!settings) return false;
    const { host, editor, run } = this.#controller;
    const other = training.another(settings);
    other.log = training.log;
    if (settings.problem) {
      // the problem's own numbers stay as they are
      training.pause();
      /** @type {import("./build-scene.js").Run} */ (run).training = other;
      this.#toHead();
      return (this.#rebuild(), true);
    }
    if (settings.heads !== training.settings.heads) this.#controller.updates.set("head", null);
    host.pause();
    editor.edit(other.problem);
    return true;
  }

  /** Announces the progress, now or once the pause is over. @param {any} scene */
  #announce(scene) {
    clearTimeout(this.#timer);
    const { said } = scene.live;
    if (said === this.#lastText) return;
    const left = this.#lastTime + PAUSE - pageClock.now();
    if (left > 0) {
      this.#timer = setTimeout(() => this.#controller.scene === scene && this.#announce(scene), left);
      return;
    }
    [this.#lastTime, this.#lastText] = [pageClock.now(), said];
    this.#controller.view?.announce(said);
  }
}
