// LiteRT models of one attention: a .tflite file is a FlatBuffer after version 3 of TensorFlow Lite's schema.
import { Builder } from "flatbuffers";

/** What the schema calls an operator, and the table of its options. */
const OPERATORS = {
  ADD: { code: 0, options: 11 },
  MUL: { code: 18, options: 21 },
  SOFTMAX: { code: 25, options: 9 },
  BATCH_MATMUL: { code: 126, options: 101 },
};
const FLOAT32 = 0;
const ALIGNED = 16; // bytes: where constants begin

// fields of a table, by how they are stored
export const int8 = (value) => ["addFieldInt8", value];
const int32 = (value) => ["addFieldInt32", value];
export const float32 = (value) => ["addFieldFloat32", value];
const offset = (value) => ["addFieldOffset", value];

/** Writes what a model consists of; each part comes back as a field that refers to it. */
function writer() {
  const builder = new Builder();
  const vector = (items, add) => {
    builder.startVector(4, items.length, 4);
    for (const item of items.toReversed()) add(item);
    return offset(builder.endVector());
  };
  return {
    /** Fields in the order of the schema; null for one that keeps its default. */
    table(...fields) {
      builder.startObject(fields.length);
      for (const [i, field] of fields.entries()) if (field) builder[field[0]](i, field[1], null);
      return offset(builder.endObject());
    },
    tables: (items) => vector(items, ([, value]) => builder.addOffset(value)),
    ints: (items) => vector(items, (value) => builder.addInt32(value)),
    text: (value) => offset(builder.createString(value)),
    constant(data) {
      builder.prep(ALIGNED, data.byteLength);
      return offset(builder.createByteVector(new Uint8Array(data.buffer, data.byteOffset, data.byteLength)));
    },
    finish([, root]) {
      builder.finish(root, "TFL3");
      return builder.asUint8Array();
    },
  };
}

/** @param {string} op @param {string[]} inputs @param {[string, number[]]} output its name and shape @param {any[]} options */
export const node = (op, inputs, output, ...options) => ({ op, inputs, output, options });

/**
 * @param {{ nodes: ReturnType<typeof node>[], inputs: [string, number[]][], outputs: string[],
 *   constants: [string, number[], Float32Array][] }} graph
 */
export function model({ nodes, inputs, outputs, constants }) {
  const { table, tables, ints, text, constant, finish } = writer();
  const tensors = [...constants, ...inputs, ...nodes.map(({ output }) => output)];
  const names = tensors.map(([name]) => name);
  const named = (some) => ints(some.map((name) => names.indexOf(name)));
  const used = [...new Set(nodes.map(({ op }) => op))];

  // the first buffer is empty: of all that is no constant
  const buffers = [table(), ...constants.map(([, , data]) => table(constant(data)))];
  const tensor = ([name, shape], i) =>
    table(ints(shape), int8(FLOAT32), int32(i < constants.length ? i + 1 : 0), text(name));
  const operator = ({ op, inputs, output: [name], options }) =>
    table(
      int32(used.indexOf(op)),
      named(inputs),
      named([name]),
      int8(OPERATORS[op].options),
      table(...options),
    );
  const graph = table(
    tables(tensors.map(tensor)),
    named(inputs.map(([name]) => name)),
    named(outputs),
    tables(nodes.map(operator)),
  );
  const kinds = used.map((op) => table(int8(OPERATORS[op].code), null, int32(1), int32(OPERATORS[op].code)));
  return finish(table(int32(3), tables(kinds), tables([graph]), text("attention"), tables(buffers)));
}
