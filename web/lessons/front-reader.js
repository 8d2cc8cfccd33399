/** What the pages around the lessons do: a link of the studio opens there, and a tag is copied. */

if (/^#v\d+\./.test(location.hash))
  location.replace(new URL(`../studio/index.html${location.hash}`, import.meta.url));

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
