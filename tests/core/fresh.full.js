// The long run of fresh.test.js.
import { test } from "node:test";
import { answersAlike } from "../helpers/fresh-engine.js";

const ROUNDS = Number(process.env.ROUNDS ?? 10000);

test(`one engine answers ${ROUNDS} random calls like a fresh engine each`, (t) => answersAlike(t, ROUNDS));
