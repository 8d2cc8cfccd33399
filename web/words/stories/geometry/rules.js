/** Chooses the sentences about vectors in the plane, by the relation of two of them. */

/** @typedef {import("../../rules.js").Facts} Facts */

/** Tensors of a stage that sentences point at. */
const OF_PLANE = ["dot", "cosine", "angle", "projection", "length_a", "length_b"];

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story */
export default function rules(speaker, { sentences: t }) {
  const { plain, listed } = speaker;
  const joined = (/** @type {string[]} */ names) => listed(names, t.and);
  /** @param {Facts} _ @param {Facts} given */
  const named = (_, { plane, attention, names }) => ({
    ...{ a: "a", b: names[0], A: plane.full("a"), B: plane.full("b"), all: joined(names) },
    ...Object.fromEntries(OF_PLANE.map((name) => [name, plane.full(name)])),
    ...(attention && {
      scores: attention.full("scores"),
      scaled: attention.full("scaled_scores"),
      weights: attention.full("weights"),
      value: attention.full("value"),
      output: attention.full("output"),
    }),
    count: names.length,
  });
  /** @param {import("../../rules.js").Choice} choice @param {(facts: Facts) => Facts} [more] */
  const say = (choice, more) =>
    speaker.say(choice, (facts, given) => ({ ...named(facts, given), ...more?.(facts) }));
  return {
    ...plain(t, named),
    vectors: say(
      ({ nans, zeros, movable }) => [
        nans.length ? t.vectors.nan : zeros.length ? t.vectors.zero : t.vectors.arrows,
        movable && t.drag,
      ],
      ({ nans, zeros }) => ({ names: joined(nans.length ? nans : zeros) }),
    ),
    cosine: say(({ kind }) => t.cosine[kind] ?? t.cosine.plain),
    angle: say(({ kind }) => [t.angle[kind], kind === "right" && t.orthogonal]),
    projection: say(({ kind }) => {
      const behind = kind === "obtuse" || kind === "opposite";
      return t.projection[behind ? "behind" : kind] ?? t.projection.plain;
    }),
    scores: say(
      ({ rightOnes }) => [t.scores, ...(rightOnes.length > 0 ? [t.right, t.orthogonal] : [])],
      ({ rightOnes }) => ({ names: joined(rightOnes) }),
    ),
    softmax: say(
      ({ verdict, names }) => t.softmax[verdict === "nan" ? "nan" : names.length === 1 ? "only" : "bars"],
    ),
    arrow: say(({ flat }) => t.arrow[flat ? "many" : "nan"]),
    turn: say(
      ({ verdict, names, tied, movable, spans }) => [
        verdict === "nan" ? t.softmax.nan : t.turn[names.length === 1 ? "only" : tied > 1 ? "tied" : "most"],
        movable && (spans && verdict !== "nan" ? t.turn.inside : t.turn.drag),
      ],
      ({ names }) => ({ three: names.length === 3 }),
    ),
  };
}
