// WebKitGTK's driver and the display that it needs: the browser has no headless mode.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Longer than any answer takes, in milliseconds. */
export const patience = 60_000;

// A program that ends, with all that it started, when our end of its standard input is closed: on purpose, or because we
// are no more.
const guarded = '"$@" & exec 3>&-; read line; kill 0';

/**
 * A display, the driver on it, and the settings that its browser reads. All of it is this one's own: nothing that an
 * earlier run has left is met.
 * @param {import("./engines.js").Reader} reader
 */
export async function startDriver({ dark, reducedMotion }) {
  const folder = mkdtempSync(join(tmpdir(), "attention-webkit-"));
  /** @type {import("node:child_process").ChildProcess[]} */
  const started = [];
  /** @param {string[]} command @param {Record<string, string>} [env] */
  const start = (command, env = {}) => {
    const child = spawn("sh", ["-c", guarded, "sh", ...command], {
      env: { ...process.env, ...env },
      stdio: ["pipe", "ignore", "ignore", "pipe"],
      // a group of its own, which ends as one
      detached: true,
    });
    started.push(child);
    return child;
  };
  const end = () => {
    for (const child of started) child.stdin?.end();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    // the mouse stands in the middle of the screen, and a window has the focus while the mouse is on it: a small screen
    // keeps it there
    const screen = ["Xvfb", "-displayfd", "3", "-screen", "0", "300x300x24", "-nolisten", "tcp"];
    const display = await firstLine(start(screen));
    writeSettings(folder, reducedMotion);
    const port = await freePort();
    const driver = start(["WebKitWebDriver", `--port=${port}`, "--host=127.0.0.1"], {
      DISPLAY: `:${display}`,
      GTK_THEME: dark ? "Adwaita:dark" : "Adwaita",
      XDG_CONFIG_HOME: folder,
      NO_AT_BRIDGE: "1",
    });
    const ask = (method, path, body) => request(`http://127.0.0.1:${port}${path}`, method, body);
    await until(() => ask("GET", "/status"), endOf(driver, "WebKitWebDriver"));
    return { ask, end };
  } catch (error) {
    end();
    throw error;
  }
}

/** @param {string} folder @param {boolean} reducedMotion */
function writeSettings(folder, reducedMotion) {
  mkdirSync(join(folder, "gtk-3.0"));
  const animations = `[Settings]\ngtk-enable-animations=${reducedMotion ? 0 : 1}\n`;
  writeFileSync(join(folder, "gtk-3.0", "settings.ini"), animations);
  // with its usual bar the window is no narrower than 447 px
  const small = "* { margin: 0; padding: 0; border: none; min-width: 0; font-size: 1px; }\n";
  writeFileSync(join(folder, "gtk-3.0", "gtk.css"), small);
}

/** @param {string} url @param {string} method @param {any} [body] */
async function request(url, method, body) {
  const signal = AbortSignal.timeout(patience);
  const answer = await fetch(url, { method, signal, body: body && JSON.stringify(body) });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(`WebKit: ${value.error}, ${value.message}`);
  return value;
}

/** Asks until there is an answer, or nobody to give one. @param {() => Promise<unknown>} asked @param {AbortSignal} [over] */
export async function until(asked, over) {
  const last = Date.now() + patience;
  for (;;)
    try {
      return await asked();
    } catch (error) {
      if (over?.aborted) throw over.reason;
      if (Date.now() > last) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
}

/** What Xvfb writes to its fourth stream. @param {import("node:child_process").ChildProcess} child @returns {Promise<string>} */
function firstLine(child) {
  const over = endOf(child, "Xvfb");
  return new Promise((resolve, reject) => {
    child.stdio[3]?.once("data", (text) => resolve(String(text).trim()));
    over.addEventListener("abort", () => reject(over.reason));
  });
}

/** Tells when a program is no more. @param {import("node:child_process").ChildProcess} child @param {string} name */
function endOf(child, name) {
  const over = new AbortController();
  const ended = () => over.abort(new Error(`${name} did not start, or ended; is it installed?`));
  child.stdio[3].once("end", ended).resume();
  return over.signal;
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
