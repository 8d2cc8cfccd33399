// {% attention preset="walk-through" lang="en" %}: every word of the tag is an attribute of the player.
const { createReadStream } = require("node:fs");

hexo.extend.tag.register("attention", (words) => {
  const attributes = words.map((word) => {
    const [name, ...rest] = word.split("=");
    const value = rest.join("=").replace(/^(["'])(.*)\1$/s, "$2");
    return `${name}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`;
  });
  return `<attention-player ${attributes.join(" ")}></attention-player>`;
});

hexo.extend.generator.register("attention", () => ({
  path: "attention-player.js",
  data: () => createReadStream(require.resolve("attention-player/player.js")),
}));

hexo.extend.injector.register(
  "body_end",
  `<script type="module" src="${hexo.config.root}attention-player.js"></script>`,
  "post",
);
