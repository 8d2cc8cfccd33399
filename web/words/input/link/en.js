/** English for links, and for the page that shows one in a frame. */
export default {
  noText: "The link is not text; give what stands after the # of the address.",
  noLink: 'This is not a link of the player: one begins with "v1."; copy the whole link again.',
  newer: "The link is of version {version}, and 1 is the newest known here; update attention-player.",
  tooLong:
    "The link has {length} characters, and at most {limit} are read; ask for the problem as a JSON file.",
  wouldBeLong:
    "The link would have {length} characters, and at most {limit} are read again; take the problem home as a JSON file.",
  misplaced:
    "Character {place} of the link, {character}, is not allowed there, so the link is damaged; copy it again.",
  cut: "The link is cut short or has lost characters; copy it again, with its end.",
  damaged: "The link is damaged: what it holds cannot be unpacked; copy it again.",
  checksum: "The link is damaged: its checksum differs from what it holds; copy it again.",
  inflated:
    "The link holds more than {limit} bytes, and no more are unpacked; ask for the problem as a JSON file.",
  noJson: "What the link holds is not JSON, so no player made it; ask for a new link.",
  noState: "What a link holds must be an object with keys such as problem, story and step; give one.",
  unknown: "{key} is not a key of a link; did you mean {near}?",
  kind: "{key} of the link must be {kinds}.",
  kinds: {
    record: "an object",
    text: "a text",
    flag: "true or false",
    whole: "a whole number from 0 upward",
    seconds: "a number from 0 upward",
    rate: "a number above 0",
    none: "null",
    or: " or ",
  },
  long: "As JSON this is longer than {limit} bytes, more than a link holds; take the problem home as a JSON file.",
  deep: "This is nested deeper than {limit} levels; give plain arrays and objects.",
  unreadable: "{where} could not be read; give plain arrays and objects.",
  gap: "{where} is missing; give a number there, or leave the whole key out.",
  noValue: "{where} is of the kind {kind}, which JSON lacks; give numbers, texts, arrays and objects.",
  noCompression:
    "This browser cannot pack or unpack links, for it lacks CompressionStream; update it, or take the problem home as a JSON file.",
  frame: {
    tag: "en",
    title: "Attention, step by step",
    missing: "The player could not be loaded; put {file} beside embed.html, and load this page again.",
    blocked:
      "This animation needs JavaScript, and its script embed.js could not run. In a sandboxed frame a page opened from the disk may load none: open the page through a web server, or remove the attribute sandbox from the frame. Elsewhere, let the frame have allow-scripts.",
  },
};
