/** The switches beside the picture: scale, masks, heads, score function, softcap, softmax; and what each does to the weights. */
import { changeable, entriesOf, isScaled, changeSize, withScaled, withScore } from "../edit/index.js";
import { icon, make } from "../element/dom.js";
import { presets } from "../presets/index.js";
import { fill } from "../words/sentence.js";

/** @typedef {Record<string, any>} Problem */
/** @typedef {import("./matrices.js").Studio & { trace: () => Record<string, any>, attribute: (name: string) => string | null, set: (name: string, value: string | null) => void }} Studio */

const SCORES = /** @type {const} */ (["dot", "bilinear", "additive"]);
// steppers of the page that its matrices have no buttons for
const SIZES = /** @type {const} */ (["d_k", "d_v", "heads", "kv_heads"]);
// a larger mask is pasted
const MOST_TOKENS = 12;

/** @param {HTMLElement} root @param {Studio} studio */
export function createSwitches(root, studio) {
  /** @type {(() => void)[]} what each switch shows of the problem */
  const shown = [];
  /** @type {{ element: Element, text: (words: Record<string, any>) => string }[]} */
  const spoken = [];
  const { edit } = studio;
  const shapeOf = (/** @type {string} */ tensor) => studio.trace()?.[tensor]?.shape ?? [];

  /** @param {string} word @param {(page: Record<string, any>) => string} [text] */
  const named = (word, text = (page) => page.switches[word]) => {
    const element = make(document, "span");
    spoken.push({ element, text: ({ page }) => text(page) });
    return element;
  };

  /** @param {string} word @param {(problem: Problem) => boolean} on @param {(on: boolean) => void} change */
  function toggle(word, on, change) {
    const input = make(document, "input", { type: "checkbox", role: "switch", name: word });
    input.addEventListener("change", () => {
      change(input.checked);
      show();
    });
    shown.push(() => (input.checked = on(studio.problem())));
    return make(document, "label", { class: "toggle" }, input, named(word));
  }

  /** @param {string} word @param {(problem: Problem) => number | undefined} value @param {(value: number | null) => void} change */
  function number(word, value, change) {
    const input = make(document, "input", { type: "number", name: word, step: "any", class: "amount" });
    input.addEventListener("input", () => {
      if (input.validity.badInput) return;
      change(input.value === "" ? null : Number(input.value));
    });
    input.addEventListener("blur", () => show());
    shown.push(() => {
      if (input.matches(":focus")) return;
      const now = value(studio.problem());
      input.value = now === undefined || now === null ? "" : String(now);
    });
    return make(document, "label", { class: "field" }, named(word), input);
  }

  /** @param {typeof SIZES[number]} size */
  function stepper(size) {
    const less = make(document, "button", { type: "button", class: "sign" }, icon(document, "less"));
    const more = make(document, "button", { type: "button", class: "sign" }, icon(document, "more"));
    const count = make(document, "output");
    const name = make(document, "span");
    const element = make(document, "span", { class: "stepper", role: "group" }, name, less, count, more);
    const change = (/** @type {1 | -1} */ by) => {
      edit(changeSize(studio.problem(), size, by).problem);
      show();
    };
    less.addEventListener("click", () => change(-1));
    more.addEventListener("click", () => change(1));
    shown.push(() => {
      const sizes = changeable(studio.problem());
      const { [size]: length, heads = 1 } = sizes;
      const { edits } = studio.words().element;
      element.hidden = length === undefined;
      count.textContent = String(length ?? "");
      name.textContent = edits[size];
      element.setAttribute("aria-label", edits[size]);
      less.setAttribute("aria-label", fill(edits.fewer, { size: edits[size] }));
      more.setAttribute("aria-label", fill(edits.more, { size: edits[size] }));
      less.disabled = (length ?? 0) < 2;
      more.disabled = size === "kv_heads" && length === heads;
    });
    return element;
  }

  const score = make(document, "div", { class: "choice", role: "radiogroup" });
  const scores = SCORES.map((value) => {
    const input = make(document, "input", { type: "radio", name: "score", value });
    input.addEventListener("change", () => {
      const [query, key] = [shapeOf("query").at(-1) ?? 1, shapeOf("key").at(-1) ?? 1];
      edit(withScore(studio.problem(), value, { query, key }));
      show();
    });
    score.append(make(document, "label", {}, input, named(value)));
    return { value, input };
  });
  shown.push(() => {
    const now = studio.problem().score ?? "dot";
    for (const { value, input } of scores) input.checked = value === (now === "scaled_dot" ? "dot" : now);
  });

  const grid = make(document, "table", { class: "mask" });
  const noMask = make(document, "button", { type: "button", class: "quiet" });
  spoken.push({ element: noMask, text: ({ page }) => page.switches.noMask });
  noMask.addEventListener("click", () => {
    const { mask: _, ...rest } = studio.problem();
    edit(rest);
    show();
  });
  const mask = make(document, "div", { class: "drawn" }, named("mask"), grid, noMask);
  let drawnMask = "";
  shown.push(() => {
    const [, , rows = 0, columns = 0] = shapeOf("weights");
    mask.hidden = rows === 0 || rows > MOST_TOKENS || columns > MOST_TOKENS;
    if (mask.hidden) return;
    noMask.disabled = !studio.problem().mask;
    const allowed = flags(studio.problem().mask, rows, columns);
    const now = JSON.stringify([rows, columns, studio.words().page.title]);
    if (now !== drawnMask) drawMask(rows, columns);
    drawnMask = now;
    grid.querySelectorAll("input").forEach((input, k) => (input.checked = allowed[k]));
  });

  /** @param {number} rows @param {number} columns */
  function drawMask(rows, columns) {
    grid.replaceChildren(
      ...Array.from({ length: rows }, (_, r) =>
        make(
          document,
          "tr",
          {},
          ...Array.from({ length: columns }, (_, c) => {
            const label = fill(studio.words().page.switches.allowed, { row: r + 1, column: c + 1 });
            const input = make(document, "input", { type: "checkbox", "aria-label": label });
            input.addEventListener("change", () => {
              const next = flags(studio.problem().mask, rows, columns);
              next[r * columns + c] = input.checked;
              const drawn = Array.from({ length: rows }, (_, i) =>
                next.slice(i * columns, (i + 1) * columns),
              );
              edit({ ...studio.problem(), mask: drawn });
              show();
            });
            return make(document, "td", {}, input);
          }),
        ),
      ),
    );
  }

  const scaled = toggle("scaled", isScaled, (on) => {
    edit(withScaled(studio.problem(), on, shapeOf("key").at(-1) ?? 1));
  });
  const causal = toggle(
    "causal",
    (problem) => Boolean(problem.causal),
    (on) => {
      const { causal: _, ...rest } = studio.problem();
      edit(on ? { ...rest, causal: true } : rest);
    },
  );
  const open = toggle(
    "softmax",
    () => studio.attribute("softmax") === "open",
    (on) => studio.set("softmax", on ? "open" : null),
  );
  const { problem: told } = presets["as-printed"];
  const printed = toggle(
    "printed",
    ({ weights_override: given }) => JSON.stringify(given) === JSON.stringify(told.weights_override),
    (on) => {
      const { weights_override: _, ...rest } = studio.problem();
      edit(on ? { ...rest, weights_override: told.weights_override } : rest);
    },
  );
  // the weights that the post prints are of its own numbers alone
  shown.push(() => {
    const { x, w_q, w_k, w_v } = studio.problem();
    printed.hidden =
      JSON.stringify([x, w_q, w_k, w_v]) !== JSON.stringify([told.x, told.w_q, told.w_k, told.w_v]);
  });
  const windowed = (/** @type {0 | 1} */ side) => (/** @type {number | null} */ value) => {
    const { window: pair = [-1, -1], ...rest } = studio.problem();
    const next = [...pair];
    next[side] = value ?? -1;
    edit(next.every((reach) => reach === -1) ? rest : { ...rest, window: next }, windowed);
  };
  const left = number(
    "left",
    ({ window: pair }) => (pair && pair[0] >= 0 ? pair[0] : undefined),
    windowed(0),
  );
  const right = number(
    "right",
    ({ window: pair }) => (pair && pair[1] >= 0 ? pair[1] : undefined),
    windowed(1),
  );
  const softcap = number(
    "softcap",
    ({ softcap: cap }) => cap,
    (value) => {
      const { softcap: _, ...rest } = studio.problem();
      edit(value === null ? rest : { ...rest, softcap: value }, softcap);
    },
  );
  const onlyPlain = make(
    document,
    "div",
    { class: "plain" },
    make(document, "div", { class: "line" }, ...SIZES.map(stepper)),
    make(document, "div", { class: "line" }, named("score"), score),
    make(
      document,
      "details",
      {},
      make(document, "summary", {}, named("further")),
      make(document, "div", { class: "line" }, left, right, softcap),
      mask,
    ),
  );
  shown.push(() => {
    const chain = Array.isArray(studio.problem().stages);
    for (const element of [onlyPlain, scaled, causal]) element.hidden = chain;
  });
  root.append(make(document, "div", { class: "line" }, scaled, causal, open, printed), onlyPlain);

  function show() {
    for (const one of shown) one();
  }

  return {
    show,

    /** @param {Record<string, any>} words */
    speak(words) {
      for (const { element, text } of spoken) element.textContent = text(words);
      score.setAttribute("aria-label", words.page.switches.score);
    },
  };
}

/** Which pairs the mask allows, row by row; of several masks those of the first item and head. @param {any} mask @param {number} rows @param {number} columns */
function flags(mask, rows, columns) {
  if (mask === undefined || mask === null) return Array(rows * columns).fill(true);
  const { shape, data } = entriesOf(mask);
  const [high, wide] = [shape.at(-2) ?? 1, shape.at(-1) ?? 1];
  return Array.from({ length: rows * columns }, (_, k) => {
    const [r, c] = [Math.floor(k / columns), k % columns];
    return Boolean(Number(data[(high === 1 ? 0 : r) * wide + (wide === 1 ? 0 : c)]));
  });
}
