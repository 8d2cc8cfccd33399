/** The style sheet of a frame. It is adopted, not linked, which a strict content security policy allows. */

const text = `
:root {
  color-scheme: light dark;
}
body {
  display: grid;
  align-content: safe center;
  min-height: 100vh;
  margin: 0;
  font:
    15px/1.5 system-ui,
    sans-serif;
}
main {
  min-width: 0;
}
/* the rest of the frame has the player's background, too */
attention-player {
  box-shadow: 0 0 0 100vmax var(--ap-page);
}
p {
  margin: 0;
  padding: 10px 24px;
}
#refused {
  position: relative;
  border-bottom: 2px solid #b3261e;
}
[hidden],
#blocked {
  display: none;
}
`;

/** @param {Document} document */
export function adoptStyle(document) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [sheet];
}
