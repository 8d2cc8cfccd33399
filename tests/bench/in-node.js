// The rows in this process; the runner reads what it sends.
import { suite } from "./suite.js";

const processor = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const { cpu, ...options } = JSON.parse(process.argv[2]);
process.on("disconnect", () => process.exit());
await suite({ ...options, clock: cpu ? processor : undefined }, (record) => process.send(record));
process.exit();
