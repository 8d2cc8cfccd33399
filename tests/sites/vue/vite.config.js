import vue from "@vitejs/plugin-vue";

const isCustomElement = (tag) => tag === "attention-player";

export default { plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] };
