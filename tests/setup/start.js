// npm start: installs what is missing, builds what the studio needs, serves web/ and prints the address. Meanwhile it builds the
// rest, then the site, and prints that address, too. Later changes to the sources of web/ show after a reload of the studio:
// until they are built, the server bundles them for each request.
import { spawn } from "node:child_process";
import { serve } from "../helpers/serve.js";
import { must, root } from "./system.js";

must("node", ["tests/setup/packages.js"]);
must("sh", ["build.sh", "wasm", "data"]);
// imported late, since its packages may have been installed just now
const { bundled } = await import("./bundled.js");
const port = Number(process.env.PORT ?? 8080);
const { url } = await serve({ port, stays: true, made: bundled() });
console.log(`attention-player: ${url}  (the studio; Ctrl+C ends it)`);
spawn("npm", ["run", "--silent", "site"], {
  cwd: root,
  stdio: "inherit",
  shell: process.platform === "win32",
}).on("exit", (code) => {
  if (code === 0) console.log(`attention-player: ${url}build/site/  (lessons, stories, documentation)`);
});
