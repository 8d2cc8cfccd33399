/** English for errors in what a page's author wrote. */

/** @satisfies {import("../index.js").Texts} */
export default {
  choice: '{where} "{value}" is unknown; use one of {all}.',
  anyOf: '{where} "{value}" is unknown; use on, off, or any of {all}.',
  number: '{where} is "{value}"; give a number from {least} to {most}.',
  part: (f) =>
    `${f.where} is "${f.value}"; give ${f.most ? `a whole number from 0 to ${f.most}` : "0"}, for this problem has no more.`,
  length: '{where} is "{value}"; give a length such as 240px, 20rem or 60%.',
  offstage:
    '{where} "{value}" is not in the picture at the step {step}, so only the formula lights up; bring a step that shows it with data-attention-step.',
  step: '{where} "{value}" is not a step of this story; the nearest one is {near}.',
  order: 'to "{value}" comes before "{from}", the first step to play; give a later one.',
  unfit:
    "“{name}” tells self-attention of one head whose inputs and values have two numbers each; “{instead}” tells this problem instead.",
  labels:
    "labels has {count} for {name}, which has {tokens} {tokens:token¦tokens}; give one label for each token.",
  tensor: '{where} "{value}" names no tensor of this story; the nearest one is {near}.',
  place:
    '{where} "{value}" is not a place in {tensor}, which is {shape}; give a number from 0, or *, for each axis.',
  compare: "compare cannot be shown beside the problem: {message}",
  chain: "compare has stages, but only a single attention can be compared; give a problem without stages.",
  cell: '{where} has "{value}" in row {row}, column {column}; write numbers, spaces between them and ";" between rows.',
  ragged: "{where} is {length} wide in row {row} and {width} in row 1; give all rows the same length.",
};
