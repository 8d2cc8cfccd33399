// The results as Markdown, ready to be pasted: cells hold Node / Chromium.
import { caption } from "./machine.js";
import { geometricMean } from "./stats.js";

const PEERS = ["ONNX Runtime Web", "LiteRT.js", "jax-js", "TensorFlow.js", "plain JS"];
const NONE = "–";

const digits = (x, count = 3) => {
  if (x === undefined || !Number.isFinite(x)) return NONE;
  return x >= 100 ? String(Math.round(x)) : String(Number(x.toPrecision(count)));
};
const times = (x) => (Number.isFinite(x) ? x.toFixed(x < 10 ? 2 : 0) : NONE);
const percent = (x) => (Number.isFinite(x) ? `${Math.round(100 * x)} %` : NONE);
const small = (x) => (Number.isFinite(x) ? x.toExponential(0) : NONE);

/** The variant of an engine that took least time in the same rounds. */
const best = ({ engines }, name) =>
  engines
    .filter((engine) => engine.name === name && Number.isFinite(engine.ratio))
    .sort((a, b) => a.ratio - b.ratio)[0];

/** The fastest of the others: what our speed is judged by. */
export function fastest(row, key = "ratio") {
  const ratios = PEERS.flatMap((name) => best(row, name)?.[key] ?? []);
  return ratios.length ? Math.min(...ratios) : NaN;
}

/** A value of a page with its unit. */
const withUnit = (value, unit) => `${digits(value)}${unit && ` ${unit}`}`;

/** One row in a few words, for whoever is watching. */
export function oneLine(row) {
  if (row.row === "page")
    return `${row.what} ${row.values.map((value) => withUnit(value, row.unit)).join(", against ")}`;
  if (row.row === "growth") return row.points.map(({ n, growth }) => `${n}: ${times(growth)}`).join(", ");
  if (row.row === "memory")
    return `${digits(row.memory)} MiB, ${digits(row.beyond)} beyond inputs and output`;
  return row.engines
    .map(({ name, variant, ms, ratio, why }) =>
      why
        ? `${variant ?? name}: ${why}`
        : `${variant ?? name} ${digits(ms)} ms${ratio ? ` ×${times(ratio)}` : ""}`,
    )
    .join(", ");
}

