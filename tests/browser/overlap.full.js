// Every story, shape, width and family of fonts.
process.env.EVERY_WIDTH = "1";
await import("./overlap.test.js");
