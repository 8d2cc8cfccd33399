// WebKitGTK through the WebDriver protocol, on a display of its own: no other driver reaches it, and it has no headless mode.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const patience = 60_000;

/** Keys that are no letters, as WebDriver numbers them. @type {Record<string, string>} */
const keys = {
  Tab: "\uE004",
  Enter: "\uE007",
  Escape: "\uE00C",
  End: "\uE010",
  Home: "\uE011",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
};

/** @param {import("./engines.js").Reader} reader @returns {Promise<import("./engines.js").Session>} */
export async function openWebKit(reader) {
  const machine = await startDriver(reader);
  try {
    const { sessionId, capabilities } = await machine.ask("POST", "/session", {
      capabilities: {
        alwaysMatch: {
          browserName: "MiniBrowser",
          timeouts: { script: patience, pageLoad: patience },
          "webkitgtk:browserOptions": { args: ["--automation"] },
        },
      },
    });
    const session = sessionOf((method, path, body) =>
      machine.ask(method, `/session/${sessionId}${path}`, body),
    );
    await session.resize(reader.width, reader.height);
    const close = async () => {
      await machine.ask("DELETE", `/session/${sessionId}`).catch(() => {});
      machine.end();
    };
    return { ...session, version: capabilities.browserVersion, close };
  } catch (error) {
    machine.end();
    throw error;
  }
}

/** @param {(method: string, path: string, body?: any) => Promise<any>} ask */
function sessionOf(ask) {
  /** @type {import("./engines.js").Session["evaluate"]} */
  const evaluate = async (run, ...given) => {
    const call = `(async () => (${run})(${given.map((one) => JSON.stringify(one) ?? "undefined")}))()`;
    const script = `const done = arguments[arguments.length - 1];
      ${call}.then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = await ask("POST", "/execute/async", { script, args: [] });
    if (error !== undefined) throw new Error(error);
    return value;
  };
  /** @param {string} type @param {any[]} actions */
  const act = (type, actions) => {
    const parameters = type === "pointer" ? { pointerType: "mouse" } : {};
    return ask("POST", "/actions", { actions: [{ type, id: type, parameters, actions }] });
  };
  /** @param {number} x @param {number} y */
  const to = (x, y) => ({ type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0 });
  return {
    evaluate,
    goto: (/** @type {string} */ url) => ask("POST", "/url", { url }),
    move: (/** @type {number} */ x, /** @type {number} */ y) => act("pointer", [to(x, y)]),
    click: (/** @type {number} */ x, /** @type {number} */ y) =>
      act("pointer", [to(x, y), { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }]),
    // the driver has no finger: the events of one are sent
    tap: (/** @type {number} */ x, /** @type {number} */ y) => evaluate(sendTap, x, y),
    // all that it finds stands in the page's own notes
    errors: () => [],

    async press(/** @type {string} */ key) {
      const value = keys[key] ?? key;
      await act("key", [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
    },

    /** The window has a bar above the page, and takes its size some time later. */
    async resize(/** @type {number} */ width, /** @type {number} */ height) {
      const inner = () => evaluate(() => [innerWidth, innerHeight]);
      const bar = (await ask("GET", "/window/rect")).height - (await inner())[1];
      await ask("POST", "/window/rect", { width, height: height + bar });
      await until(async () => {
        const now = await inner();
        if (String(now) !== `${width},${height}`)
          throw new Error(`the window is ${now}, not ${width},${height}`);
      });
    },

    screenshot: async () => Buffer.from(await ask("GET", "/screenshot"), "base64"),
  };
}

/** Runs in the page: what a finger sends to what lies under it. @param {number} x @param {number} y */
function sendTap(x, y) {
  let target = /** @type {Element} */ (document.elementFromPoint(x, y));
  while (target.shadowRoot) target = /** @type {Element} */ (target.shadowRoot.elementFromPoint(x, y));
  const at = {
    clientX: x,
    clientY: y,
    pointerType: "touch",
    bubbles: true,
    composed: true,
    cancelable: true,
  };
  for (const type of ["pointerover", "pointerdown", "pointerup", "pointerout", "click"])
    target.dispatchEvent(new PointerEvent(type, at));
}

/**
 * A display, the driver on it, and the settings that its browser reads. All of it is this one's own: nothing that an
 * earlier run has left is met.
 * @param {import("./engines.js").Reader} reader
 */
async function startDriver({ dark, reducedMotion }) {
  const folder = mkdtempSync(join(tmpdir(), "attention-webkit-"));
  /** @type {import("node:child_process").ChildProcess[]} */
  const started = [];
  /** @param {string} program @param {string[]} parameters @param {Record<string, string>} [env] */
  const start = (program, parameters, env = {}) => {
    const child = spawn(program, parameters, {
      env: { ...process.env, ...env },
      stdio: ["ignore", "ignore", "ignore", "pipe"],
      // a group of its own, so that what it starts ends with it
      detached: true,
    });
    child.on("error", () => {});
    started.push(child);
    return child;
  };
  const stop = () => process.exit(1);
  const end = () => {
    process.off("exit", end).off("SIGINT", stop).off("SIGTERM", stop);
    for (const { pid } of started.splice(0)) if (pid !== undefined) kill(pid);
    rmSync(folder, { recursive: true, force: true });
  };
  process.on("exit", end).on("SIGINT", stop).on("SIGTERM", stop);
  try {
    // the mouse stands in the middle of the screen, and a window has the focus while the mouse is on it: a small screen
    // keeps it there
    const screen = ["-displayfd", "3", "-screen", "0", "300x300x24", "-nolisten", "tcp"];
    const display = await firstLine(start("Xvfb", screen));
    writeSettings(folder, reducedMotion);
    const port = await freePort();
    start("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], {
      DISPLAY: `:${display}`,
      GTK_THEME: dark ? "Adwaita:dark" : "Adwaita",
      XDG_CONFIG_HOME: folder,
      NO_AT_BRIDGE: "1",
    });
    const ask = (/** @type {string} */ method, /** @type {string} */ path, /** @type {any} */ body) =>
      request(`http://127.0.0.1:${port}${path}`, method, body);
    await until(() => ask("GET", "/status"));
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
  const { value } = /** @type {any} */ (await answer.json());
  if (!answer.ok) throw new Error(`WebKit: ${value.error}, ${value.message}`);
  return value;
}

/** Asks until there is an answer. @param {() => Promise<unknown>} asked */
async function until(asked) {
  const last = Date.now() + patience;
  for (;;)
    try {
      return await asked();
    } catch (error) {
      if (Date.now() > last) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
}

/** What a program writes to its fourth stream. @param {import("node:child_process").ChildProcess} child @returns {Promise<string>} */
function firstLine(child) {
  return new Promise((resolve, reject) => {
    const failed = () => reject(new Error("Xvfb did not start; is it installed?"));
    setTimeout(failed, patience).unref();
    child.once("error", failed).once("exit", failed);
    child.stdio[3]?.once("data", (text) => resolve(String(text).trim()));
  });
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/** A program and all that it started. @param {number} pid */
function kill(pid) {
  try {
    process.kill(-pid, "SIGTERM");
  } catch {
    // it has ended already
  }
}
