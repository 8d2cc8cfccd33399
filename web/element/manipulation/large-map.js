/**
 * A large map on the page: a canvas behind the picture shows it at the screen's full resolution, and an element over it handles
 * pointer, touch, wheel and keys. Without a canvas, the picture's own squares are visible.
 */
import { cellUnder, mostZoom, moveMap, revealCell, zoomMap } from "../../scene/kit/raster/map.js";
import { boxOf } from "../../scene/kit/raster/place.js";
import { label, make } from "../dom.js";
import { watchDrag } from "../editing/drag.js";
import { createMapCanvas } from "./map-canvas.js";
import { cover, leave, place } from "./overlay.js";

/** @typedef {import("../../render/node.js").Frame} Frame */
/** @typedef {import("../../render/node.js").Mark} Mark */
/** @typedef {import("../stage.js").Target} Target */
/**
 * The actions that a map calls.
 * @typedef {object} MapActions
 * @property {() => void} redraw @property {(query: number) => void} showQuery
 * @property {() => Record<string, any>} words all texts of a language
 */
/** @typedef {{ locked: Target | null, lock(at: Target): void }} Stage */

// zoom per px of the wheel: a mouse turns it by about 100 px, a pinch on a trackpad by a few
const TURNED = 0.004;
const MOST_TURNED = 0.5;

