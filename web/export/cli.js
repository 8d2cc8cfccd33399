#!/usr/bin/env node
/** The command line: exports pictures, films, tensors, steps and code of a preset or a problem, without a browser. */
import { parseArgs } from "node:util";
import { AttentionError, unknownName } from "../core/errors.js";
import { VERSION } from "../core/version.js";
import { languages } from "../words/languages.js";
import { grow } from "../element/engine.js";
import { code, toCsv, toJson } from "../build/input.js";
import { exportPicture } from "./node.js";
import { oneOf } from "./options.js";
import { createOutput } from "./output.js";
import { picture } from "./picture.js";
import { readGiven } from "./given.js";

/** @typedef {{ value?: string, short?: string, says: string, number?: true, multiple?: true }} Option value: the placeholder of its value in the help; a switch has none */

/** @type {Record<string, Option>} */
const LOOK = {
  story: { value: "NAME", says: "the story; by default the preset's own" },
  lang: { value: "TAG", says: languages.map(({ id }) => id).join(" or ") },
  head: { value: "N", says: "the head that is enlarged", number: true },
  batch: { value: "N", says: "the batch item that is shown", number: true },
  softmax: { value: "HOW", says: "closed (default) or open" },
  from: { value: "STEP", says: "the first step, an id or a number from 0" },
  to: { value: "STEP", says: "the last step" },
  tensor: { value: "NAME", says: "the tensor of a .safetensors file to use as x" },
};

/** @type {Record<string, { says: string, options: Record<string, Option>, run: (given: Given, options: any) => Promise<void> }>} */
const COMMANDS = {
  export: {
    says: "writes a picture or a film",
    options: {
      output: {
        short: "o",
        value: "FILE",
        says: "the output file, or - for standard output; the extension sets the kind: .svg .png .gif .html",
      },
      type: {
        value: "KIND",
        says: "svg, svg-animated, png, gif, html, pages or tag, whatever the extension",
      },
      animated: { says: "for .svg: the film" },
      ...LOOK,
      at: { value: "TIME", says: "for a still: seconds, or poster", number: true },
      step: { value: "STEP", says: "for a still: the end of this step" },
      width: { value: "PX", says: "1152 by default", number: true },
      scale: { value: "N", says: "pixels per px, 1 to 4", number: true },
      theme: { value: "NAME", says: "light or dark" },
      palette: { value: "NAME", says: "classic, safe or print" },
      fps: { value: "N", says: "for a GIF: 10, 20 or 25 frames a second", number: true },
      loop: { value: "HOW", says: "for films: on (default) or off" },
      outlines: { says: "for .svg: letters as shapes, which need no font" },
      font: {
        value: "FILE",
        says: "a further font, for characters that others lack (repeatable)",
        multiple: true,
      },
      "per-page": { value: "N", says: "for pages: 1, 2 or 4 steps on each", number: true },
      wechat: { says: "for an animated SVG: only what WeChat's editor keeps" },
      "no-captions": { says: "without the sentence below" },
      "no-problem": { says: "leaves the problem out of the file" },
    },
    run: runExport,
  },
  run: {
    says: "prints every tensor as JSON",
    options: {
      tensor: { value: "NAME", says: "only this tensor" },
      csv: { says: "as comma-separated values" },
      lang: LOOK.lang,
    },
    run: runTensors,
  },
  steps: {
    says: "lists the steps of the story with their times in seconds",
    options: { ...LOOK, json: { says: "as JSON" } },
    run: runSteps,
  },
  code: {
    says: "prints a program that computes the same",
    options: {
      language: {
        value: "NAME",
        says: "pytorch (the default), pytorch-steps, numpy, python, javascript, c, java or latex",
      },
      lang: LOOK.lang,
      tensor: LOOK.tensor,
    },
    run: runCode,
  },
};

/** @typedef {Awaited<ReturnType<typeof readGiven>>} Given */

/** The kind of export for each file extension. @type {Record<string, string>} */
const ENDINGS = { svg: "svg", png: "png", gif: "gif", html: "html", htm: "html" };
const SOME = ".svg, .png, .gif or .html";

