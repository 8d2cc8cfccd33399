// The machine, in the words of the table's caption.
import { cpus, loadavg } from "node:os";

export const describeMachine = () => ({
  cpu: cpus()[0]?.model.trim() ?? "unknown processor",
  cores: cpus().length,
  node: process.version.slice(1),
  chromium: undefined,
  date: new Date().toISOString().slice(0, 10),
  load: Math.round(10 * loadavg()[0]) / 10,
});

/** @param {ReturnType<typeof describeMachine>} machine */
export function caption({ cpu, cores, node, chromium, date, load }) {
  const browser = chromium ? `, ${chromium.replace(/^(Headless)?Chrome\//, "Chromium ")}` : "";
  const busy = [load].flat().join(" to ");
  return `${cpu}, ${cores} virtual cores, Node ${node}${browser}, ${date}; load average ${busy} while measuring.`;
}
