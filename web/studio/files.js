/** Files that are dropped or chosen: of several a list, of each its header first, then the part of it that is asked for. */
import { grouped, listedName } from "../input/refusal.js";
import { make } from "../element/dom.js";
import { openNpy, openSafetensors, readWeight, recognizeWeights } from "../input/index.js";
import { TEXT_BYTES } from "../input/limits.js";
import { fill } from "../words/sentence.js";
import { listed } from "./names.js";
import { progressIn } from "./progress.js";

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
  /** @type {File | null} the one that was asked for last */
  let latest = null;
  /** @type {File[]} */
  let files = [];
  const several = make(document, "div", { class: "line" });
  const which = make(document, "select", { name: "opened" });
  const opened = make(document, "div", { class: "opened" });
  root.append(several, opened);

  /** @param {File[]} given */
  function open(given) {
    files = given;
    listFiles(0);
    read(files[0]);
  }

  /** All files, where there are several. @param {number} at the one that is open */
  function listFiles(at) {
    if (files.length < 2) return several.replaceChildren();
    which.setAttribute("aria-label", page().files);
    which.replaceChildren(...files.map(({ name }, k) => option(k, listedName(name, NAME))));
    which.value = String(at);
    several.replaceChildren(fill(page().several, { count: files.length }), which);
  }
  which.addEventListener("change", () => read(files[Number(which.value)]));

  /** A name is text, whatever it says. @param {number} k @param {string} text */
  const option = (k, text) => make(document, "option", { value: String(k), dir: "auto" }, text);

  /** @param {File} file */
  async function read(file) {
    work?.abort();
    last = () => {};
    latest = file;
    const lang = inlet.lang();
    const shown = listedName(file.name, NAME);
    const name = file.name.toLowerCase();
    try {
      if (name.endsWith(".npy")) {
        const array = await openNpy(file, { lang });
        const source = { name: file.name, shape: array.shape, read: array.read };
        if (latest === file) offer(shown, [source]);
      } else if (name.endsWith(".safetensors")) {
        const sources = sourcesOf(await openSafetensors(file, { lang }));
        if (latest === file) offer(shown, sources);
      } else if (file.size > TEXT_BYTES)
        throw new Error(fill(page().largeFile, { size: grouped(file.size), limit: grouped(TEXT_BYTES) }));
      else {
        const text = await file.text();
        if (latest !== file) return;
        opened.replaceChildren();
        inlet.text(text);
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : error;
      if (latest === file)
        opened.replaceChildren(
          make(document, "p", { class: "read wrong", role: "status" }, `${shown}: ${message}`),
        );
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
    choice.append(
      ...sources.map(({ name, shape }, k) => option(k, `${listedName(name, NAME)} ${shape.join("×")}`)),
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
    opened.replaceChildren(heading, choice, ranges, make(document, "div", { class: "line" }, target, put));
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
    const progress = progressIn(opened, page(), own);
    const onProgress = (/** @type {{ done: number, total: number }} */ { done, total }) =>
      progress.at(total ? done / total : 1);
    try {
      const options = { ...ranges, signal: own.signal, onProgress, lang: inlet.lang() };
      if (source.readLayer) inlet.putLayer(await source.readLayer(options));
      else if (source.read) inlet.put(given, await source.read(options));
    } catch (error) {
      const stopped = own.signal.aborted;
      const message = stopped ? page().stopped : error instanceof Error ? error.message : String(error);
      opened.querySelector(".read")?.remove();
      opened.append(make(document, "p", { class: stopped ? "read" : "read wrong", role: "status" }, message));
    } finally {
      progress.end();
      if (work === own) work = null;
    }
  }

  return {
    open,
    speak() {
      listFiles(Number(which.value));
      last();
    },
  };
}
