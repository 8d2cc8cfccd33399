/** Reads files that are dropped or chosen: lists several, reads the header of one, then the part of it that is asked for. */
import { grouped, listedName } from "../input/errors.js";
import { CARRIERS, carriedBy } from "../input/files/carried.js";
import { openNpy, openSafetensors, readWeight, recognizeWeights } from "../input/index.js";
import { SLICE_BYTES, TEXT_BYTES } from "../input/limits.js";
import { fill } from "../words/sentence.js";
import { listing } from "./names.js";
import { button, element, fillSelect, line, messageOf } from "./page.js";
import { progressIn } from "./progress.js";

/** @typedef {import("../edit/tensors.js").Given} Given */
/** @typedef {{ shape: number[], data: Float32Array }} Matrix */
/** @typedef {import("./page.js").Studio} Studio */
/**
 * @typedef {object} Destination receives what is read
 * @property {() => Given[]} targets
 * @property {(given: Given | undefined, matrix: Matrix) => boolean} put
 * @property {(parameters: Record<string, Matrix>) => void} putLayer
 * @property {(text: string) => void} text
 */
/** @typedef {{ rows?: [number, number], columns?: [number, number], signal?: AbortSignal, onProgress?: (progress: { done: number, total: number }) => void, lang?: string }} Options */
/**
 * @typedef {object} Source a tensor of a file, or a layer
 * @property {string} name
 * @property {number[]} shape as it is put into the problem
 * @property {string} [key] the tensor of the problem that it supplies
 * @property {(options: Options) => Promise<Matrix>} [read]
 * @property {(options: Options) => Promise<Record<string, Matrix>>} [readLayer] reads a layer: its parameters by key
 */

/** Begins a file of NumPy, or an archive, whatever its name. */
const ARRAY = /^(\ufffdN|PK\x03)/;
/** Nothing to read, or characters that no text has. */
const NO_TEXT = /^\s*$|[\x00-\x08\x0e-\x1f]/;

/** Maximum characters of a name in a list. */
const NAME = 64;

/** Rows and columns chosen by default: as many as are animated. */
const FIRST = 8;

const AXES = ["rows", "columns"];

/** Returns the chosen ranges, by axis. @param {HTMLElement} ranges @returns {Record<string, [number, number]>} */
function chosenRanges(ranges) {
  const bounds = Array.from(ranges.querySelectorAll("input"), (input) => input.valueAsNumber);
  const axes = AXES.slice(AXES.length - bounds.length / 2);
  return Object.fromEntries(axes.map((axis, k) => [axis, [bounds[2 * k], bounds[2 * k + 1]]]));
}

/** @param {string} message @param {string} [look] */
const statusLine = (message, look = "read wrong") => element("p", { class: look, role: "status" }, message);

