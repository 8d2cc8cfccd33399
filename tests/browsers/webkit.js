// WebKitGTK through the WebDriver protocol, the only one that it speaks.
import { patience, startDriver, until } from "./webkit-driver.js";

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
    goto: (url) => ask("POST", "/url", { url }),
    move: (x, y) => act("pointer", [to(x, y)]),
    click: (x, y) =>
      act("pointer", [to(x, y), { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }]),
    drag: (from, way) =>
      act("pointer", [
        to(from[0], from[1]),
        { type: "pointerDown", button: 0 },
        to((from[0] + way[0]) / 2, (from[1] + way[1]) / 2),
        to(way[0], way[1]),
        { type: "pointerUp", button: 0 },
      ]),
    // the driver has no finger: the events of one are sent
    tap: (x, y) => evaluate(sendTap, x, y),
    // all that it finds stands in the page's own notes
    errors: () => [],

    async press(key) {
      const value = keys[key] ?? key;
      await act("key", [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
    },

    /** The window has a bar above the page, and takes its size some time later. */
    async resize(width, height) {
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
  let target = document.elementFromPoint(x, y);
  while (target.shadowRoot) target = target.shadowRoot.elementFromPoint(x, y);
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
