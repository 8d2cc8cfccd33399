/**
 * How scenes look and sound: a line each in tests/scene/snapshots.json, of a digest of the scene and one of every step.
 * `npm run snapshots` keeps what is told now.
 */

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { svgText } from "../../../web/render/svg.js";
import { frame } from "../../../web/scene/index.js";
import { root } from "../../setup/system.js";

const file = join(root, "tests", "scene", "snapshots.json");
export const isRenewing = process.argv.includes("renew");
/** @type {Record<string, string>} */
const kept = isRenewing ? {} : JSON.parse(readFileSync(file, "utf8"));

/** The same on every machine: of numbers three decimals count. @param {unknown[]} said */
function digest(...said) {
  const text = JSON.stringify(said, (_, value) =>
    typeof value === "number" ? Math.round(value * 1000) / 1000 : value,
  );
  return createHash("sha256").update(text).digest("hex").slice(0, 6);
}

/** What a step says and how long it takes, its picture at the end, and what looks different halfway through its moves. @param {any} scene @param {any} step */
function digestOf(scene, { start, hold, duration, ...said }) {
  const [halfway, end] = [(start + hold) / 2, hold].map((time) => frame(scene, scene.timeline, time));
  // a mark that stays as it is stays the same object
  const still = new Set(end.marks);
  const marks = halfway.marks.filter((mark) => !still.has(mark));
  return digest({ ...said, moves: hold - start, duration }, svgText(end), svgText({ ...end, marks }));
}

/**
 * Which step of a scene is the first that differs from what is kept, and what to do about it; null where none does.
 * @param {string} name what is told @param {any} scene @param {number} [every] looks at every such step, else at all
 */
export function changeOf(name, scene, every = 1) {
  const before = kept[name]?.split(" ") ?? [];
  const { badges, formula, invitation, chapters, poster, height, steps, timeline } = scene;
  const opens = svgText(frame(scene, timeline, 0));
  const whole = digest({ badges, formula, invitation, chapters, poster, height, opens });
  const digests = steps.map((step, k) => (k % every && !isRenewing ? before[k + 1] : digestOf(scene, step)));
  const now = [whole, ...digests];
  if (isRenewing) kept[name] = now.join(" ");
  if (now.join() === before.join()) return null;
  const step = steps.find((_, k) => now[k + 1] !== before[k + 1]);
  const what = step ? `step ${step.id}` : "opening picture, badges, formula, chapters or height";
  return `${name}: the ${what} is not as kept; look with npm run frames -- HEAD, then keep it with npm run snapshots`;
}

if (isRenewing) process.on("exit", () => writeFileSync(file, JSON.stringify(kept, null, 2) + "\n"));
