import theme from "vitepress/theme";
import "attention-player/core-player.js";

export default theme;
