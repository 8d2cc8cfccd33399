// A page's text drives the player: where a paragraph takes effect, and what is told about words that show nothing.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { nearest } from "../../web/element/prose/nearest.js";
import { playerWindow, putAt, until } from "../helpers/player-window.js";

const { window, document } = playerWindow();
console.warn = () => {};

/** A page with a text, once its player stands and the text has been read. @param {string} body */
async function open(body) {
  const heard = [];
  const hear = ({ detail }) => heard.push(`${detail.code} ${detail.where}: ${detail.message}`);
  document.addEventListener("error", hear, true);
  document.body.innerHTML = body;
  const player = document.querySelector("attention-player");
  await player.ready;
  // a page that changes is read after a moment
  await new Promise((resolve) => setTimeout(resolve, 150));
  return { player, heard };
}

describe("a paragraph takes effect", () => {
  /** Paragraphs of 200 px after 1,000 px without any; `scrollTo` says which step the player shows then. */
  async function article({ style = "", box, attributes = ["", ""] } = {}) {
    const paragraphs = attributes.map((more, k) => `<p data-attention-scroll="${3 + k}" ${more}></p>`);
    const { player, heard } = await open(
      `<attention-player style="${style}"></attention-player>${paragraphs.join("")}`,
    );
    let scrolled = 0;
    if (box) putAt(player, box);
    for (const [k, paragraph] of document.querySelectorAll("p").entries())
      putAt(paragraph, { top: () => 1000 + 200 * k - scrolled, height: 200 });
    const scrollTo = (y) => {
      scrolled = y;
      document.dispatchEvent(new window.Event("scroll"));
      const isPoster = player.shadowRoot.querySelector(".poster") !== null;
      return isPoster ? "poster" : player.steps.findIndex(({ id }) => id === player.step);
    };
    /** How far a paragraph's beginning is from the top of the window when the player shows its step. */
    const lineOf = (number, from = 1000 + 200 * number - 768) => {
      let y = from;
      while (y <= 2000 && scrollTo(y) !== 3 + number) y += 32;
      while (scrollTo(y - 1) === 3 + number) y--;
      return 1000 + 200 * number - y;
    };
    return { player, heard, scrollTo, lineOf };
  }

  test("in the middle of the window; above the first one it is the first step again", async () => {
    const { player, scrollTo, lineOf } = await article();
    assert.equal(window.innerHeight, 768);
    assert.equal(scrollTo(0), "poster");
    assert.deepEqual([lineOf(0), lineOf(1)], [384, 384]);
    // back to where the first is read again
    assert.equal(scrollTo(700), 3);
    // what the reader chooses holds until the next
    player.step = 7;
    assert.deepEqual([scrollTo(705), scrollTo(900)], [7, 4]);
    assert.equal(scrollTo(0), 0);
    await until(() => player.currentTime > 0 && player.paused);
    assert.equal(scrollTo(0), 0);
  });

  test("below a sticky player, or above one at the bottom, and not where that covers the text", async () => {
    const below = await article({ style: "position: sticky", box: { top: () => 0, height: 500 } });
    assert.equal(below.lineOf(0), Math.floor(500 + (768 - 500) / 3));
    const above = await article({ style: "position: fixed", box: { top: () => 468, height: 300 } });
    assert.equal(above.lineOf(0), 468 / 2);
    // beside the text it covers none of it
    const sticky = { top: () => 0, height: 500, left: 700 };
    assert.equal((await article({ style: "position: sticky", box: sticky })).lineOf(0), 384);
    const float = await article({ style: "position: sticky; float: right", box: { ...sticky, left: 0 } });
    assert.equal(float.lineOf(0), 384);
  });

  test("where the page says; what is no length is told once", async () => {
    const lines = ["low", "100px", "25%", "50vh", "10rem", "0"];
    const { heard, lineOf } = await article({
      attributes: lines.map((line) => `data-attention-line="${line}"`),
    });
    document.documentElement.style.fontSize = "20px";
    assert.deepEqual(
      lines.map((_, number) => lineOf(number)),
      [384, 100, 192, 384, 200, 0],
    );
    assert.deepEqual(heard, [
      'value data-attention-line: data-attention-line is "low"; give a length such as 240px, 20rem or 60%.',
    ]);
  });
});

test("text drives the player beside the slot that it is shown in", () => {
  document.body.innerHTML = "<div><p slot='0'></p><p slot='1'></p></div>";
  const [box] = document.body.children;
  const root = box.attachShadow({ mode: "open" });
  root.innerHTML = "<div><slot name='0'></slot><i></i></div><div><slot name='1'></slot><i></i></div>";
  const players = Array.from(root.querySelectorAll("i"), (host) => ({ host }));
  for (const [k, text] of [...box.children].entries()) assert.equal(nearest(text, players), players[k]);
});

describe("words that highlight", () => {
  const word = (target) => `<b data-attention-highlight="${target}">word</b>`;

  test("can be focused, unless they are part of a link; the page's own tabindex holds", async () => {
    await open(
      `<attention-player></attention-player>${word("weights")}<a href="#">${word("weights")}</a>
        <i tabindex="-1" data-attention-highlight="weights"></i><button data-attention-highlight="weights"></button>`,
    );
    const all = [...document.querySelectorAll("[data-attention-highlight]")];
    assert.deepEqual(
      all.map((element) => `${element.localName} ${element.getAttribute("tabindex")} ${element.role ?? ""}`),
      ["b 0 ", "b null ", "i -1 ", "button null "],
    );
  });

  test("light in the formula what the picture does not show, and the author is told once", async () => {
    const targets = ["weights:0,0,0,1", "scores", "w_q", "x", "row_max", "mixed", "value:0,0,1,1", "wieghts", "scores:9"]; // prettier-ignore
    const { player, heard } = await open(
      `<attention-player></attention-player>${targets.map(word).join("")}`,
    );
    const words = document.querySelectorAll("b");
    const { shadowRoot: root } = player;
    const lit = () =>
      [...root.querySelectorAll(".symbol.lit")].map((symbol) => symbol.getAttribute("data-symbol")).join();
    const ringed = () => root.querySelector(".overlay rect") !== null;
    const seen = () => [...words].map((element) => (element.focus(), `${lit()}${ringed() ? " ringed" : ""}`));
    player.step = 0;
    assert.deepEqual(seen(), ["softmax", "query,key", "query", " ringed", "softmax", "value", "value", "", "query,key"]); // prettier-ignore
    // all but x, which is there; of what there is nothing of it is told at once, with the nearest name
    assert.equal((seen(), heard.length), 8);
    assert.match(heard[0], /"wieghts" names no tensor of this story; the nearest one is weights/);
    assert.match(heard[1], /"scores:9" is not a place in scores, which is 1×1×3×3/);
    assert.equal(
      heard[2],
      'value data-attention-highlight: data-attention-highlight "weights:0,0,0,1" is not in the picture at the step ' +
        `${player.steps[0].id}, so only the formula lights up; bring a step that shows it with data-attention-step.`,
    );
    words[0].focus();
    player.currentTime = player.duration;
    assert.ok(ringed(), "it is ringed as soon as it is there");
    words[0].blur();
    assert.deepEqual([lit(), ringed()], ["", false]);
    // a pointer does what the focus does
    for (const [target, isRinged] of [
      [words[0], true],
      [document.body, false],
    ]) {
      target.dispatchEvent(new window.Event("pointerover", { bubbles: true }));
      assert.equal(ringed(), isRinged);
    }
  });
});
