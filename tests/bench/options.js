// What `npm run bench -- …` understands.
import { parseArgs } from "node:util";

const ROWS = ["forward", "example", "fallback", "training", "workers", "memory", "growth", "first", "page"];

const HELP = `npm run bench -- [options]
  --quick        few shapes, under two minutes
  --only <row>   rows whose name begins so, more than once if wanted: forward, "forward 512", example, fallback,
                 training, workers, memory, growth, first; or page, which is measured only when it is asked for:
                 what a page fetches and does for a player
  --against <commit>  page: the build of a commit takes turns with this one
  --node         only in Node
  --chromium     only in Chromium
  --joined       Chromium with --wasm-revectorize: V8 joins vectors of 128 bits in pairs
  --cpu          Node's times in processor time of the whole process instead of by the clock: for a machine that is busy
  --seconds <s>  time for the rounds of one row, 4 by default and 0.5 in a quick run; never fewer than three rounds
  --plot [file]  draws growth with n as an SVG, tests/artifacts/growth.svg unless told otherwise
  --json         prints JSON instead of Markdown`;

const FLAGS = ["quick", "node", "chromium", "joined", "cpu", "json", "help"];

/**
 * @param {string[]} words
 * @returns {any} quick, only, against, node, chromium, cpu, json, plot, seconds; or { say, code } where nothing is measured
 */
export function readOptions(words) {
  const flags = Object.fromEntries(FLAGS.map((name) => [name, { type: "boolean", default: false }]));
  const more = {
    only: { type: "string", multiple: true, default: [] },
    seconds: { type: "string" },
    against: { type: "string" },
  };
  // without a name it has one
  const named = words.map((word, n) =>
    word === "--plot" && /^(--.*)?$/.test(words[n + 1] ?? "") ? `${word}=tests/artifacts/growth.svg` : word,
  );
  try {
    const { values } = parseArgs({ args: named, options: { ...flags, ...more, plot: { type: "string" } } });
    if (Number.isNaN(Number(values.seconds ?? 0))) throw new Error("--seconds takes a number");
    const unknown = values.only.find((name) => !ROWS.includes(name.split(" ")[0]));
    if (unknown !== undefined) throw new Error(`no row "${unknown}"; there are ${ROWS.join(", ")}`);
    if (values.against && !values.only.includes("page")) throw new Error("--against needs --only page");
    if (values.help) return { say: HELP, code: 0 };
    const { node, chromium, plot = null, seconds, ...rest } = values;
    const both = !node && !chromium;
    const options = { ...rest, plot, node: node || both, chromium: chromium || both };
    return seconds === undefined ? options : { ...options, seconds: Number(seconds) };
  } catch (error) {
    return { say: `bench: ${error.message}\n${HELP}`, code: 1 };
  }
}
