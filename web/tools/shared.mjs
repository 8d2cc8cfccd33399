// shared.mjs: what the tools that write web/build share.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const web = join(dirname(fileURLToPath(import.meta.url)), "..");
export const build = join(web, "build");

/** Widths of a phone, a post's column and a page, in px: one for each kind of frame. */
export const widths = [360, 680, 1104];

/**
 * Writes a file of web/build and moves it into place once it is complete. Leaves an unchanged one alone, since it may be in
 * use.
 * @param {string} name
 * @param {string} text
 */
export function write(name, text) {
  const file = join(build, name);
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  const draft = join(build, `${process.pid}-${basename(name)}`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(draft, text);
  renameSync(draft, file);
}
