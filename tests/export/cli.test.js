// The command line as people use it: what it prints, what it writes, and what it says when something is wrong.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { VERSION } from "../../web/core/version.js";
import { readGiven } from "../../web/export/given.js";
import { createOutput } from "../../web/export/output.js";
import { encodeLink, toNpy } from "../../web/input/index.js";
import { root } from "../setup/system.js";

const program = join(root, "web/export/cli.js");
const folder = mkdtempSync(join(tmpdir(), "attention-cli-"));
after(() => rmSync(folder, { recursive: true }));

const x = [
  [1, 0],
  [0, 1],
];

/** @param {string | string[]} line @param {string} [input] */
function run(line, input) {
  const parameters = typeof line === "string" ? line.split(" ") : line;
  const told = spawnSync(process.execPath, [program, ...parameters], {
    cwd: folder,
    input,
    encoding: "utf8",
  });
  return { status: told.status, out: told.stdout, said: told.stderr };
}

/** What a command prints; that it works, and is quiet in a pipe. */
function prints(line, input) {
  const { status, out, said } = run(line, input);
  assert.deepEqual([status, said], [0, ""]);
  return out;
}

/** What a command says that does not work. */
function refuses(line, status, input) {
  const told = run(line, input);
  assert.deepEqual([told.status, told.out], [status, ""], told.said);
  assert.match(told.said, /^attention-player: .*[.?]\n$/);
  return told.said;
}

describe("what it prints", () => {
  test("help and version", () => {
    assert.equal(prints("--version"), `${VERSION}\n`);
    const help = prints("--help");
    for (const name of ["export", "run", "steps", "code"]) assert.ok(help.includes(`\n  ${name} `));
    assert.match(prints("export --help"), /--outlines +\S.*\n/);
  });

  test("run: every tensor as JSON, gradients too, one of a frame's address, or as CSV of what another program prints", () => {
    const trace = JSON.parse(prints("run backward"));
    assert.deepEqual(trace.scores.data, [7, 2, 11, 3, 1, 4, 6, 1, 13]);
    assert.ok("grad_w_q" in trace);
    const masked = "https://example.org/embed.html#preset=walk-through&causal=on&scale=on";
    assert.deepEqual(JSON.parse(prints(`run ${masked} --tensor weights`)).data.slice(0, 3), [1, 0, 0]);
    assert.equal(
      prints("run - --tensor output --csv", '{ "query": [[1]], "key": [[1]], "value": [[7, 8]] }'),
      "axis_0,axis_1,column_0,column_1\n0,0,7,8\n",
    );
  });

  test("steps: ids, times and titles, of the part that is asked for", () => {
    const [first, ...others] = prints("steps walk-through --from score-1 --to softmax-1").trim().split("\n");
    assert.match(first, /^score-1 +0\.00 +\d+\.\d\d +Score$/);
    assert.match(others.at(-1), /^softmax-1 /);
    const place = "https://example.org/embed.html#preset=walk-through&step=softmax-1&scale=on";
    assert.match(prints(`steps ${place} --story matrices`), /^inputs /);
    assert.equal(JSON.parse(prints("steps walk-through --lang zh --json"))[0].id, "inputs");
  });

  test("code: a program in the language that is asked for", () => {
    assert.match(prints("code walk-through"), /^import torch$/m);
    assert.match(prints("code walk-through --language c"), /attn\.h/);
  });
});

describe("what it reads", () => {
  const write = (name, bytes) => writeFileSync(join(folder, name), bytes);
  const problem = async (given) =>
    (await readGiven(/^https?:/.test(given) ? given : join(folder, given))).problem;

  test("JSON, text, .npy, .safetensors, a link, and the address of a frame", async () => {
    write("problem.json", JSON.stringify({ x }));
    write(
      "problem.txt",
      "x = [[1, 0], [0, 1], [1, 1]]\nW_q = [[1], [1]]\nW_k = [[1], [1]]\nW_v = [[1], [1]]",
    );
    write("x.npy", toNpy({ shape: [2, 3], data: [1, 2, 3, 4, 5, 6] }));
    const header = `{"query":{"dtype":"F32","shape":[1,1],"data_offsets":[0,4]},"key":{"dtype":"F32","shape":[1,1],"data_offsets":[4,8]},"value":{"dtype":"F32","shape":[1,1],"data_offsets":[8,12]}}`;
    const length = Buffer.alloc(8);
    length.writeUInt32LE(header.length);
    write(
      "all.safetensors",
      Buffer.concat([length, Buffer.from(header), Buffer.from(new Float32Array(3).buffer)]),
    );
    assert.deepEqual(await problem("problem.json"), { x });
    assert.deepEqual((await problem("problem.txt")).w_k, [[1], [1]]);
    assert.deepEqual((await problem("x.npy")).x.shape, [2, 3]);
    assert.deepEqual(Object.keys(await problem("all.safetensors")), ["query", "key", "value"]);
    const link = await encodeLink({ problem: { x }, step: "output", time: 3, softmax: true, speed: 2 }); // prettier-ignore
    const shown = { step: "output", softmax: "open", at: 3 };
    assert.deepEqual(await readGiven(`https://example.org/#${link}`), { problem: { x }, state: shown });
    const keys = "preset=two-words&step=output&softmax=open&time=3&scale=on&loop=&width=7";
    assert.deepEqual(await readGiven(`https://example.org/embed.html#${keys}`), {
      problem: "two-words",
      state: { ...shown, switches: { scale: "on", causal: undefined } },
    });
  });

  test("what cannot be read is told in a sentence", async () => {
    write("noise.bin", Buffer.from([0xff, 0xfe, 0, 1]));
    for (const [given, message] of [
      ["walk-thru", /neither a preset nor a file; give one, such as walk-through/],
      ["problem.json", /"problem.json" is neither a preset nor a file; give one, such as [\w-]+\.$/m],
      [join(folder, "noise.bin"), /not text in UTF-8/],
      ["v1.abc.00000000", /link/i],
      [".", /is a folder/],
    ])
      await assert.rejects(readGiven(given), { name: "AttentionError", message });
    assert.match(refuses("run -", 1, '{ "x": [[1], [1, 2]] }'), /x/);
  });
});

