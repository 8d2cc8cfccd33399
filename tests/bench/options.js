// What `npm run bench -- …` understands.

const HELP = `npm run bench -- [options]
  --quick        few shapes, under two minutes
  --only <row>   rows whose name begins so, more than once if wanted: forward, "forward 512", example, fallback,
                 training, workers, memory, growth, first
  --node         only in Node
  --chromium     only in Chromium
  --cpu          Node's times in processor time of the whole process instead of by the clock: for a machine that is busy
  --seconds <s>  time for the rounds of one row, 4 by default and 0.5 in a quick run; never fewer than three rounds
  --plot [file]  draws growth with n as an SVG, tests/artifacts/growth.svg unless told otherwise
  --json         prints JSON instead of Markdown`;

/**
 * @param {string[]} words
 * @returns {{ quick: boolean, only: string[], node: boolean, chromium: boolean, cpu: boolean, json: boolean,
 *   plot: string | null } | { say: string, code: number }}
 */
export function readOptions(words) {
  const options = {
    quick: false,
    only: [],
    node: false,
    chromium: false,
    cpu: false,
    json: false,
    plot: null,
  };
  const rest = [...words];
  while (rest.length > 0) {
    const word = rest.shift();
    if (["--quick", "--node", "--chromium", "--cpu", "--json"].includes(word)) options[word.slice(2)] = true;
    else if (word === "--only" && rest.length > 0) options.only.push(rest.shift());
    else if (word === "--seconds" && Number(rest[0]) >= 0) options.seconds = Number(rest.shift());
    else if (word === "--plot")
      options.plot = rest[0]?.startsWith("--") === false ? rest.shift() : "tests/artifacts/growth.svg";
    else if (word === "--help") return { say: HELP, code: 0 };
    else return { say: `bench: ${word} is not understood.\n${HELP}`, code: 1 };
  }
  if (!options.node && !options.chromium) options.node = options.chromium = true;
  return options;
}
