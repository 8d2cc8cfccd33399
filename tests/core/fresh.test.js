// An engine remembers plans, memory and a last problem. None of it may show: a used engine answers like a fresh one.
import { describe, test } from "node:test";
import { answersAlike } from "../helpers/fresh-engine.js";

// all of them: fresh.full.js
const ROUNDS = Number(process.env.ROUNDS ?? 2000);

describe("one engine, call after call", () => {
  test(`answers ${ROUNDS} random calls like a fresh engine each, to the bit, and refuses in the same words`, (t) =>
    answersAlike(t, ROUNDS));
});
