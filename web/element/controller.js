/** Connects a scene, its view and the player that animates it. */
import { missing } from "../build/lists/names.js";
import { frame, move, standing, stories } from "../scene/index.js";
import { languageOf, words } from "../words/index.js";
import { fill } from "../words/sentence.js";
import { createActions, nextLanguage } from "./actions.js";
import { labelled, sizes } from "./build-scene.js";
import { placeAt, stepAt, timeOf } from "./same-place.js";
import { Editor } from "./editing/editor.js";
import { isFullscreen, reducedMotion } from "./environment.js";
import { handleKey } from "./keys.js";
import { loadParts, parts } from "./lazy-parts.js";
import { Life } from "./life.js";
import { readOptions, shownControls } from "./options.js";
import { plain } from "./plain.js";
import { pageClock, Player } from "./player.js";
import { rangeOf, stepIndex } from "./range.js";
import { switches } from "./source.js";
import { State } from "./state.js";
import { stylesOf } from "./style.js";
import { Updates } from "./updates.js";
import { createView } from "./view.js";

/** @typedef {import("./build-scene.js").Run} Run */
/** @typedef {HTMLElement & { play(): void, pause(): void, loop: boolean, playbackRate: number, step: string }} Host */

// how long one story or batch item takes to morph into another, in milliseconds
const turning = 600;
// how long the reply to an answer is shown, in milliseconds at rate 1
const reading = 2400;
// the difference to the moment just before a time, in seconds: too short to be seen
const JUST_BEFORE = 1e-6;

/** The stories that can show a scene's problem, with their names. @param {any} scene @param {string} lang */
function namedStories({ story, stories: fitting }, lang) {
  const { names } = words(lang);
  const offered = stories.filter((id) => id === story || fitting.includes(id));
  return offered.map((id) => ({ id, name: names[id] ?? id }));
}

/** Whether a key is typed into a form field, and is no shortcut. @param {KeyboardEvent} event */
const isTyped = (event) =>
  !(event.ctrlKey || event.metaKey || event.altKey) &&
  /** @type {Element} */ (event.composedPath()[0]).matches("input, select");

