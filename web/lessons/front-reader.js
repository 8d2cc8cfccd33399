/** What the pages around the lessons do: a link of the studio opens there, and a tag is copied. */

const studio = `../studio/index.html?lang=${document.documentElement.lang}${location.hash}`;
if (/^#v\d+\./.test(location.hash)) location.replace(new URL(studio, import.meta.url));

/** ms after which the picture plays although nobody has stirred */
const PATIENCE = 8000;
const player = document.querySelector("[data-plays]");
// a page that is still loading is not made to play as well
if (player) {
  const play = () => player.setAttribute("autoplay", "");
  for (const type of ["pointermove", "pointerdown", "wheel", "scroll", "keydown"])
    addEventListener(type, play, { once: true, passive: true });
  addEventListener("load", () => setTimeout(play, PATIENCE));
}

for (const row of document.querySelectorAll(".tag")) {
  const [button, code, said] = ["button", "code", "[role=status]"].map(
    (part) => /** @type {HTMLElement} */ (row.querySelector(part)),
  );
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent ?? "");
      said.textContent = said.dataset.copied ?? "";
    } catch {
      // what the browser does not copy, the reader can
      getSelection()?.selectAllChildren(code);
    }
  });
}
