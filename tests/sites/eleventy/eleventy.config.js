/** {% attention preset="walk-through", lang="en" %}: every argument is an attribute of the player. */
const attention = ({ __keywords, ...attributes }) =>
  `<attention-player ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${String(value).replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`)
    .join(" ")}></attention-player>`;

export default (config) => {
  config.addShortcode("attention", attention);
  config.addPassthroughCopy({ "node_modules/attention-player/web/build": "attention-player" });
  return { markdownTemplateEngine: "njk", dir: { input: "source", output: "public" } };
};
