/** A sentence as a line of words: the query is underlined, the word that is swapped is framed. */

import { namesOf } from "../../facts.js";
import { fit } from "../../kit/fit.js";
import { edge, rect } from "../../kit/marks.js";
import { sketch } from "../../kit/sketch.js";
import { text } from "../../kit/text.js";

/** @typedef {import("../../model.js").Model} Model */

/** @type {{ font: number, most: number }[]} */
const LARGE = [{ font: 19, most: 200 }];
const SMALL = [16, 14, 13].flatMap((font) => [160, 90, 60, 40, 30].map((most) => ({ font, most })));

/**
 * @param {Model} lane @param {number} k which sentence
 * @param {{ sentences: import("./sentences.js").Sentences, width: number, small: boolean, id?: string }} how
 */
export function line(lane, k, { sentences: { asks, second }, width, small, id = "word" }) {
  const names = namesOf(lane, "key");
  // words of a language that is written without spaces stand closer
  const close = names.every((name) => /[⺀-￿]/.test(name));
  return fit({ width }, small ? SMALL : [...LARGE, ...SMALL], ({ font, most }) => {
    const gap = close ? font * 0.18 : font * 0.36;
    const words = names.map((name, j) =>
      text(`${id}.${k}.${j}`, {
        ...{ text: name, size: font, most, align: "start", fill: j === asks ? "ink" : "text" },
        weight: j === asks || j === second?.place ? 650 : undefined,
      }),
    );
    const lefts = words.map((_, j) =>
      words.slice(0, j).reduce((sum, word, n) => sum + word.width + gap + aside(n) + aside(n + 1), 4),
    );
    /** The room that a frame needs at either side of a word, in px. @param {number} j */
    function aside(j) {
      return j === second?.place ? 5 : 0;
    }
    const marks = mark(`${id}.${k}.marks`, {
      under: words[asks],
      round: second ? words[second.place] : null,
    });
    const height = Math.round(font * 1.3 + 10);
    return {
      words,
      marks,
      height,
      /** @param {number} x @param {number} [y] */
      put: (x, y = 0) => words.forEach((word, j) => word.put(x + lefts[j], y + height / 2)),
      takes: { width: (lefts.at(-1) ?? 0) + (words.at(-1)?.width ?? 0) + 4 },
    };
  });
}

/** @param {string} id @param {{ under: any, round: any }} words */
const mark = (id, { under, round }) =>
  sketch(id, {}, () => {
    const low = { x: under.x, y: under.y + under.height + 1, width: under.width, height: 3 };
    const line = rect(`${id}/under`, low, { fill: "query" });
    if (!round) return { box: [line] };
    const frame = { x: round.x - 5, y: round.y - 3, width: round.width + 10, height: round.height + 7 };
    return { box: [line, edge(`${id}/round`, frame, { rx: 6, stroke: "ink" })] };
  });
