// Mutations of JavaScript: Stryker finds them; they are applied to the source one at a time.
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { transformSync } from "esbuild";

const silent = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} };
// mutations target logic; the wording of strings has tests of its own
const ASIDE = ["StringLiteral"];
// replacements of operands get parentheses, which keep the precedence
const OPERAND = /^(Arithmetic|Equality|Logical|Conditional|Boolean|Unary|Method|Optional)/;

/** Returns minified code, to compare; null if it is not valid. */
const bare = (text) => {
  try {
    return transformSync(text, { minify: true, logLevel: "silent" }).code;
  } catch {
    return null;
  }
};

/**
 * Returns every mutation of a file; some may be invalid, or spell the same code differently: see `isOtherJs`.
 * @param {string} source
 * @returns {Promise<import("./in-c.js").Change[]>}
 */
export async function changesInJs(source) {
  const files = [{ name: "source.js", content: source, mutate: true }];
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const { mutants } = await new Instrumenter(silent).instrument(files, options);
  const lines = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const at = ({ line, column }) => lines[line] + column;
  return mutants
    .filter(({ mutatorName }) => !ASIDE.includes(mutatorName))
    .map(({ location, replacement, mutatorName }) => {
      const [start, end] = [at(location.start), at(location.end)];
      const operand = OPERAND.test(mutatorName) && !/^([\w.]+$|case\b)/.test(replacement);
      return { start, end, text: operand ? `(${replacement})` : replacement };
    });
}

/** Reports whether the changed source is valid and different code. @param {string} source @param {string} changed */
export function isOtherJs(source, changed) {
  const code = bare(changed);
  return code !== null && code !== bare(source);
}
