// A browser's window with pages to put into it, each of which notes from its first line on what goes wrong.
import assert from "node:assert/strict";
import { openFolder } from "../browser/page.js";

/** Runs in the page before anything else. */
function listen() {
  const faults = (window.faults = []);
  addEventListener(
    "error",
    (event) => faults.push(event.message ?? `${event.target.outerHTML} did not load`),
    true,
  );
  addEventListener("unhandledrejection", (event) => faults.push(`unhandled: ${event.reason}`));
  const said = console.error;
  console.error = (...words) => {
    faults.push(words.join(" "));
    said.apply(console, words);
  };
}

/** @typedef {Awaited<ReturnType<typeof openPages>>} Pages */

/** @param {import("./engines.js").Session} session */
export async function openPages(session) {
  const place = await openFolder();

  /** What has gone wrong on the page that is open; asked twice, it is told once. */
  async function faults() {
    const noted = await session.evaluate(() => window.faults?.splice(0) ?? []);
    return [...noted, ...session.errors()];
  }
  const assertQuiet = async () => assert.deepEqual(await faults(), []);

  return {
    ...session,
    faults,
    assertQuiet,

    /** A page with this body, in place of the one before. */
    async page(body, { head = "", ...how } = {}) {
      await assertQuiet();
      await session.goto(place.put(body, { head: `<script>(${listen})()</script>${head}`, ...how }));
    },

    async close() {
      await session.close();
      await place.close();
    },
  };
}
