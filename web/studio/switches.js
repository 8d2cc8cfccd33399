/** The switches beside the picture: scale, masks, heads, score function, softcap, softmax; and what each does to the weights. */
import { changeable, entriesOf, isScaled, changeSize, withScaled, withScore } from "../edit/index.js";
import { createStepper } from "../element/editing/stepper.js";
import { nested } from "../core/shapes.js";
import { presets } from "../presets/index.js";
import { fill } from "../words/sentence.js";
import { button, element, line, signButton, times } from "./page.js";

/** @typedef {import("./page.js").Problem} Problem */

/** The formula of each score function. */
const SCORES = { dot: "q · k", bilinear: "qᵀ W k", additive: "w₂ᵀ tanh(W₁ [q; k])" };
// sizes with a stepper, as the matrices have no buttons for them
const SIZES = /** @type {const} */ (["d_k", "d_v", "heads", "kv_heads"]);
// larger masks are pasted
const MOST_TOKENS = 12;

/** @param {HTMLElement} root @param {import("./page.js").Studio} studio */
export function createSwitches(root, studio) {
  /** @type {(() => void)[]} functions that update each switch from the problem */
  const shown = [];
  const shapeOf = (/** @type {string} */ tensor) => studio.trace()?.[tensor]?.shape ?? [];

  function show() {
    for (const update of shown) update();
  }

  /** @param {Problem} problem */
  function edit(problem) {
    studio.edit(problem);
    show();
  }

  /** Sets an option of the problem; undefined removes it. @param {string} key @param {unknown} value @param {unknown} [sort] */
  function setOption(key, value, sort) {
    const { [key]: _, ...rest } = studio.problem();
    studio.edit(value === undefined ? rest : { ...rest, [key]: value }, sort);
  }

  /** @param {string} word */
  const named = (word) => element("span", { "data-words": `switches.${word}` });

  /** @param {string} word @param {(problem: Problem) => boolean} on @param {(on: boolean) => void} change */
  function toggle(word, on, change) {
    const onchange = () => {
      change(input.checked);
      show();
    };
    const input = element("input", { type: "checkbox", role: "switch", name: word, onchange });
    shown.push(() => (input.checked = on(studio.problem())));
    const why = element("small", { "data-words": `switches.why.${word}` });
    return element("label", { class: "toggle" }, input, element("span", {}, named(word), why));
  }

  /** @param {string} word @param {(problem: Problem) => number | undefined} value @param {(value: number | undefined) => void} change */
  function number(word, value, change) {
    const input = element("input", {
      ...{ type: "number", name: word, step: "any", class: "amount", onblur: show },
      oninput: () => input.validity.badInput || change(input.value === "" ? undefined : Number(input.value)),
    });
    shown.push(() => {
      if (!input.matches(":focus")) input.value = String(value(studio.problem()) ?? "");
    });
    return element("label", { class: "field" }, named(word), input);
  }

  /** @param {typeof SIZES[number]} size */
  function stepper(size) {
    const change = (/** @type {1 | -1} */ by) => edit(changeSize(studio.problem(), size, by).problem);
    const made = createStepper(document, (name, act) => signButton(name, {}, act), change);
    shown.push(() => {
      const { [size]: length, heads = 1 } = changeable(studio.problem());
      const { edits } = studio.words().element;
      made.element.hidden = length === undefined;
      made.show(edits[size], length ?? 0, edits, size === "kv_heads" ? heads : undefined);
    });
    return made.element;
  }

  /** @param {keyof typeof SCORES} value */
  function scoreChoice(value) {
    const onchange = () => {
      const [query, key] = ["query", "key"].map((tensor) => shapeOf(tensor).at(-1) ?? 1);
      edit(withScore(studio.problem(), value, { query, key }));
    };
    const input = element("input", { type: "radio", name: "score", value, onchange });
    shown.push(() => {
      const { score = "dot" } = studio.problem();
      input.checked = value === (score === "scaled_dot" ? "dot" : score);
      if (input.checked) formula.textContent = SCORES[value];
    });
    return element("label", {}, input, named(value));
  }

  /** Makes a table of the problem's mask, with a checkbox per cell. */
  function maskTable() {
    const grid = element("table", { class: "mask" });
    const noMask = button({ class: "quiet", "data-words": "switches.noMask" }, () => {
      setOption("mask", undefined);
      show();
    });
    const mask = element("div", { class: "drawn" }, named("mask"), grid, noMask);
    let drawn = "";
    shown.push(() => {
      const [, , rows = 0, columns = 0] = shapeOf("weights");
      mask.hidden = rows === 0 || rows > MOST_TOKENS || columns > MOST_TOKENS;
      if (mask.hidden) return;
      noMask.disabled = !studio.problem().mask;
      const now = JSON.stringify([rows, columns, studio.lang()]);
      if (now !== drawn) grid.replaceChildren(...times(rows, (r) => maskRow(r, rows, columns)));
      drawn = now;
      const allowed = flags(studio.problem().mask, rows, columns).flat();
      grid.querySelectorAll("input").forEach((input, k) => (input.checked = allowed[k]));
    });
    return mask;
  }

  /** @param {number} r @param {number} rows @param {number} columns */
  function maskRow(r, rows, columns) {
    const cells = times(columns, (c) => {
      const label = fill(studio.words().page.switches.allowed, { row: r + 1, column: c + 1 });
      const onchange = (/** @type {any} */ { target }) => {
        const mask = flags(studio.problem().mask, rows, columns);
        mask[r][c] = target.checked;
        edit({ ...studio.problem(), mask });
      };
      return element("td", {}, element("input", { type: "checkbox", "aria-label": label, onchange }));
    });
    return element("tr", {}, ...cells);
  }

  const scaled = toggle("scaled", isScaled, (on) =>
    studio.edit(withScaled(studio.problem(), on, shapeOf("key").at(-1) ?? 1)),
  );
  const causal = toggle(
    "causal",
    (problem) => Boolean(problem.causal),
    (on) => setOption("causal", on || undefined),
  );
  const open = toggle(
    "softmax",
    () => studio.player.getAttribute("softmax") === "open",
    (on) => studio.set("softmax", on ? "open" : null),
  );
  const target = toggle(
    "learns",
    (problem) => problem.target !== undefined,
    (on) => {
      // the target begins near the output, for the reader to change
      const { shape, data } = studio.trace().output;
      const isWhole = shape[0] > 1 || entriesOf(studio.problem().x ?? []).shape.length > 2;
      const near = Array.from(data, (value) => Math.round(value));
      setOption("target", on ? nested(near, isWhole ? shape : shape.slice(1)) : undefined);
      studio.set("story", on ? "training" : null);
      // the step that shows output and target side by side
      if (on) studio.goTo("loss");
    },
  );
  const { problem: asPrinted } = presets["as-printed"];
  const isAsPrinted = (/** @type {Problem} */ problem, /** @type {string[]} */ ...keys) =>
    keys.every((key) => JSON.stringify(problem[key]) === JSON.stringify(asPrinted[key]));
  const printed = toggle(
    "printed",
    (problem) => isAsPrinted(problem, "weights_override"),
    (on) => setOption("weights_override", on ? asPrinted.weights_override : undefined),
  );
  // the printed weights belong to the post's own numbers alone
  shown.push(() => (printed.hidden = !isAsPrinted(studio.problem(), "x", "w_q", "w_k", "w_v")));
  const windowSide = (/** @type {"left" | "right"} */ word, /** @type {0 | 1} */ side) =>
    number(
      word,
      ({ window: reach }) => (reach?.[side] >= 0 ? reach[side] : undefined),
      (value = -1) => {
        const reach = [...(studio.problem().window ?? [-1, -1])];
        reach[side] = value;
        setOption("window", reach.every((far) => far === -1) ? undefined : reach, windowSide);
      },
    );
  const softcap = number(
    "softcap",
    (problem) => problem.softcap,
    (value) => setOption("softcap", value, number),
  );
  const formula = element("small", { translate: "no" });
  const score = element(
    "div",
    { class: "choice", role: "radiogroup", "data-label": "switches.score" },
    ...Object.keys(SCORES).map((name) => scoreChoice(/** @type {keyof typeof SCORES} */ (name))),
  );
  const further = [line(windowSide("left", 0), windowSide("right", 1), softcap), maskTable()];
  const details = element("details", {}, element("summary", {}, named("further")), ...further);
  const scores = line(named("score"), score, formula);
  const onlyPlain = element("div", { class: "plain" }, line(...SIZES.map(stepper)), scores, details);
  shown.push(() => {
    const { stages, ...problem } = studio.problem();
    for (const part of [onlyPlain, scaled, causal]) part.hidden = Array.isArray(stages);
    // undo has removed the target
    if (!problem.target && studio.player.getAttribute("story") === "training") studio.set("story", null);
    target.hidden = Array.isArray(stages) || !Object.keys(problem).some((key) => /^[wb]_/.test(key));
  });
  root.append(element("div", { class: "toggles" }, scaled, causal, open, printed, target), onlyPlain);
  return { show };
}

/** Returns which pairs the mask allows; of several masks, those of the first item and head. @param {any} mask @param {number} rows @param {number} columns @returns {boolean[][]} */
function flags(mask, rows, columns) {
  const { shape, data } = mask ? entriesOf(mask) : { shape: [], data: [1] };
  const [high, wide] = [shape.at(-2) ?? 1, shape.at(-1) ?? 1];
  const at = (/** @type {number} */ r, /** @type {number} */ c) =>
    data[(high === 1 ? 0 : r) * wide + (wide === 1 ? 0 : c)];
  return times(rows, (r) => times(columns, (c) => Boolean(Number(at(r, c)))));
}
