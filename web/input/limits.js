/** Limits on what is read and written, for code, messages and tests. */

/** Maximum bytes of pasted text, of an unpacked link, of generated code, and of a file's header. */
export const TEXT_BYTES = 1048576;
/** Maximum bytes, as stored, of the part of a file that is read at once. */
export const SLICE_BYTES = 64 * 1048576;
/** Maximum characters of a link, without the "#". */
export const LINK_CHARACTERS = 8000;
/** Maximum characters of a number pasted into a field. */
export const NUMBER_CHARACTERS = 1000;
export const MOST_AXES = 4;

/** Whether a text exceeds TEXT_BYTES in UTF-8. @param {string} text */
export function isTooLong(text) {
  const { length } = text;
  // a UTF-16 unit takes one to three bytes, so few texts must be encoded to be measured
  return (
    length > TEXT_BYTES || (length * 3 > TEXT_BYTES && new TextEncoder().encode(text).length > TEXT_BYTES)
  );
}
