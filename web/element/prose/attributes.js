/** The attributes of a page's prose; prose.js documents them. */
export const STEP = "data-attention-step";
export const SCROLL = "data-attention-scroll";
export const LINE = "data-attention-line";
export const RING = "data-attention-highlight";
export const GOAL = "data-attention-goal";
export const CHANGE = "data-attention-change";
export const ANSWER = "data-attention-answer";
export const STATE = "data-attention-state";
export const GUESS = "data-attention-guess";
export const CHOICES = "data-attention-choices";
export const GUESSED = "data-attention-guessed";
/** Those of a task or a guess. */
export const ASKED = [GOAL, CHANGE, ANSWER, GUESS, CHOICES];
export const CURRENT = "data-attention-current";

export const controls = "button, input, select, textarea, summary";
/** Elements that can be pressed natively. */
export const pressable = `a[href], area[href], ${controls}`;
