// npm run picture: writes web/pictures, the animation at the top of the README.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pictures } from "../helpers/pictures.js";
import { root, say } from "./system.js";

const folder = join(root, "web", "pictures");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const [name, draw] of Object.entries(pictures)) {
  const text = await draw();
  writeFileSync(join(folder, `${name}.svg`), `${text}\n`);
  say(`web/pictures/${name}.svg: ${text.length} characters`);
}
