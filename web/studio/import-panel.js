/** Reads numbers from a box for pasted text, and from files that are dropped or chosen. Nothing changes until the reader asks for it. */
import { follow, givenIn, replaced, withParameters } from "../edit/index.js";
import { enable } from "../element/dom.js";
import { readMatrix } from "../input/index.js";
import { isTooLong } from "../input/limits.js";
import { fill } from "../words/sentence.js";
import { createFiles } from "./files.js";
import { listed, listing } from "./names.js";
import { button, choiceOf, element, fillSelect, line, messageOf } from "./page.js";
import { progressIn } from "./progress.js";
import { withDrawnCalls } from "./random-calls.js";
import { readText } from "./read-text.js";

/** @typedef {import("../edit/tensors.js").Given} Given */
/** @typedef {import("./read-text.js").Matrix} Matrix */

/** Formats that have the same name in every language. @type {Record<string, string>} */
const FORMATS = {
  ...{ python: "Python", numpy: "NumPy", pytorch: "PyTorch", matlab: "MATLAB", latex: "LaTeX" },
  ...{ csv: "CSV", markdown: "Markdown", json: "JSON" },
};

/** Delay in ms after typing, before the text is read. */
const PAUSE = 150;

/** Maximum number of places that are offered, each by a button. */
const MOST_PLACES = 4;
/** Seed of the numbers in place of calls that would draw some. */
const SEED = 7;
/** Maximum numbers of a matrix whose effects on other tensors are found at once. */
const MOST_NUMBERS = 10_000;

