// The 3 × 4 example with all its tensors, from nested arrays to named arrays, against plain JavaScript doing the same.
import { createAttention } from "../../web/index.js";
import { presets } from "../helpers/presets.js";
import { plainTrace } from "./plain-trace.js";
import { rounds } from "./rounds.js";
import { compared } from "./stats.js";

const NEAR = 1e-6; // relatively

/** What the plain trace lacks or has otherwise. */
function differs(ours, plain) {
  for (const [name, { shape, data }] of Object.entries(ours)) {
    if (!data) continue; // notes
    const other = plain[name];
    if (String(shape) !== String(other?.shape)) return `${name} is missing or of another shape`;
    if (data.some((x, i) => Math.abs(x - other.data[i]) > NEAR * Math.max(1, Math.abs(x))))
      return `${name} has other numbers`;
  }
  return undefined;
}

/** @param {{ seconds: number, least: number, clock: () => number }} options */
export async function exampleRow(options) {
  const attention = await createAttention();
  const { problem } = presets["walk-through"];
  const why = differs(attention.forward(problem), plainTrace(problem));
  const ours = { name: "ours", run: () => attention.forward(problem) };
  const plain = { name: "plain JS", run: () => plainTrace(problem) };
  const running = why ? [ours] : [ours, plain];
  const engines = compared(running, await rounds(running, options));
  if (why) engines.push({ name: "plain JS", why });
  return { row: "example", label: "3 × 4 example, all tensors", engines };
}
