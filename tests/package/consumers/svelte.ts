// The tag in Svelte's templates, 4 and 5.
import "attention-player/player.js";
import type { SvelteHTMLElements } from "svelte/elements";

type Attributes = SvelteHTMLElements["attention-player"];
export const attributes: Attributes = {
  class: "wide",
  preset: "walk-through",
  problem: { x: [[1, 2]] },
  onstepchange: (event) => console.log(event.detail.id.length),
  "on:stepchange": (event) => console.log(event.detail.index.toFixed()),
};
// @ts-expect-error no such theme
export const wrong: Attributes = { theme: "drak" };
