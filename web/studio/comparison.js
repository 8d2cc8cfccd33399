/** What a change does to the weights: each query's shares before it, faint, above those after it, strong. */
import { make } from "../element/dom.js";
import { fill } from "../words/sentence.js";

/** @typedef {{ shape: number[], data: Float32Array }} Tensor */

const MOST = 8;

/** @typedef {{ weights: Tensor, problem: Record<string, any> }} Run */

/** @param {HTMLElement} root @param {(problem: Record<string, any>) => void} steps sets the problem before against the present one, step by step */
export function createComparison(root, steps) {
  /** @type {Run | null} before */
  let former = null;

  /** @param {ArrayLike<number>} row @param {string} look */
  const bar = (row, look) => {
    const parts = Array.from(row, (weight, j) => {
      const part = make(document, "span", { class: j % 2 ? "odd" : "even" });
      part.style.flexGrow = String(Number.isFinite(weight) ? Math.max(weight, 0) : 0);
      return part;
    });
    return make(document, "span", { class: `share ${look}` }, ...parts);
  };

  return {
    /** The problem is another one altogether: nothing is compared with it. */
    forget() {
      former = null;
      root.hidden = true;
    },

    /**
     * @param {Tensor | undefined} weights
     * @param {{ problem: Record<string, any>, labels: readonly string[], keys: readonly string[], words: Record<string, any> }} given
     */
    show(weights, { problem, labels, keys, words }) {
      const { weights: before, problem: own } = former ?? {};
      former = weights ? { weights, problem } : null;
      const same = before && weights && String(before.shape) === String(weights.shape);
      const moved = same && weights.data.some((weight, k) => !Object.is(weight, before.data[k]));
      if (!same) root.hidden = true;
      if (!moved) return;
      const [, , rows, columns] = weights.shape;
      root.hidden = false;
      const { page } = words;
      const list = Array.from({ length: Math.min(rows, MOST) }, (_, i) => {
        const at = (/** @type {Tensor} */ { data }) => data.subarray(i * columns, (i + 1) * columns);
        const change = largest(at(before), at(weights));
        const said = fill(page.compared, {
          name: keys[change] || String(change + 1),
          before: share(at(before)[change]),
          after: share(at(weights)[change]),
        });
        return make(
          document,
          "li",
          {},
          make(document, "b", {}, labels[i] || String(i + 1)),
          make(document, "span", { class: "bars" }, bar(at(before), "before"), bar(at(weights), "after")),
          make(document, "span", { class: "said" }, at(before)[change] === at(weights)[change] ? "" : said),
        );
      });
      const close = make(
        document,
        "button",
        { type: "button", class: "sign", "aria-label": page.close },
        "×",
      );
      close.addEventListener("click", () => (root.hidden = true));
      const inSteps = make(document, "button", { type: "button" }, page.compareSteps);
      inSteps.addEventListener("click", () => own && steps(own));
      root.replaceChildren(
        make(document, "h3", {}, page.comparison),
        close,
        make(document, "ul", {}, ...list),
        inSteps,
      );
    },
  };
}

/** Where two rows differ most. @param {Float32Array} a @param {Float32Array} b */
function largest(a, b) {
  let most = 0;
  for (let j = 1; j < a.length; j++) if (Math.abs(a[j] - b[j]) > Math.abs(a[most] - b[most])) most = j;
  return most;
}

/** @param {number} weight */
const share = (weight) => (Number.isFinite(weight) ? weight.toFixed(2) : "NaN");
