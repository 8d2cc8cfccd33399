// Defects for the rooms that draw and play: where numbers come from, how they are written, drawn and played.

// what is wrong, the text that occurs once in the file, what stands there instead, the tests in place of the room's
// prettier-ignore
/** @type {import("./run.js").Table} */
export const defects = {
  // web/scene: what numbers come from, how they are written, drawn and said
  "web/scene/model.js": [
    ["a head that shares its keys is led to the wrong one", "Math.floor(head / Math.max(1, sizes.heads / sizes.kv_heads))", "head % sizes.kv_heads"],
    ["queries are called by the names of keys", `side === "query" || facts.self ? labels.x : labels.x_kv`, "facts.self ? labels.x : labels.x_kv"],
    ["a struck-out term is named as a source", "found.terms.filter((_, k) => !forbidden.includes(k))", "found.terms"],
  ],
  "web/scene/format.js": [
    ["a small number is written as 0", "size < 0.5 * 10 ** -room", "size < 0"],
    ["a negative number loses its sign", `const sign = value < 0 ? "−" : "";`, `const sign = value < -1 ? "−" : "";`],
    ["minus infinity is written as infinity", `return sign + "∞"`, `return "∞"`],
    ["what is not whole looks whole", "Math.max(1, Math.min(decimals", "Math.max(0, Math.min(decimals"],
    ["an exact number is rounded to seven digits", "[low, high] = [1, 9]", "[low, high] = [1, 7]"],
    ["large numbers are not written with an exponent", "if (size >= 1e5) return sign", "if (size >= 1e25) return sign"],
  ],
  "web/scene/explain.js": [
    ["every equation is said to hold", `<= Math.abs(right) * 1e-12 ? "=" : "≈"`, `<= Math.abs(right) * 1e-2 ? "=" : "≈"`],
    ["a negative factor has no parentheses", `text: text.startsWith("−") ?`, "text: !text ?"],
    ["a cell outside its tensor is explained", "at >= 0 && at < shape[axis]", "at >= 0"],
    ["explain leaves out a source", "unique(model.origin(tensor, cell.index).terms.flat())", "unique(model.origin(tensor, cell.index).terms.flat()).slice(1)"],
  ],
  "web/scene/highlight.js": [
    ["a hovered cell has no ring of its own", "const marks = rings(stage, cells);", "const marks = rings(stage, near);"],
    ["rings stand where no source is", "if (names.has(name)) group", "if (!names.has(name)) group"],
    ["words do not point at what stands in a series", 'kind === "series" || tensor', "tensor"],
  ],
  "web/scene/tooltip.js": [["an equation may leave the stage", "Math.max(2, x)", "x - 400"]],
  "web/scene/script.js": [["things move while their sentence is new", "const LEAD = 0.25;", "const LEAD = 0.1;"]],
  "web/scene/timeline.js": [["a beat begins where its item once began", "from = one.to;", ""]],
  "web/scene/frame.js": [["a cell is named wherever it is shown", "return { ...mark, copy: true };", "return mark;"]],
  "web/scene/captions.js": [["a caption points at the next row", "Number(at)", "Number(at) + 1"]],
  "web/scene/facts.js": [
    ["four tenths are called most", "weights[first] > 0.6", "weights[first] > 0.4"],
    ["one score is struck out at most", "const forbidden = struck.length;", "const forbidden = Math.min(1, struck.length);"],
  ],
  "web/scene/kit/block.js": [
    ["a cell's exact value is its rounded text", "value: shortest(value), box", "value: text.replace(`−`, `-`), box"],
    ["digits go below 12 px", "const LEAST_FONT = 12;", "const LEAST_FONT = 9;"],
  ],
  "web/scene/kit/bars.js": [["all bars are as long as the longest", "(Number.isFinite(value) ? value : 0) * most", "most"]],
  "web/scene/kit/series.js": [["all of a series land at once", "get(property) * item.stretch - LAG * Math.floor(k / each)", "get(property)"]],
  "web/words/sentence.js": [["a label's brackets are read as a mark", 'label.replaceAll("[", BRACKET)', "label"]],
  "web/scene/kit/streams.js": [["all streams are equally wide", "Math.min(1, Math.abs(value) || 0) * unit)", "unit)"]],
  "web/scene/kit/card.js": [["a close-up shows the products of its neighbours", "products?.[term]?.product", "products?.[term + 1]?.product"]],
  "web/scene/kit/heat.js": [["a square's colour forgets its sign", "Math.sign(value) * Math.max(1", "Math.max(1"]],
  "web/scene/badges.js": [["a query that sees nothing is misnumbered", "i + 1)", "i)"]],
  "web/words/en.js": [["one word is called words", "{q_len:word¦words}", "{q_len:words¦words}"]],
  "web/words/cases.js": [
    ["two tokens are called three", "({ rows: write(common.rows, f) })", "({ rows: write(common.rows, { ...f, q_len: f.q_len + 1 }) })"],
    ["the bias is blamed for the mask", `byBias ? "both" : "mask"`, `byBias ? "both" : "bias"`],
  ],
  "web/element/updates.js": [
    ["an element is not measured before it is made", "for (const one of turn) one.measure();", "", ["tests/browser/frame", "tests/browser/element"]],
  ],
  "web/element/keys.js": [
    ["the left arrow goes forward", "ArrowLeft: (player) => player.back(),", "ArrowLeft: (player) => player.forward(),", ["tests/element/keys"]],
    ["digits go to the chapter after", "Number(key) - 1", "Number(key)", ["tests/element/keys"]],
  ],
  "web/render/node.js": [
    ["a repeat is marked as if it were the cell itself", `if (mark.cell && !mark.copy) attributes["data-cell"] = mark.cell;`, `if (mark.cell) attributes["data-cell"] = mark.cell;`],
  ],
  "web/render/dom.js": [
    ["a mark that changed keeps its old attributes", "for (const name in entry.attributes) if (!(name in attributes)) element.removeAttribute(name);", ""],
    ["a mark that is gone stays on the picture", "    entry.element.remove();\n    kept.delete(id);", "    kept.delete(id);"],
    ["marks are not put in paint order", "if (here !== element) parent.insertBefore(element, here);", "if (!element.parentNode) parent.append(element);"],
  ],
  "web/element/player.js": [
    ["the playback rate is ignored", "(Math.min(now - this.#last, longestFrame) / 1000) * this.rate;", "Math.min(now - this.#last, longestFrame) / 1000;"],
    ["a tab that comes back catches up", "Math.min(now - this.#last, longestFrame)", "Math.min(now - this.#last, 1000 * longestFrame)"],
    ["off-screen it goes on playing", "else this.#stop();\n  }\n\n  /** @param {number} time */\n  #show", "}\n\n  /** @param {number} time */\n  #show"],
    ["seeking beyond the end is not brought back", "this.#time = Math.min(Math.max(time, 0), this.duration);", "this.#time = Math.max(time, 0);"],
    ["the end is not told", "this.#ended();\n", ""],
  ],
  "web/element/show.js": [
    ["a problem that failed takes the picture away", "this.view?.setError(text, this.run === null);", `this.view?.setError(text, text !== "");`],
    ["until somebody plays, the picture is the empty first one", "return poster ? (this.scene?.poster ?? this.scene?.duration ?? 0) : this.player.time;", "return this.player.time;"],
  ],
  "web/element/waiting.js": [
    ["ready does not reject when a problem fails", "for (const { reject } of this.#open.splice(0)) reject(error);", "for (const { resolve } of this.#open.splice(0)) resolve(/** @type {any} */ (error));"],
  ],
  "web/element/attention-player.js": [
    ["what was set before the element was defined is lost", "own[name] = value;", ""],
  ],
  "web/words/index.js": [
    ["a Chinese page gets English captions", "tag.toLowerCase().split(/[-_]/)[0]", "tag"],
  ],
  "web/element/source.js": [
    ["the attribute wins over the problem property", "if (given !== undefined) return", "if (given !== undefined && !options.problem) return"],
  ],
};
