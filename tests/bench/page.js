// The rows in a page: the runner calls `bench` and hears through `tell`.
import { suite } from "./suite.js";

globalThis.bench = (options) => suite(options, (record) => globalThis.tell(record));
