// The net under all the others: whatever goes wrong on a page is heard.
import assert from "node:assert/strict";

/** Runs in the page: four ways to go wrong. */
async function goWrong() {
  const image = new Image();
  image.src = "nowhere.png";
  document.body.append(image);
  setTimeout(() => {
    throw new Error("thrown late");
  });
  Promise.reject(new Error("rejected"));
  console.error("said", "aloud");
  await new Promise((resolve) => (image.onerror = resolve));
  await new Promise((resolve) => setTimeout(resolve, 50));
}

/** @type {import("./index.js").Behaviours} */
export const faults = {
  "what goes wrong is heard": async (at) => {
    await at.page("");
    await at.evaluate(goWrong);
    const heard = (await at.faults()).join("\n");
    for (const fault of [/nowhere\.png/, /thrown late/, /rejected/, /said aloud/]) assert.match(heard, fault);
  },
};
