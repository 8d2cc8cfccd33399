/** What a reader works in the picture itself: a large map, what is dragged, sliders and buttons. */
import { createHandles } from "./handles.js";
import { createInlay } from "./inlay.js";
import { createLargeMap } from "./large-map.js";

/** @typedef {import("./large-map.js").Mapped & import("./inlay.js").Actions} Worked what is asked of the element */

/**
 * @param {Document} document
 * @param {import("../stage.js").Stage} stage where it lies over the picture; what is to be seen alone lies behind it
 * @param {Worked & import("./handles.js").Handled} actions
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