const table = (head, rows) =>
  rows.length === 0
    ? ""
    : [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** The same row of every host, by label. */
function byLabel(hosts, kind) {
  const labels = new Map();
  for (const [index, { records }] of hosts.entries())
    for (const record of records)
      if (record.row === kind && !record.why)
        labels.set(record.label, Object.assign(labels.get(record.label) ?? [], { [index]: record }));
  return [...labels];
}

const each = (hosts, records, show) =>
  hosts.map((_, i) => (records[i] ? show(records[i]) : NONE)).join(" / ");

function forwardTable(hosts) {
  const rows = byLabel(hosts, "forward");
  const relaxed = rows.some(([, records]) => records.some((row) => best(row, "ours, relaxed")));
  const line = ([label, records]) => [
    label,
    each(hosts, records, (row) => digits(best(row, "ours")?.ms)),
    each(hosts, records, (row) => percent(row.roofline)),
    ...PEERS.map((name) => each(hosts, records, (row) => times(best(row, name)?.ratio))),
    ...(relaxed ? [each(hosts, records, (row) => times(fastest(row, "ratio_relaxed")))] : []),
    each(hosts, records, (row) => small(best(row, "ours")?.error)),
    each(hosts, records, (row) => small(best(row, PEERS[0])?.error)),
    ...(relaxed ? [each(hosts, records, (row) => percent(row.roofline_relaxed))] : []),
  ];
  const head = ["n", "ours, ms", "of roofline", ...PEERS.map((name) => `${name}, ×`)];
  if (relaxed) head.push("fastest other / relaxed, ×");
  head.push("largest error", "ONNX Runtime Web's");
  if (relaxed) head.push("of relaxed roofline");
  return table(head, rows.map(line));
}

/** Against the fastest other engine, over all shapes. */
function summary(hosts) {
  const line = (/** @type {any[]} */ rows, /** @type {string} */ key, /** @type {string} */ whose) => {
    const parts = [false, true].flatMap((causal) => {
      const some = rows.filter(({ shape }) => shape.causal === causal).map((row) => fastest(row, key));
      const ratios = some.filter(Number.isFinite);
      if (ratios.length === 0) return [];
      const least = times(Math.min(...ratios));
      return `${causal ? "causal" : "plain"} ${times(geometricMean(ratios))} (least ${least})`;
    });
    return parts.length
      ? [`Against the fastest other engine, geometric mean, ${whose}: ${parts.join(", ")}.`]
      : [];
  };
  return hosts
    .flatMap(({ host, records }) => {
      const rows = records.filter(({ row, why }) => row === "forward" && !why);
      return [...line(rows, "ratio", host), ...line(rows, "ratio_relaxed", `${host}, relaxed build`)];
    })
    .join("\n");
}

/** Ours in ms; of the others, how many times as long they take as the strict build, and as the relaxed one. */
function trainingLine({ engines }) {
  const [mine, others] = [true, false].map((ours) =>
    engines.filter(({ name, why }) => !why && name.startsWith("ours") === ours),
  );
  const both = ({ ratio, ratio_relaxed: relaxed }) =>
    `×${times(ratio)}${relaxed === undefined ? "" : `, of relaxed ×${times(relaxed)}`}`;
  return [
    ...mine.map(({ name, ms }) => `${name} ${digits(ms)} ms`),
    ...others.map((engine) => `${engine.name} ${both(engine)}`),
  ].join("; ");
}

const LINES = {
  example: (row) => row.engines.map(({ name, ms }) => `${name} ${digits(1000 * ms)} µs`).join(", "),
  fallback: ({ engines: [scalar, js], turn }) =>
    `scalar ${digits(scalar.ms)} ms, js ×${times(js.ratio)}, the page waits ${digits(turn)} ms at most`,
  training: trainingLine,
  workers: ({ engines: [, one, direct], cores }) =>
    `×${times(one.ratio)}, ×${times(direct.ratio)}; the cores ×${times(cores)}`,
  memory: (row) => `${digits(row.memory)} MiB, ${digits(row.beyond)} MiB beyond inputs and output`,
  growth: (row) => row.points.map(({ n, growth }) => `${n}: ${times(growth)}`).join(", "),
  first: (row) =>
    row.engines
      .map(({ name, ms, bytes }) => `${FILES[name]} ${digits(ms)} ms, ${digits(bytes / 1024)} KiB`)
      .join("; "),
};
const FILES = {
  ours: "ours",
  onnx: "ONNX Runtime Web",
  litert: "LiteRT.js",
  jax: "jax-js",
  tensorflow: "TensorFlow.js",
};
const TITLES = {
  example: () => "3 × 4 example, all tensors",
  fallback: (label) => `without WebAssembly: ${label}`,
  training: (label) => `training step (d_model, n) = ${label}`,
  workers: (label) => `two workers against one, against the direct call, n = ${label}`,
  memory: (label) => `memory of the module, n = ${label}`,
  growth: (label) => `time / n², ${label}; 1 at the shortest`,
  first: () => "first result in a fresh page; size on the wire (brotli)",
};

function otherRows(hosts) {
  const line = (kind, [label, records]) => [
    TITLES[kind](label),
    ...hosts.map((_, i) => (records[i] ? LINES[kind](records[i]) : NONE)),
  ];
  const rows = Object.keys(LINES).flatMap((kind) => byLabel(hosts, kind).map((one) => line(kind, one)));
  return table(["", ...hosts.map(({ host }) => host)], rows);
}

/** What a page fetches and does, of this build and of another. */
function pageTable(hosts, against) {
  const records = hosts.flatMap(({ records }) => records).filter(({ row, why }) => row === "page" && !why);
  const line = ({ label, what, unit, values: [now, before] }) => [
    `${label}: ${what}`,
    withUnit(now, unit),
    ...(against ? [withUnit(before, unit), times(now / before)] : []),
  ];
  return table(["a page", "this build", ...(against ? [against, "ratio"] : [])], records.map(line));
}

/** Who was not timed, and why. */
function absent(hosts) {
  const reasons = new Map();
  const add = (host, label, text) => {
    const key = `${text}, ${host}`;
    reasons.set(key, [...(reasons.get(key) ?? []), label]);
  };
  for (const { host, records } of hosts)
    for (const { label, engines, why } of records) {
      if (why) add(host, label, why);
      for (const engine of engines ?? [])
        if (engine.why)
          add(host, label, `${engine.name}${engine.variant ? `, ${engine.variant}` : ""}: ${engine.why}`);
    }
  return [...reasons].map(([text, labels]) => `- not timed: ${text} (${labels.join("; ")})`).join("\n");
}

/** @param {{ machine: object, hosts: { host: string, records: object[] }[] }} report */
export function markdown({ machine, cpu, against, hosts }) {
  const clock = cpu ? " Node in processor time, Chromium by the clock." : "";
  const tables = [forwardTable(hosts), summary(hosts), otherRows(hosts), pageTable(hosts, against)];
  const parts = [...tables, absent(hosts)].filter(Boolean);
  return [`${caption(machine)}${clock} Cells: ${hosts.map(({ host }) => host).join(" / ")}.`, ...parts].join(
    "\n\n",
  );
}