/** @param {Given} given @param {any} options */
async function runExport({ problem, state }, { output, type, animated, loop = "on", font, ...options }) {
  if (!output) throw usage(`export needs -o FILE; its extension sets the kind: ${SOME}.`);
  const ending = /\.(\w+)$/.exec(output)?.[1].toLowerCase() ?? "";
  const still = type ?? (animated && !ending ? "svg" : ENDINGS[ending]);
  if (animated && !/^svg/.test(still ?? "svg")) throw usage(`--animated is for .svg, and this is ${still}.`);
  const kind = still && animated ? "svg-animated" : still;
  if (!kind) throw usage(`${output} does not have the extension of a picture; give ${SOME}, or --type.`);
  oneOf("loop", loop, ["on", "off"]);
  const out = output === "-" ? standardOutput : await createOutput(output);
  const bar = progressBar();
  try {
    const { "per-page": perPage, "no-captions": bare, "no-problem": alone, ...look } = options;
    const bytes = await exportPicture(/** @type {any} */ (problem), {
      ...{ ...state, ...look, type: kind, perPage, fonts: font, onProgress: bar.show },
      ...{ loop: loop !== "off", captions: !bare, problem: !alone },
    });
    await out.write(bytes);
  } finally {
    bar.end();
    await out.close();
  }
}

const standardOutput = {
  /** @param {Uint8Array} bytes */
  write: async (bytes) => print(bytes),
  close: async () => {},
};

/** Returns the problem of a preset, or the given problem itself. @param {Given} given @param {string} lang */
const problemOf = async ({ problem, state: { switches } }, lang) =>
  typeof problem === "string" ? (await picture(problem, { lang, switches })).problem : problem;

/** @param {Given} given @param {any} options */
async function runTensors(given, { tensor, csv, lang }) {
  if (csv && !tensor) throw usage("--csv needs --tensor NAME: a table holds one tensor.");
  const problem = await problemOf(given, lang);
  const attention = await grow("whole");
  const learns = problem.target !== undefined || problem.grad_output !== undefined;
  /** @type {Record<string, any>} */
  const trace = attention[learns ? "backward" : "forward"](problem);
  if (tensor && !Object.hasOwn(trace, tensor)) throw unknown("tensor", tensor, Object.keys(trace));
  if (csv) return print(toCsv(trace[tensor]));
  if (tensor) return print(`${toJson(trace[tensor])}\n`);
  // one tensor at a time: together they may exceed the longest possible string
  const entries = Object.entries(trace).map(([name, value]) => `${JSON.stringify(name)}:${toJson(value)}`);
  print(`{${entries.join(",\n")}}\n`);
}

/** @param {Given} given @param {any} options */
async function runSteps({ problem, state }, { json, ...options }) {
  const { steps } = await picture(problem, { ...state, ...options });
  if (json) return print(`${JSON.stringify(steps, ["id", "title", "start", "duration"])}\n`);
  const widest = Math.max(...steps.map(({ id }) => id.length));
  for (const { id, title, start, duration } of steps) {
    const [from, lasts] = [start, duration].map((time) => time.toFixed(2));
    print(`${id.padEnd(widest)}  ${from.padStart(7)}  ${lasts.padStart(6)}  ${title}\n`);
  }
}

/** @param {Given} given @param {any} options */
async function runCode(given, { language = "pytorch", lang }) {
  const { text } = code(/** @type {any} */ (await problemOf(given, lang)), language, { lang });
  print(text.endsWith("\n") ? text : `${text}\n`);
}

/** @param {string | Uint8Array} text */
const print = (text) => void process.stdout.write(text);

/** Creates a progress bar on standard error; it prints nothing unless that is a terminal. */
function progressBar() {
  const { isTTY } = process.stderr;
  const width = 30;
  return {
    /** @param {number} share from 0 to 1 */
    show(share) {
      if (!isTTY) return;
      const done = Math.round(share * width);
      process.stderr.write(`\r${"█".repeat(done)}${"░".repeat(width - done)} ${Math.round(share * 100)} %`);
    },
    end() {
      if (isTTY) process.stderr.write("\r\u001b[K");
    },
  };
}

