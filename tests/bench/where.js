// Where a page finds the packages that bring WebAssembly files of their own; null in Node, where they know themselves.
export const packages = typeof document === "undefined" ? null : "/tests/bench/node_modules/";