/** @param {Document} document @param {Stage} stage that locks the cell chosen by keys @param {MapActions} element */
export function createLargeMap(document, stage, { redraw, showQuery, words }) {
  const points = createMapCanvas(document);
  const { canvas } = points;
  // the canvas is attached only while there is a map, since it would be visible behind other pictures
  const behind = make(document, "div", { class: "map" });
  const over = make(document, "div", { class: "map over" });
  const grip = make(document, "div", { part: "map", role: "application", tabindex: "0" });
  /** @type {Mark | null} */
  let mark = null;
  let placed = "";
  /** @type {{ x: number, y: number } | null} where a press ended; a click has integer coordinates */
  let released = null;
  /** @type {{ x: number, y: number, apart: number } | null} the last place of two fingers */
  let pinch = null;

  const most = () => mostZoom(mark?.map, /** @type {any} */ (mark));
  /**
   * Converts a point of the window to one of the map, which is 1 wide and high.
   * @param {{ clientX: number, clientY: number }} event
   */
  function pointOf({ clientX, clientY }) {
    const { left, top, width, height } = grip.getBoundingClientRect();
    return { x: (clientX - left) / (width || 1), y: (clientY - top) / (height || 1) };
  }
  /** @param {number} by @param {{ x: number, y: number }} at */
  function zoom(by, at = { x: 0.5, y: 0.5 }) {
    if (!mark) return;
    zoomMap(mark.map, by, at, most());
    redraw();
  }

  grip.addEventListener("wheel", (event) => {
    // without a modifier key, the page scrolls
    if (!mark || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const turned = event.deltaY * (event.deltaMode === 1 ? 30 : 1) * TURNED;
    zoom(Math.exp(-Math.max(-MOST_TURNED, Math.min(MOST_TURNED, turned))), pointOf(event));
  });

  /** Dragging moves an enlarged map; on a whole one, it selects the query under the pointer. @param {PointerEvent} event */
  const pressed = (event) => {
    if (event.pointerType === "touch" || !mark) return null;
    if (mark.map.view.zoom === 1) return chooses(event);
    let from = { x: 0, y: 0 };
    return {
      /** @param {{ x: number, y: number }} way */
      move(way) {
        const { width, height } = grip.getBoundingClientRect();
        moveMap(mark?.map, (from.x - way.x) / (width || 1), (from.y - way.y) / (height || 1));
        from = way;
        redraw();
      },
    };
  };
  /** @param {PointerEvent} event */
  function chooses({ clientX, clientY }) {
    let before = -1;
    return {
      /** @param {{ x: number, y: number }} way */
      move(way) {
        const { y } = pointOf({ clientX, clientY: clientY + way.y });
        const [query] = cellUnder(mark?.map, 0, Math.min(1, Math.max(0, y)));
        if (query !== before) showQuery((before = query));
      },
    };
  }
  const held = watchDrag(grip, pressed);
  grip.addEventListener("pointerup", (event) => (released = pointOf(event)));
  grip.addEventListener("click", (event) => {
    const { x, y } = released ?? pointOf(event);
    released = null;
    if (held.dragged()) return event.stopPropagation();
    if (mark) showQuery(cellUnder(mark.map, x, y)[0]);
  });

  /** @param {TouchList} touches */
  function fingers(touches) {
    const [a, b] = [pointOf(touches[0]), pointOf(touches[1])];
    const { clientX: x, clientY: y } = touches[0];
    const apart = Math.hypot(x - touches[1].clientX, y - touches[1].clientY);
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart };
  }
  // one finger moves the page, two the map
  const touched = (/** @type {TouchEvent} */ { touches }) => {
    pinch = touches.length === 2 ? fingers(touches) : null;
  };
  grip.addEventListener("touchstart", touched, { passive: true });
  grip.addEventListener("touchmove", (event) => {
    if (!pinch || !mark || event.touches.length !== 2) return;
    event.preventDefault();
    const now = fingers(event.touches);
    moveMap(mark.map, pinch.x - now.x, pinch.y - now.y);
    zoomMap(mark.map, now.apart / (pinch.apart || 1), now, most());
    pinch = now;
    redraw();
  });
  for (const end of /** @type {const} */ (["touchend", "touchcancel"]))
    grip.addEventListener(end, () => (pinch = null));

  /**
   * The cell from which the keys move: the locked one, else the one in the middle of the view.
   * @returns {[r: number, c: number]}
   */
  function cursor() {
    const at = stage.locked;
    if (at?.map && at.tensor === mark?.tensor) return [Number(at.index?.[2]), Number(at.index?.[3])];
    return cellUnder(mark?.map, 0.5, 0.5);
  }
  /** @param {number} r @param {number} c */
  function goTo(r, c) {
    if (!mark) return;
    const { map, tensor = "", index = [] } = mark;
    const at = [Math.min(map.rows - 1, Math.max(0, r)), Math.min(map.columns - 1, Math.max(0, c))];
    revealCell(map, at[0], at[1]);
    redraw();
    stage.lock({ tensor, index: [...index, ...at], map: true });
  }
  grip.addEventListener("keydown", (event) => {
    if (!mark || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!act(event, mark.map, cursor())) return;
    event.preventDefault();
    event.stopPropagation();
  });
  /**
   * @param {KeyboardEvent} event @param {import("../../scene/kit/raster/map.js").LargeMap} map @param {[number, number]} cursor
   * @returns {boolean} whether the key was used
   */
  function act({ key, shiftKey }, map, [r, c]) {
    const step = shiftKey ? 10 : 1;
    const page = Math.max(1, Math.floor((0.8 * map.rows) / map.view.zoom));
    const { x, y, width, height } = boxOf(map, { x: 0, y: 0, width: 1, height: 1 }, { r, c });
    const at = { x: x + width / 2, y: y + height / 2 };
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => goTo(r, c - step),
      ArrowRight: () => goTo(r, c + step),
      ArrowUp: () => goTo(r - step, c),
      ArrowDown: () => goTo(r + step, c),
      Home: () => goTo(r, 0),
      End: () => goTo(r, map.columns - 1),
      PageUp: () => goTo(r - page, c),
      PageDown: () => goTo(r + page, c),
      "+": () => zoom(1.5, at),
      "=": () => zoom(1.5, at),
      "-": () => zoom(1 / 1.5, at),
      0: () => zoom(0),
      Enter: () => showQuery(r),
      " ": () => showQuery(r),
    };
    keys[key]?.();
    return key in keys;
  }

  /** @param {Mark} mark */
  function paint(mark) {
    behind.parentElement?.classList.toggle("painted", points.paint(mark));
  }

  return {
    behind,
    over,

    /** The cell at a point of the picture. @param {number} x @param {number} y @returns {Target | null} */
    cellAt(x, y) {
      if (!mark) return null;
      const { x: left = 0, y: top = 0, width = 1, height = 1, map, tensor = "", index = [] } = mark;
      const [right, down] = [(x - left) / width, (y - top) / height];
      if (!(right >= 0 && right < 1 && down >= 0 && down < 1)) return null;
      const [r, c] = cellUnder(map, right, down);
      return r < map.filled ? { tensor, index: [...index, r, c], map: true } : null;
    },

    /** Zooms by a factor, around the middle. @param {number} by */
    zoom,

    /** @param {Frame} frame */
    update(frame) {
      const found = frame.marks.find((mark) => mark.type === "raster" && (mark.opacity ?? 1) > 0.02) ?? null;
      if (!found && !mark) return;
      mark = found;
      const box = found ? [found.x, found.y, found.width, found.height, frame.width, frame.height] : [];
      if (placed !== box.join()) {
        placed = box.join();
        points.refresh();
        for (const [root, child] of [
          [behind, canvas],
          [over, grip],
        ]) {
          cover(root, frame);
          if (found) place(child, /** @type {any} */ (found), frame);
          if (!found) leave(child, root);
          else if (child.parentNode !== root) root.append(child);
        }
      }
      if (!found) {
        behind.parentElement?.classList.remove("painted");
        points.clear();
        return;
      }
      canvas.style.opacity = String(found.opacity ?? 1);
      label(grip, words().stories.long.keys);
      grip.classList.toggle("moves", found.map.view.zoom > 1);
      paint(found);
    },

    /** Called when the colours have changed. */
    repaint() {
      points.refresh();
      if (mark) paint(mark);
    },
  };
}
