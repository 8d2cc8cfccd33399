// npm start: installs what is missing, builds what has changed, serves web/ and prints the address. A source that changes
// later is in the page at its next reload: the server bundles the players anew, without making them small.
import { serve } from "../helpers/serve.js";
import { must } from "./system.js";

must("sh", ["build.sh"]);
// what it needs may have been installed just now
const { bundled } = await import("./bundled.js");
const port = Number(process.env.PORT ?? 8080);
const { url } = await serve({ port, stays: true, made: bundled() });
console.log(`attention-player: ${url}  (Ctrl+C ends it)`);
