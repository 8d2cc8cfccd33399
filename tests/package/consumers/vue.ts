// The tag in Vue's templates.
import "attention-player/player.js";
import type { GlobalComponents } from "vue";

type Tag = InstanceType<GlobalComponents["attention-player"]>;
export const props: Tag["$props"] = {
  class: "wide",
  preset: "walk-through",
  problem: { x: [[1, 2]] },
  onStepchange: (event) => console.log(event.detail.id.length),
};
export const time = (tag: Tag) => tag.currentTime;
// @ts-expect-error no such theme
export const wrong: Tag["$props"] = { theme: "drak" };
