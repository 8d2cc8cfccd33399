/** The texts of the story reach in English: how far a message goes in a sentence. */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "Reach",
  titles: { hop: "Hop", fade: "What is left", layers: "Layers", cost: "Cost", far: "A long text" },
  names: { recurrence: "recurrence", convolutions: "convolutions", attention: "attention" },
  units: {
    recurrence: "{n:hop¦hops}",
    convolutions: "{n:layer¦layers}",
    attention: "step",
  },
  notes: {
    recurrence: {
      plain: "n − 1",
      left: "slope {left} is left",
      cost: "{n} states, in turn",
      far: "n = {farN}: {farHops}",
    },
    convolutions: {
      neighbours: "no gaps: {rounded:⌈(n − 1) / {less}⌉¦(n − 1) / {less}}",
      gaps: "gaps {distances}: {between:⌈{log} n⌉¦{log} n}",
      cost: "{taken} products a layer",
      far: "n = {farN}: {farGaps}",
    },
    attention: {
      plain: "whatever n",
      cost: "{products} products: n²",
      far: "n = {farN}: {farProducts}",
    },
  },
  words: "last word",
  width: "width",
  seen: {
    states: "How much of the first word is left, state by state",
    neighbours: "Convolutions of neighbours, layer by layer",
    gaps: "Convolutions with gaps, layer by layer",
    arcs: "The weights of the last word, as arcs",
  },
  invitation: "Watch a message cross a sentence in three ways.",
  sentences: {
    hop: "From {first} to {last}: {hops:one hop¦{hops} hops} of states, {neighbours:one layer¦{neighbours} layers} of convolution, or one step of attention.",
    fade: {
      some: "The slope ∂h/∂x with respect to {first} {fades:fades,¦does not fade:} from {begun} to {left} at {last}.",
      none: "The slope ∂h/∂x with respect to {first} is 0 from the first state on: nothing can be learned of it.",
      odd: "The slope of the last state with respect to {first} is not a finite number, so nothing can be learned over this distance.",
    },
    layers: {
      fewer:
        "Layers may leave gaps that grow, {distances}: now {gaps:one layer reaches¦{gaps} layers reach} both, not {neighbours}.",
      same: "Layers may leave gaps that grow with every layer. For so few words that changes nothing: {gaps:one layer¦{gaps} layers}.",
    },
    cost: "The one step costs {products} products; a recurrence makes only {n} states, one after another.",
    far: "At {farN} words: {farHops} hops, {farNeighbours} layers, {farGaps} with gaps, or one step of {farProducts} products. Drag the last word or the width.",
  },
};
