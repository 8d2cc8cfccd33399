/** Keeps the work in the studio: in links that are shared, in a draft that outlives the page, and in the browser's history. */
import { decodeLink, encodeLink } from "../input/index.js";
import { messageOf } from "./page.js";

/** @typedef {Record<string, any>} State of a link: problem, story, step … */
/**
 * @typedef {import("./page.js").Studio & { open: (state: State) => Promise<void>, choose: (id: string) => boolean }} Studio
 *   choose: opens an example by its name
 */

const DRAFT = "attention-player.draft";
/** Delay in ms, so that typing does not save a draft at every key. */
const PAUSE = 400;

/** @param {Studio} studio */
export function createShare(studio) {
  let failed = false;
  let waiting = 0;
  // a later request wins over one that is still being read
  let turn = 0;
  /** Names the present entry of the browser's history. */
  let entry = history.state?.entry;
  /** Work that the browser left before it could be saved, by the entry that it belongs to. @type {Map<number, State>} */
  const left = new Map();

  /** Saves something, if the browser allows it; the first failure is announced, and the work goes on. @param {() => void} act */
  function keep(act) {
    try {
      act();
    } catch {
      if (!failed) studio.announce(studio.words().page.noDraft);
      failed = true;
    }
  }

  function stopWaiting() {
    clearTimeout(waiting);
    waiting = 0;
  }

  /** Puts work into the present entry of the history, or into a new one with an address of its own. @param {State} [work] @param {string} [url] */
  function record(work, url) {
    if (url || !entry) entry = performance.timeOrigin + performance.now();
    if (url) history.pushState({ entry, work }, "", url);
    else history.replaceState({ entry, work }, "");
  }

  /** Saves the work as a draft, whatever its size; a link might be too long. */
  function writeDraft() {
    waiting = 0;
    const work = studio.changed() ? studio.state() : undefined;
    keep(() => (work ? localStorage.setItem(DRAFT, JSON.stringify(work)) : localStorage.removeItem(DRAFT)));
    // going back and reloading return to it
    keep(() => record(work));
  }

  /** @returns {State | null} */
  function draft() {
    /** @type {State | null} */
    let state = null;
    keep(() => (state = JSON.parse(localStorage.getItem(DRAFT) ?? "null")));
    return state;
  }

  /** @param {() => State | Promise<State>} read @returns {Promise<boolean>} */
  async function follow(read) {
    const request = ++turn;
    try {
      const state = await read();
      if (request === turn) await studio.open(state);
      return true;
    } catch (error) {
      // the work on the page is kept
      if (request === turn) studio.announce(messageOf(error));
      return false;
    }
  }

  /** Opens what the address names: a link, or an example. Returns whether it could. @returns {Promise<boolean>} */
  async function fromAddress() {
    const hash = location.hash.slice(1);
    if (!hash) return false;
    if (studio.choose(hash)) return ++turn > 0;
    return follow(() => decodeLink(hash, { lang: studio.lang() }));
  }

  // saves what was typed just before the page goes
  addEventListener("pagehide", () => waiting && writeDraft());
  addEventListener("popstate", ({ state }) => {
    if (waiting) left.set(entry, studio.state());
    stopWaiting();
    entry = state?.entry;
    if (!entry) keep(() => record(state?.work));
    const work = left.get(entry) ?? state?.work;
    left.delete(entry);
    if (work) follow(() => work);
    else fromAddress().then((found) => found || location.hash || studio.choose("walk-through"));
  });

  return {
    /** Opens what there is to begin with: the work before a reload, the link, or else the draft. */
    async begin() {
      if (!entry) keep(() => record(history.state?.work));
      const work = history.state?.work ?? (location.hash ? null : draft());
      if (work && (await follow(() => work))) studio.announce(studio.words().page.draft);
      else await fromAddress();
    },

    /** Notes that an example was chosen; going back returns to what was there before. @param {string} id */
    chose(id) {
      turn++;
      stopWaiting();
      keep(() => record(undefined, `#${id}`));
      keep(() => localStorage.removeItem(DRAFT));
    },

    /** Notes a change, which is saved a little later. */
    changed() {
      stopWaiting();
      waiting = Number(setTimeout(writeDraft, PAUSE));
    },

    /** Saves the work before something else is shown, so that the reader can go back to it. */
    remember() {
      stopWaiting();
      if (studio.changed()) writeDraft();
    },

    /** Puts the link into the address and on the clipboard. */
    async share() {
      const { page } = studio.words();
      const state = studio.state();
      let text = "";
      try {
        text = await encodeLink(state, { lang: studio.lang() });
      } catch (error) {
        return studio.announce(messageOf(error));
      }
      keep(() => record(state, `#${text}`));
      try {
        await navigator.clipboard.writeText(location.href);
        studio.announce(page.shared);
      } catch {
        studio.announce(page.inAddress);
      }
    },
  };
}
