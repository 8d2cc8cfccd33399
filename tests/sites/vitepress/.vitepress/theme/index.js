import theme from "vitepress/theme";
import "attention-player/player.js";

export default theme;
