/** The keyboard, heard only while something inside the element has the focus. */

/**
 * @typedef {object} Keyed
 * @property {() => void} toggle @property {() => void} back @property {() => void} forward
 * @property {(time: number) => void} seek @property {() => number} duration
 * @property {(number: number) => void} chapter
 * @property {(number: number) => boolean} choose whether there is something to choose
 * @property {{ locked: any, move(key?: string): boolean, lock(target: null): void, root: HTMLElement }} stage
 * @property {{ key(key: string): boolean } | undefined} field over a number that is changed
 * @property {{ open: boolean, show(open: boolean): void, button: HTMLElement }} settings
 */

/** @param {KeyboardEvent} event @param {Keyed} player @returns {boolean} whether the key was taken */
export function handleKey(event, player) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
  const { key } = event;
  if (key === "Escape") return escape(player);
  // a field keeps its own keys; a button keeps the space bar, and Enter, which nobody else takes
  if (target.matches("select, input")) return false;
  if (target.matches("button") && key === " ") return false;
  if (target.matches("[role=button]") && (key === " " || key === "Enter")) return (target.click(), true);
  const { stage, field } = player;
  if (target === stage.root && stage.locked && field?.key(key)) return true;
  if (target === stage.root && key === "Enter") return stage.locked ? (stage.lock(null), true) : stage.move();
  if (target === stage.root && stage.locked && key.startsWith("Arrow")) return stage.move(key);
  const act = actions[key];
  if (act) act(player);
  else if (/^[1-9]$/.test(key)) player.choose(Number(key) - 1) || player.chapter(Number(key) - 1);
  else return false;
  return true;
}

/** @type {Record<string, (player: Keyed) => void>} */
const actions = {
  " ": (player) => player.toggle(),
  ArrowRight: (player) => player.forward(),
  ArrowDown: (player) => player.forward(),
  ArrowLeft: (player) => player.back(),
  ArrowUp: (player) => player.back(),
  Home: (player) => player.seek(0),
  End: (player) => player.seek(player.duration()),
};

/** @param {Keyed} player */
function escape({ stage, settings }) {
  if (settings.open) {
    settings.show(false);
    settings.button.focus();
    return true;
  }
  if (!stage.locked) return false;
  stage.lock(null);
  return true;
}
