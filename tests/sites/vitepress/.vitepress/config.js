export default {
  title: "Documentation made by VitePress",
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === "attention-player" } } },
};
