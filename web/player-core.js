/** What a tag's first picture needs: defines <attention-player>, whose further parts are fetched when they are needed. */
import { createForward } from "./core/forward.js";
import { define } from "./element/define.js";
import { beginWith } from "./element/engine.js";

export { AttentionPlayer } from "./element/attention-player.js";

beginWith(createForward);
define();
