/** Chooses the sentences about two problems side by side: how they differ, and what follows from that. */

import { problemFacts } from "../../rules.js";

/** @typedef {import("../../rules.js").Facts} Facts */

/** Settings, each with the choice of its wording for a problem. @type {Record<string, (model: Facts) => string>} */
const SETTINGS = {
  score: ({ dot, score }) => (dot ? "dot" : score),
  scale: ({ usualScale, scaled }) => (!scaled ? "none" : usualScale ? "usual" : "by"),
  cap: ({ capped }) => (capped ? "some" : "none"),
  mask: ({ masked, problem }) => (problem.causal ? "causal" : masked ? "some" : "none"),
  bias: ({ biased }) => (biased ? "some" : "none"),
  override: ({ override }) => (override ? "some" : "none"),
  heads: () => "all",
  keys: ({ heads, kv_heads }) => (kv_heads < heads ? "some" : "none"),
};

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story */
export default function rules({ texts, write, listed, name }, { titles, settings, lanes, sentences: t }) {
  const { grammar, lists } = texts;
  /** Returns the wording of a setting for each of the two. @param {Facts[]} models @param {string} key */
  const both = (models, key) =>
    models.map((model) => write(settings[key][SETTINGS[key](model)] ?? "", problemFacts(model)));
  /**
   * Returns the titles of the two, by the settings that differ; none if all agree.
   * @param {Facts[]} models @returns {string[]}
   */
  const called = (models) => {
    const said = Object.keys(SETTINGS)
      .map((key) => both(models, key))
      .filter(([above, below]) => above !== below);
    return said.length ? [0, 1].map((k) => said.map((pair) => pair[k]).join(lists.numbers)) : [];
  };
  /** @param {Facts[]} columns */
  const things = (columns) =>
    listed(columns.map(({ id, slices }) => write(t.things[id], { tensor: (slices[0] ?? slices[1]).tensor })));
  return {
    /** @param {Facts[]} models */
    titles: (models) => {
      const said = called(models);
      return said.length ? said.map(grammar.finish) : [titles.first, titles.second];
    },
    /** @param {Facts} given */
    problems: ({ models, equal, alike }) => {
      const [above, below] = called(models);
      const kind = above ? (equal ? "settings" : "both") : equal && alike ? "same" : "numbers";
      return write(t.problems[kind], { above, below });
    },
    /** @param {{ models: Facts[], columns: Facts[], found: Facts[], bars: boolean }} given found: how each column differs */
    columns: ({ models, columns, found, bars }) => {
      const kinds = found.map(({ kind }) => kind);
      const lane = ["upper", "lower"].indexOf(kinds[0]);
      if (lane >= 0)
        return write(t.only[columns[0].id], { ...problemFacts(models[lane]), lane: lanes[lane] });
      const [first, second] = columns;
      if (second && kinds.includes("same") && kinds[0] !== kinds[1]) {
        const [same, other] = kinds[0] === "same" ? [first, second] : [second, first];
        return write(t.part, { same: things([same]), things: things([other]) });
      }
      const named = second && kinds[0] !== kinds[1] ? [kinds[0] === "shape" ? first : second] : columns;
      const differing = found.filter((_, k) => named.includes(columns[k]));
      const [above, below] = named[0].slices.map(
        (/** @type {Facts} */ slice) => slice && `${slice.rows}×${slice.columns}`,
      );
      return write(t[differing[0].kind], {
        ...{ things: things(named), bars: bars && differing.every(({ finite }) => finite) },
        n: differing.flatMap(({ cells }) => cells).length,
        all: differing.reduce((sum, { all }) => sum + all, 0),
        shapes: write(t.shapes, { above, below }),
      });
    },
    /** @param {Facts} given */
    compared: ({ models, change, cell, below, bars }) => {
      const [above, under] = models;
      if (above.q_len !== under.q_len || above.kv_len !== under.kv_len)
        return write(t.compared.shape, {
          above: `${above.q_len}×${above.kv_len}`,
          below: `${under.q_len}×${under.kv_len}`,
        });
      if (!change) return t.compared.none;
      const { i, j, index } = change;
      const other = [under.batch, under.head, i, j];
      if (above.text("weights", index) === under.text("weights", other)) return t.compared.close;
      return grammar.finish(
        write(t.compared.most, {
          bars,
          queryName: name(above, "query", i),
          key: name(above, "key", j),
          above: cell("weights", index),
          below: below.cell("weights", other),
        }),
      );
    },
  };
}
