/** The texts of the story geometry in English: the geometry of dot products. */
export default {
  name: "Geometry",
  chapters: { pair: "Angles", keys: "Weights", steps: "Steps" },
  titles: {
    vectors: "Vectors",
    dot: "Dot product",
    length: "Lengths",
    cosine: "Cosine",
    angle: "Angle",
    projection: "Projection",
    mix: "Mix",
    arrow: "The output's arrow",
    turn: "Now you",
  },
  vector: (/** @type {{ name: string }} */ f) => `vector ${f.name}`,
  invitation: "Turn arrows, and see what a dot product means.",
  sentences: {
    and: "{names} and {last}",
    drag: "Drag a tip.",
    vectors: {
      arrows: "Two vectors, [{a}|{A}] and [{b}|{B}]: two numbers say where each arrow ends.",
      zero: "A vector of zeros has no length and no arrow, only a point at the origin: {names}.",
      nan: "A vector with a number that is infinite or NaN has no arrow: {names}.",
    },
    dot: "The [dot product|{dot}] of [{a}|{A}] and [{b}|{B}]: number times number, all added.",
    length: "The [length|{length_a}] of an arrow is the root of its dot product with itself.",
    cosine: {
      plain:
        "Divided by both [lengths|{length_a}], the [dot product|{dot}] is the [cosine|{cosine}] of their angle.",
      zero: "An arrow without length has no direction, and 0 ÷ 0 is not a number.",
      nan: "Where a number is infinite or NaN, there is no cosine.",
    },
    angle: {
      acute: "The [angle|{angle}] is {degrees}°: smaller than 90°, so the [dot product|{dot}] is positive.",
      obtuse: "The [angle|{angle}] is {degrees}°: larger than 90°, so the [dot product|{dot}] is negative.",
      right: "The [angle|{angle}] is a right angle: at 90° the [dot product|{dot}] is 0.",
      same: "Both point the same way: the [angle|{angle}] is 0, and no [dot product|{dot}] of these lengths is larger.",
      opposite:
        "They point opposite ways: no [angle|{angle}] is larger, and no [dot product|{dot}] of these lengths is smaller.",
      small:
        "The [dot product|{dot}] is too small for its digits and became 0; the [angle|{angle}] is not 90°.",
      zero: "Without two directions there is no [angle|{angle}].",
      nan: "Without two arrows there is no [angle|{angle}].",
    },
    projection: {
      plain:
        "The [projection|{projection}], the shadow of [{a}|{A}] on [{b}|{B}], is the [dot product|{dot}] ÷ the [length|{length_b}] of {b}.",
      behind:
        "The [projection|{projection}] of [{a}|{A}] on the line of [{b}|{B}] points away from {b}, so it is negative: the [dot product|{dot}] divided by the [length|{length_b}] of {b}.",
      right: "At 90° [{a}|{A}] casts no shadow on the line of [{b}|{B}]: the [projection|{projection}] is 0.",
      zero: "Nothing can be projected onto an arrow without length, and such an arrow casts no shadow.",
      nan: "Without two arrows there is no [projection|{projection}].",
    },
    keys: "Now [{a}|{A}] is a query among {count:one key¦{~count} keys}, [{all}|{B}].",
    scores: "{count:The¦Each} [score|{scores}] is a dot product.",
    right: "At 90° it is 0: {names}.",
    orthogonal: "Orthogonal, not merely linearly independent.",
    scale:
      "Each [score|{scores}] is {usualScale:divided by √dₖ = √{d_k}¦multiplied by the scale {scaleText}}: the [scaled scores|{scaled}].",
    softmax: {
      bars: "Each score becomes a power of e, a bar; its share of all bars is the [weight|{weights}].",
      only: "There is only one key, so its [weight|{weights}] is 1.",
      nan: "With a score that is infinite or NaN, all [weights|{weights}] are NaN.",
    },
    mix: "Each [value|{value}] times its [weight|{weights}], all added: the [output|{output}].",
    arrow: {
      many: "The output is an arrow too: {count:its one [value|{value}]¦the [values|{value}], each shrunk to its [weight|{weights}], laid tip to tail}.",
      nan: "With a number that is infinite or NaN, the [output|{output}] has no arrow.",
    },
    turn: {
      most: "The query leans towards {most}: [weight|{weights}] {share}.",
      tied: "{~tied} keys share the largest [weight|{weights}], {share}.",
      only: "With one key, the [weight|{weights}] stays 1 wherever it points.",
      drag: "Drag any arrow by its tip: all the numbers follow.",
      inside: "Drag the query: the [output|{output}] stays in the {three:triangle¦figure}.",
    },
  },
};