describe("what it writes", () => {
  const written = (name) => readFileSync(join(folder, name));

  test("PNG, in pixels of the size that is asked for", () => {
    prints("export two-words -o still.png --width 160 --scale 3");
    assert.equal(written("still.png").readUInt32BE(16), 480);
  });

  test("an exported SVG and a link's state open again as they were", () => {
    prints(
      "export - -o again.svg --width 360 --no-captions --lang zh",
      JSON.stringify({ version: 1, problem: { x }, story: "matrices" }),
    );
    assert.match(written("again.svg").toString(), /xml:lang="zh.*&quot;story&quot;:&quot;matrices&quot;/s);
  });

  test("nothing where something is wrong, and says what", () => {
    mkdirSync(join(folder, "empty"));
    const says = (line, status, sentence) => assert.match(refuses(line, status), sentence);
    says("export walk-through", 2, /needs -o FILE/);
    says("export walk-through -o empty/x.bmp", 2, /does not have the extension of a picture/);
    says("export walk-through -o empty/x.webm --type webm", 1, /a browser encodes; give gif/);
    says(
      "export walk-through -o empty/x.svg --widht 3",
      2,
      /"--widht" is not a known option; did you mean --width\?/,
    );
    says("export walk-through more -o empty/x.svg", 2, /"more" is a second/);
    says("exprt", 2, /did you mean export\?/);
    says("export walk-through -o empty/x.png --animated", 2, /--animated is for .svg, and this is png/);
    says(
      "export walk-through -o nowhere/x.svg",
      1,
      /nowhere\/x\.svg cannot be written: its folder does not exist/,
    );
    says("export walk-through -o empty --type svg", 1, /it is a folder/);
    says("export walk-through -o empty/x.svg --width wide", 1, /width is "wide"/);
    says("export walk-through -o empty/x.svg --head 1", 1, /head is "1"; give 0/);
    says(
      "export walk-through -o empty/x.svg --softmax opne",
      1,
      /softmax "opne" is unknown; use one of closed/,
    );
    says("export walk-through -o empty/x.svg --loop of", 1, /"of" is not a known loop/);
    says("run long-text --csv", 2, /--csv needs --tensor/);
    assert.deepEqual(readdirSync(join(folder, "empty")), []);
  });

  test("through a link to a device or a file, which stays what it is", async () => {
    const file = join(folder, "linked.svg");
    writeFileSync(file, "before");
    for (const target of ["/dev/null", file]) {
      const link = join(folder, "link");
      symlinkSync(target, link);
      const output = await createOutput(link);
      await output.write(new TextEncoder().encode("after"));
      await output.close();
      assert.ok(lstatSync(link).isSymbolicLink());
      unlinkSync(link);
    }
    assert.equal(readFileSync(file, "utf8"), "after");
  });

  test("no half file when it is stopped, and the one before stays", async () => {
    const place = join(folder, "stopped");
    mkdirSync(place);
    writeFileSync(join(place, "film.gif"), "before");
    const child = spawn(process.execPath, [program, "export", "walk-through", "-o", join(place, "film.gif")]);
    await new Promise((resolve) => {
      const draft = setInterval(() => readdirSync(place).length > 1 && resolve(clearInterval(draft)), 20);
    });
    child.kill("SIGINT");
    const [status] = await new Promise((resolve) => child.on("exit", (...told) => resolve(told)));
    assert.equal(status, 130);
    assert.deepEqual(readdirSync(place), ["film.gif"]);
    assert.equal(readFileSync(join(place, "film.gif"), "utf8"), "before");
  });
});
