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

  return ({ attributes, problem, compare, time, error = "" }) => {
    showError(error);
    // an address of the same step comes to it again
    player.removeAttribute("step");
    for (const name of known()) {
      const value = attributes[name] ?? null;
      if (value === null) player.removeAttribute(name);
      else player.setAttribute(name, value);
    }
    given = problem !== undefined;
    player.problem = problem ?? null;
    player.compare = compare ?? null;
    const isNew = !player.isConnected;
    if (isNew) placed(player);
    const { step } = attributes;
    // what has both goes by its step: another version may tell that at another time
    const goes = !step && time !== undefined;
    if (goes || (step && !isNew)) player.pause();
    if (goes) player.currentTime = time;
  };
}
