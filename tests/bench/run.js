// npm run bench: installs the engines to compare with, runs the rows in Node and in Chromium, prints the table.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { root } from "../setup/system.js";
import { PEERS, bundles, prepare, wireBytes } from "./engines.js";
import { firstRow, inChromium, inNode, rowsInPage } from "./hosts.js";
import { describeMachine } from "./machine.js";
import { readOptions } from "./options.js";
import { pageRows } from "./page-work.js";
import { growthPlot } from "./plot.js";
import { markdown, oneLine } from "./report.js";

const say = (text) => console.error(`bench: ${text}`);
const options = readOptions(process.argv.slice(2));
if ("say" in options) {
  console.error(options.say);
  process.exit(options.code);
}

const stopping = new AbortController();
process.once("SIGINT", () => stopping.abort(new Error("cancelled")));
process.once("SIGTERM", () => stopping.abort(new Error("cancelled")));

const { quick, only, against, cpu, joined } = options;
const isPage = (name) => name.startsWith("page");
const minutes = quick ? 1.6 : 14;
const seconds = options.seconds ?? (quick ? 0.5 : 4);
const hosts = ["node", "chromium"].filter((host) => options[host]);
const report = { machine: describeMachine(), quick, cpu, against, hosts: [] };

/** Hears the rows of one host. */
function listener(host, records) {
  return ({ name, result, why }) => {
    if (result) records.push(result);
    if (why) records.push({ row: name.split(" ")[0], label: name, why });
    if (result || why) say(`${host} · ${name}: ${why ?? oneLine(result)}`);
  };
}

/** A row that hangs does not hold up the rest: the host is ended a little after its time. */
function ending(until) {
  const end = new AbortController();
  const late = setTimeout(() => end.abort(new Error("too late")), until - Date.now());
  stopping.signal.addEventListener("abort", () => end.abort(stopping.signal.reason));
  return { signal: end.signal, done: () => clearTimeout(late) };
}

async function onHost(host, until, signal) {
  const entry = { host, records: [] };
  report.hosts.push(entry);
  const tell = listener(host, entry.records);
  const given = { quick, only: only.filter((name) => name !== "first" && !isPage(name)), until, seconds };
  const rows = only.length === 0 || given.only.length > 0;
  if (host === "node") return rows && inNode({ ...given, cpu }, tell, signal);
  const use = async (chromium) => {
    report.machine.chromium = await chromium.browser.version();
    if (only.length === 0 || only.includes("first"))
      tell({ name: "first", result: await firstRow(chromium, quick ? 2 : 7) });
    if (rows) await rowsInPage(chromium, given, tell);
    if (only.some(isPage)) await pageRows(chromium.browser, { quick, against, until }, tell);
  };
  return inChromium(joined, use, signal);
}

function draw(file) {
  const growth = report.hosts.flatMap(({ records }) => records.filter(({ points }) => points));
  if (growth.length === 0) return say("--plot: no growth was measured; nothing is drawn");
  const path = resolve(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, growthPlot(growth.slice(0, 2), report.machine));
  say(`${file} drawn`);
}

const engines = only.length === 0 || !only.every(isPage);
prepare(engines);
if (options.chromium && engines) {
  await bundles();
  say("compressing the engines, for their sizes on the wire");
  PEERS.forEach(wireBytes);
}
for (const host of hosts) {
  if (stopping.signal.aborted) break;
  const until = Date.now() + (60000 * minutes) / hosts.length;
  const { signal, done } = ending(until + (quick ? 8000 : 60000));
  await onHost(host, until, signal).catch((error) => say(`${host}: ${error.message}`));
  if (signal.aborted) say(`${host}: ended, ${signal.reason.message}`);
  done();
}
report.machine.load = [report.machine.load, describeMachine().load];
if (options.plot) draw(options.plot);
console.log(options.json ? JSON.stringify(report, null, 2) : markdown(report));
process.exit(stopping.signal.aborted ? 130 : 0);
