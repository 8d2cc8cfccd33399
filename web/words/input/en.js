/** English for texts, files, links and code. Texts are templates, which sentence.js fills. */
export default {
  text: {
    place: {
      cell: "row {row}, column {column}",
      matrixCell: "matrix {matrix}, row {row}, column {column}",
      blockCell: "block {block}, matrix {matrix}, row {row}, column {column}",
      text: "line {line}, column {column}",
      owned: "{place} of {name}",
    },
    errors: {
      noText: "This is not text; give the matrix as text.",
      long: "The text is longer than {limit} bytes; paste a part of it, or open the numbers as a .npy file.",
      nothing: "The text holds no number; paste a matrix such as [[1, 2], [3, 4]].",
      noNumbers: "The brackets at {place} hold no number; give at least one.",
      noNumber:
        "{found} at {place} is not a number; give a decimal number such as -1.5e-3, or nan, inf, True or False.",
      empty: "The entry at {place} is empty; give a number there, or nan.",
      abbreviated:
        '{found} at {place} means that the print was abbreviated and numbers are missing; print all of them, with np.set_printoptions(threshold=np.inf) or torch.set_printoptions(profile="full"), and join continued lines.',
      based: "{found} at {place} is not a decimal number; write it in decimal digits.",
      underscore: "{found} at {place} has underscores between its digits; write the digits alone.",
      missing: "{found} at {place} is a missing value; give a number, or nan.",
      factor:
        "{found} at {place} is a factor of all numbers below; print them without it, with format long g.",
      complex: "{found} at {place} is a complex number; give its real part alone.",
      severalInCell:
        "{found} at {place} is more than one number in one cell; separate all numbers in the same way.",
      commaInCell:
        "The comma of {found} at {place} may be decimal or may separate numbers; write decimals with a point, thousands without a comma.",
      computed: "{found} at {place} would have to be computed; print the numbers and paste those.",
      otherDigits: "{found} at {place} has digits other than 0 to 9; write it with those.",
      large:
        "{number} at {place} is more than a float32 holds; give a number between -3.4028235e38 and 3.4028235e38, or inf.",
      quoted: "{found} at {place} is text in quotes; give a number without quotes.",
      tooMany:
        "The entry at {place} is one too many, since those before have {size}; give each the same count.",
      tooFew:
        "An entry is missing at {place}: there {count:is¦are} {count}, and those before have {size}; give each the same count.",
      bracketForNumber: "The bracket at {place} follows numbers of the same level; give each the same depth.",
      numberForBracket: "{found} at {place} follows a bracket of the same level; give each the same depth.",
      deep: "The bracket at {place} is more than {limit} deep; give at most {limit} axes.",
      manyCalls: "Too many calls surround the numbers at {place}; paste the numbers alone.",
      sparse: "{call} at {place} is the print of a sparse or masked array; print it as a dense one.",
      argument:
        "{found} at {place} is not an argument of a print; paste the numbers without what changes them.",
      openBracket: "The bracket at {place} is not closed by {close}; paste the text to its end.",
      openQuote: "The quote at {place} does not end on its line; close it, or leave it out.",
      unexpected: "{found} at {place} is not part of a matrix; give numbers, commas and brackets alone.",
      trailing: "{found} at {place} comes after the matrix has ended; paste one matrix alone.",
      mixed:
        "A comma is missing or one too many at {place}, since other entries are separated differently; separate all in the same way.",
      roundNumber:
        "The round brackets at {place} hold one entry and no comma; leave them out, or write (1,).",
      semicolons:
        "The line at {place} has {count:one semicolon¦{count} semicolons}, and the first line has {size}; give each line the same count.",
      header:
        "The header at {place} has {count:one word¦{count} words}, and the row below {size:one cell¦{size} cells}; give each column one word.",
      environment: "{found} at {place} is not a matrix; give bmatrix, pmatrix or array.",
      openEnvironment: "The matrix at {place} is not closed by {name}; paste the text to its end.",
      aroundLatex: "{found} at {place} is beside the matrix and may change it; paste the matrix alone.",
      latexCommand: "{found} at {place} is not a number; give numbers separated by & and \\\\.",
      noKey: "{found} at {place} should be a key; give shape and data.",
      noColon: "A colon is missing at {place}, after a key; write it as in JSON.",
      unknownKey: "{key} is not a key of a matrix; give shape and data.",
      missingKey: "{key} is missing; give shape and data.",
      twice: "{key} is given twice; give it once.",
      noList: "{key} is not a list of numbers; give one in square brackets.",
      badShape: "{key} must be 1 to {limit} whole numbers from 1 upward; give the length of each axis.",
      shapeCount:
        "{key} holds {count:one number¦{count} numbers}, and the shape needs {needed} in one list; give that many.",
      noAssignment:
        "{found} at {place} does not begin an assignment; give lines such as W_q = [[1, 0], [0, 1]].",
      noValue: "{name} has no value; write one after the equals sign.",
      unknownName: "{name} is not part of a problem; known are {known}.",
      givenTwice: "{name} means {key}, which was given before; give it once.",
      levels: "Lists and objects at {place} are more than {limit} levels deep; give rows of numbers.",
      noJson: "{found} at {place} is not a value; give a number, true, false, a text or a list.",
      badText: "{found} at {place} has a wrong escape; write a backslash as two.",
      afterValue: "{found} at {place} comes after a value has ended; begin a new line for a new value.",
    },
    notes: {
      decimalComma:
        "{count:One comma was read as a decimal point¦{count} commas were read as decimal points}.",
      minus: "Typographic minus signs were read as minus.",
      wide: "Full-width signs were read as plain digits and signs.",
      thousands: "Thin spaces between groups of three digits were left out.",
      lost: "{count:One number has¦{count} numbers have} more digits than a float32 keeps, first at {place}: {written} became {value}.",
      vanished:
        "{count:One number is¦{count} numbers are} too small for a float32 and became 0, first {written} at {place}.",
      wrapped: "One bracket over several lines was read as one row of {count} numbers.",
      lineRows: "Line ends without a comma were read as ends of {rows} rows.",
      semicolonRows:
        "Semicolons were read as ends of {count} rows; if they part the cells of one row, part those with spaces.",
      header: "The first row, {words}, was read as a header and left out.",
      ruled: "The table's head holds numbers and was read as the first row.",
      leftOut:
        "{lines:One line that computes or prints was¦{lines} lines that compute or print were} left out.",
      unknown: "{count:{names} is¦{names} are} not part of a problem and {count:was¦were} left out.",
      unscaled: "The listing divides the scores by no root, so scale is 1.",
      scaled: "The listing scales the scores by {scale}.",
      otherScale: "The listing scales the scores by a number that was not read; give scale.",
      heads: "The listing has heads, and their count was not found; give heads if there are several.",
      causal: "The listing hides later tokens, so causal is true.",
      turned: "The listing hides what its mask marks, so the mask was inverted: here, 1 marks what is seen.",
      masks: "The listing hides some keys in what it computes; add causal = True if they are later tokens.",
      otherwise:
        "What {found} computes was left out; if the listing's weights differ, print them and give weights_override. Nothing that it computes after the output is shown.",
      maskBias:
        "{name} holds other numbers than 0 and 1 and was read as bias, which is added to the scores; only −∞ forbids.",
      columns:
        "The listing's tokens are columns, and here they are rows, so query{value:, key and value¦ and key} were transposed.",
      transposed: "Tokens are rows here, and {key} is used as x @ {key}, so it is the transpose of {name}.",
      layerWeight:
        "{name} was read as {key}, which is used as x @ {key}; if it is the weight of nn.Linear, transpose it first.",
    },
  },
  files: {
    noFile: "This is not a file; give a File or a Blob.",
    noSignal: "signal is not an AbortSignal; give an AbortController's signal.",
    noFunction: "onProgress is not a function; give one that takes an object with done and total.",
    gone: "The file could not be read from byte {byte} on; choose it again.",
    cut: "The file ends at byte {size}, though its numbers should reach byte {end}; save or download it again.",
    after:
      "The last number of the file ends at byte {end}, and the file at byte {size}; save one array, or one set of tensors, in one file.",
    rounded:
      "{count:One whole number has¦{count} whole numbers have} more digits than a float32 keeps, first at {place}: {number} became {value}.",
    zip: "The file is a ZIP archive, as .npz and .pt files are; save an array with numpy.save, or weights as .safetensors.",
    noNpy: "The file does not begin as a .npy file does; save the array with numpy.save.",
    noSafetensors: "The file does not begin as a .safetensors file does; save the weights with safetensors.",
    npyVersion:
      "Version {version} of .npy is unknown here; save the array with numpy.save, as version 1.0, 2.0 or 3.0.",
    longHeader: "The header has {length} bytes, and at most {limit} are read; save less in one file.",
    deep: "The header is nested deeper than {limit} levels at byte {byte}; save the file again.",
    unexpected: "The header is damaged: {character} is not allowed at byte {byte}; save the file again.",
    headerEnds: "The header is damaged: it ends too early, at byte {byte}; save the file again.",
    badString: "The header is damaged: the text at byte {byte} cannot be read; save the file again.",
    largeNumber:
      "The header is damaged: no array is as long as the number at byte {byte} says; save the file again.",
    twice: "The header is damaged: {key} appears twice, again at byte {byte}; save the file again.",
    npyKeys:
      "The header must have descr, fortran_order and shape, and nothing else; save the array with numpy.save.",
    npyOrder: "fortran_order of the header must be True or False; save the array with numpy.save.",
    npyShape: "shape of the header must be a tuple of whole numbers; save the array with numpy.save.",
    npyType:
      "The array has numbers of the type {dtype}, and only real and whole numbers and booleans are read; save it with numpy.save(path, array.astype(numpy.float32)).",
    metadata: "The header is damaged: __metadata__ must hold texts alone; save the file again.",
    entry:
      "The header is damaged: {name} must have dtype, shape and data_offsets, and nothing else; save the file again.",
    offsets:
      "The header is damaged: the bytes of {name} do not begin where those of the tensor before it end; save the file again.",
    length:
      "The header is damaged: the bytes of {name} are not as many as its shape needs; save the file again.",
    tensorType: "{name} has numbers of the type {dtype}, which is not read; save it as F32, F16 or BF16.",
    noName: "There is no tensor without a name; give a name from the list.",
    unknown: "The file has no tensor {name}; did you mean {near}?",
    rank: "{name} has {rank} axes, and at most {limit} are read; save a part of it.",
    slice:
      "What is chosen of {name} has {bytes} bytes, and at most {limit} are read at once; choose fewer rows or columns.",
    memory: "There is no memory for {count} numbers; choose fewer rows or columns.",
    range:
      "{key} must be [from, to) of the {length} there are: two whole numbers from 0 to {length}, the smaller one first.",
    noSuchAxis: "{key} cannot be chosen of an array of {rank:one axis¦{rank} axes}; leave them out.",
    beyond: "{where} is beyond float32, which ends at 3.4e38; scale the array before saving it.",
  },
  code: {
    says: {
      amsmath: "needs \\usepackage{amsmath}",
      query: "what each token looks for",
      key: "what each token offers",
      value: "what each token passes on",
      scores: "every query meets every key",
      scaled_scores: "keeps softmax from saturating",
      capped_scores: "no score beyond the cap",
      masked_scores: "what may not be seen counts nothing",
      row_max: "softmax, row by row",
      weights: "each row adds up to 1",
      mixed: "weighted sums of the values",
      joined: "heads side by side",
      output: "one product makes the output",
      context: "weighted sum of the encoder's states",
      state: "the next state",
      logits: "what the state and its context say",
      softmax: "each row adds up to 1",
      relu: "what is below 0 becomes 0",
      gelu: "times the share of a bell curve below it",
      normalize: "mean 0, variance 1, then scaled and shifted",
      residual: "what came in is added again",
      bias: "some pairs are preferred",
      override: "given, in place of the softmax",
      dot: "lengths times the cosine between them",
      arccos: "in radians",
    },
    back: {
      loss: "how far the output is from the target",
      backward: "every gradient, from the output back to the input",
      ignored: "no class where the target is -1",
      grad_output: "what more of each output does to the loss",
      grad_mixed: "each head gets its share",
      nothing: "the weights are given: nothing goes back to the scores",
      row_mean: "mean of each row, by its weights",
      grad_softmax: "what one weight gains, others lose",
      tanh: "back through tanh",
      grad_x: "from queries, keys and values",
      step: "one step of gradient descent",
      idle: "nothing of the output is made from it",
      noStep: "no parameter is given that could take a step",
      stops: "This program stops at the forward pass; the one in PyTorch goes back, too.",
    },
    errors: {
      language: "{language} is not a known language; give one of {known}.",
      long: "The code of problem would be longer than {limit} bytes; give smaller tensors.",
      many: "problem has {count} numbers; a method of {language} holds at most {limit}, so give smaller tensors.",
      finite:
        "{where} holds NaN or Infinity, which a mask hides in the core alone; give finite numbers, or take the code in javascript or c.",
      empty: "{where} is empty, with shape {shape}; code needs at least one token, so give it some.",
      missing: "{where} is missing; give it.",
      axes: "{where} has shape {shape}; give it {least} to {most} axes.",
      fits: "{where} has shape {shape}; with the tensors beside it, it needs {needed}.",
      broadcasts:
        "{where} has shape {shape}, which does not broadcast to {needed}; give 1 or the same length along each axis.",
      widths: "{where} does not fit: queries have {d_q} features and keys {d_k}; give both the same.",
      heads:
        "{where} has {width} features, which {heads} heads cannot share equally; give a multiple of {heads}.",
      kv_heads:
        "{where} does not fit: heads is {heads} and kv_heads {kv_heads}, which must divide it and agree with query and key.",
      beside:
        "{where} is given together with query, key and value; give either those three or x with its projections.",
      unused: "{where} has no meaning with this score function; leave it out.",
      class: "{where} is {entry}; give -1 (ignored) or a class from 0 to {last}.",
      reference: "{where} is {name}, which that stage does not have; give the name of an earlier tensor.",
    },
  },
};
