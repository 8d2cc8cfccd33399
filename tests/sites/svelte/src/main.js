import { mount } from "svelte";
import "attention-player/core-player.js";
import Application from "./Application.svelte";

mount(Application, { target: document.getElementById("app") });
