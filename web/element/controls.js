/**
 * The control bar: back, play, forward, chapters with the scrubber, clock, speed, language, settings, transcript, full screen.
 */
import { fill } from "../words/sentence.js";
import { icon, label, make, makeButton, say } from "./dom.js";
import { createSettings } from "./settings.js";

/** @typedef {{ id: string, title: string, start: number, duration: number }} Chapter */
/** @typedef {Record<string, any>} Words */
/**
 * The actions that the bar calls.
 * @typedef {object} Actions
 * @property {() => void} back @property {() => void} forward @property {() => void} play @property {() => void} toggle
 * @property {(time: number) => void} seek @property {(number: number) => void} chapter
 * @property {(rate: number) => void} rate @property {() => void} language
 * @property {(attribute: string, value: any) => void} set
 * @property {() => void} loopFrom @property {() => void} transcript @property {() => void} export
 * @property {() => void} fullscreen
 */

/**
 * The smallest share of the bar by which the knob moves, below a pixel on most bars: each write costs as much as drawing the
 * picture.
 */
const FINEST = 1 / 1000;

const speeds = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4];

/** @param {Document} document @param {Actions} actions */
export function createControls(document, actions) {
  const button = (/** @type {string} */ part, /** @type {() => void} */ onclick) =>
    makeButton(document, { part: `button ${part}`, class: part, onclick });
  const back = button("back", actions.back);
  const play = button("play", actions.toggle);
  const forward = button("forward", actions.forward);
  const language = button("language", actions.language);
  language.classList.add("wide");
  back.append(icon(document, "back"));
  forward.append(icon(document, "forward"));
  // the carrier is as wide as its chapter and the knob moves by a share of that width, so the bar needs no layout
  const knob = make(document, "span", { class: "knob", part: "knob" });
  const carrier = make(document, "span", { class: "carrier" }, knob);
  const look = { class: "chapters", part: "timeline", role: "slider", tabindex: "0" };
  const slider = make(document, "div", look);
  const past = make(document, "span");
  const whole = make(document, "span");
  const clock = make(document, "span", { class: "clock", part: "clock" }, past, whole);
  const option = (/** @type {number} */ rate) =>
    make(document, "option", { value: String(rate) }, `${rate}×`);
  const chosen = () => actions.rate(Number(speed.value));
  const speed = make(document, "select", { class: "wide speed", part: "button speed", onchange: chosen });
  speed.append(...speeds.map(option));
  const settings = createSettings(document, actions);
  const transcript = button("transcript", actions.transcript);
  const fullscreen = button("fullscreen", actions.fullscreen);
  const further = make(document, "div", { class: "further" }, transcript, fullscreen);
  const root = make(document, "div", { class: "bar", part: "controls", role: "group" });
  root.append(back, play, forward, slider, clock, speed, language, settings.button, settings.panel, further);
  /** The elements that each word of the attribute `controls` shows. @type {Record<string, HTMLElement[]>} */
  const groups = {
    ...{ play: [back, play, forward], bar: [slider, clock], speed: [speed] },
    ...{ settings: [language, settings.button], transcript: [transcript], fullscreen: [fullscreen] },
  };

  /** @type {{ chapter: Chapter, element: HTMLElement, fill: HTMLElement, share: number }[]} share: the last one written */
  let segments = [];
  /** @type {HTMLElement | null} the element of the present chapter */
  let current = null;
  /** The share of its chapter at which the knob stands. */
  let carried = NaN;
  let playing = "";
  let texts = /** @type {Words} */ ({});
  let told = "";
  let roomy = true;
  let [now, before] = [0, 0];

  /** Puts the further buttons into the bar if it has room, else into the settings. */
  const placeFurther = () => {
    const place = roomy || settings.button.hidden ? root : settings.panel;
    if (further.parentNode !== place) place.append(further);
  };

  /** The time under a point of the bar. @param {number} x px from the left of the viewport */
  const timeAt = (x) => {
    let time = 0;
    for (const { chapter, element } of segments) {
      const box = element.getBoundingClientRect();
      if (x < box.left) break;
      const share = Math.min((x - box.left) / (box.width || 1), 1);
      time = chapter.start + share * chapter.duration;
    }
    return time;
  };

  /**
   * Writes a button's icon and name; the name is visible where there is room.
   * @param {HTMLElement} button @param {"transcript" | "fullscreen" | "leaveFullscreen"} name @param {Words} words
   */
  const write = (button, name, words) => {
    if (button.title === words[name]) return;
    button.replaceChildren(icon(document, name), make(document, "span", {}, words[name]));
    label(button, words[name], true);
  };

  /** @param {Chapter} chapter */
  const segmentOf = (chapter) => {
    const fill = make(document, "span", { class: "fill" });
    const track = make(document, "span", { class: "track" }, fill);
    const name = make(document, "span", { class: "name", "data-name": chapter.title }, chapter.title);
    const element = make(document, "span", { class: "chapter", part: "chapter" }, name, track);
    element.style.flex = "1 1 0";
    return { chapter, element, fill, share: NaN };
  };

  // the settings lie over the caption, whose words can have the focus
  root.addEventListener("focusout", ({ relatedTarget: to }) => {
    if (to && !root.contains(/** @type {Node} */ (to))) settings.show(false);
  });
  slider.addEventListener("pointerdown", (event) => {
    const isSecondFinger = event.pointerType === "touch" && !event.isPrimary;
    if (event.button !== 0 || isSecondFinger) return;
    before = now;
    slider.focus({ preventScroll: true });
    const named = /** @type {HTMLElement} */ (event.target).closest(".name");
    const number = named ? segments.findIndex(({ element }) => element.contains(named)) : -1;
    if (number >= 0) return actions.chapter(number);
    try {
      slider.setPointerCapture(event.pointerId);
    } catch {
      // the pointer has left already
    }
    actions.seek(timeAt(event.clientX));
  });
  slider.addEventListener("pointermove", (event) => {
    if (slider.hasPointerCapture?.(event.pointerId)) actions.seek(timeAt(event.clientX));
  });

  // the browser scrolls or zooms instead
  slider.addEventListener("pointercancel", ({ isPrimary }) => isPrimary && actions.seek(before));

  return {
    root,
    settings,

    play,

    /** Shows only these controls. @param {Set<string>} shown words of the attribute */
    setShown(shown) {
      const isShown = (/** @type {string} */ name) =>
        shown.has(name) && (name !== "fullscreen" || document.fullscreenEnabled === true);
      for (const [name, all] of Object.entries(groups))
        for (const element of all) element.hidden = !isShown(name);
      root.hidden = !Object.keys(groups).some(isShown);
      if (settings.button.hidden) settings.show(false);
      placeFurther();
    },

    /** @param {boolean} on whether the bar has room for every button */
    setRoomy(on) {
      roomy = on;
      placeFurther();
    },

    /** @param {boolean} full whether the player fills the screen @param {Words} words */
    setFullscreen(full, words) {
      write(fullscreen, full ? "leaveFullscreen" : "fullscreen", words);
    },

    /** Animates the poster's play button into the bar's. @param {DOMRect} from the box of the poster's */
    receive(from) {
      const { x, y, width } = play.getBoundingClientRect();
      if (width === 0) return;
      const scale = from.width / width;
      const transform = `translate(${from.x - x}px, ${from.y - y}px) scale(${scale})`;
      play.animate?.([{ transform, transformOrigin: "0 0" }, { transformOrigin: "0 0" }], {
        duration: 320,
        easing: "cubic-bezier(.4, 0, .2, 1)",
      });
    },

    /** Replaces the chapters after a new scene. @param {Chapter[]} chapters */
    setChapters(chapters) {
      const stays =
        String(chapters.map(({ title }) => title)) ===
        String(segments.map((segment) => segment.chapter.title));
      segments = stays
        ? segments.map((segment, k) => ({ ...segment, chapter: chapters[k] }))
        : chapters.map(segmentOf);
      for (const { chapter, element } of segments)
        element.style.flexGrow = String(Math.max(chapter.duration, 0.01));
      if (!stays) {
        current = null;
        slider.replaceChildren(...segments.map(({ element }) => element));
      }
      slider.setAttribute("aria-valuemin", String(Math.round(chapters[0]?.start ?? 0)));
    },

    /** @param {Words} words @param {string} [next] the language that the button switches to */
    setWords(words, next) {
      label(root, words.player);
      label(back, words.back, true);
      label(forward, words.forward, true);
      label(slider, words.position);
      label(speed, words.speed);
      label(language, fill(words.switchLanguage, { next }));
      say(language, words.language);
      write(transcript, "transcript", words);
      texts = words;
      playing = told = "";
    },

    /** Updates the play button. @param {boolean} paused @param {boolean} ended */
    setPlaying(paused, ended) {
      const name = paused ? (ended ? "again" : "play") : "pause";
      if (playing === name) return;
      playing = name;
      play.replaceChildren(icon(document, name));
      label(play, texts[name === "again" ? "replay" : name], true);
    },

    /** @param {number} rate */
    setRate(rate) {
      const another = speeds.includes(rate) ? [] : [option(rate)];
      if (speed.value === String(rate)) return;
      speed.replaceChildren(...speeds.map(option), ...another);
      speed.value = String(rate);
    },

    /**
     * Shows the time, with as few writes per frame as possible.
     * @param {number} time @param {number} end of the last chapter @param {string} text
     */
    setTime(time, end, text) {
      now = time;
      const at = segments.findLastIndex(({ chapter }) => chapter.start <= time);
      const present = segments[at];
      const least = (end - (segments[0]?.chapter.start ?? 0)) * FINEST;
      for (const [k, segment] of segments.entries()) {
        const { chapter, fill } = segment;
        const part = k < at ? 1 : (time - chapter.start) / (chapter.duration || 1);
        const share = Math.min(Math.max(part, 0), 1);
        const moved = Math.abs(share - segment.share) * chapter.duration;
        if (share === segment.share || (moved < least && share > 0 && share < 1)) continue;
        segment.share = share;
        fill.style.transform = `scaleX(${share.toFixed(4)})`;
      }
      if (present && current !== present.element) {
        current?.classList.remove("on", "late");
        current = present.element;
        current.classList.add("on");
        current.classList.toggle("late", at > segments.length / 2);
        current.append(carrier);
      }
      if (present && carried !== present.share) {
        carried = present.share;
        knob.style.transform = `translateX(${(100 * carried).toFixed(2)}cqi)`;
      }
      const times = `${minutes(time)} / ${minutes(end)}`;
      if (told === `${text} ${times}`) return;
      told = `${text} ${times}`;
      say(past, minutes(time));
      say(whole, ` / ${minutes(end)}`);
      slider.setAttribute("aria-valuemax", String(Math.round(end)));
      slider.setAttribute("aria-valuenow", String(Math.round(time)));
      slider.setAttribute("aria-valuetext", fill(texts.at, { step: text, time: times }));
    },
  };
}

/** @param {number} seconds */
function minutes(seconds) {
  const whole = Math.floor(seconds + 1e-6);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
