/** The script of the front page and the story pages: forwards links of the studio to it, starts the picture, and copies tags. */

const studio = `../studio/index.html?lang=${document.documentElement.lang}${location.hash}`;
if (/^#v\d+\./.test(location.hash)) location.replace(new URL(studio, import.meta.url));

/** Milliseconds after which the picture plays even if the reader has done nothing */
const PATIENCE = 8000;
const player = document.querySelector("[data-plays]");
// playing before the page has loaded would slow it down
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
      // if the browser refuses, the reader can copy the selection
      getSelection()?.selectAllChildren(code);
    }
  });
}
