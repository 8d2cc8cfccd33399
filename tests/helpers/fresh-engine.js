// A used engine beside fresh ones.
import assert from "node:assert/strict";
import { Attention } from "../../web/core/attention.js";
import { Core } from "../../web/core/core.js";
import { loadCore } from "../../web/core/wasm.js";
import { answer, nextRecipe } from "./calls.js";
import { bitsOf } from "./compare.js";
import { chance } from "./random.js";

/** An engine that nobody has asked anything. */
async function maker() {
  const { build, restart, module } = await loadCore("auto");
  return () => {
    const core = new Core(build, restart(), restart, module);
    return { core, attention: new Attention(core), changed: false };
  };
}

const isRefusal = (outcome) => Object.hasOwn(outcome ?? {}, "code");

/** What a call came to, in a form that can be compared: every float32 as its bits. */
function outcome(engine, recipe) {
  try {
    return plain(answer(engine, recipe));
  } catch (error) {
    if (error.name !== "AttentionError" || error.code === "internal") return { fault: error.cause ?? error };
    return { code: error.code, where: error.where, message: error.message };
  }
}

function plain(value) {
  if (value instanceof Float32Array) return Array.from(value, bitsOf);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value).map(([name, part]) => [name, plain(part)]);
}

/** Asks one engine after call, and a fresh one each of them. SEED=… repeats a run. */
export async function answersAlike(t, rounds) {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 32);
  t.diagnostic(`SEED=${seed}`);
  const draw = chance(seed);
  const fresh = await maker();
  const used = fresh();
  const met = { answered: 0, refused: 0 };
  let recipe;
  for (let round = 0; round < rounds; round++) {
    recipe = nextRecipe(draw, recipe);
    used.changed = false;
    const [got, want] = [outcome(used, recipe), outcome(fresh(), recipe)];
    const place = `SEED=${seed}, call ${round}: ${JSON.stringify(recipe)}`;
    for (const { fault } of [got, want]) assert.ok(!fault, `${place} ${fault?.stack}`);
    // what changes while it is read may be met at another moment, and be refused for another reason
    const refusals = [got, want].filter(isRefusal).length;
    if (refusals === 0 || !used.changed) assert.deepEqual(got, want, place);
    met[isRefusal(want) ? "refused" : "answered"]++;
  }
  t.diagnostic(`${met.answered} answered, ${met.refused} refused`);
  assert.ok(Math.min(met.answered, met.refused) > rounds / 10, "one kind of call is missing");
}
