// The public names. Importing this registers nothing and starts nothing.
export { createAttention } from "./core/attention.js";
export { AttentionError } from "./core/errors.js";
export { MultiHeadAttentionLayer, SelfAttentionLayer } from "./core/layers/attention-layers.js";
export { createTraining } from "./core/training/training.js";
export * from "./core/types.js";
