// What the monkey does, in the page. These functions are sent there as text, so they name nothing but each other, what
// tests/helpers/random.js has, and the page.

/** Problems that can be shown, odd ones, and ones that must be refused. */
export function problems({ below, one, maybe }) {
  const number = () => one([below(7) - 3, below(60) / 10 - 3, 0, 1]);
  const matrix = (rows, columns) =>
    Array.from({ length: rows }, () => Array.from({ length: columns }, number));
  /** As frameworks hand objects in. */
  const proxy = (target) =>
    new Proxy(target, {
      get: (from, key, receiver) => {
        const value = Reflect.get(from, key, receiver);
        return typeof value === "object" && value !== null ? proxy(value) : value;
      },
    });
  const fail = () => {
    throw new Error("the page's own");
  };
  const good = () => {
    const [tokens, width, heads] = [1 + below(5), 1 + below(4), one([1, 1, 1, 2, 4])];
    const problem = { x: matrix(tokens, 4) };
    if (maybe(0.7)) {
      for (const name of ["w_q", "w_k", "w_v"]) problem[name] = matrix(4, heads * width);
      if (heads > 1) problem.heads = heads;
    }
    if (maybe(0.2)) problem.x_kv = matrix(1 + below(5), 4);
    if (maybe(0.2)) problem.causal = one([true, "bottom-right"]);
    if (maybe(0.1)) problem.softcap = 2;
    if (maybe(0.4)) problem.labels = { x: ["I", "love", "猫", "👩‍👩‍👧 family", "x".repeat(400)] };
    return maybe(0.2) ? proxy(problem) : problem;
  };
  const odd = [
    () => ({ x: matrix(1 + below(40), 1 + below(24)) }),
    () => ({ x: { shape: [96, 16], data: Float32Array.from({ length: 1536 }, number) } }),
    () => ({ x: { shape: [0, 4], data: [] } }),
    () => ({ x: [["NaN", "Infinity"]].concat([[1, "-Infinity"]]) }),
    () => ({ x: matrix(3, 2), mask: matrix(3, 3).map((row) => row.map(() => false)) }),
    () => ({
      stages: [
        { id: "a", op: "layer_norm", x: matrix(3, 4) },
        { id: "b", x: "a.output" },
      ],
    }),
  ];
  const bad = [
    () => ({ x: [[1, 2]].concat([[3]]) }),
    () => ({ x: matrix(2, 2), w_z: matrix(1, 1) }),
    () => ({ x: { shape: [65536, 4], data: new Float32Array(4 * 65536) } }),
    () => ({ x: matrix(2, 3), heads: 2 }),
    () => "text",
    () => Object.defineProperty({}, "x", { get: fail, enumerable: true }),
    () => new Proxy({}, { ownKeys: fail }),
    () => Object.assign([], { x: 1 }),
  ];
  return { good, any: () => one([good, good, good, one(odd), one(bad), () => null])() };
}

/** What an author may write in a tag. */
export function attributes() {
  return {
    preset: "walk-through as-printed one-query layer two-words eight-heads batch english-french no-such",
    problem: '{"x":[[1,2],[3,4]]} { 7 {"x":[[1],[2,3]]}',
    story: "walk-through matrices one-query multi-head no-such",
    lang: "en zh zh-Hant xx",
    theme: "auto light dark pink",
    palette: "classic safe print neon",
    autoplay: "autoplay",
    loop: "loop false",
    ask: "ask false",
    controls: "on off maybe",
    speed: "0.25 1 4 NaN 0",
    scale: "on off 2",
    causal: "on off no",
    softmax: "open closed ajar",
    head: "0 1 2 99 2.5 -1",
    batch: "0 1 7 0.5",
    hidden: "hidden",
    dir: "rtl",
  };
}

/**
 * By name, how often against others and what is done to a player: by its author, by its reader, and by the page.
 * @returns {Record<string, [number, (player: any) => unknown]>}
 */
