// Pixels in Node: PNG files, letters as shapes, and what is said where no font has a letter.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { crc32 } from "../../web/input/link/crc32.js";
import { exportPicture } from "../../web/export/node.js";
import { picture } from "../../web/export/picture.js";
import { png } from "../../web/export/png.js";
import { createRasterizer } from "../../web/export/raster.js";

/** The chunks of a PNG, each with its sum checked. */
function chunksOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const chunks = [];
  for (let at = 8; at < bytes.length;) {
    const length = view.getUint32(at);
    const content = bytes.subarray(at + 4, at + 8 + length);
    assert.equal(parseInt(crc32(content), 16), view.getUint32(at + 8 + length));
    chunks.push({
      name: Buffer.from(content.subarray(0, 4)).toString(),
      text: Buffer.from(content.subarray(4)).toString(),
    });
    at += 12 + length;
  }
  return chunks;
}

describe("PNG", () => {
  test("has the size that was asked for, a title, a sentence and the problem that opens it again", async () => {
    const still = await picture("walk-through", { width: 360, lang: "zh" });
    const bytes = await png(still, await createRasterizer(), { scale: 2 });
    const chunks = chunksOf(bytes);
    const size = new DataView(bytes.buffer, bytes.byteOffset);
    assert.deepEqual([size.getUint32(16), size.getUint32(20)], [720, Math.ceil(still.height * 2)]);
    const texts = Object.fromEntries(
      chunks.filter(({ name }) => name === "iTXt").map(({ text }) => text.split("\0\0\0\0\0")),
    );
    assert.equal(texts.Description, still.description);
    assert.deepEqual(JSON.parse(texts["attention-player"]).problem.labels.x, ["我", "爱", "猫"]);
    assert.deepEqual([chunks[0].name, chunks.at(-1).name], ["IHDR", "IEND"]);
  });
});

describe("letters as shapes", () => {
  test("leave no text, and the same picture", async () => {
    const rasterizer = await createRasterizer();
    const svg = (await picture("walk-through", { width: 360, lang: "zh" })).at();
    const outlined = await rasterizer.outlined(svg);
    assert.doesNotMatch(outlined, /<text|<tspan/);
    assert.deepEqual(await rasterizer.rasterize(outlined), await rasterizer.rasterize(svg));
  });

  test("are written once a letter, whatever its size: the walk-through takes at most 12 KiB on the wire", async () => {
    const kib = brotliCompressSync(await exportPicture("walk-through", { outlines: true })).length / 1024;
    assert.ok(kib < 12, `${kib} KiB`);
  });

  test("stand where their text would stand: in the middle, at the end, turned, below the line, underlined", async () => {
    const rasterizer = await createRasterizer();
    const svg = (text) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="60"><rect width="100" height="60" fill="#fff"/>${text}</svg>`;
    const inked = async (text) => {
      const { data, width } = await rasterizer.rasterize(svg(text));
      const dark = [...Array(data.length / 4).keys()].filter((i) => data[4 * i] < 224);
      const of = (place) => [Math.min(...dark.map(place)), Math.max(...dark.map(place))];
      return { x: of((i) => i % width), y: of((i) => Math.floor(i / width)) };
    };
    const at = 'x="50" y="30" font-size="16"';
    const middle = await inked(`<text ${at} text-anchor="middle">HHH</text>`);
    assert.ok(Math.abs(middle.x[0] + middle.x[1] - 99) <= 2 && middle.y[1] === 29, JSON.stringify(middle));
    assert.ok((await inked(`<text ${at} text-anchor="end">HHH</text>`)).x[1] <= 49);
    const turned = await inked(`<text ${at} transform="rotate(-90 50 30)">HHH</text>`);
    assert.ok(turned.x[1] === 49 && turned.y[1] <= 29 && turned.y[0] < 5, JSON.stringify(turned));
    const below = await inked(`<text ${at}>H<tspan font-size="10" dy="6">H</tspan></text>`);
    assert.equal(below.y[1], 35);
    const line = await inked(
      `<text ${at}><tspan fill="#00f" text-decoration="underline"><tspan fill="#000">H</tspan></tspan></text>`,
    );
    assert.ok(line.y[1] > 29);
  });

  test("a letter that no font has is refused with the remedy, never drawn as a box", async () => {
    const { rasterize } = await createRasterizer();
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>a\u{10fffd}\ue123</text></svg>`;
    await assert.rejects(rasterize(svg), {
      code: "unsupported",
      where: "fonts",
      message: /No font .* has .*\ue123.*apt install fonts-noto-core.*--font/,
    });
  });

  test("a font that cannot be read, or is none, is named", async () => {
    for (const path of ["no/such.ttf", import.meta.filename])
      await assert.rejects(createRasterizer({ fonts: [path] }), new RegExp(`${path} cannot be read; give`));
  });
});
