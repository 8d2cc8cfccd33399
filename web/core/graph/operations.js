/**
 * The rules of all operations, forward: everything in the graph of a forward run beyond that of one attention.
 */
import { describeAlso } from "./graph.js";
import { decoder, encoder } from "./recurrent.js";
import { OPS } from "./rows.js";

export { describe } from "./graph.js";

describeAlso({ ...OPS, recurrent_decoder: { forward: decoder }, recurrent_encoder: { forward: encoder } });
