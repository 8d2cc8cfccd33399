/**
 * Colours as plain data. A mark names a role ("key", "ink"); a theme and a palette give that role its colour.
 *
 * Palettes colour the tensors: `classic` has the hues of the original animation, `safe` hues that colour-blind readers can
 * distinguish, `print` pale fills that survive a copier. Themes colour the surfaces under them.
 */

/** The roles of tensors; each also has a `-tint`, 26 % of its colour over the panel. */
export const roles = ["input", "key", "query", "value", "score", "weight", "weighted", "output", "parameter"];

/** Shades of a role that distinguish sources: a share of the role over another colour. Dark themes swap pale and deep. @type {Record<string, { role: string, share: number, over: string }>} */
export const mixtures = {
  "value-pale": { role: "value", share: 0.7, over: "#ffffff" },
  "value-mid": { role: "value", share: 0.8, over: "#5a30c0" },
  "value-deep": { role: "value", share: 0.3, over: "#4a2fa0" },
};

const { "value-pale": pale, "value-deep": deep } = mixtures;
const inTheDark = { ...mixtures, "value-pale": deep, "value-deep": pale };

/** @typedef {Record<string, string>} Colours role → "#rrggbb" */

/** @type {Record<string, Colours>} */
export const palettes = {
  classic: {
    input: "#93c47d",
    key: "#f6b26b",
    query: "#e06666",
    value: "#b4a7d6",
    score: "#6d9eeb",
    weight: "#a4c2f4",
    weighted: "#ffd966",
    output: "#6aa84f",
    "on-role": "#111111",
    "on-output": "#111111",
  },
  safe: {
    input: "#009e73",
    key: "#e69f00",
    query: "#d55e00",
    value: "#cc79a7",
    score: "#56b4e9",
    weight: "#9fd5f5",
    weighted: "#f0e442",
    output: "#0072b2",
    "on-role": "#111111",
    "on-output": "#ffffff",
  },
  print: {
    input: "#dcecd3",
    key: "#fbe2c6",
    query: "#f3c9c9",
    value: "#e2ddf0",
    score: "#c3d7f8",
    weight: "#e3ecfc",
    weighted: "#fff3cc",
    output: "#bfdcb3",
    "on-role": "#000000",
    "on-output": "#000000",
  },
};

/** The colour of the largest weights in the dark theme, where small ones are dark; elsewhere it is that of scores. @type {Colours} */
const bright = { classic: "#86b2ff", safe: "#60bcec" };

/** @type {Record<string, Colours>} */
export const themes = {
  light: {
    page: "#ffffff",
    panel: "#efefef",
    lane: "#e5e6e8",
    raised: "#ffffff",
    track: "#dcdee1",
    ink: "#161719",
    text: "#26282b",
    muted: "#5d6166",
    past: "#9b9fa4",
    ghost: "#b9bcc0",
    outline: "#161719",
    rule: "#e3e4e6",
    focus: "#1a56c4",
    "ring-in": "#1a56c4",
    shadow: "#000000",
    parameter: "#ffffff",
    // under weights and other cells whose strength shows their value
    paper: "#fafbfe",
    pale: "#f5f6f7",
  },
  dark: {
    page: "#121417",
    panel: "#1e2126",
    lane: "#292d34",
    raised: "#2c3038",
    track: "#383d45",
    ink: "#f2f3f5",
    text: "#e4e6e9",
    muted: "#a3a9b1",
    past: "#757c86",
    ghost: "#525962",
    outline: "#f2f3f5",
    rule: "#2a2e34",
    focus: "#8ab4ff",
    "ring-in": "#111417",
    shadow: "#000000",
    parameter: "#2c3038",
    paper: "#23272e",
    pale: "#1b1e23",
  },
  // paper: white under everything, black lines
  paper: {
    page: "#ffffff",
    panel: "#f7f7f7",
    lane: "#ececec",
    raised: "#ffffff",
    track: "#d9d9d9",
    ink: "#000000",
    text: "#000000",
    muted: "#4d4d4d",
    past: "#8a8a8a",
    ghost: "#adadad",
    outline: "#000000",
    rule: "#dddddd",
    focus: "#1a56c4",
    "ring-in": "#1a56c4",
    shadow: "#000000",
    parameter: "#ffffff",
    paper: "#ffffff",
    pale: "#f7f7f7",
  },
};

