/** Everything interactive in the picture: a large map, handles, sliders and buttons. */
import { createHandles } from "./handles.js";
import { createInlay } from "./inlay.js";
import { createLargeMap } from "./large-map.js";

/** @typedef {import("./large-map.js").MapActions & import("./inlay.js").Actions} Actions */

/**
 * @param {Document} document
 * @param {import("../stage.js").Stage} stage that holds all this over the picture, and the canvas of a map behind it
 * @param {Actions & import("./handles.js").HandleActions} actions
 */
export function createManipulation(document, stage, actions) {
  const map = createLargeMap(document, stage, actions);
  const inlay = createInlay(document, actions);
  const handles = createHandles(document, actions);
  stage.root.prepend(map.behind);
  stage.root.append(map.over, inlay.root, handles.root);
  return {
    cellAt: map.cellAt,
    zoom: map.zoom,
    repaint: map.repaint,
    quiet: handles.quiet,

    /** @param {import("../../render/node.js").Frame} frame */
    update(frame) {
      map.update(frame);
      handles.update(frame);
      inlay.update(frame);
    },
  };
}
