/** A file that is dropped or chosen: its header first, then the part of it that is asked for. */
import { listedName } from "../input/refusal.js";
import { make } from "../element/make.js";
import { openNpy, openSafetensors, readWeight, recognizeWeights } from "../input/index.js";
import { TEXT_BYTES } from "../input/limits.js";
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
 * @property {(parameters: Record<string, Matrix>) => void} putLayer
 * @property {(text: string) => void} text
 */
/** @typedef {{ rows?: [number, number], columns?: [number, number], signal?: AbortSignal, onProgress?: (progress: { done: number, total: number }) => void, lang?: string }} Options */
/**
 * @typedef {object} Source a tensor of a file, or a layer
 * @property {string} name
 * @property {number[]} shape as it is put in
 * @property {string} [key] the tensor of the problem that it is
 * @property {(options: Options) => Promise<Matrix>} [read]
 * @property {(options: Options) => Promise<Record<string, Matrix>>} [readLayer] of a layer: its parameters by key
 */

/** Characters of a name in a list. */
const NAME = 64;

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
        offer(file.name, sourcesOf(opened));
      } else if (file.size > TEXT_BYTES)
        tell(
          fill(page().largeFile, { name: listedName(file.name, NAME), size: file.size, limit: TEXT_BYTES }),
          true,
        );
      else {
        root.replaceChildren();
        inlet.text(await file.text());
      }
    } catch (error) {
      tell(`${listedName(file.name, NAME)}: ${error instanceof Error ? error.message : error}`, true);
    }
  }

  /** What a model's file holds: layers of attention first, then their weights, as the problem has them. @param {any} opened @returns {Source[]} */
  function sourcesOf(opened) {
    const layers = recognizeWeights(opened.tensors);
    const whole = layers
      .filter(({ weights }) => ["w_q", "w_k", "w_v"].every((key) => weights.some((one) => one.key === key)))
      .map(({ layer, weights }) => ({
        name: `${fill(page().layer, { layer })}:`,
        shape: weights[0].shape,
        readLayer: (/** @type {Options} */ options) => readLayer(opened, weights, options),
      }));
    const known = layers.flatMap(({ weights }) =>
      weights.map((weight) => ({
        name: `${weight.key} ← ${weight.name}`,
        shape: weight.shape,
        key: weight.key,
        read: (/** @type {Options} */ options) => readWeight(opened, weight, options),
      })),
    );
    const all = opened.tensors.map((/** @type {any} */ { name, dtype, shape }) => ({
      name: `${name} ${dtype}`,
      shape,
      read: (/** @type {Options} */ options) => opened.read(name, options),
    }));
    return [...whole, ...known, ...all];
  }

  /** The same features and the same part of a head of each. @param {any} opened @param {import("../input/files/weights.js").Weight[]} weights @param {Options} options */
  async function readLayer(opened, weights, { rows, columns, ...others }) {
    /** @type {Record<string, Matrix>} */
    const parameters = {};
    for (const weight of weights) {
      const out = weight.key.endsWith("_o");
      const [read, made] = out ? [columns, rows] : [rows, columns];
      const range = weight.shape.length > 1 ? { rows: read, columns: made } : { columns: made };
      parameters[weight.key] = await readWeight(opened, weight, { ...range, ...others });
    }
    return parameters;
  }

  /** @param {string} title @param {Source[]} sources */
  function offer(title, sources) {
    last = () => offer(title, sources);
    const choice = make(document, "select", { name: "source", "aria-label": page().source });
    // a name is text, whatever it says
    choice.append(
      ...sources.map(({ name, shape }, k) =>
        make(
          document,
          "option",
          { value: String(k), dir: "auto" },
          `${listedName(name, NAME)} ${shape.join("×")}`,
        ),
      ),
    );
    const target = make(document, "select", { name: "into", "aria-label": page().target });
    const all = inlet.targets();
    // parameters that the problem has not had yet
    for (const { key } of sources)
      if (key && !all.some((one) => one.key === key)) all.push({ tensor: key, key, stage: -1, shape: [] });
    target.append(
      ...all.map((given) => make(document, "option", { value: given.tensor }, listed(inlet.words(), given))),
    );
    const ranges = make(document, "div", { class: "line" });
    const put = make(document, "button", { type: "button", class: "strong" }, page().put);
    const heading = make(document, "h4", {}, title);
    root.replaceChildren(heading, choice, ranges, make(document, "div", { class: "line" }, target, put));
    const source = () => sources[Number(choice.value)];
    const pick = () => {
      const { shape, key, readLayer: whole } = source();
      target.hidden = Boolean(whole);
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
      const options = { ...ranges, signal: own.signal, onProgress, lang: inlet.lang() };
      if (source.readLayer) inlet.putLayer(await source.readLayer(options));
      else if (source.read) inlet.put(given, await source.read(options));
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
