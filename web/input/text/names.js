/** The names that people give to parts of a problem, and the keys that they stand for. */

import { quoted } from "../errors.js";

/** All keys of a problem. */
export const KEYS = (
  "x x_kv x_v w_q w_k w_v b_q b_k b_v w_o b_o query key value heads kv_heads score w_score w_1 w_2 scale softcap bias " +
  "mask key_mask causal causal_offset window weights_override labels target loss grad_output learning_rate version stages"
).split(" ");

/** Other spellings, in lower case, without underscores and dots. @type {Record<string, string>} */
const SPELLINGS = {
  x: "input inputs xin xq embedding embeddings hiddenstates 输入",
  x_kv: "context memory kvinput inputkv encoderhiddenstates",
  query: "q queries tempq 查询",
  key: "k keys tempk 键",
  value: "v values tempv 值",
  heads: "nheads numheads nhead numattentionheads numqheads",
  kv_heads: "nkvheads numkvheads nkvhead numkeyvalueheads",
  scale: "scaling softmaxscale",
  softcap: "logitsoftcap attnlogitsoftcapping",
  bias: "attnbias attentionbias",
  mask: "attnmask attentionmask",
  causal: "iscausal",
  window: "windowsize",
  target: "targets",
  learning_rate: "lr",
  labels: "tokens words",
};

/** @type {Map<string, string>} */
const known = new Map();
for (const key of KEYS) known.set(plainName(key), key);
for (const [key, names] of Object.entries(SPELLINGS))
  for (const name of names.split(" ")) known.set(name, key);
for (const [kind, parts] of [
  ["w", "w weight weights"],
  ["b", "b bias"],
])
  for (const [letter, words] of [
    ["q", "q query queries"],
    ["k", "k key keys"],
    ["v", "v value values"],
    ["o", "o out output"],
  ])
    for (const word of words.split(" "))
      for (const part of parts.split(" "))
        for (const name of [`${part}${word}`, `${word}${part}`, `${word}proj${part}`, `${part}${word}proj`])
          known.set(name, `${kind}_${letter}`);

/** @param {string} name */
function plainName(name) {
  return name.replace(/[._]/g, "").toLowerCase();
}

/** The longest name that is looked up. */
const LONGEST = 60;

/** Returns the key that a name stands for; undefined for unknown names. @param {string} name perhaps of an attribute: self.W_q */
export function keyOf(name) {
  if (name.length > LONGEST) return undefined;
  const parts = name.split(".");
  for (let i = 0; i < parts.length; i++) {
    const key = known.get(plainName(parts.slice(i).join("")));
    if (key) return key;
  }
  return undefined;
}

/** Keys without which the result is the same, and a name that tutorials give to the output. */
const [OPTIONAL, OUTPUT] = [
  /^(?:score|window|labels|target|loss|grad_output|learning_rate)$/,
  /(?:^|\.)(?:context|memory)$/i,
];

/** Returns the key of an input whose numbers a listing must give; undefined for names that may be those of other variables. @param {string} name */
export function neededKey(name) {
  const key = keyOf(name);
  return key && !OPTIONAL.test(key) && !OUTPUT.test(name) ? key : undefined;
}

/** Whether a value is of the kind of a key: else its name is that of another variable, such as a text or a sum. @param {string} key @param {any} value */
export function isOfKind(key, value) {
  if (value === null) return true;
  if (/^(?:score|loss)$/.test(key)) return typeof value === "string";
  if (key === "labels")
    return typeof [value].flat(2)[0] === "string" || typeof value?.[0]?.[0] === "number" || value?.x;
  if (/^(?:heads|kv_heads|scale|softcap|causal.*|learning_rate|version|stages)$/.test(key)) return true;
  if (key === "x_kv") return typeof (value?.[0] ?? value) === "object";
  return typeof value !== "string" && typeof value !== "boolean";
}

/** Returns the name of an entry of a dictionary: w_q for `weights["q"]`. @param {string} owner @param {string} entry */
export const nameOfEntry = (owner, entry) => (keyOf(`${owner}_${entry}`) ? `${owner}_${entry}` : entry);

/** Whether a name is that of a layer's weight, which PyTorch stores transposed. @param {string} name */
export const isLayerWeight = (name) => /proj.*weight|linear|\.weight$/i.test(name.slice(0, LONGEST));

/** Makes the error for an unknown name. @param {import("./source.js").Source} source @param {string} name */
export const unknownName = (source, name) =>
  source.errorOfKey("unknownName", name, { name: quoted(name), known: KEYS.join(", ") });
