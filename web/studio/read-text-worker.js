/** The worker that read-text.js starts. */
import { understand } from "./read-text.js";

/** @param {MessageEvent<{ text: string, how: import("./read-text.js").How }>} event */
onmessage = ({ data: { text, how } }) => {
  try {
    postMessage({ found: understand(text, how) });
  } catch (error) {
    postMessage({ message: error instanceof Error ? error.message : String(error) });
  }
};
