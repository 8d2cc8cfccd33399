/** The player of the frame, and what an address asks of it. */

/** @typedef {HTMLElement & import("../element/attention-player.js").AttentionPlayer} Player */
/** @typedef {import("./address.js").Asked} Asked */

/** @returns {string[]} the attributes that the player knows */
export const known = () => /** @type {any} */ (customElements.get("attention-player")).observedAttributes;

/**
 * @param {(player: Player) => void} placed puts the player on the page, once it has what it needs
 * @param {(refused: string) => void} tell
 * @returns {(asked: Asked) => void} what else was asked for before holds no longer
 */
export function createShow(placed, tell) {
  const player = /** @type {Player} */ (document.createElement("attention-player"));
  // whether the problem is the address's
  let given = false;
  player.addEventListener("error", (/** @type {any} */ { detail }) => {
    // where a problem stands already, the player says itself why another cannot
    if (!given || player.trace) return;
    given = false;
    tell(detail.message);
    player.problem = null;
  });

  return ({ attributes, problem, compare, step, time, refused = "" }) => {
    tell(refused);
    for (const name of known()) {
      const value = attributes[name] ?? null;
      if (value === null) player.removeAttribute(name);
      else player.setAttribute(name, value);
    }
    given = problem !== undefined;
    player.problem = problem ?? null;
    player.compare = compare ?? null;
    if (!player.isConnected) placed(player);
    if (step === undefined && time === undefined) return;
    player.pause();
    if (time !== undefined) player.currentTime = time;
    if (step !== undefined) player.step = String(step);
  };
}
