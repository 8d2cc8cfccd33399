export default {
  generator: "jupyter-nbconvert",
  programs: ["jupyter-nbconvert"],
  output: "public",
  pages: [
    // Debian's nbconvert wants its scripts from the disk, where a server's page may not have them
    { path: "attention.html", players: 2, forgiven: /requirejs|mathjax/ },
    // no notebook server runs here: what JupyterLab does with such an output, by hand
    { path: "lab.html" },
  ],
};
