/** The attributes of a page's prose; prose.js says what they do. */
export const STEP = "data-attention-step";
export const SCROLL = "data-attention-scroll";
export const RING = "data-attention-highlight";
export const CURRENT = "data-attention-current";

export const controls = "button, input, select, textarea, summary";
/** What a browser makes pressable by itself. */
export const pressable = `a[href], area[href], ${controls}`;