/** @param {HTMLElement} root @param {import("./page.js").Studio} studio */
export function createImportPanel(root, studio) {
  const page = () => studio.words().page;
  const text = element("textarea", {
    ...{ rows: "3", spellcheck: "false", autocomplete: "off", "aria-labelledby": "inlet" },
    placeholder: "torch.tensor([[1, 0], [0, 1]])",
    oninput() {
      clearTimeout(waiting);
      chosen = "";
      understood = null;
      waiting = Number(setTimeout(understand, PAUSE));
    },
    onpaste(event) {
      const { value, selectionStart, selectionEnd } = text;
      const pasted = event.clipboardData?.getData("text/plain") ?? "";
      if (isTooLongToShow(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd)))
        event.preventDefault();
    },
  });
  const read = element("p", { class: "read", role: "status" });
  const progress = element("div");
  const onchange = () => (chosen = target.value);
  const target = element("select", { name: "target", "data-label": "target", onchange });
  const put = button({ class: "strong", "data-words": "put" }, putText);
  const file = element("input", {
    ...{ type: "file", multiple: true, hidden: true },
    onchange() {
      if (file.files?.length) files.open([...file.files]);
      file.value = "";
    },
  });
  const choose = button({ "data-words": "file" }, () => file.click());
  const places = element("div", { class: "places line" });
  const details = element("div", { class: "files" });
  const title = element("h3", { id: "inlet", "data-words": "inlet" });
  root.append(title, text, read, progress, places, line(target, put, choose, file), details);

  /** @type {import("./read-text.js").Understood | null} what the text is read as */
  let understood = null;
  /** @type {AbortController | null} */
  let reading = null;
  let chosen = "";
  let waiting = 0;

  /** Describes the tensors that change size when a matrix is put into a place: "X 3×4 → 3×2". @param {Given} given @param {Matrix} matrix */
  const followed = (given, matrix) =>
    follow(studio.problem(), given, matrix).map(
      ({ next, ...before }) => `${listed(studio.words(), before)} → ${next.join("×")}`,
    );

  /** Returns the places where a matrix fits best: those where the fewest other tensors change size. @param {Matrix} matrix */
  function fitting(matrix) {
    if (matrix.data.length > MOST_NUMBERS) return [];
    const all = targets().map((given) => ({ given, also: followed(given, matrix) }));
    const least = Math.min(...all.map(({ also }) => also.length));
    return all.filter(({ also }) => also.length === least).slice(0, MOST_PLACES);
  }

  /** Names a place with the shape of the matrix put there. @param {Given} given @param {Matrix} matrix */
  const placed = ({ tensor }, { shape }) => listed(studio.words(), { tensor, shape });

  const targets = () => givenIn(studio.problem()).filter(({ key }) => key !== "target");

  /** @param {string} [wanted] tensor */
  function offer(wanted = chosen) {
    fillSelect(target, listing(studio.words(), targets()), wanted);
  }

  /**
   * Reads a text, in place of any that is still being read.
   * @param {string} written @param {boolean} alone looks for a matrix, not a problem
   * @param {(found: import("./read-text.js").Understood) => void} take
   * @param {(why: string) => void} fail
   */
  async function reads(written, alone, take, fail) {
    clearTimeout(waiting);
    reading?.abort();
    const current = (reading = new AbortController());
    const shown = progressIn(progress, page(), current);
    try {
      const found = await readText(written, { lang: studio.lang(), alone }, current.signal);
      if (reading === current) take(found);
    } catch (error) {
      if (reading !== current) return;
      if (!current.signal.aborted) return fail(messageOf(error));
      read.textContent = page().stopped;
      // the reader can ask for it again
      enable(put, true);
    } finally {
      shown.end();
    }
  }

  /** Reads the text in the box, and shows how it is understood. */
  async function understand() {
    reading?.abort();
    reading = null;
    understood = null;
    read.classList.remove("wrong");
    read.textContent = "";
    enable(put, false);
    target.hidden = false;
    places.replaceChildren();
    if (text.value.trim()) await reads(text.value, false, show, showError);
  }

  /** @param {import("./read-text.js").Understood} found */
  function show(found) {
    const { problem, matrix, notes } = (understood = found);
    target.hidden = Boolean(problem);
    let format = page().readProblem;
    if (matrix) {
      offer(chosen || offerPlaces(matrix));
      const { format: name = "text", shape } = matrix;
      const facts = { format: FORMATS[name] ?? page().formats[name], shape: shape.join("×") };
      format = fill(page().readMatrix, facts);
    }
    read.textContent = [format, ...notes].join(" ");
    enable(put, true);
  }

  /** Offers a button for each place where a matrix fits, with what else changes. @param {Matrix} matrix @returns {string | undefined} the tensor that it fits best */
  function offerPlaces(matrix) {
    const all = fitting(matrix);
    const made = all.map(({ given, also }) => {
      const into = fill(page().into, { matrix: placed(given, matrix) });
      const follows = also.length
        ? fill(page().follows, { list: also.join(studio.words().lists.numbers) })
        : "";
      return choiceOf(into, follows, () => putIn(given, matrix) && (empty(), put.focus()));
    });
    places.replaceChildren(...made);
    return all[0]?.given.tensor;
  }

  /** Whether a text exceeds the limit; if so, reports it, and the box must not take the text. @param {string} written */
  function isTooLongToShow(written) {
    if (!isTooLong(written)) return false;
    try {
      readMatrix(written, { lang: studio.lang() });
    } catch (error) {
      showError(messageOf(error));
      studio.announce(messageOf(error));
    }
    return true;
  }

  /** Reports an error. The text stays in the box, and numbers are offered in place of calls that would draw some. @param {string} why */
  function showError(why) {
    read.classList.add("wrong");
    read.textContent = why;
    const drawn = isTooLong(text.value) ? null : withDrawnCalls(text.value, SEED);
    if (drawn === null) return;
    const offer = () => {
      text.value = drawn;
      understand();
    };
    places.replaceChildren(button({}, offer, fill(page().draw.calls, { seed: SEED })));
  }

  /** @param {Given | undefined} given @param {Matrix} matrix @param {(why: string) => void} [fail] @returns {boolean} */
  function putIn(given, matrix, fail = showError) {
    if (!given) return false;
    const error = studio.edit(replaced(studio.problem(), given, matrix));
    if (error) fail(error.message);
    else studio.announce(fill(page().putIn, { matrix: placed(given, matrix) }));
    return !error;
  }

  /** Puts the text in the box into the problem, and empties the box. */
  async function putText() {
    // what was typed last may not have been read yet
    if (!understood) await understand();
    const { problem, matrix } = understood ?? {};
    if (problem) {
      // it keeps its own labels, not those of the tokens before it
      const error = studio.edit(problem.stages ? problem : { labels: {}, ...problem });
      if (error) return showError(error.message);
    } else {
      const given = targets().find(({ tensor }) => tensor === target.value);
      if (!matrix || !putIn(given, matrix)) return;
    }
    empty();
  }

  /** Empties the box. */
  function empty() {
    text.value = "";
    understand();
  }

  const files = createFiles(details, studio, {
    targets,
    put: putIn,
    putLayer(parameters) {
      const error = studio.edit(withParameters(studio.problem(), parameters));
      if (!error) studio.announce(fill(page().layerIn, { shape: parameters.w_q.shape.join("×") }));
    },
    text(written) {
      text.value = written;
      chosen = "";
      understand();
      text.focus();
    },
  });
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    root.classList.add("over");
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget ?? root.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    root.classList.remove("over");
    const dropped = [...(event.dataTransfer?.files ?? [])];
    if (dropped.length === 0) {
      const inBox = event.target === text ? (event.dataTransfer?.getData("text/plain") ?? "") : "";
      if (isTooLongToShow(text.value + inBox)) event.preventDefault();
      return;
    }
    event.preventDefault();
    root.scrollIntoView({ block: "nearest" });
    files.open(dropped);
  });

  return {
    /** Reads text pasted into a matrix. @param {Given} given @param {string} written */
    paste(given, written) {
      if (isTooLongToShow(written)) return;
      const keep = (/** @type {string} */ why) => {
        // nothing is lost: the text goes into the box, with its error
        text.value = written;
        chosen = given.tensor;
        understand();
        studio.announce(why);
      };
      reads(written, true, ({ matrix }) => matrix && putIn(given, matrix, keep) && understand(), keep);
    },

    show: () => offer(target.value),

    speak() {
      files.speak();
      understand();
    },
  };
}
