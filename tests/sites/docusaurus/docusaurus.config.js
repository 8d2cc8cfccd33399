module.exports = {
  title: "Documentation made by Docusaurus",
  url: "https://example.com",
  baseUrl: "/",
  clientModules: ["./src/attention.js"],
  presets: [["classic", { docs: { routeBasePath: "/" }, blog: false }]],
};
