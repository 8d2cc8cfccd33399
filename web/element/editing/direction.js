/**
 * The direction in which a key moves in a table of numbers, as in a spreadsheet: Enter moves down, Left and Right move once the
 * caret is at that end.
 */

/**
 * @param {HTMLInputElement} input
 * @param {string} key
 * @returns {"ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight" | null} null: the field keeps the key
 */
export function directionOf(input, key) {
  const { selectionStart: start, selectionEnd: end, value } = input;
  const whole = start === 0 && end === value.length;
  if (key === "Enter" || key === "ArrowDown") return "ArrowDown";
  if (key === "ArrowUp") return key;
  if (key === "ArrowLeft" && (whole || end === 0)) return key;
  if (key === "ArrowRight" && (whole || start === value.length)) return key;
  return null;
}
