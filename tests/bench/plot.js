// Time against length, both axes logarithmic, drawn by the project's own renderer.
import { svgText } from "../../web/render/svg.js";
import { caption } from "./machine.js";

const WIDTH = 720;
const HEIGHT = 496;
const PANEL = { left: 80, top: 64, right: 600, bottom: 400 };
const ROLES = ["query", "output"];

const line = (id, x1, y1, x2, y2, stroke, more = {}) => ({
  type: "path",
  id,
  d: `M${x1} ${y1}L${x2} ${y2}`,
  stroke,
  strokeWidth: 1,
  ...more,
});
const words = (id, x, y, text, more = {}) => ({
  type: "text",
  id,
  x,
  y,
  text,
  size: 13,
  fill: "ink",
  ...more,
});

/** A logarithmic axis: where a number stands between two places. */
const axis = (least, most, from, to) => (value) =>
  from + ((to - from) * Math.log(value / least)) / Math.log(most / least);

const tenths = (least, most) => {
  const ticks = [];
  for (let power = Math.ceil(Math.log10(least)); 10 ** power <= most; power++) ticks.push(10 ** power);
  return ticks;
};

function ground(x, y, lengths, ticks) {
  const { left, top, right, bottom } = PANEL;
  return [
    ...lengths.flatMap((n) => [
      line(`x-${n}`, x(n), top, x(n), bottom, "rule"),
      words(`n-${n}`, x(n), bottom + 22, String(n), { anchor: "middle" }),
    ]),
    ...ticks.flatMap((ms) => [
      line(`y-${ms}`, left, y(ms), right, y(ms), "rule"),
      words(`ms-${ms}`, left - 10, y(ms) + 4, `${ms} ms`, { anchor: "end" }),
    ]),
  ];
}

/** One series: points, the way between them, and n² through the first, dashed. */
function series({ label, points }, role, x, y) {
  const d = points.map(({ n, ms }, i) => `${i ? "L" : "M"}${x(n).toFixed(2)} ${y(ms).toFixed(2)}`).join(" ");
  const [first] = points;
  const last = points.at(-1);
  const square = first.ms * (last.n / first.n) ** 2;
  return [
    line(`${label}-square`, x(first.n), y(first.ms), x(last.n), y(square), "muted", { dash: "4 4" }),
    { type: "path", id: `${label}-way`, d, fill: "none", stroke: role, strokeWidth: 2.5 },
    ...points.map(({ n, ms }) => ({
      ...{ type: "rect", id: `${label}-${n}`, x: x(n) - 4, y: y(ms) - 4 },
      ...{ width: 8, height: 8, rx: 4, fill: role },
    })),
    words(`${label}-name`, x(last.n) + 12, y(last.ms) + 4, label),
  ];
}

/**
 * @param {{ label: string, points: { n: number, ms: number }[] }[]} rows
 * @param {object} machine
 * @returns {{ width: number, height: number, marks: object[] }}
 */
function growthFrame(rows, machine) {
  const points = rows.flatMap((row) => row.points);
  const lengths = [...new Set(points.map(({ n }) => n))].sort((a, b) => a - b);
  const times = points.map(({ ms }) => ms);
  const x = axis(lengths[0], lengths.at(-1), PANEL.left, PANEL.right);
  const [least, most] = [Math.min(...times) / 1.5, Math.max(...times) * 1.5];
  const y = axis(least, most, PANEL.bottom, PANEL.top);
  const marks = [
    words("title", PANEL.left, 32, "Fused forward, d 64: time against length", { size: 18, weight: 600 }),
    words("dashed", PANEL.left, 52, "dashed: n²", { fill: "muted" }),
    ...ground(x, y, lengths, tenths(least, most)),
    ...rows.flatMap((row, i) => series(row, ROLES[i % ROLES.length], x, y)),
    words("axis", (PANEL.left + PANEL.right) / 2, PANEL.bottom + 44, "tokens", { anchor: "middle" }),
    ...caption(machine)
      .split(/, (?=Node)/)
      .map((text, i) =>
        words(`machine-${i}`, PANEL.left, HEIGHT - 26 + 16 * i, text, { size: 11, fill: "muted" }),
      ),
  ];
  return { width: WIDTH, height: HEIGHT, marks };
}

/** @returns {string} the picture as an SVG document */
export const growthPlot = (rows, machine) =>
  svgText(growthFrame(rows, machine), {
    title: "Time of the fused forward against the number of tokens",
    desc: rows
      .map(
        ({ label, points }) =>
          `${label}: ${points.map(({ n, ms }) => `${n} tokens ${ms.toPrecision(3)} ms`).join(", ")}`,
      )
      .join(". "),
  });
