// emcc.js: installs emcc, the C compiler for WebAssembly, for build.sh, or says how to.
import { aptInstall, hasApt, stop } from "./system.js";

if (!hasApt())
  stop(`emcc, the C compiler for WebAssembly, is missing.
  macOS:            brew install emscripten
  Windows, others:  git clone https://github.com/emscripten-core/emsdk && cd emsdk && ./emsdk install latest && ./emsdk activate latest`);
// what it recommends is for writing JavaScript, which emcc does not do here
aptInstall(["emscripten"]);
