/** English for the tasks and guesses in a page's prose. Texts are templates, which sentence.js fills. */
export default {
  states: {
    "not-yet": "Not yet",
    near: "Near",
    done: "Done",
    "too-many": "Too many changes",
    shown: "Shown, not solved",
  },
  undo: "Undo",
  again: "Start again",
  yourself: "Try it yourself",
  show: "Show me",
  progress: "How close you are",
  change: {
    matrix: "Row {row}, column {column}: {from} → {to}",
    vector: "Number {column}: {from} → {to}",
    option: "{name}: {to}",
    none: "none",
    more: "{changes} and {count} more",
  },
  over: {
    count: "{count} numbers of {name} are changed; the task allows {allowed}.",
    aside: "{name} is changed; the task leaves it as it is.",
  },
  exercise: {
    title: "Your turn",
    one: "one number of {name}",
    some: "up to {most} numbers of {name}",
    any: "{name}",
    drag: "Drag a number sideways, or click it and type.",
    tap: "Tap a number and type, or drag it sideways.",
    option: "Type another value.",
    name: "What may be changed, and what is to be reached",
    asks: "“{name}” asks",
  },
  guess: {
    label: "Guess before you see",
    skip: "Just show me",
    right: "{right}, as you guessed.",
    wrong: "{right}. You guessed {chosen}.",
    shown: "Answer: {right}.",
    isRight: "right",
    isWrong: "your guess",
  },
  // errors for the author of a page
  errors: {
    goal: '{where} "{value}" is not a goal; write one, such as weights:0,0,2,2 > 0.5.',
    holds: '{where} "{value}" holds from the start; give a goal that a change has to reach.',
    change:
      '{where} "{value}" is not a change; write what may change and how many numbers of it, such as w_q 1.',
    unchangeable:
      '{where} "{value}" names nothing that this problem lets a reader change; the nearest one is {near}.',
    answer: '{where} "{value}" is not an answer; write one, such as w_q:0,0 = -1.',
    refused: '{where} "{value}" cannot be shown: {message}',
    choices:
      '{where} "{value}" is not a choice; separate two or more different answers with |, and put a star before the right one, such as 0.20 | *0.06 | 0.',
  },
};
