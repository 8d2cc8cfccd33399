/** @jsxImportSource preact */
// The tag in Preact, 10 and 11.
import "attention-player/player.js";
import type { AttentionPlayer } from "attention-player/player.js";
import { createRef } from "preact";

const player = createRef<AttentionPlayer>();
export const page = (
  <div>
    <attention-player
      ref={player}
      class="wide"
      preset="walk-through"
      autoplay
      onstepchange={(event) => console.log(event.detail.id.length)}
    />
    <attention-player problem={{ x: [[1, 2]] }} />
    {/* @ts-expect-error no such theme */}
    <attention-player theme="drak" />
  </div>
);
