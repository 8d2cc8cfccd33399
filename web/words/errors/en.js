/** What is wrong in what a page's author wrote, in English. */

export default {
  choice: (f) => `${f.where} "${f.value}" is unknown; use one of ${f.all}.`,
  anyOf: (f) => `${f.where} "${f.value}" is unknown; use on, off, or any of ${f.all}.`,
  number: (f) => `${f.where} is "${f.value}"; give a number from ${f.least} to ${f.most}.`,
  part: (f) =>
    `${f.where} is "${f.value}"; give ${f.most ? `a whole number from 0 to ${f.most}` : "0"}, for this problem has no more.`,
  length: (f) => `${f.where} is "${f.value}"; give a length such as 240px, 20rem or 60%.`,
  offstage: (f) =>
    `${f.where} "${f.value}" is not in the picture at the step ${f.step}, so only the formula lights up; bring a step that shows it with data-attention-step.`,
  step: (f) => `${f.where} "${f.value}" is no step of this story; the nearest one is ${f.near}.`,
  order: (f) => `to "${f.value}" comes before "${f.from}", where it begins; give a step that follows it.`,
  unfit:
    "“{name}” tells self-attention of one head whose inputs and values have two numbers each; “{instead}” tells this problem instead.",
  labels:
    "labels has {count} for {name}, which has {tokens} {tokens:token¦tokens}; give one label for each token.",
  tensor: (f) => `${f.where} "${f.value}" names no tensor of this story; the nearest one is ${f.near}.`,
  place: (f) =>
    `${f.where} "${f.value}" is no place in ${f.tensor}, which is ${f.shape}; give a number from 0, or *, for each axis.`,
  compare: "compare cannot be shown beside the problem: {message}",
  chain: "compare has stages, but only a single attention can be compared; give a problem without stages.",
  cell: (f) =>
    `${f.where} has "${f.value}" in row ${f.row}, column ${f.column}; write numbers, spaces between them and ";" between rows.`,
  ragged: (f) =>
    `${f.where} is ${f.length} wide in row ${f.row} and ${f.width} in row 1; give all rows the same length.`,
};
