// {% attention preset="walk-through" lang="en" %}: every word of the tag is an attribute of the player.
const { createReadStream, readdirSync } = require("node:fs");
const { dirname, join } = require("node:path");

const PLAYER = "attention-player/attention-player-core.js";

hexo.extend.tag.register("attention", (words) => {
  const attributes = words.map((word) => {
    const [name, ...rest] = word.split("=");
    const value = rest.join("=").replace(/^(["'])(.*)\1$/s, "$2");
    return `${name}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`;
  });
  return `<attention-player ${attributes.join(" ")}></attention-player>`;
});

// the player, and beside it what it fetches only when asked for
const folder = dirname(require.resolve("attention-player/core-player.js"));
hexo.extend.generator.register("attention", () =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".js"))
    .map((name) => ({
      path: `attention-player/${name.replaceAll("\\", "/")}`,
      data: () => createReadStream(join(folder, name)),
    })),
);

hexo.extend.injector.register(
  "body_end",
  `<script type="module" src="${hexo.config.root}${PLAYER}"></script>`,
  "post",
);
