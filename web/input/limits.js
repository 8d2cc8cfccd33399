/** How much this room takes: the one place for its code, its sentences and its tests. */

/** Bytes of a text that is read, of what a link unpacks to, of code that is written, and of the header of a file. */
export const TEXT_BYTES = 1048576;
/** Bytes of the part of a file that is read at once, as they are stored. */
export const SLICE_BYTES = 64 * 1048576;
/** Characters of a link, the "#" apart. */
export const LINK_CHARACTERS = 8000;
export const MOST_AXES = 4;
