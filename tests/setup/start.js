// npm start: installs what is missing, builds what the first page needs, serves web/ and prints the address. The rest is
// built meanwhile. Whatever source of web/ changes later is in the page at its next reload: until it has been built, the
// server bundles it anew for each request.
import { spawn } from "node:child_process";
import { serve } from "../helpers/serve.js";
import { must, root } from "./system.js";

must("node", ["tests/setup/packages.js"]);
must("sh", ["build.sh", "wasm", "data"]);
// what it needs may have been installed just now
const { bundled } = await import("./bundled.js");
const port = Number(process.env.PORT ?? 8080);
const { url } = await serve({ port, stays: true, made: bundled() });
console.log(`attention-player: ${url}  (Ctrl+C ends it)`);
spawn("sh", ["build.sh"], { cwd: root, stdio: "inherit" });
