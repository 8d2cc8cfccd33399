// A static server on the loopback address, for `npm start` and the browser tests. It only imports Node's modules.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { createGzip } from "node:zlib";
import { fileURLToPath } from "node:url";

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
  ".png": "image/png",
  ".gif": "image/gif",
  ".wasm": "application/wasm",
};

/**
 * @typedef {object} Options
 * @property {string} [folder] web/ by default
 * @property {number} [port] a free one by default, or if the port is taken
 * @property {Record<string, string>} [headers] added to each response
 * @property {boolean} [gzip] compresses responses, as hosts do
 * @property {boolean} [stays] keeps the process alive
 * @property {(path: string) => Promise<string | null>} [made] the text of a script to send instead of the file, or null
 */

/**
 * Serves a folder on 127.0.0.1.
 * @param {Options} [options]
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} url ends in a slash
 */
export async function serve({ folder, port = 0, headers = {}, gzip = false, stays = false, made } = {}) {
  const base = folder ?? fileURLToPath(new URL("../../web/", import.meta.url));
  const server = createServer((request, response) => {
    answer(base, { headers, gzip, made }, request, response).catch((error) =>
      response.writeHead(500).end(String(error)),
    );
  });
  await listen(server, port).catch((error) => {
    if (port === 0 || !["EADDRINUSE", "EACCES"].includes(error.code)) throw error;
    return listen(server, 0);
  });
  // so that a test that fails before closing the server still ends
  if (!stays) server.unref();
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @param {import("node:http").Server} server @param {number} port @returns {Promise<void>} */
function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/**
 * @param {string} base
 * @param {Pick<Options, "headers" | "gzip" | "made">} options
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
async function answer(base, { headers, gzip, made }, request, response) {
  if (request.method !== "GET" && request.method !== "HEAD") return void response.writeHead(405).end();
  const script = await made?.(new URL(request.url ?? "/", "http://localhost").pathname);
  if (script) {
    response.writeHead(200, { "Content-Type": types[".js"], "Cache-Control": "no-store" });
    return void response.end(request.method === "HEAD" ? undefined : script);
  }
  const path = fileOf(base, request.url ?? "/");
  const found = path === null ? null : await stat(path).catch(() => null);
  if (path === null || !found?.isFile()) return void response.writeHead(404).end("not found");
  response.writeHead(200, {
    "Content-Type": types[/** @type {keyof types} */ (extname(path))] ?? "application/octet-stream",
    ...(gzip ? { "Content-Encoding": "gzip" } : { "Content-Length": found.size }),
    "Cache-Control": "no-store",
    ...headers,
  });
  if (request.method === "HEAD") return void response.end();
  const file = createReadStream(path);
  (gzip ? file.pipe(createGzip()) : file).pipe(response);
}

/** Returns the file for a request; null if it is outside the folder. @param {string} base @param {string} url */
function fileOf(base, url) {
  let path;
  try {
    path = decodeURIComponent(new URL(url, "http://localhost").pathname);
  } catch {
    return null;
  }
  if (path.includes("\0")) return null;
  const file = normalize(join(base, path.endsWith("/") ? `${path}index.html` : path));
  return file.startsWith(normalize(base + sep)) ? file : null;
}
