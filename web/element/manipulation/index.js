/** Everything interactive in the picture: a large map, handles, sliders and buttons. */
import { parts } from "../lazy-parts.js";
import { createHandles } from "./handles.js";
import { createInlay } from "./inlay.js";

/** @typedef {import("./large-map.js").MapActions & import("./inlay.js").Actions} Actions */

/**
 * @param {Document} document
 * @param {import("../stage.js").Stage} stage that holds all this over the picture, and the canvas of a map behind it
 * @param {Actions & import("./handles.js").HandleActions} actions
 */
export function createManipulation(document, stage, actions) {
  const inlay = createInlay(document, actions);
  const handles = createHandles(document, actions);
  stage.root.append(inlay.root, handles.root);
  /** @type {ReturnType<typeof import("./large-map.js").createLargeMap> | undefined} loaded with the first picture that has one */
  let map;
  /** @type {import("../../render/node.js").Frame | undefined} the picture that all this lies over */
  let shown;
  return {
    /** The cell of a large map at a point of the picture. @param {number} x @param {number} y */
    cellAt: (x, y) => map?.cellAt(x, y) ?? null,
    zoom: (/** @type {number} */ by) => map?.zoom(by),
    repaint: () => map?.repaint(),
    quiet: handles.quiet,

    /** @param {import("../../render/node.js").Frame} frame */
    update(frame) {
      if (!map && parts.largeMap) {
        map = parts.largeMap.createLargeMap(document, stage, actions);
        stage.root.prepend(map.behind);
        inlay.root.before(map.over);
      } else if (shown?.marks === frame.marks && shown.width === frame.width && shown.height === frame.height)
        return;
      shown = frame;
      map?.update(frame);
      handles.update(frame);
      inlay.update(frame);
    },
  };
}
