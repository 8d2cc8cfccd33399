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

const needs = [
  {
    what: "Chromium",
    package: "chromium-headless-shell",
    there: () => chromium() !== null,
  },
  {
    what: "emcc",
    package: "emscripten",
    there: () => Boolean(process.env.EMCC ?? process.env.EMSDK) || which("emcc") !== null,
  },
  { what: "clang", package: "clang", there: () => which("clang") !== null },
  { what: "gcc", package: "gcc", there: () => which("gcc") !== null },
  {
    what: "the C library's headers",
    package: "libc6-dev",
    there: () => !hasApt() || spawnSync("dpkg", ["-s", "libc6-dev"]).status === 0,
  },
  { what: "Python", package: "python3", there: () => pythonWith() !== null },
  { what: "clang-format", package: "clang-format", there: () => which("clang-format") !== null },
  { what: "fc-list", package: "fontconfig", there: () => !hasApt() || which("fc-list") !== null },
  { what: "a Latin font", package: "fonts-dejavu-core", there: () => !hasApt() || hasFont("DejaVu Sans") },
  { what: "a Chinese font", package: "fonts-wqy-microhei", there: () => !hasApt() || hasFont(":lang=zh-cn") },
  {
    what: "an emoji font",
    package: "fonts-noto-color-emoji",
    there: () => !hasApt() || hasFont("Noto Color Emoji"),
  },
];

// asked for by test:browsers alone: half a gigabyte that no other test looks at
const otherBrowsers = [
  { what: "Chromium with windows", package: "chromium", there: () => chromium({ windows: true }) !== null },
  { what: "Firefox", package: "firefox-esr", there: () => firefox() !== null },
  {
    what: "WebKitWebDriver of WebKitGTK",
    package: "webkit2gtk-driver",
    there: () => which("WebKitWebDriver") !== null,
  },
  // WebKitGTK has no window without a display
  { what: "Xvfb", package: "xvfb", there: () => which("Xvfb") !== null },
];

/** A Python that has some modules, or null. @param {...string} modules */
export function pythonWith(...modules) {
  const imports = modules.map((name) => `import ${name}`).join("\n");
  // packages of the system are there for the system's own
  const found = ["/usr/bin/python3", which("python3")].filter((path) => path && existsSync(path));
  return found.find((path) => spawnSync(path, ["-c", imports]).status === 0) ?? null;
}

// asked for by test:full alone: code in other languages is run there
const otherLanguages = [
  { what: "NumPy", package: "python3-numpy", there: () => pythonWith("numpy") !== null },
  { what: "PyTorch", package: "python3-torch", there: () => pythonWith("torch") !== null },
  {
    what: "a Java compiler",
    package: "default-jdk-headless",
    there: () => which("javac") !== null && which("java") !== null,
  },
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
  const others = programs.map((name) => ({ what: name, package: name, there: () => which(name) !== null }));
  const more = [...(browsers ? otherBrowsers : []), ...(languages ? otherLanguages : []), ...others];
  const missing = [...needs, ...more].filter((need) => !need.there());
  if (hasApt()) return aptInstall(missing.map((need) => need.package));
  if (missing.length > 0)
    stop(`the tests need ${missing.map((need) => need.what).join(", ")}; install them and run again`);
}
