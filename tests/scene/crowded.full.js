// Hundreds of crowded problems in every story.
process.env.EVERY_WIDTH = "1";
await import("./crowded.test.js");
