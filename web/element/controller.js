/** What is on the page: a scene, its view and the player between them; and what the bar and the keys do with it. */
import { frame, morph, move, questions as questionsOf, standing, stories } from "../scene/index.js";
import { languageOf, words } from "../words/index.js";
import { fill } from "../words/sentence.js";
import { createActions, nextLanguage } from "./actions.js";
import { labelled, samePlace, sizes, stepAt } from "./build-scene.js";
import { Editor } from "./editing/editor.js";
import { reducedMotion } from "./environment.js";
import { handleKey } from "./keys.js";
import { Life } from "./life.js";
import { readOptions } from "./options.js";
import { plain } from "./plain.js";
import { pageClock, Player } from "./player.js";
import { Quiz } from "./quiz.js";
import { switches } from "./source.js";
import { State } from "./state.js";
import { stylesOf } from "./style.js";
import { Trainer } from "./trainer.js";
import { Updates } from "./updates.js";
import { createView } from "./view.js";

/** @typedef {import("./build-scene.js").Run} Run */
/** @typedef {HTMLElement & { play(): void, pause(): void, loop: boolean, playbackRate: number, step: string, highlight(tensor?: string | null, index?: (number | null)[]): void }} Host */

// a story turns into another, in milliseconds
const turning = 600;
// what an answer is worth can be read, in milliseconds at rate 1
const reading = 2400;

/** The stories that there are of a problem, and the one that is told, with their names. @param {any} scene @param {string} lang */
function named({ story, stories: told }, lang) {
  const { names } = words(lang);
  const offered = stories.filter((/** @type {string} */ id) => id === story || told.includes(id));
  return offered.map((/** @type {string} */ id) => ({ id, name: names[id] ?? id }));
}

/** A step whose sentence underlines what stands on the stage when the step has been told, and nothing else. @param {any} scene @param {any} step */
function pointing(scene, step) {
  if (!step) return step;
  const stands = standing(scene, step.hold);
  const caption = step.caption.map((/** @type {any} */ span) =>
    span.target && !stands(span.target) ? { text: span.text } : span,
  );
  return { ...step, caption };
}

export class Controller {
  /** @type {Host} */ host;
  #sent = { time: 0, step: "" };

  state = new State();
  /** @type {Player} */ player;
  /** @type {Run | null} */ run = null;
  /** @type {any} */ scene = null;
  /** @type {any} the step at the present time */ step = null;
  /** @type {any} the step whose caption is shown */ #captioned = null;
  #quiz = new Quiz();
  trainer = new Trainer(this);
  /** The scene is one of the same run, story and language as before. */
  #same = false;
  #printing = false;
  /** @type {import("../render/node.js").Frame | null} the picture of the story that was told before */ #former =
    null;
  /** @type {import("./view.js").View | null} */ view = null;
  lang = "";

  /** @param {Host} host @param {import("./player.js").Clock} [clock] */
  constructor(host, clock = pageClock) {
    this.host = host;
    this.updates = new Updates(host, this);
    this.life = new Life(this);
    this.editor = new Editor(this);
    this.player = new Player(
      clock,
      (time) => this.draw(time),
      () => this.#ended(),
    );
    this.player.stopBetween = (from, to) => this.#stopBetween(from, to);
    this.actions = createActions(this);
  }

  /** With reduced motion, shows the next step finished. */
  play() {
    const { player } = this;
    const { paused, time, duration } = player;
    if (reducedMotion(this.host)) {
      if (time >= duration) this.actions.seek(0);
      else this.#advance();
      return;
    }
    // what plays, but has come to its end, begins again
    if (!paused && time < duration) return;
    player.play();
    this.draw(player.time);
    if (paused) this.send("play");
  }

  pause() {
    // whoever pauses does not want it to begin by itself either
    this.life.started = true;
    if (!this.updates.settled) this.updates.when(() => this.pause());
    if (this.player.paused) return;
    this.player.pause();
    this.showPlaying();
    this.send("pause");
    this.send("timeupdate");
  }

  /** @param {string} type @param {any} [detail] */
  send(type, detail) {
    // an event of the element's own document, which need not be this one, nor have a window
    const event = this.host.ownerDocument.createEvent("CustomEvent");
    event.initCustomEvent(type, false, false, detail);
    this.host.dispatchEvent(event);
  }

  /** The time that is drawn: until somebody plays, and on paper, the poster's. */
  get drawnTime() {
    const poster = this.player.untouched || this.#printing;
    return poster ? (this.scene?.poster ?? this.scene?.duration ?? 0) : this.player.time;
  }

  get words() {
    return words(this.lang).element;
  }

