// A page with the plain script, which gives one name.
/// <reference types="attention-player/classic.js" />
const attention = AttentionPlayer.createAttention({ build: "scalar" });
const player = new AttentionPlayer.AttentionPlayer();
player.preset = "layer";
document.body.append(player);
attention.then(({ limits }) => console.log(limits));
