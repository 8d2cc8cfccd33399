/** @jsxImportSource react */
// The tag in React, 18 and 19.
import "attention-player/player.js";
import type { AttentionPlayer, Problem } from "attention-player/player.js";
import { useRef } from "react";

export function Page({ problem }: { problem: Problem }) {
  const player = useRef<AttentionPlayer>(null);
  return (
    <>
      <attention-player
        ref={player}
        key={1}
        className="wide"
        preset="walk-through"
        theme="dark"
        autoplay
        controls="off"
        onstepchange={(event) => console.log(event.detail.id.length)}
      />
      <attention-player x="1 0; 0 1" labels="I, love" heads={1} aria-label="numbers" />
      <attention-player problem={problem} />
      {/* @ts-expect-error no such theme */}
      <attention-player theme="drak" />
      {/* @ts-expect-error a switch; causal_offset moves the diagonal */}
      <attention-player causal="bottom-right" />
      {/* @ts-expect-error no such attribute */}
      <attention-player presett="walk-through" />
    </>
  );
}
