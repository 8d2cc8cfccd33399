/**
 * The script of a lesson's page. "Next" plays the step that it leads to, the progress is kept in local storage, players are
 * pinned on small screens, and exercises are checked. The page can be read without it.
 */

const { body } = document;
const sections = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("section[id]"))];
const marks = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".progress a"))];
const key = `lesson ${body.dataset.lesson}`;

/** @typedef {HTMLElement & { currentTime: number, paused: boolean, ready: Promise<unknown>, play(): Promise<void>, pause(): void }} Player */

/** @param {Element} section */
const playerIn = (section) => /** @type {Player | null} */ (section.querySelector("attention-player"));

/** Returns the stored progress; null if the browser forbids storage. @param {string} [text] to store first @returns {string | null} */
function stored(text) {
  try {
    if (text !== undefined) localStorage.setItem(key, text);
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

for (const link of document.querySelectorAll('a.next[href^="#"]'))
  link.addEventListener("click", async () => {
    const section = document.querySelector(/** @type {HTMLAnchorElement} */ (link).hash);
    const player = section && playerIn(section);
    // a task is for the reader to do, and an answer must not show before the guess
    if (!player || section.id === "task" || section.querySelector("[data-attention-guess]")) return;
    await player.ready;
    player.play();
  });

let most = Number(stored() ?? -1);
/** @param {number} at */
function show(at) {
  most = Math.max(most, at);
  stored(String(most));
  // another language goes on at the same place
  for (const link of document.querySelectorAll(".languages a"))
    /** @type {HTMLAnchorElement} */ (link).hash = sections[at]?.id ?? "";
  for (const [k, mark] of marks.entries()) {
    mark.classList.toggle("seen", k <= most);
    if (k === at) mark.setAttribute("aria-current", "step");
    else mark.removeAttribute("aria-current");
  }
}

/** A time, in seconds, after the end of any step: seeking there shows the end */
const END = 1e6;

/** Pauses the player of a section that the reader leaves, and shows the answer to its guess. @param {Element} section */
function leave(section) {
  const player = playerIn(section);
  if (player && !player.paused) player.pause();
  const step = section.querySelector("[data-attention-guess]")?.getAttribute("data-attention-guess");
  if (!player || !step) return;
  // on paper a player shows the step that its page chose
  player.setAttribute("step", step);
  player.currentTime = END;
}

/** @param {IntersectionObserverEntry[]} entries */
function come(entries) {
  for (const { target, isIntersecting } of entries)
    if (isIntersecting) show(sections.indexOf(/** @type {HTMLElement} */ (target)));
}
const seen = new IntersectionObserver(come, { rootMargin: "-45% 0px -45% 0px" });
const passed = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting, boundingClientRect } of entries)
    if (!isIntersecting && boundingClientRect.bottom <= 0) leave(target);
});
for (const section of sections) for (const observer of [seen, passed]) observer.observe(section);
show(-1);

// printed pages show the answers: before the players are drawn
addEventListener("beforeprint", () => sections.forEach(leave), true);

/** The space for sentences below a pinned player, in px: the desired and the least */
const ROOM = { good: 300, least: 150 };
/** The smallest scale of a player on a phone; a task, where numbers are dragged, is not scaled. */
const SMALLEST = 0.75;
const header = /** @type {HTMLElement} */ (document.querySelector("header"));
const figures = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".step figure"))];
function pin() {
  const phone = innerWidth < 420;
  const room = innerHeight - header.offsetHeight;
  // measures all before changing any, so that the page is laid out once
  const heights = figures.map(({ children: [player] }) => /** @type {HTMLElement} */ (player).offsetHeight);
  for (const [k, figure] of figures.entries()) {
    const step = /** @type {HTMLElement} */ (figure.parentElement);
    const smallest = phone && step.id !== "task" ? SMALLEST : 1;
    const size = Math.min(1, Math.max(smallest, (room - ROOM.good) / heights[k]));
    step.classList.toggle("pinned", heights[k] * size <= room - ROOM.least);
    figure.style.setProperty("--size", String(size));
    figure.style.setProperty("--height", `${heights[k]}px`);
  }
}
// deferred, since `pin` changes the observed sizes
const sizes = new ResizeObserver(() => setTimeout(pin));
for (const player of document.querySelectorAll(".step attention-player")) sizes.observe(player);
addEventListener("resize", pin);

for (const form of document.forms) {
  const { answer, decimals, wrong, because } = form.dataset;
  const [place, said, input] = [".answer", "[role=status]", "input"].map((part) => form.querySelector(part));
  if (!(place instanceof HTMLElement && said instanceof HTMLElement && input instanceof HTMLInputElement))
    continue;
  place.hidden = false;
  // an integer must be exact, decimals right to the last place asked for
  const within = Number(decimals) && 0.5001 * 10 ** -Number(decimals);
  const near = (/** @type {number} */ typed, /** @type {unknown} */ value) =>
    Math.abs(typed - Number(value)) <= within;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // full-width digits and signs become plain ones, spaces that separate thousands go
    const text = input.value.normalize("NFKC").replace(/\s/g, "").replace("−", "-");
    // the commas of 1,048,576 separate thousands, that of 0,75 is a decimal comma
    const digits = /^[1-9]\d{0,2}(,\d{3})+$/.test(text) ? text.replaceAll(",", "") : text.replace(",", ".");
    const typed = Number(digits || NaN);
    const right = near(typed, answer);
    form.classList.toggle("right", right);
    form.classList.toggle("wrong", !right);
    const reason = !right && wrong !== undefined && near(typed, wrong) ? ` ${because}` : "";
    said.textContent = `${right ? `✓ ${said.dataset.right}` : said.dataset.not}${reason}`;
  });
}
