/** Where numbers come in: a box for pasted text, and files that are dropped or chosen. Nothing is put in before it is asked for. */
import { givenIn, replaced, withParameters } from "../edit/index.js";
import { make } from "../element/make.js";
import { readMatrix, readProblem } from "../input/index.js";
import { fill } from "../words/sentence.js";
import { createFiles } from "./files.js";
import { listed } from "./names.js";

/** @typedef {import("../edit/tensors.js").Given} Given */
/** @typedef {{ shape: number[], data: Float32Array, notes?: string[], format?: string }} Matrix */
/** @typedef {import("./matrices.js").Studio & { lang: () => string }} Studio */

/** A reader who types sees what it is read as a little later. */
const PAUSE = 150;

/** @param {HTMLElement} root @param {Studio} studio */
export function createInlet(root, studio) {
  const page = () => studio.words().page;
  const title = make(document, "h3", { id: "inlet" });
  const text = make(document, "textarea", {
    rows: "3",
    spellcheck: "false",
    autocomplete: "off",
    "aria-labelledby": "inlet",
  });
  const read = make(document, "p", { class: "read", role: "status" });
  const target = make(document, "select", { name: "target" });
  const put = make(document, "button", { type: "button", class: "strong" });
  const file = make(document, "input", {
    type: "file",
    accept: ".npy,.safetensors,.csv,.tsv,.json,.txt",
    hidden: true,
  });
  const choose = make(document, "button", { type: "button" });
  choose.addEventListener("click", () => file.click());
  const line = make(document, "div", { class: "line" }, target, put, choose, file);
  const details = make(document, "div", { class: "files" });
  root.append(title, text, read, line, details);

  /** @type {{ problem?: Record<string, any>, matrix?: Matrix } | null} what the text is read as */
  let understood = null;
  let chosen = "";

  /** The tensor that a matrix is most likely meant for: of its shape, else of its width. @param {number[]} shape */
  function likely(shape) {
    const all = targets();
    const matrix = String(shape.slice(-2));
    const same = all.find((given) => String(given.shape.slice(-2)) === matrix);
    const wide = all.find((given) => given.shape.at(-1) === shape.at(-1));
    return same ?? wide ?? all[0];
  }

  const targets = () => givenIn(studio.problem()).filter(({ key }) => key !== "target");

  /** @param {string} [wanted] tensor */
  function offer(wanted = chosen) {
    const all = targets();
    target.replaceChildren(
      ...all.map((given) => make(document, "option", { value: given.tensor }, listed(studio.words(), given))),
    );
    if (all.some(({ tensor }) => tensor === wanted)) target.value = wanted;
  }

  /** @param {unknown} error */
  const said = (error) => (error instanceof Error ? error.message : String(error));

  /** What stands in the box, as far as it can be read. */
  function understand() {
    understood = null;
    read.classList.remove("wrong");
    put.disabled = true;
    target.hidden = false;
    const written = text.value;
    if (!written.trim()) return void (read.textContent = "");
    const lang = studio.lang();
    try {
      const whole = readProblem(written, { lang });
      if (whole) {
        understood = { problem: whole.problem };
        read.textContent = [page().readProblem, ...whole.notes].join(" ");
        target.hidden = true;
      } else {
        const matrix = readMatrix(written, { lang });
        understood = { matrix };
        const fits = likely(matrix.shape);
        offer(chosen || fits?.tensor);
        const facts = { format: page().formats[matrix.format ?? "text"], shape: matrix.shape.join("×") };
        read.textContent = [fill(page().readMatrix, facts), ...(matrix.notes ?? [])].join(" ");
      }
      put.disabled = false;
    } catch (error) {
      refuse(said(error));
    }
  }

  /** What could not be put in stays where it was written. @param {string} why */
  function refuse(why) {
    read.classList.add("wrong");
    read.textContent = why;
  }

  function empty() {
    text.value = "";
    understand();
  }

  /** @param {Given | undefined} given @param {Matrix} matrix @returns {boolean} */
  function putIn(given, matrix) {
    if (!given) return false;
    const refused = studio.edit(replaced(studio.problem(), given, matrix));
    const put = listed(studio.words(), { tensor: given.tensor, shape: matrix.shape });
    if (refused) refuse(refused.message);
    else studio.tell(fill(page().putIn, { matrix: put }));
    return !refused;
  }

  let waiting = 0;
  text.addEventListener("input", () => {
    clearTimeout(waiting);
    chosen = "";
    waiting = Number(setTimeout(understand, PAUSE));
  });
  target.addEventListener("change", () => (chosen = target.value));
  put.addEventListener("click", () => {
    clearTimeout(waiting);
    understand();
    if (understood?.problem) {
      const refused = studio.edit(understood.problem);
      if (refused) refuse(refused.message);
      else empty();
      return;
    }
    const given = targets().find(({ tensor }) => tensor === target.value);
    if (understood?.matrix && putIn(given, understood.matrix)) empty();
  });

  const files = createFiles(details, {
    words: studio.words,
    lang: studio.lang,
    targets,
    put: putIn,
    putLayer(parameters) {
      const refused = studio.edit(withParameters(studio.problem(), parameters));
      if (!refused) studio.tell(fill(page().layerIn, { shape: parameters.w_q.shape.join("×") }));
    },
    text(written) {
      text.value = written;
      understand();
      text.focus();
    },
  });
  file.addEventListener("change", () => {
    if (file.files?.[0]) files.open(file.files[0]);
    file.value = "";
  });
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    root.classList.add("over");
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget ?? root.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    root.classList.remove("over");
    const dropped = event.dataTransfer?.files[0];
    if (!dropped) return;
    event.preventDefault();
    root.scrollIntoView({ block: "nearest" });
    files.open(dropped);
  });

  return {
    /** Text pasted into a matrix. @param {Given} given @param {string} written */
    paste(given, written) {
      try {
        putIn(given, readMatrix(written, { lang: studio.lang() }));
      } catch (error) {
        // nothing is lost: it stands in the box, with what is wrong with it
        text.value = written;
        chosen = given.tensor;
        understand();
        studio.tell(said(error));
      }
    },

    show: () => offer(target.value),

    speak() {
      title.textContent = page().inlet;
      text.placeholder = "torch.tensor([[1, 0], [0, 1]])";
      put.textContent = page().put;
      choose.textContent = page().file;
      target.setAttribute("aria-label", page().target);
      files.speak();
      understand();
    },
  };
}
