/**
 * The types of the tag <attention-player> for scripts and for the templates of React, Preact, Vue and Svelte. JSDoc cannot
 * express them. The build appends this file to the player's rolled declarations; a framework that is not installed is ignored.
 */
import type { AttentionPlayer } from "./attention-player.js";
import type { AttentionPlayerAttributes, AttentionPlayerEventMap } from "./types.js";

type Events = AttentionPlayerEventMap;
type On = { [name in keyof Events as `on${name}`]?: (event: Events[name]) => void };
type OnInVue = { [name in keyof Events as `on${Capitalize<name>}`]?: (event: Events[name]) => void };
type OnInSvelte = On & { [name in keyof Events as `on:${name}`]?: (event: Events[name]) => void };
type Own<Listeners> = AttentionPlayerAttributes & Listeners;
/** The attributes of this tag, and those of any tag. */
type Tag<Any, Listeners = On> = Own<Listeners> & Omit<Any, keyof Own<Listeners>>;

declare global {
  interface HTMLElementTagNameMap {
    "attention-player": AttentionPlayer;
  }
}

// @ts-ignore: React is not installed
declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      // @ts-ignore: React is not installed
      "attention-player": Tag<DetailedHTMLProps<HTMLAttributes<AttentionPlayer>, AttentionPlayer>>;
    }
  }
}

// @ts-ignore: Preact is not installed
declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      // @ts-ignore: Preact is not installed
      "attention-player": Tag<HTMLAttributes<AttentionPlayer>>;
    }
  }
}

// @ts-ignore: Vue is not installed
declare module "vue" {
  interface GlobalComponents {
    // @ts-ignore: Vue is not installed
    "attention-player": new () => AttentionPlayer & { $props: Tag<HTMLAttributes & PublicProps, OnInVue> };
  }
}

// @ts-ignore: Svelte is not installed
declare module "svelte/elements" {
  interface SvelteHTMLElements {
    // @ts-ignore: Svelte is not installed
    "attention-player": Tag<HTMLAttributes<AttentionPlayer>, OnInSvelte>;
  }
}
