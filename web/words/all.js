/** Every language at hand from the first line. */
import { addTexts } from "./index.js";
import zh from "./zh.js";

addTexts("zh", zh);
