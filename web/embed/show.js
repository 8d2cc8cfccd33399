/** The player of the frame, and how an address sets it. */

/** @typedef {HTMLElement & import("../element/attention-player.js").AttentionPlayer} Player */
/** @typedef {import("./address.js").Request} Request */

/** @returns {string[]} the attributes that the player knows */
export const known = () => /** @type {any} */ (customElements.get("attention-player")).observedAttributes;

/**
 * @param {(player: Player) => void} placed puts the player on the page, once it has its attributes
 * @param {(error: string) => void} showError
 * @returns {(request: Request) => void} replaces all that an earlier address has set
 */
export function createShow(placed, showError) {
  const player = /** @type {Player} */ (document.createElement("attention-player"));
  // whether the address gives the problem
  let given = false;
  player.addEventListener("error", (/** @type {any} */ { detail }) => {
    // where there is a picture already, the player shows the error itself
    if (!given || player.trace) return;
    given = false;
    showError(detail.message);
    player.problem = null;
  });

  return ({ attributes, problem, compare, step, time, error = "" }) => {
    showError(error);
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
