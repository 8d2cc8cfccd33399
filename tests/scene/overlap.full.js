// Every problem at every width.
process.env.EVERY_WIDTH = "1";
await import("./overlap.test.js");
