// Pictures and films in a TypeScript program.
import type { Problem } from "attention-player";
import { exportPicture } from "attention-player/export.js";

const problem: Problem = { x: [[1, 2]] };
const bytes: Uint8Array = await exportPicture(problem, {
  story: "matrices",
  type: "png",
  scale: 2,
  at: "poster",
});
const { signal } = new AbortController();
await exportPicture("walk-through", {
  type: "gif",
  fps: 10,
  from: "score-1",
  signal,
  onProgress: (share) => share.toFixed(),
});
bytes.length;

// @ts-expect-error a browser encodes it
await exportPicture("walk-through", { type: "webm" });
// @ts-expect-error no such preset
await exportPicture("walk-thru");