/** A malformed command; the exit status is 2. */
class UsageError extends Error {}
/** @param {string} message */
const usage = (message) => new UsageError(message);
/** @param {string} what @param {string} name @param {string[]} known */
const unknown = (what, name, known) => usage(unknownName(name, known, what, what).message);

/** @param {string} [name] of a command; without it, the help lists all commands */
function help(name) {
  const lines = (/** @type {[string, string][]} */ rows) => {
    const widest = Math.max(...rows.map(([left]) => left.length));
    return rows.map(([left, right]) => `  ${left.padEnd(widest)}  ${right}\n`).join("");
  };
  const what = "PRESET | LINK | FILE | -";
  if (!name)
    return `attention-player COMMAND ${what} [options]

${lines(Object.entries(COMMANDS).map(([name, { says }]) => [name, says]))}
A FILE is JSON, text with matrices, .npy or .safetensors; - is standard input.
attention-player COMMAND --help lists the options of a command; --version says which version this is.
`;
  const { says, options } = COMMANDS[name];
  /** @param {[string, Option]} option @returns {[string, string]} */
  const row = ([name, { short, value, says }]) => [
    `${short ? `-${short}, ` : ""}--${name}${value ? ` ${value}` : ""}`,
    says,
  ];
  const rows = Object.entries(options).map(row);
  return `attention-player ${name} ${what} [options]\n\n${name} ${says}.\n\n${lines(rows)}`;
}

/** @param {string[]} parameters */
async function main([name, ...rest]) {
  if (name === "--version" || name === "-v") return print(`${VERSION}\n`);
  if (!name || name === "--help" || name === "-h") return print(help());
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw unknown("command", name, Object.keys(COMMANDS));
  const { values, positionals } = parsed(rest, command.options);
  if (values.help) return print(help(name));
  const [what, more] = positionals;
  if (what === undefined) throw usage(`${name} needs a preset, a link, a file, or - for standard input.`);
  if (more !== undefined)
    throw usage(`${name} takes one preset, link or file, and ${JSON.stringify(more)} is a second.`);
  const { help: _, ...options } = values;
  // run's --tensor is a result, not an input
  const given = await readGiven(what, name === "run" ? { lang: options.lang } : options);
  // the reader's place is in the link's own story
  if ((options.story ?? options.at) !== undefined) delete given.state.step;
  if (options.story) delete given.state.at;
  await command.run(given, options);
}

/** @param {string[]} args @param {Record<string, Option>} options @returns {{ values: Record<string, any>, positionals: string[] }} */
function parsed(args, options) {
  /** @type {NonNullable<import("node:util").ParseArgsConfig["options"]>} */
  const table = { help: { type: "boolean", short: "h" } };
  for (const [name, { value, short, multiple = false }] of Object.entries(options))
    table[name] = { type: value ? "string" : "boolean", multiple, ...(short && { short }) };
  try {
    /** @type {{ values: Record<string, any>, positionals: string[] }} */
    const { values, positionals } = parseArgs({ args, options: table, allowPositionals: true });
    for (const name of Object.keys(values)) if (options[name]?.number) values[name] = numberOr(values[name]);
    return { values, positionals };
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    const [, name] = /Unknown option '--?([^']*)'/.exec(message) ?? [];
    if (name === undefined) throw usage(message.replaceAll("\n", " ").replace(/\.?$/, "."));
    const known = Object.keys(options).map((name) => `--${name}`);
    throw unknown("option", `--${name}`, known);
  }
}

/** @param {any} text stays as it is unless it is a number; the code that knows the limits rejects it */
const numberOr = (text) => (/^[-+.\d]/.test(text) && Number.isFinite(Number(text)) ? Number(text) : text);

process.stdout.on("error", (/** @type {NodeJS.ErrnoException} */ { code }) => {
  // the reader has closed the pipe
  if (code === "EPIPE") process.exit(0);
  process.stderr.write(`attention-player: Standard output cannot be written (${code}); give -o FILE.\n`);
  process.exit(1);
});

try {
  await main(process.argv.slice(2));
} catch (error) {
  const { message, stack } = /** @type {Error} */ (error);
  const expected = error instanceof UsageError || error instanceof AttentionError;
  process.stderr.write(`${expected ? `attention-player: ${message}` : stack}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
