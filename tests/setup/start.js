// npm start: installs what is missing, builds what the studio needs, serves web/ and prints the address. The rest is built
// meanwhile, and then the site, whose address is printed, too. Whatever source of web/ changes later is in the studio at its next
// reload: until it has been built, the server bundles it anew for each request.
import { spawn } from "node:child_process";
import { serve } from "../helpers/serve.js";
import { must, root } from "./system.js";

must("node", ["tests/setup/packages.js"]);
must("sh", ["build.sh", "wasm", "data"]);
// what it needs may have been installed just now
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
