// What no picture may have, measured in Chromium: words that touch, boxes that cross, marks beyond the stage.

/**
 * Faults of the picture that stands in the element, as sentences. Runs in the page.
 * @param {string} selector
 * @returns {string[]}
 */
export const faults = (selector = "attention-player") => {
  const svg = document.querySelector(selector).shadowRoot.querySelector(".stage svg");
  const picture = svg.querySelector(".picture");
  const stage = svg.getBoundingClientRect();
  const found = [];

  const visible = (element) => {
    for (let at = element; at !== svg; at = at.parentNode)
      if (Number(at.getAttribute("opacity") ?? 1) < 0.02) return false;
    return true;
  };
  const box = (element, less) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top: top + less, bottom: bottom - less };
  };
  const meet = (a, b, slack) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack;
  const holds = (a, b, slack) =>
    a.left <= b.left + slack &&
    a.right >= b.right - slack &&
    a.top <= b.top + slack &&
    a.bottom >= b.bottom - slack;

  const texts = [];
  for (const element of picture.querySelectorAll("text")) {
    if (!element.textContent.trim() || !visible(element)) continue;
    // a line of text is higher than its ink: what letters leave free above and below may be shared
    const size = parseFloat(getComputedStyle(element).fontSize) * (element.getScreenCTM()?.d ?? 1);
    const copy = element.hasAttribute("data-copy");
    texts.push({ name: `"${element.textContent}"`, copy, ...box(element, 0.18 * size) });
  }
  const boxes = [];
  for (const element of picture.querySelectorAll("rect")) {
    if (!visible(element)) continue;
    const at = box(element, 0);
    if (at.right - at.left > 2 && at.bottom - at.top > 2)
      boxes.push({
        name: `box ${element.dataset.id ?? ""} at ${Math.round(at.left - stage.left)}, ${Math.round(at.top - stage.top)}`,
        // a card is one thing, whose sum hangs over its edge
        card: element.getAttribute("part") === "card",
        ...at,
      });
  }

  for (const one of [...texts, ...boxes])
    if (!holds(stage, one, 1.5)) found.push(`${one.name} leaves the stage`);
  const pairs = (list, other, bad) => {
    list.forEach((a, i) => {
      for (let j = list === other ? i + 1 : 0; j < other.length; j++)
        if (bad(a, other[j])) found.push(`${a.name} meets ${other[j].name}`);
    });
  };
  pairs(texts, texts, (a, b) => meet(a, b, 0.75));
  pairs(boxes, boxes, (a, b) => !(a.card && b.card) && meet(a, b, 2) && !holds(a, b, 2) && !holds(b, a, 2));
  pairs(
    texts,
    boxes,
    (text, around) => !(text.copy && around.card) && meet(text, around, 1) && !holds(around, text, 1),
  );
  return found;
};

/** Three families, one wide, one common, one with serifs. */
export const families = [
  '"DejaVu Sans", Verdana, sans-serif',
  '"Liberation Sans", "Nimbus Sans", Arial, sans-serif',
  '"Noto Serif", C059, "DejaVu Serif", serif',
];

/**
 * All faults of one element at the end of every step, in the families in turn, or in every one. Runs in the page; `faults` must
 * have been given to it as window.faults.
 * @param {{ attributes: Record<string, string>, problem?: object, widths: number[], families: string[], every: boolean }} what
 */
export const measure = async ({ attributes, problem, widths, families: fonts, every }) => {
  const player = document.createElement("attention-player");
  for (const [name, value] of Object.entries(attributes)) player.setAttribute(name, value);
  if (problem) player.problem = problem;
  document.body.replaceChildren(player);
  const told = [];
  let seen = 0;
  for (const width of widths) {
    player.style.width = `${width}px`;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await player.ready;
    for (const [k, { id, start, duration }] of player.steps.entries()) {
      player.currentTime = start + duration - 0.001;
      for (const font of every ? fonts : [fonts[k % fonts.length]]) {
        player.style.setProperty("--ap-font", font);
        seen++;
        for (const fault of window.faults()) told.push(`${width} px, ${id}, ${font.split(",")[0]}: ${fault}`);
      }
    }
  }
  return { told, seen };
};