/** The step, with only those words underlined whose targets are on the stage at its end. @param {any} scene @param {any} step */
function withVisibleTargets(scene, step) {
  if (!step) return step;
  const isVisible = standing(scene, step.hold);
  const caption = step.caption.map((/** @type {any} */ span) =>
    span.target && !isVisible(span.target) ? { text: span.text } : span,
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
  /** The part of the scene that is played, and its steps. @type {import("./range.js").Range | null} */
  range = null;
  /** @type {any} the step at the present time */ step = null;
  /** @type {any} the step whose caption is shown */ #captioned = null;
  /**
   * The place taken over from the former scene; a reader who has not moved since returns to exactly that place.
   * @type {{ time: number, place: import("./same-place.js").Place | null }}
   */
  #left = { time: NaN, place: null };
  /** @type {import("./quiz.js").Quiz | null} if readers are asked questions */ #quiz = null;
  /** Texts of the page that have been reported. @type {Set<string>} */
  #warned = new Set();
  /** Called with every new scene. @type {Set<() => void>} */
  watchers = new Set();
  /** @type {import("./trainer.js").Trainer | null} from the first recorded training on */ trainer = null;
  /** @type {Record<string, any> | undefined} the trace that the tables list, or soon will */ #listed;
  /** Whether the scene has the same run, story and language as the former one. */
  #same = false;
  /** Whether the next step is announced even in a new scene, since the reader has asked for it. */
  asked = false;
  #printing = false;
  /** @type {import("../render/node.js").Frame | null} the last picture of the former story */ #former = null;
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

  /** Plays; with reduced motion, shows the next step finished. */
  play() {
    const { player } = this;
    const { paused, time, end } = player;
    if (reducedMotion(this.host)) {
      if (time >= end) this.actions.seek(0);
      else this.#advance();
      return;
    }
    // a player at its end begins again
    if (!paused && time < end) return;
    player.play();
    if (paused) this.send("play");
    this.life.look();
    this.draw(player.time);
  }

  pause() {
    if (this.player.paused) return;
    this.player.pause();
    this.showPlaying();
    this.send("pause");
    this.send("timeupdate");
  }

  /** @param {string} type @param {any} [detail] @param {HTMLElement} [target] a text of the page, from which it bubbles */
  send(type, detail, target = this.host) {
    // the element may be in another document, even one without a window
    const event = target.ownerDocument.createEvent("CustomEvent");
    event.initCustomEvent(type, target !== this.host, false, detail);
    target.dispatchEvent(event);
  }

  /**
   * Reports an error to the author of the page that readers need not see.
   * @param {Error} error @param {string} [text] of the page, of which this is reported only once @returns {undefined}
   */
  warn(error, text) {
    if (text && this.#warned.has(text)) return;
    if (text) this.#warned.add(text);
    console.warn(error.message);
    this.send("error", error);
  }

  /** The time that is drawn. Before playback and in print, it is that of the step chosen by the page, else of the poster. */
  get drawnTime() {
    const poster = this.player.untouched || this.#printing;
    return poster ? (this.#chosen?.hold ?? this.range?.poster ?? 0) : this.player.time;
  }

  /** The step chosen by the page, if any; outside the part that is played, the nearest step of that part. @returns {any} */
  get #chosen() {
    const step = this.stepOf(this.state.options.step);
    return step && stepAt(this.range?.steps ?? [], step.start);
  }

  get words() {
    return words(this.lang).element;
  }

  /** @param {unknown} wanted an id or an index @returns {any} the step, if there is one */
  stepOf(wanted) {
    const { steps } = this.scene ?? { steps: [] };
    return steps[stepIndex(steps, wanted)];
  }

  /** @param {unknown} wanted an id or an index @returns {boolean} whether there is such a step */
  goTo(wanted) {
    const step = this.stepOf(wanted);
    // autoplay is about to start there
    if (step && this.life.starts) this.player.seek(step.start);
    else if (step) this.actions.jump(step.start);
    return step !== undefined;
  }

  /** Reports that there is no such step. @param {unknown} wanted */
  refuseStep(wanted) {
    const { steps } = this.scene;
    const tell = () => this.send("error", parts.attributes.noStep("step", wanted, steps, this.lang));
    const loading = loadParts(["attributes"]);
    if (loading) loading.then(tell, () => {});
    else tell();
  }

  /** The step that the player is at; null on the poster. @returns {{ id: string, index: number } | null} */
  get reached() {
    if (!this.step || this.player.untouched) return null;
    return { id: this.step.id, index: this.scene.steps.indexOf(this.step) };
  }

  /** The problem that is shown, as plain JSON data. */
  get problem() {
    return this.run && plain(labelled(this.run, this.lang));
  }

  /**
   * Shows a scene, at the place that the former one had reached.
   * @param {Run} run @param {any} scene @param {string} lang @param {import("./frame.js").Frame} frame
   */
  mount(run, scene, lang, frame) {
    const former = this.scene;
    this.#same = this.run === run && this.lang === lang && former?.story === scene.story;
    const other = !this.#same || former.model.batch !== scene.model.batch;
    const turns = this.run === run && this.lang === lang && other;
    this.#former = turns && parts.turning && !reducedMotion(this.host) ? this.#picture() : null;
    // whether the tables are up to date; they do not list a story's additional tensors
    const { trace } = scene.model;
    const listed = this.view !== null && (this.#same || (this.#listed === trace && this.lang === lang));
    this.#listed = trace;
    if (this.run !== run) {
      this.#quiz = null;
      this.run?.rows?.close();
      this.run?.training?.pause();
    }
    [this.run, this.scene, this.lang] = [run, scene, lang];
    if (run.rows) run.rows.changed = () => this.player.redraw(1);
    if (run.training) {
      this.trainer ??= new parts.training.Trainer(this);
      this.trainer.follow(run.training, scene);
    }
    const asks = this.state.options.ask;
    if (asks) this.#quiz ??= new parts.questions.Quiz();
    const questions = asks ? parts.questions.questions(scene) : [];
    this.#quiz?.setQuestions(questions);
    const view = this.#open(lang);
    const range = rangeOf(scene, this.state.options);
    this.range = range;
    if (scene.worked) view.manipulate();
    view.setFrame(frame, scene);
    const { note: noted, printed, facts = {} } = run.from;
    // a note about printed numbers is shown only as long as those are
    const note = noted && (!printed || scene.model.options.printed) && this.words.notes[noted];
    const notes = note ? [fill(note, facts)] : [];
    // what stands round the picture changes with the timeline alone
    if (scene.timeline === former?.timeline) view.stage.refresh();
    else view.setScene(scene, range, notes, namedStories(scene, lang), this.words, nextLanguage(lang).name);
    const edited = !listed && former !== null && former.story === scene.story && former.lang === scene.lang;
    if (!edited) view.setSpace(scene.steps, questions);
    // the picture comes first; of many edits in a row, only the last is listed
    if (!listed) setTimeout(() => this.run === run && this.#finish(edited).catch(() => {}), 250);
    this.#moveTo(former);
    view.editing?.field.follow();
    for (const tell of this.watchers) tell();
  }

  /**
   * Moves to the place in the new scene that the former one had reached; the first scene starts at the step chosen by the page.
   * @param {any} former
   */
  #moveTo(former) {
    const { player, scene, step, range } = this;
    const { time, untouched, ending } = player;
    const { start, end, boundaries } = /** @type {import("./range.js").Range} */ (range);
    Object.assign(player, { start, end, boundaries });
    // the start of the loop moves to the same place, too
    if (former && player.loopFrom > 0) player.loopFrom = timeOf(scene, placeAt(former, player.loopFrom));
    this.step = this.#captioned = null;
    if (this.#former) player.redraw(turning);
    if (!former && this.goTo(this.state.options.step)) return;
    // a player at the head of a training stays there as the record grows
    const head = this.#same && former.live && Math.abs(time - former.live.head) < 1e-3;
    const place = former && this.#placeIn(former, time, step);
    player.move(untouched ? start : head ? scene.live.head : timeOf(scene, place), ending);
    this.#left = { time: player.time, place };
  }

  /**
   * The reader's place. A step that covers all queries at once keeps the query that the reader looked at before.
   * @param {any} former scene @param {number} time @param {any} step
   */
  #placeIn(former, time, step) {
    const { time: come, place: left } = this.#left;
    if (left && time === come) return left;
    const place = placeAt(former, time, step ?? undefined);
    return place && { ...place, query: place.query ?? left?.query };
  }

  /**
   * Writes the tables for screen readers, reserves space for longer sentences and loads the parts that pointing needs.
   * @param {boolean} edited
   */
  async #finish(edited) {
    if (edited) this.view?.setSpace(this.scene.steps, this.#quiz?.all ?? []);
    const { run } = this;
    await loadParts(["tables", "pointing", "turning"]);
    if (this.run !== run) return;
    const { model } = this.scene ?? {};
    // where a story has extended the chain, only the problem's own tensors are listed
    const longer = model?.problem.stages?.length > (this.run?.problem.stages?.length ?? Infinity);
    this.view?.setTables((longer ? this.run?.trace : model?.trace) ?? {}, words(this.lang));
  }

  /**
   * The present picture; right after a change of story or batch item, a blend of the former and the new one.
   * @returns {any} a frame, for whose marks scene and render have types of their own
   */
  #picture() {
    const now = frame(this.scene, this.scene.timeline, this.drawnTime);
    const left = this.player.redrawing / turning;
    return this.#former && left ? parts.turning.morph(this.#former, now, move(1 - left)) : now;
  }

  /** Creates the view if necessary and puts it into the shadow root. @param {string} lang */
  #open(lang) {
    const root = /** @type {ShadowRoot} */ (this.host.shadowRoot);
    this.view ??= createView(this.host.ownerDocument, this.actions);
    const content = this.view.root;
    // setting even the same language would restyle every cell
    const { tag } = languageOf(lang);
    if (content.lang !== tag) content.lang = tag;
    const children = [...stylesOf(root), content];
    if (root.childNodes.length !== children.length || content.parentNode !== root)
      root.replaceChildren(...children);
    return this.view;
  }

  /**
   * Shows an error. The former picture stays; without one, shows the poster if a retry may help, else the element's own content.
   * @param {string} message @param {string} lang @param {boolean} [retry] whether another try may help
   */
  fail(message, lang, retry) {
    const texts = words(lang).element;
    if (!this.view) {
      const poster = this.host.shadowRoot?.querySelector(".ap");
      const view = this.#open(lang);
      view.setScene(null, null, [], [], texts);
      // its buttons no longer work
      poster?.querySelector(".invitation")?.remove();
      if (retry && poster) view.root.after(poster);
      else view.root.before(this.host.ownerDocument.createElement("slot"));
    }
    const shown = fill(texts.errors.shown, { message });
    const [, again] = retry ? missing[/** @type {keyof typeof missing} */ (lang)] : [];
    this.view?.setError(shown, this.run === null, again);
  }

  /** Shows an error beside the picture, or alone if there is none. @param {string} text empty: no error */
  showError(text) {
    this.view?.setError(text, this.run === null);
  }

  /** Draws one frame. This is the only place that updates the picture. @param {number} time */
  draw(time) {
    const { view, scene, range } = this;
    if (!view || !scene || !range) return;
    // before any write, since it reads computed styles
    if (!this.player.paused) this.life.glance();
    const place = this.player.ending ? time - JUST_BEFORE : time;
    const step = stepAt(range.steps, place);
    const turned = step !== this.step;
    const { drawnTime } = this;
    const here = drawnTime === time ? step : stepAt(range.steps, drawnTime);
    const captioned = this.#printing ? here : (this.#quiz?.captioned(here, time, this.player.paused) ?? here);
    // text first, then motion
    if (captioned !== this.#captioned) {
      view.setStep(withVisibleTargets(scene, captioned), this.asked || this.#captioned !== null, this.#same);
      this.asked = false;
    }
    [this.step, this.#captioned] = [step, captioned];
    const { untouched, paused } = this.player;
    if (view.poster !== untouched) view.setPoster(untouched, !paused && !reducedMotion(this.host));
    const picture = this.#picture();
    view.stage.update(picture);
    // after the picture, since it reads its colours
    view.manipulation?.update(picture);
    view.controls.setTime(place, range.end, step?.title ?? "");
    this.showPlaying();
    if (turned) this.#sendStep(step);
    this.#sendTime(time);
  }

  /** Shows the next step finished, unless a question comes first. */
  #advance() {
    const { time } = this.player;
    this.actions.forward();
    const stop = this.#stopBetween(time, this.player.time);
    if (!stop) return;
    this.player.seek(stop.time);
    stop.act();
  }

  /** Where playback stops between two times, if anywhere. @param {number} from @param {number} to */
  #stopBetween(from, to) {
    // the part that is played may begin with a question, which is asked only once
    const begins = from === this.player.start;
    const stop = this.#quiz?.stopBetween(begins ? from - JUST_BEFORE : from, to, this.player.loop || begins);
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
    this.life.take();
    this.player.pause();
    this.#quiz?.ask(question);
    this.draw(question.time);
    if (paused) return;
    this.send("pause");
    this.send("timeupdate");
  }

  /** Answers the pending question by number. @param {number} number from 0 @returns {boolean} whether there is one */
  choose(number) {
    const pending = this.#quiz?.pending;
    const choice = pending?.choices[number];
    if (choice) this.answer(choice.key);
    return pending != null;
  }

  /** @param {number} key */
  answer(key) {
    this.#quiz?.answer(key);
    this.host.play();
  }

  /**
   * Rings a target; one that the picture does not show is lit in the formula.
   * @param {import("./view.js").Target | null} target @returns {boolean} false if it exists but is not in the picture
   */
  highlight = (target) => {
    const { view, scene, run } = this;
    view?.stage.ring(target);
    if (!view || !scene || !target || standing(scene, this.drawnTime)(target)) return true;
    const { tensor } = target;
    const exists =
      Object.hasOwn(scene.model.trace, tensor) || run?.graph.some((node) => node.tensor === tensor);
    if (exists) view.light(tensor);
    return !exists;
  };

  /** Shows the poster while printing, even of a player that nobody has scrolled to. @param {boolean} printing */
  print(printing) {
    this.#printing = printing;
    this.#captioned = null;
    if (printing) this.updates.now();
    this.draw(this.player.time);
  }

  /** Dispatches stepchange, unless a new scene is merely at the same step. @param {any} step */
  #sendStep(step) {
    const index = this.scene.steps.indexOf(step);
    if (this.#sent.step === `${step.id} ${index}`) return;
    this.#sent.step = `${step.id} ${index}`;
    this.send("stepchange", { id: step.id, index });
  }

  /** @param {number} time */
  #sendTime(time) {
    if (time === this.#sent.time || this.player.untouched) return;
    this.#sent.time = time;
    this.send("timeupdate");
  }

  #ended() {
    this.life.take();
    this.showPlaying();
    this.send("pause");
    this.send("ended");
    this.life.takeTurns();
  }

  showPlaying() {
    const { paused, time, end } = this.player;
    this.view?.controls.setPlaying(paused, paused && end > 0 && time >= end);
  }

  /** Shows the present attributes and switches in the controls. */
  showState() {
    if (!this.view || !this.run) return;
    const counts = sizes(this.run);
    const options = readOptions(this.state.attributes, counts);
    const { controls } = this.view;
    this.view.setControls(shownControls(options));
    controls.setFullscreen(isFullscreen(this.host), this.words);
    this.view.setEditable(options.editable, this.words);
    const { offers } = this.run.from;
    this.view.offerCausal(offers?.includes("causal") ?? false, switches(this.run.problem).causal, this.words);
    const { outer } = this.editor;
    this.view.offerBack(outer && fill(this.words.backTo, { story: words(this.lang).names[outer] }));
    controls.setRate(this.player.rate);
    const { loop, loopFrom } = this.player;
    const chosen = { softmax: options.softmax === "open", story: this.scene?.story ?? "", loop, loopFrom };
    const lists = { heads: counts.heads, batches: counts.batch };
    const state = { ...options, ...switches(this.run.problem), ...chosen, ...lists };
    controls.settings.setState(state, this.words);
    this.showPlaying();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { view, scene, actions, editor } = this;
    if (!view || !scene) return;
    const field = view.editing?.field;
    const editing = this.state.options.editable && !event.defaultPrevented && !field?.isOpen;
    const targets = { stage: view.stage, field, settings: view.controls.settings };
    const used = (editing && editor.key(event)) || handleKey(event, actions, targets);
    if (used) event.preventDefault();
    // to the page the element is the target: it would take what is typed into a field for its shortcuts
    if (isTyped(event) || (used && event.key === "Escape")) event.stopPropagation();
  }
}
