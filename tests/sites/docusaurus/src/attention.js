import "attention-player/player.js";
