// The third language with every preset.
process.env.EVERY_PRESET = "1";
await import("./words.test.js");
