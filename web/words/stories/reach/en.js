/** English: how far a message goes in a sentence. */

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
    hop: "From {first} to {last}: {hops:one hop¦{hops} hops} from state to state, {neighbours:one layer¦{neighbours} layers} until one place has heard both, and one step of attention, with the weight {share}.",
    fade: {
      fades:
        "The ribbon shows the slope ∂h/∂x of each state with respect to {first}: {begun} at its own, {left} at that of {last}. At each hop other words come in.",
      stays:
        "The ribbon shows the slope ∂h/∂x of each state with respect to {first}: {begun} at its own, {left} at that of {last}. Here it does not shrink.",
      odd: "The slope of the last state with respect to {first} is not a finite number, so nothing can be learned over this distance.",
    },
    layers: {
      fewer:
        "Layers may leave gaps that grow, {distances}: now {gaps:one layer reaches¦{gaps} layers reach} both, not {neighbours}.",
      same: "Layers may leave gaps that grow with every layer. For so few words that changes nothing: {gaps:one layer¦{gaps} layers}.",
    },
    cost: "The one step has its price: every word meets every word, {products} products. A recurrence makes {n} states, but each waits for the one before.",
    far: "At {farN} words: {farHops} hops, {farNeighbours} layers or, with gaps, {farGaps}, and still one step, but {farProducts} products. Drag the last word, or the width.",
  },
};
