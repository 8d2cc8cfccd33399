/** A file that is dropped or chosen: its header first, then the part of it that is asked for. */
import { make } from "../element/make.js";
import { openNpy, openSafetensors, readWeight, recognizeWeights } from "../input/index.js";
import { fill } from "../words/sentence.js";
import { listed } from "./names.js";

/** @typedef {import("../edit/tensors.js").Given} Given */
/** @typedef {{ shape: number[], data: Float32Array }} Matrix */
/**
 * @typedef {object} Inlet
 * @property {() => Record<string, any>} words
 * @property {() => string} lang
 * @property {() => Given[]} targets
 * @property {(given: Given | undefined, matrix: Matrix) => boolean} put
 * @property {(text: string) => void} text
 */
/**
 * @typedef {object} Source a tensor of a file
 * @property {string} name
 * @property {number[]} shape as it is put in
 * @property {string} [key] the tensor of the problem that it is
 * @property {(options: Record<string, any>) => Promise<Matrix>} read
 */

/** Text files larger than this are no matrices to be read by eye. */
const TEXT_LIMIT = 1 << 20;
/** What is chosen before the reader chooses: as much as is animated. */
const FIRST = 8;

/** @param {HTMLElement} root @param {Inlet} inlet */
export function createFiles(root, inlet) {
  const page = () => inlet.words().page;
  /** @type {AbortController | null} */
  let work = null;
  let last = () => {};

  /** @param {string} text @param {boolean} [wrong] */
  function tell(text, wrong = false) {
    root.replaceChildren(make(document, "p", { class: wrong ? "read wrong" : "read", role: "status" }, text));
  }

  /** @param {Blob & { name: string }} file */
  async function open(file) {
    work?.abort();
    const lang = inlet.lang();
    const name = file.name.toLowerCase();
    try {
      if (name.endsWith(".npy")) {
        const array = await openNpy(file, { lang });
        offer(file.name, [{ name: file.name, shape: array.shape, read: (options) => array.read(options) }]);
      } else if (name.endsWith(".safetensors")) {
        const opened = await openSafetensors(file, { lang });
        offer(file.name, sourcesOf(opened, lang));
      } else if (file.size > TEXT_LIMIT)
        tell(fill(page().largeFile, { name: file.name, size: file.size, limit: TEXT_LIMIT }), true);
      else {
        root.replaceChildren();
        inlet.text(await file.text());
      }
    } catch (error) {
      tell(`${file.name}: ${error instanceof Error ? error.message : error}`, true);
    }
  }

  /** What a model's file holds: weights of attention first, as the problem has them. @param {any} opened @param {string} lang @returns {Source[]} */
  function sourcesOf(opened, lang) {
    const known = recognizeWeights(opened.tensors).flatMap((/** @type {any} */ { layer, weights }) =>
      weights.map((/** @type {any} */ weight) => ({
        name: `${weight.key} ← ${layer ? `${layer}: ` : ""}${weight.name}`,
        shape: weight.shape,
        key: weight.key,
        read: (/** @type {Record<string, any>} */ options) =>
          readWeight(opened, weight, { ...options, lang }),
      })),
    );
    const all = opened.tensors.map((/** @type {any} */ { name, dtype, shape }) => ({
      name: `${name} ${dtype}`,
      shape,
      read: (/** @type {Record<string, any>} */ options) => opened.read(name, options),
    }));
    return [...known, ...all];
  }

  /** @param {string} title @param {Source[]} sources */
  function offer(title, sources) {
    last = () => offer(title, sources);
    const choice = make(document, "select", { name: "source", "aria-label": page().source });
    // a name is text, whatever it says
    choice.append(
      ...sources.map(({ name, shape }, k) =>
        make(document, "option", { value: String(k) }, `${name} ${shape.join("×")}`),
      ),
    );
    const target = make(document, "select", { name: "into", "aria-label": page().target });
    const all = inlet.targets();
    target.append(
      ...all.map((given) => make(document, "option", { value: given.tensor }, listed(inlet.words(), given))),
    );
    const ranges = make(document, "div", { class: "line" });
    const put = make(document, "button", { type: "button", class: "strong" }, page().put);
    const heading = make(document, "h4", {}, title);
    root.replaceChildren(heading, choice, ranges, make(document, "div", { class: "line" }, target, put));
    const source = () => sources[Number(choice.value)];
    const pick = () => {
      const { shape, key } = source();
      ranges.replaceChildren(...rangesOf(shape));
      const given = all.find((one) => one.key === key);
      if (given) target.value = given.tensor;
    };
    choice.addEventListener("change", pick);
    pick();
    put.addEventListener("click", () => {
      const given = all.find(({ tensor }) => tensor === target.value);
      take(source(), chosenRanges(ranges), given);
    });
  }

  /** From and to of the last two axes; of the first rows and columns, as many as are animated. @param {number[]} shape */
  function rangesOf(shape) {
    const axes =
      shape.length > 1 ? /** @type {const} */ (["rows", "columns"]) : /** @type {const} */ (["columns"]);
    if (shape.length === 0) return [];
    return axes.map((axis, k) => {
      const length = shape[shape.length - axes.length + k];
      const bound = (/** @type {string} */ end, /** @type {number} */ value) =>
        make(document, "input", {
          type: "number",
          min: "0",
          max: String(length),
          value: String(value),
          name: `${axis}-${end}`,
          class: "amount",
          "aria-label": fill(page()[axis], { end: page()[end] }),
        });
      const range = [bound("from", 0), " – ", bound("to", Math.min(length, FIRST))];
      return make(document, "span", { class: "field" }, page().axes[axis], " ", ...range, ` / ${length}`);
    });
  }

  /** @param {HTMLElement} ranges @returns {Record<string, [number, number]>} */
  function chosenRanges(ranges) {
    /** @type {Record<string, [number, number]>} */
    const chosen = {};
    for (const axis of ["rows", "columns"]) {
      const [from, to] = ["from", "to"].map((end) => ranges.querySelector(`[name=${axis}-${end}]`));
      if (from && to)
        chosen[axis] = [
          /** @type {HTMLInputElement} */ (from).valueAsNumber,
          /** @type {HTMLInputElement} */ (to).valueAsNumber,
        ];
    }
    return chosen;
  }

  /** @param {Source} source @param {Record<string, [number, number]>} ranges @param {Given | undefined} given */
  async function take(source, ranges, given) {
    work?.abort();
    const own = (work = new AbortController());
    const bar = make(document, "progress", { max: "1", value: "0", "aria-label": page().reading });
    const cancel = make(document, "button", { type: "button" }, page().cancel);
    cancel.addEventListener("click", () => own.abort());
    const shown = make(document, "div", { class: "line" }, bar, cancel);
    // work that is soon over shows nothing
    const timer = setTimeout(() => root.append(shown), 200);
    const onProgress = (/** @type {{ done: number, total: number }} */ { done, total }) =>
      (bar.value = total ? done / total : 1);
    try {
      const matrix = await source.read({ ...ranges, signal: own.signal, onProgress, lang: inlet.lang() });
      inlet.put(given, matrix);
    } catch (error) {
      const stopped = own.signal.aborted;
      const message = stopped ? page().stopped : error instanceof Error ? error.message : String(error);
      root.querySelector(".read")?.remove();
      root.append(make(document, "p", { class: stopped ? "read" : "read wrong", role: "status" }, message));
    } finally {
      clearTimeout(timer);
      shown.remove();
      if (work === own) work = null;
    }
  }

  return { open, speak: () => last() };
}
