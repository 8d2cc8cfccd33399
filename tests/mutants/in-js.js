// Defects for JavaScript: Stryker says what they are; they are written into the source one at a time.
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { transformSync } from "esbuild";

const silent = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} };
// what a text says is asked by tests of its own; here logic is
const ASIDE = ["StringLiteral"];
// an operand keeps its place among its neighbours
const OPERAND = /^(Arithmetic|Equality|Logical|Conditional|Boolean|Unary|Method|Optional)/;

/** The code without its spelling, or null if it is none. */
const bare = (text) => {
  try {
    return transformSync(text, { minify: true, logLevel: "silent" }).code;
  } catch {
    return null;
  }
};

/**
 * Every defect of a file, without those that are no JavaScript or only another spelling of it.
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

/** Is the changed source other code than the source? @param {string} source @param {string} changed */
export function isOtherJs(source, changed) {
  const code = bare(changed);
  return code !== null && code !== bare(source);
}
