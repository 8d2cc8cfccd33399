// npm run frames -- COMMIT [story or preset ...]: compares every step end of every preset with how a commit drew and told it,
// at three widths in every language, and lists what differs. With --pictures N, the first N that look different are drawn, before
// and after side by side, as tests/artifacts/frames.png. --ends alone: a step that has another name is not compared.
import { execFileSync, fork } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { launch } from "../helpers/browser.js";
import { root, say, stop } from "./system.js";

/** Stages: desk, beside an article, phone. */
const ROOMS = [
  { width: 1104, height: 424 },
  { width: 652, height: 424 },
  { width: 336, height: 404 },
];

/** Draws what it is asked for, with the code of a tree. @param {string} tree */
async function answer(tree) {
  const from = (/** @type {string} */ file) => import(join(tree, file));
  const { frame } = await from("web/scene/index.js");
  const { svgText } = await from("web/render/svg.js");
  const { presets, withLabels } = await from("tests/helpers/presets.js");
  const { languages, words } = await from("web/words/index.js");
  const { sceneOf } = await from("tests/scene/helpers/scene-of.js");
  const { own, sceneOfRun } = await from("tests/scene/helpers/trained.js");
  const sceneAs = (/** @type {string} */ preset, /** @type {any} */ how) => {
    if (how.story === "training") return sceneOfRun(own.run, how);
    const { trains, problem, printed } = presets[preset];
    const labelled = withLabels(
      trains ? own.training.problem : problem,
      words(how.lang).presets[preset].labels,
    );
    return sceneOf(labelled, { ...how, options: { printed } });
  };
  process.on("message", (/** @type {{ preset: string, how: any }} */ { preset, how }) => {
    const scene = sceneAs(preset, how);
    const steps = scene.steps.map((/** @type {any} */ step) => {
      const caption = step.caption.map((/** @type {any} */ { text }) => text).join("");
      const svg = svgText(frame(scene, scene.timeline, step.hold), { theme: "light" });
      return { id: step.id, title: `${step.title} · ${step.subtitle}`, caption, spoken: step.text, svg };
    });
    process.send?.({ steps, width: scene.width, height: scene.height });
  });
  const told = Object.entries(presets).map(([name, { stories }]) => [name, [...new Set(stories)]]);
  process.send?.({ told, langs: languages.map((/** @type {{ id: string }} */ { id }) => id) });
}

/** The tree of a commit, built; kept for the next comparison. @param {string} name */
function treeOf(name) {
  const commit = execFileSync("git", ["rev-parse", "--short", name], { cwd: root, encoding: "utf8" }).trim();
  const folder = join(tmpdir(), "attention-player-trees", commit);
  if (existsSync(join(folder, "built"))) return folder;
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  rmSync(join(folder, "node_modules"), { force: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  say(`building ${commit}`);
  execFileSync("sh", ["build.sh"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  writeFileSync(join(folder, "built"), "");
  return folder;
}

/** A process that draws with the code of a tree. @param {string} tree */
async function painter(tree) {
  const child = fork(import.meta.filename, [tree], { cwd: tree });
  const next = () => /** @type {Promise<any>} */ (new Promise((resolve) => child.once("message", resolve)));
  child.once("exit", (code) => code && stop(`drawing with the code in ${tree} failed`));
  const first = await next();
  const draw = (/** @type {string} */ preset, /** @type {any} */ how) => (
    child.send({ preset, how }),
    next()
  );
  return { ...first, draw, end: () => child.kill() };
}

/** The marks of a picture, without the order in which they stand. @param {string} svg */
const marksOf = (svg) =>
  (svg.replace(/ id="[^"]*"/g, "").match(/<text.*?<\/text>|<[^>]*>/gs) ?? []).toSorted();

/** What a list has and another has not. @param {string[]} list @param {string[]} other */
function without(list, other) {
  const left = new Map();
  for (const one of other) left.set(one, (left.get(one) ?? 0) + 1);
  return list.filter((one) => {
    const n = left.get(one) ?? 0;
    if (n) left.set(one, n - 1);
    return n === 0;
  });
}

/** The words of marks. @param {string[]} marks */
const textsOf = (marks) =>
  marks
    .map((one) =>
      one
        .replace(/<[^>]*>/g, "")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter(Boolean);

/** How a step differs from what it was; empty where it does not. @param {any} was @param {any} is */
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
  /** By what differs, so that a change is listed once. @type {Map<string, string[]>} */
  const changes = new Map();
  /** @type {{ title: string, was: string, is: string, width: number }[]} */
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
              pairs.push({ title: `${where} ${step.id}`, was: one.svg, is: step.svg, width: room.width });
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
  if (chosen.length) await sheet(chosen);
  process.exit(other ? 1 : 0);
}

/** Pictures before and after, in pairs, as one PNG. @param {{ title: string, was: string, is: string, width: number }[]} pairs */
async function sheet(pairs) {
  const browser = await launch();
  const page = await browser.newPage();
  const width = Math.max(...pairs.map((one) => one.width));
  const columns = Math.max(1, Math.min(Math.floor(2300 / (2 * width + 48)), pairs.length));
  await page.setViewport({ width: columns * (2 * width + 48) + 48, height: 800 });
  await page.evaluate((/** @type {typeof pairs} */ items) => {
    Object.assign(document.body.style, {
      margin: "24px",
      font: "16px sans-serif",
      display: "flex",
      flexWrap: "wrap",
    });
    for (const { title, was, is } of items) {
      const row = document.createElement("div");
      const images = [was, is].map((svg) => {
        const image = new Image();
        image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
        image.style.margin = "0 24px 16px 0";
        return image;
      });
      row.append(title, document.createElement("br"), ...images);
      document.body.append(row);
    }
    return Promise.all([...document.images].map((image) => image.decode()));
  }, pairs);
  const folder = join(root, "tests", "artifacts");
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, "frames.png"), fullPage: true });
  await browser.close();
  say(`tests/artifacts/frames.png: ${pairs.length} pairs, before on the left`);
}

if (process.send) await answer(process.argv[2]);
else await compare();
