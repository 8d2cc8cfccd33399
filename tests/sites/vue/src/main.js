import { createApp } from "vue";
import "attention-player/core-player.js";
import Application from "./Application.vue";

createApp(Application).mount("#app");
