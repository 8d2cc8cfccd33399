// npm run frames -- COMMIT [story or preset ...]: compares the picture and the texts of every step end of every preset with
// those of a commit, at three widths in every language, and lists the differences. With --pictures N, it draws the first N that
// look different, before and after side by side, as tests/artifacts/frames.png. Steps are matched by id; the rest is skipped.
import { parseArgs } from "node:util";
import { ROOMS, painter, sheet } from "./painter.js";
import { root, say, stop } from "./system.js";
import { treeOf } from "./trees.js";

/** Returns the marks of a picture, sorted, so that their order does not count. @param {string} svg */
const marksOf = (svg) =>
  (svg.replace(/ id="[^"]*"/g, "").match(/<text.*?<\/text>|<[^>]*>/gs) ?? []).toSorted();

/** Returns the items of a list that another lacks, counting repeats. @param {string[]} list @param {string[]} other */
function without(list, other) {
  const left = new Map();
  for (const one of other) left.set(one, (left.get(one) ?? 0) + 1);
  return list.filter((one) => {
    const n = left.get(one) ?? 0;
    if (n) left.set(one, n - 1);
    return n === 0;
  });
}

/** Returns the texts of marks. @param {string[]} marks */
const textsOf = (marks) =>
  marks
    .map((one) =>
      one
        .replace(/<[^>]*>/g, "")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter(Boolean);

/** Returns how a step has changed; empty if it has not. @param {any} was @param {any} is */
function differences(was, is) {
  const found = ["title", "caption", "spoken"]
    .filter((key) => was[key] !== is[key])
    .map((key) => `${key}: ${was[key]} → ${is[key]}`);
  const [before, after] = [marksOf(was.svg), marksOf(is.svg)];
  const [gone, come] = [without(before, after), without(after, before)];
  if (gone.length || come.length) {
    const [fewer, more] = [
      without(textsOf(before), textsOf(after)),
      without(textsOf(after), textsOf(before)),
    ];
    const words = fewer.length || more.length ? `; words ${fewer.join(" | ")} → ${more.join(" | ")}` : "";
    found.push(`picture: ${gone.length} marks → ${come.length}${words}`);
  }
  return found;
}

async function compare() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { pictures: { type: "string", default: "0" } },
  });
  const [commit, ...wanted] = positionals;
  if (!commit) stop("which commit? npm run frames -- COMMIT [story or preset ...]");
  const [before, after] = await Promise.all([painter(treeOf(commit)), painter(root)]);
  /** The places of each difference, so that a change is listed once. @type {Map<string, string[]>} */
  const changes = new Map();
  /** @type {{ title: string, svgs: string[], width: number }[]} */
  const pairs = [];
  let count = 0;
  let other = 0;
  for (const [preset, stories] of after.told)
    for (const story of stories)
      for (const lang of after.langs)
        for (const room of ROOMS) {
          if (wanted.length && !wanted.includes(preset) && !wanted.includes(story)) continue;
          const how = { story, lang, ...room };
          const [was, is] = await Promise.all([before.draw(preset, how), after.draw(preset, how)]);
          const where = `${preset} ${story} ${lang} ${room.width}`;
          const ids = is.steps.map((/** @type {any} */ { id }) => id).join(" ");
          const former = was.steps.map((/** @type {any} */ { id }) => id).join(" ");
          const add = (/** @type {string} */ what, /** @type {string} */ step) =>
            changes.set(what, [...(changes.get(what) ?? []), `${where} ${step}`]);
          if (ids !== former) add(`steps: ${former} → ${ids}`, "");
          if (was.height !== is.height) add(`height: ${was.height} → ${is.height}`, "");
          for (const step of is.steps) {
            const one = was.steps.find((/** @type {any} */ { id }) => id === step.id);
            if (!one) continue;
            count++;
            const found = differences(one, step);
            if (found.length) other++;
            for (const what of found) add(what, step.id);
            if (found.some((what) => what.startsWith("picture")))
              pairs.push({ title: `${where} ${step.id}`, svgs: [one.svg, step.svg], width: room.width });
          }
        }
  before.end();
  after.end();
  for (const [what, where] of changes) {
    console.log(
      `${what}\n    ${where.length} × ${where.slice(0, 3).join(", ")}${where.length > 3 ? ", …" : ""}`,
    );
  }
  say(`${count} step ends compared with ${commit}, ${other} differ`);
  const chosen = pairs.slice(0, Number(values.pictures));
  if (chosen.length) {
    const width = Math.max(...chosen.map((one) => one.width));
    const columns = Math.max(1, Math.min(Math.floor(2300 / (2 * width + 72)), chosen.length));
    await sheet("frames", chosen, { width, columns });
    say(`tests/artifacts/frames.png: ${chosen.length} pairs, before on the left`);
  }
  process.exit(other ? 1 : 0);
}

await compare();
