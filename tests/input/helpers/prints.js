// Tensors as NumPy and PyTorch print them, with every digit: small printers of our own.

/** Enough digits for each float32, as NumPy writes numbers: a point always, no zeros behind it. */
function numpyNumber(x) {
  if (Number.isNaN(x)) return "nan";
  if (!Number.isFinite(x)) return x > 0 ? "inf" : "-inf";
  if (Object.is(x, -0)) return "-0.";
  const [mantissa, exponent] = x.toExponential(8).split("e");
  const plain = String(Number(x.toPrecision(9)));
  if (!/e/.test(plain)) return plain.includes(".") ? plain : `${plain}.`;
  const sign = exponent[0];
  return `${mantissa}e${sign}${exponent.slice(1).padStart(2, "0")}`;
}

/** As PyTorch does in scientific mode. */
function torchNumber(x) {
  if (Number.isNaN(x)) return "nan";
  if (!Number.isFinite(x)) return x > 0 ? "inf" : "-inf";
  if (Object.is(x, -0)) return "-0.00000000e+00";
  const [mantissa, exponent] = x.toExponential(8).split("e");
  return `${mantissa}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
}

/** Nested brackets, rows wrapped at a width. */
function nested({ shape, data }, { number, comma, width, indent }) {
  const words = [...data].map(number);
  const longest = Math.max(...words.map((word) => word.length));
  const padded = words.map((word) => word.padStart(longest));
  let at = 0;
  const print = (axis, depth) => {
    const count = shape[axis];
    if (axis === shape.length - 1) return row(padded.slice(at, (at += count)), depth);
    const parts = Array.from({ length: count }, () => print(axis + 1, depth + 1));
    const gap = "\n".repeat(shape.length - 1 - axis) + " ".repeat(depth);
    return `[${parts.join(`${comma}${gap}`)}]`;
  };
  const row = (list, depth) => {
    const lines = [[]];
    let used = depth;
    for (const word of list) {
      if (used + word.length > width && lines.at(-1).length > 0) {
        lines.push([]);
        used = depth;
      }
      lines.at(-1).push(word);
      used += word.length + 1 + comma.length;
    }
    const glue = `${comma}\n${" ".repeat(depth)}`;
    return `[${lines.map((line) => line.join(`${comma} `)).join(glue)}]`;
  };
  return print(0, indent + 1);
}

/** As `print(a)` does, or `repr(a)`. */
export const numpyText = (tensor, { width, repr }) =>
  repr
    ? `array(${nested(tensor, { number: numpyNumber, comma: ",", width, indent: 6 })}, dtype=float32)`
    : nested(tensor, { number: numpyNumber, comma: "", width, indent: 0 });

/** As `print(t)` does, with or without what a gradient adds. */
export const torchText = (tensor, { width, repr }) =>
  `tensor(${nested(tensor, { number: torchNumber, comma: ",", width, indent: 7 })}${repr ? ", grad_fn=<MulBackward0>" : ""})`;