// names come before generic families: in Chinese text, Firefox takes those for Chinese fonts, even for numbers and Latin letters
export const fonts = {
  text:
    '-apple-system, BlinkMacSystemFont, "Segoe UI", Inter, Roboto, "Helvetica Neue", "Noto Sans", Arial, ' +
    '"PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", "DejaVu Sans", sans-serif',
  letter: '"STIX Two Text", STIX, Cambria, "Times New Roman", "DejaVu Serif", serif',
  math: '"STIX Two Math", "Cambria Math", "Latin Modern Math", "DejaVu Math TeX Gyre", "Times New Roman", math, serif',
};

/**
 * Returns every role's colour under a theme and a palette. Printed pages are white, so `print` ignores the theme.
 *
 * @param {string} [theme] "light" or "dark"; anything else is light
 * @param {string} [palette] "classic", "safe" or "print"; anything else is classic
 * @returns {Colours}
 */
export function colours(theme = "light", palette = "classic") {
  const surface = palette === "print" ? themes.paper : theme === "dark" ? themes.dark : themes.light;
  const known = Object.hasOwn(palettes, palette) ? palette : "classic";
  const fills = palettes[known];
  const ink = fills["on-role"];
  const dark = surface === themes.dark;
  const shades = dark
    ? { full: bright[known], "on-paper": "#ffffff", "on-full": "#000000" }
    : { full: fills.score, "on-paper": ink, "on-full": ink };
  const [onPale, onDeep] = dark ? ["#ffffff", ink] : [ink, "#ffffff"];
  /** @type {Colours} */
  const all = { ...surface, ...fills, ...shades, "on-value-pale": onPale, "on-value-deep": onDeep };
  for (const role of roles) all[`${role}-tint`] = mix(all[role], all.panel, 0.26);
  for (const [name, { role, share, over }] of Object.entries(dark ? inTheDark : mixtures))
    all[name] = mix(all[role], over, share);
  return all;
}

/** Mixes `share` of one colour over another, both "#rrggbb". @param {string} over @param {string} under @param {number} share */
function mix(over, under, share) {
  const channel = (/** @type {string} */ hex, /** @type {number} */ at) =>
    parseInt(hex.slice(at, at + 2), 16);
  const part = (/** @type {number} */ at) =>
    Math.round(channel(over, at) * share + channel(under, at) * (1 - share))
      .toString(16)
      .padStart(2, "0");
  return `#${part(1)}${part(3)}${part(5)}`;
}

/** Roles that equal another role in light themes. @type {Record<string, string>} */
const SAME = {
  ...{ full: "score", "on-paper": "on-role", "on-full": "on-role" },
  ...{ "on-value-pale": "on-role", "on-value-deep": "on-role" },
};

/** Returns the CSS custom property of a role. @param {string} role */
export function property(role) {
  return role === "shadow" ? "--ap-shade" : `--ap-${role}`;
}

/**
 * Returns the colours as declarations of CSS custom properties. Tints follow their roles and, except in the dark, the largest
 * weights follow scores, so that a page can set `--ap-key` or `--ap-score` alone.
 *
 * @param {string} theme
 * @param {string} palette
 */
export function declarations(theme, palette) {
  const all = colours(theme, palette);
  const lines = Object.keys(all)
    .filter((role) => !role.endsWith("-tint") && !(role in mixtures))
    .map((role) => {
      const same = SAME[role];
      return `${property(role)}: ${same && all[same] === all[role] ? `var(${property(same)})` : all[role]};`;
    });
  const tints = roles.map(
    (role) => `--ap-${role}-tint: color-mix(in srgb, var(--ap-${role}) 26%, var(--ap-panel));`,
  );
  const isDark = all.page === themes.dark.page;
  const others = Object.entries(isDark ? inTheDark : mixtures).map(
    ([name, { role, share, over }]) =>
      `--ap-${name}: color-mix(in srgb, var(--ap-${role}) ${100 * share}%, ${over});`,
  );
  return [...lines, ...tints, ...others].join("\n");
}