export function moves(draw, places, players, log) {
  const { below, one, maybe, next } = draw;
  const { any } = problems(draw);
  const values = attributes();
  const parts =
    "button, select, input, .stage, .chapters, .chapter .name, .term, .symbol, .sentences p, svg text, .heard";
  const keys = "ArrowRight ArrowLeft ArrowUp ArrowDown Home End Enter Escape 1 4 9 Tab a".split(" ");
  const widths = ["320px", "360px", "599px", "700px", "1100px", "", "0"];
  /** Something inside, as a reader would hit it. */
  const part = (player) => one([...(player.shadowRoot?.querySelectorAll(parts) ?? []), player]);
  const tell = (target, Kind, type, more) =>
    target.dispatchEvent(new Kind(type, { bubbles: true, composed: true, cancelable: true, ...more }));
  const point = (target, type) => {
    const { x, y, width, height } = target.getBoundingClientRect();
    const at = { clientX: x + next() * width, clientY: y + next() * height };
    tell(target, PointerEvent, type, { ...at, pointerId: 1, pointerType: one(["mouse", "touch", "pen"]) });
  };
  return {
    attribute: [
      24,
      (player) => {
        const name = one(Object.keys(values));
        const value = one(values[name].split(" "));
        log.push(`${name}=${value}`);
        if (maybe(0.3)) player.removeAttribute(name);
        else player.setAttribute(name, value);
      },
    ],
    problem: [10, (player) => (player.problem = any())],
    seek: [
      8,
      (player) => (player.currentTime = one([next() * player.duration, next(), -1, 0, 1e9, NaN, "3", null])),
    ],
    step: [8, (player) => (player.step = one([below(30), below(30), "softmax-1", "nope", -1, {}, null]))],
    play: [8, (player) => void player.play()],
    pause: [5, (player) => player.pause()],
    rate: [2, (player) => (player.playbackRate = one([0.1, 0.5, 2, 9, NaN, "fast"]))],
    key: [
      12,
      (player) => {
        const key = one([" ", ...keys]);
        log.push(key);
        const target = part(player);
        target.focus?.();
        tell(target, KeyboardEvent, "keydown", { key });
      },
    ],
    pointer: [
      16,
      (player) => {
        const target = part(player);
        log.push(target.getAttribute("class"));
        const types = ["pointerenter pointermove", "pointerleave", "pointerdown pointerup click"];
        for (const type of one(types).split(" ")) point(target, type);
        if (target.matches("select") && target.options.length > 0) {
          target.selectedIndex = below(target.options.length);
          tell(target, Event, "change");
        }
      },
    ],
    move: [5, (player) => one(places).prepend(player)],
    remove: [3, (player) => player.remove()],
    adopt: [2, (player) => document.implementation.createHTMLDocument("").body.append(player)],
    replace: [
      2,
      (player) => {
        const fresh = maybe() ? document.createElement("attention-player") : player.cloneNode(true);
        places[0].prepend(fresh);
        player.remove();
        players[players.indexOf(player)] = fresh;
      },
    ],
    size: [6, ({ parentElement }) => parentElement && (parentElement.style.width = one(widths))],
    children: [
      3,
      (player) => {
        const script = document.createElement("script");
        script.type = "application/json";
        script.textContent = one(['{"x":[[1,2]]}', "{", "{&quot;x&quot;:[[2,1]]}"]);
        player.replaceChildren(...one([[script], ["text"], []]));
      },
    ],
    page: [
      4,
      () =>
        one([
          () => (document.documentElement.lang = one(["en", "zh", "fr", ""])),
          () => (document.body.style.background = one(["#fff", "#111", "", "oklch(0.2 0 0)"])),
          () => (document.documentElement.style.colorScheme = one(["dark", "light dark", "normal"])),
          () => dispatchEvent(new Event(one(["resize", "beforeprint", "afterprint"]))),
          () => scrollTo(0, below(3000)),
        ])(),
    ],
    ask: [
      4,
      (player) => {
        const tensor = one(["weights", "nope", "__proto__", "x"]);
        player.explain(tensor, one([[0, 0, 0, 0], [9], null, [0.5, 0]]));
        void [player.trace, player.steps, player.problem, player.stories, player.story, player.step];
      },
    ],
  };
}