/** @param {HTMLElement} root @param {Studio} studio @param {Destination} destination */
export function createFiles(root, studio, destination) {
  const page = () => studio.words().page;
  /** @type {AbortController | null} */
  let work = null;
  /** Shows what is shown of the file again, in another language. */
  let last = () => {};
  /** @type {File | null} the file that was opened last */
  let latest = null;
  /** @type {File[]} */
  let files = [];
  const several = line();
  const which = element("select", { name: "opened", onchange: () => read(files[Number(which.value)]) });
  const opened = element("div", { class: "opened" });
  root.append(several, opened);

  /** @param {File[]} given */
  function open(given) {
    files = given;
    listFiles("0");
    read(files[0]);
  }

  /** Lists all files, if there are several. @param {string} at index of the one that is open */
  function listFiles(at) {
    if (files.length < 2) return several.replaceChildren();
    which.setAttribute("aria-label", page().files);
    const names = files.map(({ name }) => listedName(name, NAME));
    fillSelect(which, names, at);
    several.replaceChildren(fill(page().several, { count: files.length }), which);
  }

  /** @param {File} file */
  async function read(file) {
    work?.abort();
    work = null;
    last = () => {};
    latest = file;
    const title = listedName(file.name, NAME);
    try {
      const found = await contentOf(file);
      if (latest !== file) return;
      if (found.length === 0) throw new Error(page().noNumbers);
      if (Array.isArray(found)) return offer(title, found);
      opened.replaceChildren();
      if (typeof found === "string") destination.text(found);
      // a change like any other, which undo reverts
      else if (!studio.edit(found.problem) && found.story) studio.set("story", found.story);
    } catch (error) {
      if (latest !== file) return;
      // what the browser says is not in the reader's language
      const why = error instanceof DOMException ? page().noFile : messageOf(error);
      opened.replaceChildren(statusLine(`${title}: ${why}`));
      last = () => void read(file);
    }
  }

  /** Reads a file: its tensors, what an exported picture shows, or its text. @param {File} file @returns {Promise<Source[] | string | Record<string, any>>} */
  async function contentOf(file) {
    const lang = studio.lang();
    const name = file.name.toLowerCase();
    if (name.endsWith(".safetensors")) return sourcesOf(await openSafetensors(file, { lang }));
    if (name.endsWith(".npy") || ARRAY.test(await file.slice(0, 3).text())) {
      const { shape, read } = await openNpy(file, { lang });
      return [{ name: file.name, shape, read }];
    }
    const isPicture = CARRIERS.test(name) && file.size <= SLICE_BYTES;
    const carried = isPicture && (await carriedBy(file));
    if (carried) return carried;
    if (isPicture) return "";
    if (file.size > TEXT_BYTES)
      throw new Error(fill(page().largeFile, { size: grouped(file.size), limit: grouped(TEXT_BYTES) }));
    const text = await file.text();
    return NO_TEXT.test(text) ? "" : text;
  }

  /** Lists what a model's file holds: attention layers first, then their weights in the problem's layout, then all tensors. @param {any} opened @returns {Source[]} */
  function sourcesOf(opened) {
    const layers = recognizeWeights(opened.tensors);
    const whole = layers
      .filter(({ weights }) => /w_q.*w_k.*w_v/.test(weights.map(({ key }) => key).join()))
      .map(({ layer, weights }) => ({
        name: `${fill(page().layer, { layer })}:`,
        shape: weights[0].shape,
        readLayer: (/** @type {Options} */ options) => readLayer(opened, weights, options),
      }));
    const known = layers
      .flatMap(({ weights }) => weights)
      .map((weight) => ({
        ...{ name: `${weight.key} ← ${weight.name}`, shape: weight.shape, key: weight.key },
        read: (/** @type {Options} */ options) => readWeight(opened, weight, options),
      }));
    const all = opened.tensors.map((/** @type {any} */ { name, dtype, shape }) => ({
      name: `${name} ${dtype}`,
      shape,
      read: (/** @type {Options} */ options) => opened.read(name, options),
    }));
    return [...whole, ...known, ...all];
  }

  /** Reads the weights of a layer, all with the same features and the same part of a head. @param {any} opened @param {import("../input/files/weights.js").Weight[]} weights @param {Options} options */
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
    const choice = element("select", { name: "source", "aria-label": page().source, onchange: pick });
    const names = sources.map(({ name, shape }) => `${listedName(name, NAME)} ${shape.join("×")}`);
    fillSelect(choice, names);
    const target = element("select", { name: "into", "aria-label": page().target });
    const all = destination.targets();
    // adds parameters that the problem does not have yet
    for (const { key } of sources)
      if (key && !all.some((given) => given.key === key))
        all.push({ tensor: key, key, stage: -1, shape: [] });
    fillSelect(target, listing(studio.words(), all));
    const ranges = line();
    const source = () => sources[Number(choice.value)];
    const putIn = () => {
      const given = all.find(({ tensor }) => tensor === target.value);
      take(source(), chosenRanges(ranges), given);
    };
    const put = button({ class: "strong" }, putIn, page().put);
    opened.replaceChildren(element("h4", {}, title), choice, ranges, line(target, put));
    pick();

    function pick() {
      const { shape, key, readLayer: whole } = source();
      target.hidden = Boolean(whole);
      ranges.replaceChildren(...rangesOf(shape));
      const given = all.find((given) => given.key === key);
      if (given) target.value = given.tensor;
    }
  }

  /** Makes fields for the ranges of the last two axes, at first as many as are animated. @param {number[]} shape */
  const rangesOf = (shape) =>
    AXES.slice(Math.max(0, AXES.length - shape.length)).map((axis, k, axes) => {
      const length = shape[shape.length - axes.length + k];
      const bound = (/** @type {string} */ end, /** @type {number} */ value) =>
        element("input", {
          ...{ type: "number", min: "0", max: String(length), value: String(value) },
          ...{ name: `${axis}-${end}`, class: "amount" },
          "aria-label": fill(page()[axis], { end: page()[end] }),
        });
      const range = [bound("from", 0), " – ", bound("to", Math.min(length, FIRST))];
      return element("span", { class: "field" }, page().axes[axis], " ", ...range, ` / ${length}`);
    });

  /** @param {Source} source @param {Record<string, [number, number]>} ranges @param {Given | undefined} given */
  async function take(source, ranges, given) {
    work?.abort();
    const current = (work = new AbortController());
    opened.querySelector(".read")?.remove();
    const progress = progressIn(opened, page(), current);
    const onProgress = (/** @type {{ done: number, total: number }} */ { done, total }) =>
      progress.at(total ? done / total : 1);
    try {
      const options = { ...ranges, signal: current.signal, onProgress, lang: studio.lang() };
      if (source.readLayer) destination.putLayer(await source.readLayer(options));
      else if (source.read) destination.put(given, await source.read(options));
    } catch (error) {
      if (work !== current) return;
      opened.append(
        current.signal.aborted ? statusLine(page().stopped, "read") : statusLine(messageOf(error)),
      );
    } finally {
      progress.end();
    }
  }

  return {
    open,
    speak() {
      listFiles(which.value);
      last();
    },
  };
}
