/** What a reader does with a layer that learns, and what becomes of it: steps, settings, the way into a moment. */
import { changed } from "../scene/index.js";
import { pageClock } from "./player.js";
import { HUNDRED } from "./runs/recorders.js";
import { reducedMotion } from "./environment.js";

// what is told while it runs is not told more often, in milliseconds
const TELL_EVERY = 2000;
/** The story in which a moment is told. */
const INSIDE = "matrices";

export class Trainer {
  /** @type {import("./controller.js").Controller} */ #controller;
  #told = -TELL_EVERY;
  #said = "";
  /** @type {any} */ #telling;
  /** Whether the scene before was of a run under way. */
  #ran = false;

  /** @param {import("./controller.js").Controller} controller */
  constructor(controller) {
    this.#controller = controller;
  }

  /** Makes the scene anew. */
  #rebuild() {
    this.#controller.updates.plan("scene");
  }

  /** Shows what is recorded, as it is; a new scene tells how far it has come. @param {import("./build-scene.js").Run} run @param {any} scene */
  follow({ training }, scene) {
    if (!training) return;
    if (this.#ran && scene.live) this.#tell(scene);
    this.#ran = training.running;
    training.changed = () => {
      const { host } = this.#controller;
      // as cuts: every hundredth step, and where it ends
      if (training.running && reducedMotion(host) && training.step % HUNDRED) return;
      this.#rebuild();
    };
  }

  /** @param {import("./runs/training.js").Recorder} training @param {string} name of a control @param {number} [stop] of a slider @returns {boolean} whether it is one of its own */
  press(training, name, stop) {
    const act = { train: () => this.#train(training, HUNDRED), one: () => this.#train(training, 1) }[name];
    if (act) act();
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

  /** Where all that is recorded has been told. */
  #toHead() {
    const { actions, scene } = this.#controller;
    actions.pauseAt(scene.live.head);
  }

  /** @param {import("./runs/training.js").Recorder} training */
  async #reset(training) {
    await training.reset();
    this.#toHead();
    this.#rebuild();
  }

  /** The recorded step that is seen becomes a problem of its own. @param {import("./runs/training.js").Recorder} training */
  async #open(training) {
    const { scene, drawnTime, run, host, editor, player } = this.#controller;
    const problem = await training.problemAt(scene.live.stepAt(drawnTime));
    if (this.#controller.run !== run) return;
    host.pause();
    if (editor.open(problem, INSIDE)) return;
    const weights = this.#controller.scene.steps.find((/** @type {any} */ step) => step.id === "weights");
    player.seek(weights?.hold ?? 0);
  }

  /** Other settings make another run. @param {import("./runs/training.js").Recorder} training @param {string} name @param {number} [stop] */
  #set(training, name, stop) {
    const settings = changed(training.settings, name, stop);
    if (!settings) return false;
    const { host, editor } = this.#controller;
    const other = training.another(settings);
    other.log = training.log;
    if (settings.heads !== training.settings.heads) this.#controller.updates.set("head", null);
    host.pause();
    editor.edit(other.problem);
    return true;
  }

  /** How far it has come, now or when it may be told again. @param {any} scene */
  #tell(scene) {
    clearTimeout(this.#telling);
    const { said } = scene.live;
    if (said === this.#said) return;
    const left = this.#told + TELL_EVERY - pageClock.now();
    const { view } = this.#controller;
    if (left > 0) {
      this.#telling = setTimeout(() => this.#controller.scene === scene && this.#tell(scene), left);
      return;
    }
    [this.#told, this.#said] = [pageClock.now(), said];
    view?.tell(said);
  }
}
