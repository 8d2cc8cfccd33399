/** English for numbers that cannot be written. */
export default {
  noTensor:
    "This is not a tensor; give an object with shape and data, data with as many numbers as shape says.",
  noNumber: "data[{i}] does not fit float32; give a number up to 3.4e38.",
  noObject: "This is not an object; give a tensor, a trace or a problem.",
  axes: "The tensor has {count} axes, and at most {limit} are written; merge some of them.",
  many: "The tensor has {count} numbers, and at most {limit} are written; take a part of it, or .npy in place of text.",
  long: "As JSON this is longer than {limit} characters; take single tensors, as .npy files.",
  deep: "This is nested deeper than {limit} levels; give plain arrays and objects.",
  unreadable: "{where} could not be read; give plain arrays and objects.",
  gap: "{where} is missing; give a number there, or leave the whole key out.",
  noValue: "{where} is of the kind {kind}, which JSON lacks; give numbers, texts, arrays and objects.",
};
