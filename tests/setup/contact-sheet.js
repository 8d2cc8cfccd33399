// npm run contact-sheet [story or preset ...]: writes one PNG of all step ends per story, width, theme and language to
// tests/artifacts/. Node draws the SVG text with the same code as the page; Chromium only rasterizes it.
// npm run contact-sheet -- browsers: shows eight moments in three browsers instead.
import { ROOMS, painter, sheet } from "./painter.js";
import { root, say } from "./system.js";

const wanted = process.argv.slice(2);
if (wanted.includes("browsers")) {
  await import("../browsers/side-by-side.js");
  process.exit();
}
const { told, stories, langs, draw, end } = await painter(root);

// "long-input" is a preset without a story of the same name
for (const id of wanted.length ? wanted : [...stories, "long-input"]) {
  const [preset, [first]] =
    told.find(([name, [opens]]) => (stories.includes(id) ? opens === id : name === id)) ??
    told.find(([name]) => name === "walk-through");
  const story = stories.includes(id) ? id : first;
  for (const room of ROOMS)
    for (const theme of ["light", "dark"])
      for (const lang of langs) {
        const { steps, width, height } = await draw(preset, { story, lang, ...room }, theme);
        const figures = steps.map(({ hold, id, title, caption, svg }) => ({
          title: `${hold.toFixed(1)} s · ${id} · ${title}: ${caption}`,
          svgs: [svg],
        }));
        // a screenshot may be at most 16,384 pixels high
        const columns = Math.ceil((figures.length * (height + 70)) / 12000) + (width < 600 ? 5 : 1);
        const name = `${id}-${room.width}-${theme}-${lang}`;
        await sheet(name, figures, { width, columns, dark: theme === "dark" });
        say(`tests/artifacts/${name}.png: ${figures.length} steps`);
      }
}
end();
