/**
 * Registers every part of the player up front, for the one-file build: no change of story, language or problem waits for a file.
 * The other build loads these parts when they are needed.
 */
import * as stories from "./build/stories/all.js";
import * as texts from "./build/words/all.js";
import * as parts from "./element/all-parts.js";
import { registerParts } from "./element/lazy-parts.js";
import { bringPresets } from "./presets/index.js";
import { problems } from "./presets/problems.js";
import { bringArrangements, registerStories } from "./scene/index.js";
import { inPost } from "./scene/stories/attention/post.js";
import { rows } from "./scene/stories/attention/rows.js";
import { addTexts } from "./words/index.js";

for (const [id, words] of Object.entries(texts)) addTexts(id, words);
registerStories(stories);
bringArrangements({ post: inPost, rows });
bringPresets(problems);
registerParts(parts);
