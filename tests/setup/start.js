// npm start: installs what is missing, builds, serves web/ and prints the address.
import { serve } from "../helpers/serve.js";
import { must } from "./system.js";

must("node", ["tests/setup/packages.js"]);
must("sh", ["build.sh"]);
const port = Number(process.env.PORT ?? 8080);
const { url } = await serve({ port, stays: true });
console.log(`attention-player: ${url}  (Ctrl+C ends it)`);
