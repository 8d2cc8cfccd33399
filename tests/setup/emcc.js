// Installs emcc, the C compiler for WebAssembly, for build.sh, or says how to install it.
import { aptInstall, hasApt, stop } from "./system.js";

if (!hasApt())
  stop(`emcc, the C compiler for WebAssembly, is missing.
  macOS:            brew install emscripten
  Windows, others:  git clone https://github.com/emscripten-core/emsdk && cd emsdk && ./emsdk install latest && ./emsdk activate latest`);
// the packages it recommends are for JavaScript output, which is not used here
aptInstall(["emscripten"]);
