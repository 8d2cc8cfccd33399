/** How well one colour can be read on another. */

/** Lightness as WCAG counts it. @param {string} hex */
export function light(hex) {
  const channels = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r, g, blue] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * blue + 0.05;
}

/** Contrast as WCAG counts it. @param {string} a @param {string} b */
export function contrast(a, b) {
  const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
  return high / low;
}

/** A hue of some strength over a ground, as a screen paints it. @param {string} hue @param {string} ground @param {number} strength */
export const over = (hue, ground, strength) =>
  `#${[1, 3, 5]
    .map((at) => {
      const [a, b] = [hue, ground].map((hex) => parseInt(hex.slice(at, at + 2), 16));
      return Math.round(a * strength + b * (1 - strength))
        .toString(16)
        .padStart(2, "0");
    })
    .join("")}`;
