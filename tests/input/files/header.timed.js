// The longest header there may be is read or refused at once, whatever is in it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openSafetensors } from "../../../web/input/index.js";
import { countingBlob, safetensorsOf } from "../helpers/files.js";
import { refused } from "../helpers/refused.js";

test("a header of 1 MiB takes well below a second, and no number is read", async () => {
  const names = Array.from(
    { length: 15000 },
    (_, i) => `"${i}":{"dtype":"U8","shape":[1],"data_offsets":[${i},${i + 1}]}`,
  );
  const { blob, counted } = countingBlob(safetensorsOf(`{${names.join(",")}}`, new Uint8Array(15000)));
  const start = process.cpuUsage();
  const file = await openSafetensors(blob);
  assert.equal(file.tensors.length, 15000);
  await refused(() => file.read("nothing"), { code: "value" });
  for (const header of [`{"${"\\".repeat(1e6)}`, `{"a":"${"x".repeat(1e6)}"}`, `{"a":${"[],".repeat(3e5)}`])
    await refused(() => openSafetensors(new Blob([safetensorsOf(header)])), { code: "value" });
  const { user } = process.cpuUsage(start);
  assert.ok(user < 2e6, `${user / 1e6} s of work for four of them`);
  assert.ok(counted.read < 1048576 + 8);
});
