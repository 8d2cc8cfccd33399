/** Handles the keyboard while something inside the element has the focus. */

/** @typedef {{ toggle(): void, back(): void, forward(): void, seek(time: number): void, chapter(number: number): void, choose(number: number): boolean }} KeyActions
 *   choose: returns whether there was something to choose */
/**
 * @typedef {object} KeyTargets the parts that keys act on
 * @property {{ locked: any, move(key?: string): boolean, lock(target: null): void, root: HTMLElement }} stage
 * @property {{ key(key: string): boolean } | undefined} field the field over a number being edited
 * @property {{ open: boolean, show(open: boolean): void, button: HTMLElement }} settings
 */

/** @param {KeyboardEvent} event @param {KeyActions} actions @param {KeyTargets} targets @returns {boolean} whether the key was used */
export function handleKey(event, actions, { stage, field, settings }) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
  const { key } = event;
  if (key === "Escape") return escape(stage, settings);
  // form fields keep their own keys; a button keeps Space, and Enter, which no action uses
  if (target.matches("select, input")) return false;
  if (target.matches("button") && key === " ") return false;
  if (target.matches("[role=button]") && (key === " " || key === "Enter")) return (target.click(), true);
  if (target === stage.root && stage.locked && field?.key(key)) return true;
  if (target === stage.root && key === "Enter") return stage.locked ? (stage.lock(null), true) : stage.move();
  if (target === stage.root && stage.locked && key.startsWith("Arrow")) return stage.move(key);
  // up increases a slider
  const sideways = target.matches("[role=slider]") && { ArrowUp: "ArrowRight", ArrowDown: "ArrowLeft" }[key];
  const act = actionOf[sideways || key];
  if (act) act(actions);
  else if (/^[1-9]$/.test(key)) actions.choose(Number(key) - 1) || actions.chapter(Number(key) - 1);
  else return false;
  return true;
}

/** @type {Record<string, (actions: KeyActions) => void>} */
const actionOf = {
  " ": (actions) => actions.toggle(),
  ArrowRight: (actions) => actions.forward(),
  ArrowDown: (actions) => actions.forward(),
  ArrowLeft: (actions) => actions.back(),
  ArrowUp: (actions) => actions.back(),
  Home: (actions) => actions.seek(0),
  End: (actions) => actions.seek(Infinity),
};

/**
 * Closes the settings, else unlocks the locked cell.
 * @param {KeyTargets["stage"]} stage @param {KeyTargets["settings"]} settings
 */
function escape(stage, settings) {
  if (settings.open) {
    settings.show(false);
    settings.button.focus();
    return true;
  }
  if (!stage.locked) return false;
  stage.lock(null);
  return true;
}
