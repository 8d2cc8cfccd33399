// node c/tools/fallback.mjs <from> <to>: turns the output of wasm2js into attention-fallback.js.
//
// The file works as a plain script and as a module: it exports nothing and defines one function,
// globalThis[Symbol.for("attention-player.fallback")](env), which starts an instance. web/core/fallback.js calls it.
//
// Where workers are refused too, JavaScript has to run on the page's thread. So every long-running function is there
// twice: as it is, and as a generator that yields between two rounds of a loop whenever env.late() returns true. The
// generators are instance.slices.
import { readFileSync, writeFileSync } from "node:fs";

// the exports that web/core runs in slices
const ROOTS = [
  "attn_forward",
  "attn_backward",
  "attn_fused_trace",
  "attn_fused_begin_part",
  "attn_fused_rows",
  "attn_fused_end_part",
];
// functions whose calls are short although they loop: they divide, or handle a row, a block or a tile
const SHORT = new RegExp(
  "^(__wasm_i64_|.*udivmod|.*divmod_u64|fused_|pack_|given_weights|final_weights|mix$|mix_selected|exponentials|add_bias|" +
    "score_by_|close_by_|through_parameters|multiply_small|multiply_block|store_part|find_terms|attn_pack_four|" +
    "attn_exp_all|attn_tanh_all|attn_softmax_row|attn_score_sums_|attn_broadcast|gate_of|begin$)",
);

/**
 * @typedef {object} Routine
 * @property {string} name
 * @property {string[]} lines
 * @property {Set<string>} calls
 * @property {{ head: number, nested: boolean, calls: Set<string> }[]} loops head: its line
 */

const [from, to] = process.argv.slice(2);
const text = readFileSync(from, "utf8");

/** @param {string} line */
const depth = (line) => line.search(/\S|$/);
const LOOP = "while (1)";

/**
 * Returns the line after a loop. Goes by indentation: wasm2js indents a block by one space.
 * @param {string[]} lines
 * @param {number} head
 */
function endOfLoop(lines, head) {
  let end = head + 1;
  while (end < lines.length && (depth(lines[end]) > depth(lines[head]) || /^ *\} else/.test(lines[end])))
    end++;
  return end;
}

/** Reads the functions of the module. @returns {Map<string, Routine>} by name */
function readRoutines() {
  const found = [...text.matchAll(/^ function (\S+?)\(.*\n(?: {2,}.*\n| *\n)* \}$/gm)];
  const names = new Set(found.map(([, name]) => name));
  const callsIn = (/** @type {string} */ code) =>
    new Set([...code.matchAll(/([$\w]+)\(/g)].map(([, name]) => name).filter((name) => names.has(name)));
  return new Map(
    found.map(([whole, name]) => {
      const lines = whole.split("\n");
      const loops = lines.flatMap((line, head) => {
        if (!line.includes(LOOP)) return [];
        const body = [line.split(LOOP)[1], ...lines.slice(head + 1, endOfLoop(lines, head))].join("\n");
        return [{ head, nested: body.includes(LOOP), calls: callsIn(body) }];
      });
      return [name, { name, lines, calls: callsIn(lines.slice(1).join("\n")), loops }];
    }),
  );
}

/**
 * Adds the direct and indirect callers of the names, leaving out calls of short functions.
 * @param {Set<string>} names
 */
function withCallers(names) {
  for (let before = -1; before < names.size;) {
    before = names.size;
    for (const { name, calls } of routines.values())
      if ([...calls].some((called) => names.has(called) && !SHORT.test(called))) names.add(name);
  }
  return names;
}

const routines = readRoutines();
/** @type {Map<string, string>} the routine's name for each export */
const exported = new Map(
  [...text.matchAll(/^ {2}"(\w+)": ([$\w]+),? *$/gm)].map(([, name, routine]) => [name, routine]),
);
const roots = ROOTS.map((name) => exported.get(name) ?? fail(`has no ${name}`));
const looping = withCallers(
  new Set([...routines.values()].filter(({ loops }) => loops.length > 0).map(({ name }) => name)),
);
/** Reports whether one round of a loop can take long. @param {Routine["loops"][0]} loop */
const isLong = ({ nested, calls }) =>
  nested || [...calls].some((name) => looping.has(name) && !SHORT.test(name));
const long = withCallers(
  new Set([...routines.values()].filter(({ loops }) => loops.some(isLong)).map(({ name }) => name)),
);

/** @type {Set<string>} the long-running routines that a root reaches */
const sliced = new Set();
const visit = (/** @type {string} */ name) => {
  if (sliced.has(name) || !long.has(name) || SHORT.test(name)) return;
  sliced.add(name);
  routines.get(name)?.calls.forEach(visit);
};
roots.forEach(visit);

/** Turns every call of a sliced routine into a yield* of its generator. @param {string} code */
function callSliced(code) {
  const call = /([$\w]+)\(/g;
  let out = "";
  let at = 0;
  for (let match = call.exec(code); match; match = call.exec(code)) {
    if (!sliced.has(match[1])) continue;
    let end = call.lastIndex;
    for (let open = 1; open > 0; end++) open += code[end] === "(" ? 1 : code[end] === ")" ? -1 : 0;
    const inner = callSliced(code.slice(call.lastIndex, end - 1));
    out += `${code.slice(at, match.index)}(yield* ${match[1]}_sliced(${inner}))`;
    at = call.lastIndex = end;
  }
  return out + code.slice(at);
}

/** Writes a routine as a generator that may yield in its long loops. @param {Routine} routine */
function generator({ name, lines, loops }) {
  const heads = new Set(loops.filter(isLong).map(({ head }) => head));
  const body = lines.map((line, n) =>
    heads.has(n) ? line.replace(LOOP, "while (!(late() && (yield)))") : line,
  );
  const [first, ...rest] = body;
  return [first.replace(`function ${name}(`, `function* ${name}_sliced(`), callSliced(rest.join("\n"))].join(
    "\n",
  );
}

/** Stops with an error. @param {string} what @returns {never} */
function fail(what) {
  console.error(`c/tools/fallback.mjs: ${from} ${what}; this tool knows the output of wasm2js 108 to 130`);
  process.exit(1);
}

const start = text.indexOf("function asmFunc(");
const end = text.indexOf("var retasmFunc");
const instance = text.lastIndexOf("\n return {", end);
if (start < 0 || end < 0 || instance < 0) fail("is not what wasm2js writes");
const generators = [...sliced].map((name) => generator(/** @type {Routine} */ (routines.get(name))));
const slices = ROOTS.map((name, n) => `${name}: ${roots[n]}_sliced`).join(", ");
writeFileSync(
  to,
  [
    text.slice(0, start).replace(/^import .*$/gm, ""),
    text.slice(start, instance).replace("{", "{\n var late = env.late;"),
    ...generators,
    text.slice(instance, end).replace("return {", `return { slices: { ${slices} },`),
    'globalThis[Symbol.for("attention-player.fallback")] = asmFunc;\n',
  ].join("\n"),
);
