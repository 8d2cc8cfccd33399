// Defects for web/core: the boundary to C, reading problems, chains, training, workers.

// what is wrong, the text that occurs once in the file, what stands there instead, the tests in place of the room's
// prettier-ignore
/** @type {import("./run.js").Table} */
export const defects = {
  "web/core/memory.js": [
    ["results are views on the memory, not copies", "if (count > FEW) return floats.slice(first, first + count);", "if (count > FEW) return floats.subarray(first, first + count);"],
  ],
  "web/core/core.js": [
    ["after a trap the same instance goes on", "this.#replace();\n      if (error instanceof RangeError", "if (error instanceof RangeError"],
    ["memory taken by a large call is never given back", "if (this.arena.size > LARGE &&", "if (this.arena.size > 1000 * LARGE &&"],
    ["an error of a whole stage names a key that is not there", `: stage || "problem";`, `: prefix + "problem";`, ["tests/core/refusals"]],
  ],
  "web/core/readers.js": [
    ["a newer version of a problem is taken for this one", "if (value === 1) return 1;", "if (Number(value) >= 1) return 1;"],
    ["0 heads are let through", "if (value >= 1 && value <= MOST_HEADS) return value;", "if (value >= 0 && value <= MOST_HEADS) return value;"],
    ["an infinite number is let through as an option", `export const finite = (value, where) => {\n  if (typeof value === "number" && Number.isFinite(Math.fround(value))) return value;`, `export const finite = (value, where) => {\n  if (typeof value === "number") return value;`],
    [`"bottom-right" is taken for "top-left"`, `if (value === "bottom-right") return 2;`, `if (value === "bottom-right") return 1;`],
    ["an unknown key is passed over", `if (!Object.hasOwn(table, key))\n      throw unknownName(key, Object.keys(table), prefix + key.slice(0, 60), "key");`, "if (!Object.hasOwn(table, key)) continue;"],
  ],
  "web/core/tensor.js": [
    ["a ragged tensor is let through", "if (!isRow(row) || row.length !== length) throw ragged(row, depth, to);", "if (!isRow(row)) throw ragged(row, depth, to);"],
    ["data of another length than its shape is let through", "if (data.length !== count) {", "if (data.length < count) {"],
    ["mask takes any number for true", "if (value === true || value === 1) return 1;", `if (value === true || (typeof value === "number" && value !== 0)) return 1;`],
    [`"-Infinity" is read as "Infinity"`, `"-Infinity": -Infinity }`, `"-Infinity": Infinity }`],
    ["an array gets the length that it claims", "return Array.isArray(list) ?", "return !list ?", ["tests/core/refusals"]],
  ],
  "web/core/problem.js": [
    ["two stages may have the same name", "if (earlier.some((stage) => stage.id === id))", "if (earlier.some((stage) => stage.id === id + id))"],
  ],
  "web/core/trace.js": [
    ["the gradient of a scalar bias gains an axis", "isSingle(values, name) ? [] : shape", "shape"],
    ["a tensor of the plain trace has another's numbers", "  row_sum: copyOf(floats, held[13]),", "  row_sum: copyOf(floats, held[14]),", ["tests/core/reference","tests/core/run"]],
  ],
  "web/core/chain-backward.js": [
    ["a tensor inside gets what was given to it twice", " && !(name in values)) inner[name] = grad;", ") inner[name] = grad;", ["tests/core/chain"]],
  ],
  "web/core/upstream-gradients.js": [
    ["arriving gradients stand one tensor too far", "table + 4 * names.indexOf(name)", "table + 4 * names.indexOf(name) + 4", ["tests/core/chain"]],
    ["an old arriving gradient is taken for a new one", "    arena.bytes().fill(0, table, table + 4 * names.length);\n", "", ["tests/core/"]],
  ],
  "web/core/workers/run.js": [
    ["an attention read inside runs in a worker that knows nothing of it", `const alone = op === "attention" && Object.keys(inner).length === 0;`, `const alone = op === "attention";`, ["tests/core/chain"]],
  ],
  "web/core/errors.js": [
    ["a far name is offered as the one that was meant", "close: best.distance <= Math.max(given.length, best.name.length) / 2", "close: best.distance <= Math.max(given.length, best.name.length)", ["tests/core/refusals"]],
  ],
  "web/core/in-place.js": [
    ["an option that changed is taken for the last one", "!Object.is(OPS.attention[key](value, key), option)", "OPS.attention[key](value, key) === NO_SHAPE", ["tests/core/in-place"]],
    ["a row that became longer is cut", "if (!Array.isArray(rows) || rows.length !== length) return -1;", "if (!Array.isArray(rows)) return -1;", ["tests/core/in-place"]],
    ["the plan of another kind of run is taken", "plan?.kind !== kind || !plan.complete", "!plan?.complete", ["tests/core/in-place"]],
    ["a getter's own run leaves its numbers in this one", "takeAll(core, plan.fields, entries) && core.runs === runs ?", "takeAll(core, plan.fields, entries) ?", ["tests/core/in-place"]],
  ],
  "web/core/layers/optimizer.js": [
    ["Adam does not count its steps", `if (step.optimizer === "adam") state.steps++;`, "", ["tests/core/la"]],
    ["every parameter has the moments of the first", "addresses[name], gradient, kept[n], data.length);", "addresses[name], gradient, kept[0], data.length);", ["tests/core/la","tests/core/learning"]],
    ["a step that makes a parameter non-finite is taken", "  if (status === 0) return;\n", "  if (status >= 0) return;\n", ["tests/core/la","tests/core/learning"]],
  ],
  "web/core/fused.js": [
    ["fused takes the output for mixed although b_o is added", `given.has("w_o") || given.has("b_o")`, `given.has("w_o")`, ["tests/core/fused"]],
    ["the output made later has its heads in another order", "* heads + (head % heads);", "* heads + (heads - 1 - (head % heads));", ["tests/core/fused"]],
    ["the output made later is made anew each time", "return (this.output = tensorOf(shape, joined(mixed, sizes)));", "return tensorOf(shape, joined(mixed, sizes));", ["tests/core/fused"]],
    ["the output of one head is mixed itself", "if (heads === 1) return mixed.slice();", "if (heads === 1) return mixed;", ["tests/core/fused"]],
  ],
  "web/core/workers/schedule.js": [
    ["the rows of a chunk are put where the first chunk's are", "mixed.set(reads[0], from * d_v);", "mixed.set(reads[0], 0 * from);", ["tests/core/run"]],
    ["the chunk of a worker that died is lost", "          schedule.giveBack(chunk);\n", "", ["tests/core/run","tests/core/pool","tests/core/schedule"]],
  ],
  "web/core/workers/channel.js": [
    ["writes to a worker lie over one another in their buffer", "    at += data.byteLength;\n", "", ["tests/core/run","tests/core/pool"]],
    ["a worker that says nothing is waited for without end", "if (this.#waiting.length === 0) return;", "if (this.#waiting.length >= 0) return;", ["tests/core/run"]],
  ],
  "web/core/workers/pool.js": [
    ["a buffer is handed to the next while it is still out", "const [buffer] = this.#free.splice(best, 1);", "const [buffer] = this.#free.slice(best, best + 1);", ["tests/core/run","tests/core/pool"]],
  ],
  "web/core/graph/cells.js": [
    ["a head of keys is summed over all heads, not its group's", "return [values.g * share, (values.g + 1) * share];", "return [0, sizes.h];", ["tests/core/graph","tests/core/terms"]],
  ],
  "web/core/graph/pairs.js": [
    ["the window of a mask is one key too narrow", "away > window[1]", "away >= window[1]", ["tests/core/graph","tests/core/terms"]],
  ],
  "web/core/terms.js": [
    ["a forbidden pair counts in a sum", "forbidden.includes(place) ? [0] : term", "term", ["tests/core/graph","tests/core/terms"]],
  ],
  "web/core/graph/builder.js": [
    ["the gradient that a later stage hands back is forgotten", "const all = [...parts, ...this.arriving(name, out)];", "const all = parts;", ["tests/core/graph","tests/core/terms"]],
  ],
  "web/core/graph/attention.js": [
    ["softmax's gradient lacks what all keys share", "times(shared, -by)", "times(shared, 0)", ["tests/core/graph","tests/core/terms"]],
  ],
  "web/core/graph/recurrent.js": [
    ["a state is made from the context of the step after", `part("s-1 k, k c", "context", "w_context")`, `part("s k, k c", "context", "w_context")`, ["tests/core/graph","tests/core/terms"]],
  ],
};
