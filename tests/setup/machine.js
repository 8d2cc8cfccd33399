// What the tests need beyond npm: a browser, compilers, a formatter, fonts. On Debian and Ubuntu, missing packages are installed;
// elsewhere a message lists what to install.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { aptInstall, hasApt, stop, which } from "./system.js";

/** @param {string} code a language in the syntax of fontconfig, or a family */
const hasFont = (code) => {
  const found = spawnSync("fc-list", [code, "family"], { encoding: "utf8" });
  return found.status === 0 && found.stdout.trim() !== "";
};

// the headless shell is the same engine and starts in a third of the time
const headless = ["chromium-headless-shell", "chrome-headless-shell"];
const whole = ["chromium", "chromium-browser", "google-chrome"];

/** @typedef {[what: string, package: string, there: () => boolean]} Need */
/** @param {string} program @returns {() => boolean} */
const has = (program) => () => which(program) !== null;
/** Wraps a check that only applies on Debian and Ubuntu. @param {() => boolean} there @returns {() => boolean} */
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

// only for test:browsers: half a gigabyte that no other test needs
/** @type {Need[]} */
const otherBrowsers = [
  ["Chromium with windows", "chromium", () => chromium({ windows: true }) !== null],
  ["Firefox", "firefox-esr", () => firefox() !== null],
  ["WebKitWebDriver of WebKitGTK", "webkit2gtk-driver", has("WebKitWebDriver")],
  // WebKitGTK has no window without a display
  ["Xvfb", "xvfb", has("Xvfb")],
];

/** Returns the path of a Python that has some modules, or null. @param {...string} modules */
export function pythonWith(...modules) {
  const imports = modules.map((name) => `import ${name}`).join("\n");
  // only the system's own Python sees modules from the system's packages
  const found = ["/usr/bin/python3", which("python3")].filter((path) => path && existsSync(path));
  return found.find((path) => spawnSync(path, ["-c", imports]).status === 0) ?? null;
}

// only for test:full, which runs code in other languages
/** @type {Need[]} */
const otherLanguages = [
  ["NumPy", "python3-numpy", () => pythonWith("numpy") !== null],
  ["PyTorch", "python3-torch", () => pythonWith("torch") !== null],
  ["a Java compiler", "default-jdk-headless", () => has("javac")() && has("java")()],
];

/** Returns the path of Chromium, or null. @param {{ windows?: boolean }} [options] windows: the full browser, not the headless shell */
export const chromium = ({ windows = false } = {}) =>
  process.env.CHROMIUM ??
  which(...(windows ? [] : headless), ...whole) ??
  [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ].find((path) => existsSync(path)) ??
  null;

/** Returns the path of Firefox, or null. */
export const firefox = () =>
  process.env.FIREFOX ??
  which("firefox-esr", "firefox") ??
  ["/Applications/Firefox.app/Contents/MacOS/firefox"].find((path) => existsSync(path)) ??
  null;

/**
 * Installs what is missing; without apt-get, stops with a list of it.
 * @param {{ browsers?: boolean, languages?: boolean, programs?: string[] }} [more] browsers: also Firefox and WebKit;
 *   languages: NumPy, PyTorch and Java; programs: others, whose packages have the same names
 */
export function prepareMachine({ browsers = false, languages = false, programs = [] } = {}) {
  const others = programs.map((name) => /** @type {Need} */ ([name, name, has(name)]));
  const more = [...(browsers ? otherBrowsers : []), ...(languages ? otherLanguages : []), ...others];
  const missing = [...needs, ...more].filter(([, , there]) => !there());
  if (hasApt()) return aptInstall(missing.map(([, name]) => name));
  if (missing.length > 0)
    stop(`the tests need ${missing.map(([what]) => what).join(", ")}; install them and run again`);
}
