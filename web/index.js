// The public API. Importing it registers nothing and starts nothing.
export { createAttention } from "./core/attention.js";
export { AttentionError } from "./core/errors.js";
export { MultiHeadAttentionLayer, SelfAttentionLayer } from "./core/layers/layer.js";
export { createTraining } from "./core/training/create.js";
export * from "./core/types.js";
