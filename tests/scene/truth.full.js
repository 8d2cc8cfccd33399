// Thousands of problems more, told truly.
process.env.EVERY_ROUND = "1";
await import("./truth.test.js");
