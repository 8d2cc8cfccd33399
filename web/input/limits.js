/** Limits of what is read and written, for code, sentences and tests. */

/** Bytes of a text that is read, of what a link unpacks to, of code that is written, and of the header of a file. */
export const TEXT_BYTES = 1048576;
/** Bytes of the part of a file that is read at once, as stored. */
export const SLICE_BYTES = 64 * 1048576;
/** Characters of a link, the "#" apart. */
export const LINK_CHARACTERS = 8000;
/** Characters of one number that is pasted into a field. */
export const NUMBER_CHARACTERS = 1000;
export const MOST_AXES = 4;

/** Whether a text is longer than is read. @param {string} text */
export function isTooLong(text) {
  const { length } = text;
  // a UTF-16 unit has one to three bytes: few texts must be encoded
  return (
    length > TEXT_BYTES || (length * 3 > TEXT_BYTES && new TextEncoder().encode(text).length > TEXT_BYTES)
  );
}