/** A player is brought into view: it must have a picture, show numbers that were computed, and play. */
export async function look(draw, player, wrong) {
  const first = document.getElementById("first");
  player.hidden = false;
  if (player.ownerDocument !== document || !player.isConnected || draw.maybe(0.2)) first.prepend(player);
  player.parentElement.style.width = "";
  await player.ready.catch(() => {});
  const root = player.shadowRoot;
  // where nothing has ever stood, the reason is said, and the next good problem is shown
  if (player.trace === null) {
    if (root.querySelector("[role=alert]").hidden) wrong.push("nothing stands, and nothing is said");
    player.replaceChildren();
    player.problem = problems(draw).good();
    await player.ready;
  }
  player.play();
  const from = player.currentTime;
  // a busy machine shows few frames a second
  for (let k = 0; k < 120 && player.currentTime === from; k++) {
    // what stands above may have grown meanwhile, and out of view it does not play
    player.scrollIntoView();
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  if (player.currentTime === from)
    wrong.push(
      `it stands at ${from} of ${player.duration} s, ${player.paused ? "paused" : "as if it played"}`,
    );
  player.pause();
  // the first frame of a story may be empty, the end of a step is not
  player.step = player.step;
  if (!root.querySelector(".picture")?.childElementCount) wrong.push(`${player.step} has no picture`);
  const broken = root.textContent.match(/.{20}(undefined|\[object)/);
  if (broken) wrong.push(`it says ${broken[0]}`);
  if (draw.maybe()) player.play();
}

/** Two players, and a hand at them. */
export function start(draw) {
  const place = (id) => document.getElementById(id);
  const make = (id) => place(id).appendChild(document.createElement("attention-player"));
  const places = [
    place("first"),
    place("second").firstChild,
    document.body,
    place("frame").contentDocument.body,
  ];
  const players = [make("first"), make("second")];
  const wrong = [];
  const log = [];
  const can = moves(draw, places, players, log);
  const bag = Object.entries(can).flatMap(([name, [often]]) => Array(often).fill(name));
  const heard = new WeakSet();
  const listen = (player) => {
    if (heard.has(player)) return;
    heard.add(player);
    player.addEventListener("error", ({ detail }) => {
      if (detail?.name !== "AttentionError" || detail.code === "internal")
        wrong.push(`an error of ${detail?.code}: ${detail?.message}`);
    });
  };
  return {
    wrong,
    log,

    /** So many moves, then a look at both players. @param {number} count */
    async act(count) {
      for (let k = 0; k < count; k++) {
        const player = draw.one(players);
        const name = draw.one(bag);
        log.push(`${players.indexOf(player) + 1} ${name}`);
        listen(player);
        try {
          await can[name][1](player);
        } catch (error) {
          wrong.push(`${name} throws ${error.stack}`);
        }
        if (draw.maybe(0.1)) await new Promise((resolve) => setTimeout(resolve, draw.below(30)));
        else if (draw.maybe(0.1)) await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      log.splice(0, log.length - 60);
      for (const player of players) await look(draw, player, wrong);
    },

    /** As at the beginning, so that what is left behind can be counted. */
    async rest() {
      const root = document.documentElement;
      for (const one of [root, document.body, place("first"), place("second"), place("second").firstChild])
        one.removeAttribute("style");
      root.lang = "en";
      dispatchEvent(new Event("afterprint"));
      for (const [k, player] of players.entries()) {
        for (const name of player.getAttributeNames()) player.removeAttribute(name);
        player.replaceChildren();
        places[k].prepend(player);
        player.problem = null;
        player.preset = "walk-through";
        player.playbackRate = 1;
        await player.ready;
        player.pause();
        player.currentTime = player.duration;
        // closes a card that is kept open
        const stage = player.shadowRoot.querySelector(".stage");
        stage.dispatchEvent(new PointerEvent("pointerleave"));
        for (let k = 0; k < 2; k++)
          stage.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, composed: true }));
      }
      document.activeElement?.blur();
      scrollTo(0, 0);
      await new Promise((resolve) => setTimeout(resolve, 800));
    },
  };
}
