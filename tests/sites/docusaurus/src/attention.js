import "attention-player/core-player.js";
