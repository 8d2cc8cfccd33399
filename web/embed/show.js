/** Creates the player of a frame and applies addresses to it. */

/** @typedef {HTMLElement & import("../element/attention-player.js").AttentionPlayer} Player */
/** @typedef {import("./address.js").Request} Request */

/** Returns the attributes of the player. @returns {string[]} */
export const known = () => /** @type {any} */ (customElements.get("attention-player")).observedAttributes;

/**
 * Creates a player and returns the function that applies an address to it.
 * @param {(player: Player) => void} placed adds the player to the page, once its attributes are set
 * @param {(error: string) => void} showError
 * @returns {(request: Request) => void} replaces everything that an earlier address has set
 */
export function createShow(placed, showError) {
  const player = /** @type {Player} */ (document.createElement("attention-player"));
  // whether the address carries a problem
  let given = false;
  player.addEventListener("error", (/** @type {any} */ { detail }) => {
    // if the player has a picture already, it shows the error itself
    if (!given || player.trace) return;
    given = false;
    showError(detail.message);
    player.problem = null;
  });

  return ({ attributes, problem, compare, time, error = "" }) => {
    showError(error);
    // setting the attribute anew seeks even if the step is the same
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
    // the step takes precedence over the time: in another version it may start at another time
    const goes = !step && time !== undefined;
    if (goes || (step && !isNew)) player.pause();
    if (goes) player.currentTime = time;
  };
}
