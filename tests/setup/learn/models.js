// The models to learn, each with its grammar, its widths and its training.
import { classification } from "./classification.js";
import {
  chineseEnglish,
  chineseReadings,
  englishFrench,
  englishReadings,
  opinions,
  relatedWords,
} from "./grammars.js";
import { headRoles } from "./heads.js";
import { meaning } from "./meaning.js";
import { regions } from "./regions.js";
import { translation } from "./translation.js";

/**
 * @typedef {object} Model
 * @property {{ source: string[] }[]} heldOut sentences to measure with
 * @property {{ source: string[] }[][]} examples to learn from, by length
 * @property {(attention: import("../../../web/index.js").Attention, core: import("../../../web/core/core.js").Core,
 *   told?: (step: number, loss: number) => void, seed?: number) => any} learn seed: by default that of the model that is shown
 * @property {(attention: import("../../../web/index.js").Attention, learned: any) => any} measure
 */

const setAside = { count: 500, seed: 7 };

/**
 * The seeds were chosen by hand; web/docs/contributing.md says what others come to. The chosen senses of words are well apart in
 * the plane, and in the chosen model of heads no head ever leaves its role.
 * @type {Record<string, Model>}
 */
export const models = {
  "english-french": translation({
    grammar: englishFrench,
    example: "the black cat sleeps",
    d_word: 4,
    d_state: 6,
    setAside,
    training: { seed: 57, steps: 80000, rate: 0.01, decay: 0.02 },
  }),
  "chinese-english": translation({
    grammar: chineseEnglish,
    example: "我 慢慢地 读 书",
    d_word: 4,
    d_state: 5,
    setAside,
    training: { seed: 10, steps: 80000, rate: 0.01, decay: 0.02 },
  }),
  sentiment: classification({
    grammar: opinions,
    example: "I hate this movie",
    d_word: 3,
    setAside,
    training: { seed: 2, steps: 4000, rate: 0.01, decay: 0.02 },
  }),
  regions: regions({ d_k: 6, training: { seed: 3, steps: 3000, rate: 0.02, decay: 0.1 } }),
  "meaning-english": meaning({
    grammar: englishReadings,
    senses: { shore: [2, 1.8], lender: [-1.8, 2.2], club: [1.8, 0.2], animal: [-2, -0.2] },
    example: "she fished from the quiet bank",
    swapped: ["borrowed", "looked", "stole", "rowed"],
    means: ["shore", "lender"],
    setAside: { count: 60, seed: 7 },
    training: { seed: 4, steps: 2500, rate: 0.02, decay: 0.05 },
  }),
  "meaning-chinese": meaning({
    grammar: chineseReadings,
    senses: { 鸟: [2, 1.8], 花: [-1.8, 2.2], 水果: [1.8, 0.2], 手机: [-2, -0.2] },
    example: "她 听见 山里 的 杜鹃",
    swapped: ["摘下", "看见", "种下", "惊动"],
    means: ["鸟", "花"],
    setAside: { count: 60, seed: 7 },
    training: { seed: 7, steps: 2500, rate: 0.02, decay: 0.05 },
  }),
  heads: headRoles({
    grammar: relatedWords,
    example: "the black cat drank its warm milk",
    ...{ heads: 4, width: 4, d_model: 8 },
    setAside: { count: 200, seed: 7 },
    training: { seed: 16, steps: 20000, rate: 0.01, decay: 0.03 },
  }),
};
