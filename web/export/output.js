/** Writes a file whole or not at all: under another name in the same folder, then renamed. */
import { open, realpath, rename, stat, unlink, writeFile } from "node:fs/promises";
import { rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { AttentionError } from "../core/errors.js";

/** Why a path cannot be written, by the system's error code. @type {Record<string, string>} */
const REASONS = {
  ENOENT: "its folder does not exist; create it first.",
  ENOTDIR: "its folder is a file; give another path.",
  EISDIR: "it is a folder; give the name of a file in it.",
  EACCES: "you have no permission to write there; give another folder.",
  EPERM: "you have no permission to write there; give another folder.",
  EROFS: "the disk is read-only; give another folder.",
  ENOSPC: "the disk is full; make room, or give a smaller width.",
  EDQUOT: "your disk quota is exceeded; make room, or give a smaller width.",
  EFBIG: "it would be larger than the disk allows; give a smaller width.",
  ENAMETOOLONG: "its name is too long; give a shorter one.",
};

/** Signals that stop a program, and the exit status for each. */
const SIGNALS = /** @type {const} */ ({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 });

/** Opens the file. Call this before computing anything, so that a path that cannot be written fails at once. @param {string} path */
export async function createOutput(path) {
  // a link stays, and its file is replaced
  const target = await realpath(path).catch(() => path);
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.part`);
  /** @param {any} error @returns {never} */
  const refuse = (error) => {
    const reason = REASONS[error.code] ?? `the system says ${error.code ?? error.message}.`;
    throw Object.assign(new AttentionError("value", "output", `${path} cannot be written: ${reason}`), {
      cause: error,
    });
  };
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) refuse({ code: "EISDIR" });
  // a device or a pipe must not be replaced by a file
  if (found && !found.isFile()) return inPlace(path, refuse);
  const stop = (/** @type {keyof typeof SIGNALS} */ signal) => {
    rmSync(draft, { force: true });
    process.exit(SIGNALS[signal]);
  };
  const signals = /** @type {(keyof typeof SIGNALS)[]} */ (Object.keys(SIGNALS));
  const ignore = () => {
    for (const signal of signals) process.off(signal, stop);
  };
  // before the file is opened: a signal may come at once
  for (const signal of signals) process.on(signal, stop);
  const file = await open(draft, "wx").catch((error) => {
    ignore();
    return refuse(error);
  });
  let done = false;

  return {
    /** @param {Uint8Array} bytes the whole file */
    async write(bytes) {
      try {
        await file.writeFile(bytes);
        await file.close();
        await rename(draft, target);
        done = true;
      } catch (error) {
        refuse(error);
      }
    },
    /** Removes the draft unless the file was written. */
    async close() {
      ignore();
      if (done) return;
      await file.close().catch(() => {});
      await unlink(draft).catch(() => {});
    },
  };
}

/** Writes straight to a path that is not a regular file. @param {string} path @param {(error: any) => never} refuse */
function inPlace(path, refuse) {
  return {
    /** @param {Uint8Array} bytes */
    write: (bytes) => writeFile(path, bytes).catch(refuse),
    close: async () => {},
  };
}
