// minify.mjs: JavaScript made small by terser, in as many threads as there are processors, and each text only once: what
// came of it is kept in build/minified, under the hash of the text. MINIFY=off leaves it large, where only time counts.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker, isMainThread, parentPort } from "node:worker_threads";

if (!isMainThread) {
  const { minify } = await import("terser");
  parentPort.on("message", async ({ text, options }) => {
    try {
      parentPort.postMessage({ code: (await minify(text, options)).code });
    } catch (error) {
      parentPort.postMessage({ error });
    }
  });
}

/** A minifier whose results are kept in a folder. @param {string} folder */
export function createMinifier(folder) {
  mkdirSync(folder, { recursive: true });
  /** @type {Set<string>} */
  const used = new Set();
  const threads = Array.from({ length: availableParallelism() }, () => {
    const worker = new Worker(fileURLToPath(import.meta.url));
    worker.unref();
    return { worker, load: 0, last: Promise.resolve() };
  });

  /** @param {string} text @param {import("terser").MinifyOptions} options @returns {Promise<string>} */
  async function inThread(text, options) {
    const thread = threads.reduce((a, b) => (b.load < a.load ? b : a));
    thread.load += text.length;
    const before = thread.last;
    thread.last = before.then(
      () =>
        new Promise((resolve, reject) => {
          thread.worker.ref();
          thread.worker.once("message", ({ code, error }) => (error ? reject(error) : resolve(code)));
          thread.worker.postMessage({ text, options });
        }),
    );
    const code = await thread.last;
    thread.load -= text.length;
    if (thread.load === 0) thread.worker.unref();
    return code;
  }

  return {
    /** @param {string} text @param {import("terser").MinifyOptions} options @returns {Promise<string>} */
    async minify(text, options) {
      if (process.env.MINIFY === "off") return text;
      const hash = createHash("sha1").update(JSON.stringify(options)).update(text).digest("hex");
      const kept = join(folder, hash);
      used.add(hash);
      if (existsSync(kept)) return readFileSync(kept, "utf8");
      const code = await inThread(text, options);
      writeFileSync(`${kept}.${process.pid}`, code);
      renameSync(`${kept}.${process.pid}`, kept);
      return code;
    },

    /** Forgets what was not asked for again. */
    tidy() {
      if (process.env.MINIFY === "off") return;
      for (const name of readdirSync(folder)) if (!used.has(name)) rmSync(join(folder, name));
    },
  };
}
