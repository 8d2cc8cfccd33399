// Defects for the rooms that draw and play: where numbers come from, how they are written, drawn and played.

/** @type {import("./run.js").Mutant[]} */
export const mutants = [
  // web/scene: where numbers come from
  {
    what: "a score comes from another key's row",
    file: "web/scene/provenance.js",
    find: 'const k = row(m.d_k, (c) => cell("key", b, g, j, c));',
    replace: 'const k = row(m.d_k, (c) => cell("key", b, g, i, c));',
  },
  {
    what: "query heads are led to the wrong key head",
    file: "web/scene/provenance.js",
    find: "Math.floor(h / Math.max(1, m.heads / m.kv_heads))",
    replace: "h % m.kv_heads",
  },
  {
    what: "a weighted value forgets its weight",
    file: "web/scene/provenance.js",
    find: 'of: [cell("weights", b, h, i, j), cell("value", b, kvHead(m, h), j, c)],',
    replace: 'of: [cell("weights", b, h, j, i), cell("value", b, kvHead(m, h), j, c)],',
  },
  {
    what: "a mixed value leaves out the last key",
    file: "web/scene/provenance.js",
    find: 'of: row(m.kv_len, (j) => cell("weighted_values", b, h, j, i, c)),',
    replace: 'of: row(m.kv_len - 1, (j) => cell("weighted_values", b, h, j, i, c)),',
  },
  {
    what: "a weight is said to come from its own score alone",
    file: "web/scene/provenance.js",
    find: 'return { form: "softmax", of: row(m.kv_len, (k) => cell(before(m, ""), b, h, i, k)), at: j };',
    replace: 'return { form: "softmax", of: [cell(before(m, ""), b, h, i, j)], at: 0 };',
  },
  {
    what: "a projection forgets its bias",
    file: "web/scene/provenance.js",
    find: "const plus = model.tensor(bias) ? [cell(bias, o)] : [];",
    replace: "const plus = model.tensor(bias) ? [] : [];",
  },
  {
    what: "values are led to the parameters of the keys",
    file: "web/scene/provenance.js",
    find: 'projection(m, ["x_v", "x_kv", "x"], "v", i)',
    replace: 'projection(m, ["x_v", "x_kv", "x"], "k", i)',
  },
  {
    what: "explain leaves out what is added at the end",
    file: "web/scene/equation.js",
    find: "sources: [...of, ...plus],",
    replace: "sources: [...of],",
  },

  // web/scene: how numbers are written
  {
    what: "a small number is written as 0",
    file: "web/scene/format.js",
    find: "if (size >= 1e5 || size < 0.5 * 10 ** -format.decimals) {",
    replace: "if (size >= 1e5) {",
  },
  {
    what: "a negative number loses its sign",
    file: "web/scene/format.js",
    find: 'const sign = value < 0 ? "−" : "";',
    replace: 'const sign = value < -1 ? "−" : "";',
  },
  {
    what: "minus infinity is written as infinity",
    file: "web/scene/format.js",
    find: 'if (size === Infinity) return sign + "∞";',
    replace: 'if (size === Infinity) return "∞";',
  },
  {
    what: "a cell's exact value is rounded to seven digits",
    file: "web/scene/format.js",
    find: "let [low, high] = [1, 9];",
    replace: "let [low, high] = [1, 7];",
  },

  // web/render
  {
    what: "a repeat is marked as if it were the cell itself",
    file: "web/render/node.js",
    find: 'if (mark.cell && !mark.copy) attributes["data-cell"] = mark.cell;',
    replace: 'if (mark.cell) attributes["data-cell"] = mark.cell;',
  },
  {
    what: "a mark that changed keeps its old attributes",
    file: "web/render/dom.js",
    find: "for (const name in entry.attributes) if (!(name in attributes)) element.removeAttribute(name);",
    replace: "",
  },
  {
    what: "a mark that is gone stays on the picture",
    file: "web/render/dom.js",
    find: "    entry.element.remove();\n    kept.delete(id);",
    replace: "    kept.delete(id);",
  },
  {
    what: "marks are not put in paint order",
    file: "web/render/dom.js",
    find: "if (here !== element) parent.insertBefore(element, here);",
    replace: "if (!element.parentNode) parent.append(element);",
  },

  // web/element
  {
    what: "the playback rate is ignored",
    file: "web/element/player.js",
    find: "(Math.min(now - this.#last, longestFrame) / 1000) * this.rate;",
    replace: "Math.min(now - this.#last, longestFrame) / 1000;",
  },
  {
    what: "a tab that comes back catches up",
    file: "web/element/player.js",
    find: "Math.min(now - this.#last, longestFrame)",
    replace: "Math.min(now - this.#last, 1000 * longestFrame)",
  },
  {
    what: "off-screen it goes on playing",
    file: "web/element/player.js",
    find: "else this.#stop();\n  }\n\n  /** @param {number} time */\n  #show",
    replace: "}\n\n  /** @param {number} time */\n  #show",
  },
  {
    what: "seeking beyond the end is not brought back",
    file: "web/element/player.js",
    find: "this.#time = Math.min(Math.max(time, 0), this.duration);",
    replace: "this.#time = Math.max(time, 0);",
  },
  {
    what: "the end is not told",
    file: "web/element/player.js",
    find: "this.#ended();\n",
    replace: "",
  },
  {
    what: "a problem that failed takes the picture away",
    file: "web/element/show.js",
    find: "this.view?.setError(message, this.run === null);",
    replace: 'this.view?.setError(message, message !== "");',
  },
  {
    what: "ready does not reject when a problem fails",
    file: "web/element/waiting.js",
    find: "for (const { reject } of this.#open.splice(0)) reject(error);",
    replace: "for (const { resolve } of this.#open.splice(0)) resolve(/** @type {any} */ (error));",
  },
  {
    what: "with reduced motion the first picture is not a finished one",
    file: "web/element/session.js",
    find: "else if (still && player.time === 0) player.seek(stepAt(scene.steps, 0).hold);",
    replace: "",
  },
  {
    what: "what was set before the element was defined is lost",
    file: "web/element/attention-player.js",
    find: "own[name] = value;",
    replace: "",
  },
  {
    what: "a Chinese page gets English captions",
    file: "web/words/index.js",
    find: "tag.toLowerCase().split(/[-_]/)[0]",
    replace: "tag",
  },
  {
    what: "the attribute wins over the problem property",
    file: "web/element/source.js",
    find: "if (given !== undefined) return",
    replace: "if (given !== undefined && !options.problem) return",
  },
];
