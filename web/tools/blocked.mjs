// blocked.mjs: prints, in every language, the text that embed.html shows if its script does not run.
import { languages } from "../words/languages.js";
import { linkWords } from "../words/input/link/index.js";

const lines = languages.map(({ tag }) => `<span lang="${tag}">${linkWords(tag).frame.blocked}</span>`);
process.stdout.write(lines.join("<br />"));
