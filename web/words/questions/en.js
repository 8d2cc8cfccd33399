/** English for the questions asked before a step is shown, and for the answers. */
export default {
  label: "Your guess",
  skip: "Just show me",
  guessed: "your guess: {chosen}",
  look: "{heads:Which¦In head {shown}, which} {word:word¦{input:input¦{source:source¦key}}} will {queryName} look at most?",
  right: "Right: {chosen} gets {share}.",
  wrong: "Not {chosen}, which gets {share}: {best} gets {most}.",
  pull: "Which way will the value of {keyName} pull {plane:the {result} most¦number {k} of the {result}}?",
  way: "{plane:number {k} ¦}{up:up¦down}",
  pulled: "Right: weighted, {plane:its numbers are¦its number {k} is} {numbers}.",
  notPulled: "Not {chosen}, but {best}: weighted, {plane:its numbers are¦its number {k} is} {numbers}.",
  row: "{heads:Which¦In head {shown}, which} row of the map is this?",
  ofRow: "Right: {queryName} gives {share} to {keyName}.",
  notOfRow: "Not the row of {chosen}: it is {queryName} that gives {share} to {keyName}.",
};