  /** @param {unknown} wanted an id or an index @returns {any} the step, if there is one */
  stepOf(wanted) {
    const { steps } = this.scene;
    return steps.find((/** @type {any} */ { id }) => id === wanted) ?? steps[Number(wanted)];
  }

  /** The step that a reader has come to; null on the poster. @returns {{ id: string, index: number } | null} */
  get reached() {
    if (!this.step || this.player.untouched) return null;
    return { id: this.step.id, index: this.scene.steps.indexOf(this.step) };
  }

  /** What is shown, as plain JSON. */
  get problem() {
    return this.run && plain(labelled(this.run, this.lang));
  }

  /** Puts a scene on the page, at the place where the former one stood. @param {Run} run @param {any} scene @param {string} lang @param {import("./frame.js").Frame} frame */
  mount(run, scene, lang, frame) {
    const former = this.scene;
    this.#same = this.run === run && this.lang === lang && former?.story === scene.story;
    const turns = this.run === run && this.lang === lang && !this.#same;
    this.#former = turns && !reducedMotion(this.host) ? this.#picture() : null;
    // what a story draws besides is not listed
    const listed =
      this.view !== null && (this.#same || (former?.model.trace === scene.model.trace && this.lang === lang));
    if (this.run !== run) {
      this.#quiz = new Quiz();
      this.run?.rows?.close();
      this.run?.training?.pause();
    }
    [this.run, this.scene, this.lang] = [run, scene, lang];
    if (run.rows) run.rows.changed = () => this.player.redraw(1);
    this.trainer.follow(run, scene);
    const questions = this.state.options.ask ? questionsOf(scene) : [];
    this.#quiz.setQuestions(questions);
    const view = this.#open(lang);
    if (scene.worked) view.manipulate();
    view.setFrame(frame, scene.height);
    const { note: noted, printed } = run.from;
    // of what is printed, as long as it is shown
    const note = noted && (!printed || scene.model.options.printed) && this.words.notes[noted];
    view.setScene(scene, note ? [note] : [], named(scene, lang), this.words, nextLanguage(lang).name);
    const edited = !listed && former !== null && former.story === scene.story && former.lang === scene.lang;
    if (!edited) view.setRoom(scene.steps, questions);
    // what can wait: the picture comes first, and of many edits only the last is listed
    if (!listed) setTimeout(() => this.run === run && this.#finish(edited), 250);
    this.player.duration = scene?.duration ?? 0;
    // a loop begins at the same place, too
    if (former && this.player.from > 0) this.player.from = samePlace(scene, former, this.player.from);
    this.step = this.#captioned = null;
    const { time, untouched } = this.player;
    if (this.#former) this.player.redraw(turning);
    // who stands where a run has come to goes with it
    const head = this.#same && former.live && Math.abs(time - former.live.head) < 1e-3;
    this.player.move(head ? scene.live.head : former && !untouched ? samePlace(scene, former, time) : time);
    view.editing?.field.put();
  }

  /** What is only listened to, and the room that other sentences need. @param {boolean} edited */
  #finish(edited) {
    if (edited) this.view?.setRoom(this.scene.steps, this.#quiz.all);
    const { model } = this.scene ?? {};
    // of a chain that a story has made longer, what the problem has
    const longer = model?.problem.stages?.length > (this.run?.problem.stages?.length ?? Infinity);
    this.view?.setTables((longer ? this.run?.trace : model?.trace) ?? {}, words(this.lang));
  }

  /** What is to be seen now: where the story has just changed, a picture between the two. @returns {import("../render/node.js").Frame} */
  #picture() {
    const now = /** @type {import("../render/node.js").Frame} */ (
      frame(this.scene, this.scene.timeline, this.drawnTime)
    );
    const left = this.player.redrawing / turning;
    if (!this.#former || left === 0) return now;
    return /** @type {import("../render/node.js").Frame} */ (morph(this.#former, now, move(1 - left)));
  }

  /** The view, in the root that is the element's own. @param {string} lang */
  #open(lang) {
    const root = /** @type {ShadowRoot} */ (this.host.shadowRoot);
    this.view ??= createView(this.host.ownerDocument, this.actions);
    const { root: own } = this.view;
    // written again, even the same language would style every cell anew
    const { tag } = languageOf(lang);
    if (own.lang !== tag) own.lang = tag;
    const stands = [...stylesOf(root), own];
    if (root.childNodes.length !== stands.length || own.parentNode !== root) root.replaceChildren(...stands);
    return this.view;
  }

  /** Says what is wrong. What stood there still stands; where nothing stood, the page's own content does. @param {string} message @param {string} lang */
  fail(message, lang, retry = false) {
    const own = words(lang).element;
    if (!this.view) {
      const view = this.#open(lang);
      view.setScene(null, [], [], own);
      view.root.before(this.host.ownerDocument.createElement("slot"));
    }
    const shown = fill(own.errors.shown, { message });
    this.view?.setError(shown, this.run === null, retry ? own.errors.again : undefined);
  }

  /** Beside the picture; alone, where there is none. @param {string} text empty: no error */
  showError(text) {
    this.view?.setError(text, this.run === null);
  }

  /** One frame, and the only place where the picture is written. @param {number} time */
  draw(time) {
    const { view, scene } = this;
    if (!view || !scene) return;
    const step = stepAt(scene.steps, time);
    const turned = step !== this.step;
    const here = stepAt(scene.steps, this.drawnTime);
    const captioned = this.#printing ? here : this.#quiz.captioned(here, time, this.player.paused);
    // text first, then motion
    if (captioned !== this.#captioned)
      view.setStep(pointing(scene, captioned), this.#captioned !== null, this.#same);
    [this.step, this.#captioned] = [step, captioned];
    const { untouched, paused } = this.player;
    if (view.poster !== untouched) view.setPoster(untouched, !paused && !reducedMotion(this.host));
    const picture = this.#picture();
    view.stage.update(picture);
    // in the colours of the picture
    view.manipulation?.update(picture);
    view.controls.setTime(time, scene.duration, step?.title ?? "");
    this.showPlaying();
    if (turned) this.#sendStep(step);
    this.#sendTime(time);
  }

  /** The next step, finished; but first the question before it. */
  #advance() {
    const { time } = this.player;
    this.actions.forward();
    const stop = this.#stopBetween(time, this.player.time);
    if (!stop) return;
    this.player.seek(stop.time);
    stop.act();
  }

  /** Where playing stops between two times, if anywhere. @param {number} from @param {number} to */
  #stopBetween(from, to) {
    const stop = this.#quiz.stopBetween(from, to, this.player.loop);
    if (!stop) return undefined;
    const { time, question } = stop;
    return {
      time,
      act: () => (question ? this.#ask(question) : this.player.wait(reading / this.player.rate)),
    };
  }

  /** @param {import("./question.js").Question} question */
  #ask(question) {
    const { paused } = this.player;
    this.player.pause();
    this.#quiz.ask(question);
    this.draw(question.time);
    if (paused) return;
    this.send("pause");
    this.send("timeupdate");
  }

  /** Answers the pending question by number. @param {number} number from 0 @returns {boolean} whether there is one */
  choose(number) {
    const { pending } = this.#quiz;
    const choice = pending?.choices[number];
    if (choice) this.answer(choice.key);
    return pending !== null;
  }

  /** @param {number} key */
  answer(key) {
    this.#quiz.answer(key);
    this.host.play();
  }

  /** Paper shows the poster. @param {boolean} printing */
  print(printing) {
    this.#printing = printing;
    this.#captioned = null;
    this.draw(this.player.time);
  }

  /** A new scene at the same step is no other step. @param {any} step */
  #sendStep(step) {
    const index = this.scene.steps.indexOf(step);
    if (this.#sent.step === `${step.id} ${index}`) return;
    this.#sent.step = `${step.id} ${index}`;
    this.send("stepchange", { id: step.id, index });
  }

  /** @param {number} time */
  #sendTime(time) {
    if (time === this.#sent.time) return;
    this.#sent.time = time;
    this.send("timeupdate");
  }

  #ended() {
    this.showPlaying();
    this.send("pause");
    this.send("ended");
  }

  showPlaying() {
    const { paused, time, duration } = this.player;
    this.view?.controls.setPlaying(paused, paused && duration > 0 && time >= duration, this.words);
  }

  /** What the bar shows of attributes and switches. */
  showState() {
    if (!this.view || !this.run) return;
    const counts = sizes(this.run);
    const own = readOptions(this.state.attributes, counts);
    const { controls } = this.view;
    this.view.setControls(own.controls);
    this.view.setEditable(own.editable, this.words);
    const { offers } = this.run.from;
    this.view.offerCausal(offers?.includes("causal") ?? false, switches(this.run.problem).causal, this.words);
    controls.setRate(this.player.rate);
    const { loop, from } = this.player;
    const chosen = { softmax: own.softmax === "open", story: this.scene?.story ?? "", loop, from };
    controls.settings.setState(
      { ...own, ...switches(this.run.problem), ...chosen, heads: counts.heads, batches: counts.batch },
      this.words,
    );
    this.showPlaying();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { view, scene, actions, editor } = this;
    if (!view || !scene) return;
    const field = view.editing?.field;
    const editing = this.state.options.editable && !event.defaultPrevented && !field?.isOpen;
    const { stage, controls } = view;
    if (
      (editing && editor.key(event)) ||
      handleKey(event, actions, { stage, field, settings: controls.settings })
    )
      event.preventDefault();
  }
}
