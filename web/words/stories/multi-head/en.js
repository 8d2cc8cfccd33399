/** The texts of the story multi-head in English: several heads. */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "Many heads",
  chapters: { words: "Words", attend: "Attend", output: "Project" },
  titles: { output: "Project back", each: "Each head" },
  head: (h) => `Head ${h}`,
  sharing: (h, group) => `Head ${h} · keys ${group}`,
  roles: {
    previous: "previous word",
    adjective: "noun ↔ adjective",
    first: "first word",
    verb: "verb ↔ noun",
  },
  item: (k) => `item ${k}`,
  front: "To the front",
  forward: (k) => `To the front: item ${k}`,
  result: "result",
  joined: "{~heads} results side by side",
  invitation: "Watch {heads:one head of attention at work¦{~heads} heads look at the same input}.",
  sentences: {
    batch: "A batch of {~batches} [{batches:item¦items}|x]: item {item} stands in front.",
    three:
      "[queries|projected_query], [keys|projected_key] and [values|projected_value] of {twoHeads:both¦all {~heads}} heads",
    project:
      "{matrices:[W_Q|w_q], [W_K|w_k] and [W_V|w_v]{biases:, plus a bias,} make the {three}¦The {three} begin side by side}.",
    made: "{matrices:[W_Q|w_q], [W_K|w_k] and [W_V|w_v]{biases:, plus a bias,} make [queries|query], [keys|key] and [values|value]: one¦[Queries|query], [keys|key] and [values|value]: one} head, so nothing is split.",
    split: {
      grouped:
        "Each row of [queries|projected_query] is cut into {~heads} heads, [keys|projected_key] and [values|projected_value] {kv_heads:stay one¦into {~kv_heads}}.",
      even: "Each row of {wide} {wide:number¦numbers} is cut into {~heads} heads of {d_q}.",
      uneven: "Each row is cut into {~heads} heads.",
    },
    transpose: {
      grouped: "Each head takes its own columns of [queries|query].",
      own: "Each head sees its own columns of [queries|query], [keys|key] and [values|value] alone.",
    },
    shared: {
      one: "{twoHeads:Both¦All {~heads}} heads share the same [keys|key] and [values|value].",
      groups: "[Keys|key] and [values|value] are shared by heads {groups}.",
      group: "{first} {pair:and¦to} {last}",
      then: "{before}, {last:and }by {group}",
    },
    given:
      "Here [queries|query], [keys|key] and [values|value] are given, already split into {~heads} heads.",
    meeting: "{q_len:the¦each} [query|query] meets {kv_len:the only¦each} [key|key]",
    scores:
      "{heads:{meeting}: {cells} {cells:score¦scores}, [row by row|scores].¦In every head {meeting}: {cells} {cells:[score|scores]¦[scores|scores]} per head.}",
    divide: "Each power of e divided by the sum of its row is a [weight|weights].",
    weights: "Softmax turns every row into [weights|weights].",
    contrast: {
      alike: "{q_len:All¦In each row, all} heads look most at the same key.",
      apart: "{query} looks most {chosen}, but {other}.",
      at: "at {key} ({share}) in head {h}",
    },
    mixed: {
      one: "The [values|value] are mixed by their [weights|weights]: the [{isOutput:output¦result}|{target}].",
      many: "Each head mixes {grouped:the [values|value] of its group¦its [values|value]} by its [weights|weights]: {~heads} [results|mixed] of {q_len}×{d_v}.",
      nan: "A row with NaN gives NaN.",
      nothing: "A row without any weight gives 0.",
    },
    join: {
      one: "One head, so nothing is joined: its [result|joined] goes on as it is.",
      many: "{twoHeads:Both¦All {~heads}} [results|joined], side by side, make rows of {joined} {joined:number¦numbers}.",
      last: "No matrix follows: that is the output.",
    },
    output: {
      matrix:
        "[W_O|w_o] {joined:multiplies the one number of each row¦{fewer:brings the {joined} numbers of each row down to {width}¦{same:mixes the {joined} numbers of each row¦makes {width} numbers of the {joined} in each row}}}{b_o:, and [b_O|b_o] is added}: the [output|output].",
      bias: "A bias, [b_O|b_o], is added to each row: the [output|output].",
    },
    each: {
      roles: "Arcs above look back, below ahead. Point at a head to see how consistent it is.",
      own: "Point at a head to read its [weights|weights], or at a row to follow it.",
    },
  },
};
