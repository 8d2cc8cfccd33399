// blocked.mjs: what embed.html says where its script does not run, in every language.
import { languages } from "../words/languages.js";
import { linkWords } from "../words/input/link/index.js";

const lines = languages.map(({ tag }) => `<span lang="${tag}">${linkWords(tag).frame.blocked}</span>`);
process.stdout.write(lines.join("<br />"));
