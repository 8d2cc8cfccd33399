// What the tests need beyond npm: a browser, compilers, a formatter, fonts. Debian and Ubuntu get what is missing;
// elsewhere one sentence says what to install.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { aptInstall, hasApt, stop, which } from "./system.js";

/** @param {string} code a language as fontconfig names it, or a family */
const hasFont = (code) => {
  const found = spawnSync("fc-list", [code, "family"], { encoding: "utf8" });
  return found.status === 0 && found.stdout.trim() !== "";
};

// Chromium without windows starts in a third of the time, and is the same engine
const headless = ["chromium-headless-shell", "chrome-headless-shell"];
const whole = ["chromium", "chromium-browser", "google-chrome"];

/** @typedef {[what: string, package: string, there: () => boolean]} Need */
/** @param {string} program @returns {() => boolean} */
const has = (program) => () => which(program) !== null;
/** Of Debian's own; elsewhere nobody looks for it. @param {() => boolean} there @returns {() => boolean} */
const inDebian = (there) => () => !hasApt() || there();

/** @type {Need[]} */
const needs = [
  ["Chromium", "chromium-headless-shell", () => chromium() !== null],
  ["emcc", "emscripten", () => Boolean(process.env.EMCC ?? process.env.EMSDK) || has("emcc")()],
  ["clang", "clang", has("clang")],
  ["gcc", "gcc", has("gcc")],
  [
    "the C library's headers",
    "libc6-dev",
    inDebian(() => spawnSync("dpkg", ["-s", "libc6-dev"]).status === 0),
  ],
  ["Python", "python3", () => pythonWith() !== null],
  ["clang-format", "clang-format", has("clang-format")],
  ["fc-list", "fontconfig", inDebian(has("fc-list"))],
  ["a Latin font", "fonts-dejavu-core", inDebian(() => hasFont("DejaVu Sans"))],
  ["a Chinese font", "fonts-wqy-microhei", inDebian(() => hasFont(":lang=zh-cn"))],
  ["an emoji font", "fonts-noto-color-emoji", inDebian(() => hasFont("Noto Color Emoji"))],
];

// asked for by test:browsers alone: half a gigabyte that no other test looks at
/** @type {Need[]} */
const otherBrowsers = [
  ["Chromium with windows", "chromium", () => chromium({ windows: true }) !== null],
  ["Firefox", "firefox-esr", () => firefox() !== null],
  ["WebKitWebDriver of WebKitGTK", "webkit2gtk-driver", has("WebKitWebDriver")],
  // WebKitGTK has no window without a display
  ["Xvfb", "xvfb", has("Xvfb")],
];

/** A Python that has some modules, or null. @param {...string} modules */
export function pythonWith(...modules) {
  const imports = modules.map((name) => `import ${name}`).join("\n");
  // packages of the system are there for the system's own
  const found = ["/usr/bin/python3", which("python3")].filter((path) => path && existsSync(path));
  return found.find((path) => spawnSync(path, ["-c", imports]).status === 0) ?? null;
}

// asked for by test:full alone: code in other languages is run there
/** @type {Need[]} */
const otherLanguages = [
  ["NumPy", "python3-numpy", () => pythonWith("numpy") !== null],
  ["PyTorch", "python3-torch", () => pythonWith("torch") !== null],
  ["a Java compiler", "default-jdk-headless", () => has("javac")() && has("java")()],
];

/** Where Chromium is. @param {{ windows?: boolean }} [options] windows: the one that readers have */
export const chromium = ({ windows = false } = {}) =>
  process.env.CHROMIUM ??
  which(...(windows ? [] : headless), ...whole) ??
  [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ].find((path) => existsSync(path)) ??
  null;

/** Where Firefox is. */
export const firefox = () =>
  process.env.FIREFOX ??
  which("firefox-esr", "firefox") ??
  ["/Applications/Firefox.app/Contents/MacOS/firefox"].find((path) => existsSync(path)) ??
  null;

/**
 * Installs what is missing, or says it.
 * @param {{ browsers?: boolean, languages?: boolean, programs?: string[] }} [more] browsers: Firefox and WebKit too;
 *   languages: Python and Java; programs: others, whose packages are named as they are
 */
export function prepareMachine({ browsers = false, languages = false, programs = [] } = {}) {
  const others = programs.map((name) => /** @type {Need} */ ([name, name, has(name)]));
  const more = [...(browsers ? otherBrowsers : []), ...(languages ? otherLanguages : []), ...others];
  const missing = [...needs, ...more].filter(([, , there]) => !there());
  if (hasApt()) return aptInstall(missing.map(([, name]) => name));
  if (missing.length > 0)
    stop(`the tests need ${missing.map(([what]) => what).join(", ")}; install them and run again`);
}
