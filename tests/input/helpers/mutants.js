// A worker: 100,000 mutants of good files and links are read as what they say, or refused. It is no test file, because
// node:test watches every promise, which takes twice as long as what they are for.
import assert from "node:assert/strict";
import { chance } from "../../helpers/random.js";
import {
  links,
  npyFiles,
  orRefused,
  readsLink,
  readsNpy,
  readsSafetensors,
  safetensorsFiles,
  states,
} from "./good-files.js";
import { linkOf } from "./links.js";

// where 100,000 refusals were made takes a while to write down
Error.stackTraceLimit = 1;

const random = chance(20240229);
const interesting = [0, 1, 2, 7, 8, 9, 10, 32, 34, 39, 40, 41, 44, 45, 48, 49, 57, 58, 91, 92, 93, 123, 125, 127, 128, 255]; // prettier-ignore

/** @param {Uint8Array} bytes @returns {Uint8Array<ArrayBuffer>} */
function mutant(bytes) {
  let out = Uint8Array.from(bytes);
  for (let i = random.from(1, 3); i > 0; i--) {
    const at = random.below(out.length);
    const kind = random.below(6);
    if (kind === 0) out[at] ^= 1 << random.below(8);
    else if (kind === 1) out[at] = random.one(interesting);
    else if (kind === 2) out = out.slice(0, at + 1);
    else if (kind === 3) {
      const left = out.length - Math.min(random.from(1, 8), out.length - at);
      out = out.copyWithin(at, at + out.length - left).slice(0, left);
    } else if (kind === 4) {
      const wider = new Uint8Array(out.length + 1);
      wider.set(out.subarray(0, at));
      wider[at] = random.one(interesting);
      wider.set(out.subarray(at), at + 1);
      out = wider;
    } else out.copyWithin(at, random.below(out.length), random.below(out.length));
    if (out.length === 0) out = Uint8Array.of(0);
  }
  return out;
}

/** Of so many, some are read and most are refused. */
async function allReadOrRefused(count, next, read) {
  let good = 0;
  for (let i = 0; i < count; i++) {
    const one = next();
    good += Number(await orRefused(() => read(one), one));
  }
  assert.ok(good > count / 1000 && good < count, `${good} of ${count} were read`);
}

await allReadOrRefused(52000, () => mutant(random.one(npyFiles)), readsNpy);
await allReadOrRefused(42000, () => mutant(random.one(safetensorsFiles)), readsSafetensors);
await allReadOrRefused(
  5000,
  () => (random.maybe(0.01) ? random.one(links) : Buffer.from(mutant(Buffer.from(random.one(links)))).toString("latin1")), // prettier-ignore
  readsLink,
);
// what links hold, with the right checksum: to unpack one takes ten times as long as to read a file
await allReadOrRefused(
  1000,
  () => linkOf(mutant(Buffer.from(JSON.stringify(random.one(states)))), { level: 1 }),
  readsLink,
);
