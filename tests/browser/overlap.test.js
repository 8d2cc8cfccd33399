// What no picture may have, measured in Chromium: words that touch, boxes that cross, marks beyond the stage.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { full } from "../helpers/full.js";
import { attentions } from "../scene/helpers/attentions.js";
import { attentionStories } from "../scene/helpers/stories.js";
import { openStudio } from "./page.js";

/**
 * Faults of the picture that stands in the element, as sentences. Runs in the page.
 * @returns {string[]}
 */
const faults = () => {
  const svg = document.querySelector("attention-player").shadowRoot.querySelector(".stage svg");
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
    texts.push({ element, name: `"${element.textContent}"`, copy, ...box(element, 0.18 * size) });
  }
  const boxes = [];
  for (const element of picture.querySelectorAll("rect")) {
    // rings, ends of streams and places to point at lie over what they belong to
    const isOver =
      /\b(ring|stripe)\b/.test(element.getAttribute("part") ?? "") ||
      /focus/.test(element.getAttribute("stroke") ?? "");
    const isGround = element.getAttribute("fill") === "none" && !element.hasAttribute("stroke");
    if (!visible(element) || isOver || isGround) continue;
    const at = box(element, 0);
    if (at.right - at.left > 2 && at.bottom - at.top > 2)
      boxes.push({
        element,
        name: `box ${element.dataset.id ?? ""} at ${Math.round(at.left - stage.left)}, ${Math.round(at.top - stage.top)}`,
        // a card is one thing, whose sum hangs over its edge
        card: element.getAttribute("part") === "card",
        panel: element.getAttribute("part") === "panel",
        // what several heads share, and its name, lie on the lanes of all of them
        lane: element.getAttribute("part") === "lane",
        ...at,
      });
  }

  for (const one of [...texts, ...boxes])
    if (!holds(stage, one, 1.5)) found.push(`${one.name} leaves the stage`);
  // where it has no other room a close-up covers what was drawn before it
  const cards = boxes.filter(({ card }) => card);
  const seen = (one) =>
    one.card ||
    !cards.some((card) => meet(one, card, 0)) ||
    cards[0].element.compareDocumentPosition(one.element) & Node.DOCUMENT_POSITION_FOLLOWING;
  const pairs = (list, other, bad) => {
    list.forEach((a, i) => {
      for (let j = list === other ? i + 1 : 0; j < other.length; j++)
        if (bad(a, other[j])) found.push(`${a.name} meets ${other[j].name}`);
    });
  };
  const [words, frames] = [texts.filter(seen), boxes.filter(seen)];
  pairs(words, words, (a, b) => meet(a, b, 0.75));
  pairs(
    frames,
    frames,
    (a, b) => !(a.card && b.card) && a.lane === b.lane && meet(a, b, 2) && !holds(a, b, 2) && !holds(b, a, 2),
  );
  pairs(
    words,
    frames,
    (text, around) =>
      !(text.copy && (around.card || around.panel)) &&
      !around.lane &&
      meet(text, around, 1) &&
      !holds(around, text, 1),
  );
  return found;
};

/** One wide, one common, one with serifs. */
const families = [
  '"DejaVu Sans", Verdana, sans-serif',
  '"Liberation Sans", "Nimbus Sans", Arial, sans-serif',
  '"Noto Serif", C059, "DejaVu Serif", serif',
];

/** All faults at the end of every step, in the families in turn, or in every one. Runs in the page, which has window.faults. */
const measure = async ({ attributes, problem, width, families: fonts, every }) => {
  const player = document.createElement("attention-player");
  for (const [name, value] of Object.entries(attributes)) player.setAttribute(name, value);
  player.problem = problem;
  player.style.width = `${width}px`;
  document.body.replaceChildren(player);
  const told = [];
  await window.frames(2);
  await player.ready;
  for (const [k, { id, start, duration }] of player.steps.entries()) {
    player.currentTime = start + duration - 0.001;
    for (const font of every ? fonts : [fonts[k % fonts.length]]) {
      player.style.setProperty("--ap-font", font);
      for (const fault of window.faults()) told.push(`${width} px, ${id}, ${font.split(",")[0]}: ${fault}`);
    }
  }
  return told;
};

// one and eight of everything, words, wild numbers; every story with some of them, at one width each; in full, all of them
const shapes = Object.entries(attentions).filter(([name]) =>
  /^(one token, one|document A|eight (tokens|heads)|scaled|large|long|two heads|preset two)/.test(name),
);
const widths = [320, 360, 600, 768, 1200, 1600];

describe("in the picture as Chromium sets it, no word or box meets another and none leaves the stage", () => {
  let studio, page;
  before(async () => {
    studio = await openStudio();
    ({ page } = await studio.page("", { width: 1640, head: "<style>body { margin: 0 }</style>" }));
    await page.evaluate(`window.faults = ${faults}`);
  });
  after(() => studio.close());

  for (const [s, story] of attentionStories.entries())
    test(story, { timeout: 1_800_000 }, async () => {
      for (const [i, [name, problem]] of shapes.entries()) {
        if (!full && (i + s) % 4 > 0) continue;
        const some = full ? widths : [widths[(i + s) % widths.length]];
        const open = i % 2 ? { softmax: "open", causal: "on", scale: "on" } : {};
        const attributes = { story, lang: (i + s) % 3 ? "en" : "zh", ...open };
        // an answer takes up to three minutes: a width at a time
        for (const width of some) {
          const told = await page.evaluate(measure, { attributes, problem, width, families, every: full });
          assert.deepEqual(told.slice(0, 8), [], `${name}: ${told.length} faults`);
        }
      }
    });
});
