/** How each kind of item looks in a given state: a table from kind to marks, each with the layer it lies in. */

import { drawArrow } from "./arrows.js";
import { drawBands, drawBar, drawShare } from "./bars.js";
import { drawBlock } from "./block.js";
import { drawButton } from "./button.js";
import { drawCard } from "./card.js";
import { drawChosen } from "./chosen.js";
import { drawFilm } from "./film.js";
import { drawFlight } from "./flight.js";
import { drawGround, drawRing, drawSweep } from "./ground.js";
import { drawHeat } from "./heat.js";
import { drawGauge } from "./gauge.js";
import { drawSheets } from "./matrix.js";
import { drawAngle, drawPlane, drawShadow, drawVector } from "./plane.js";
import { drawLosses } from "./losses.js";
import { drawHistogram } from "./plot.js";
import { drawProfile } from "./raster/profile.js";
import { drawRaster } from "./raster/raster.js";
import { drawThumbnail } from "./raster/thumbnail.js";
import { drawReading } from "./reading.js";
import { drawSeries } from "./series.js";
import { drawSlider } from "./slider.js";
import { drawRibbons, drawStream } from "./streams.js";
import { drawText } from "./text.js";
import { drawThreads } from "./threads.js";
import { drawCurve, drawFrame } from "./figures.js";

/** @typedef {Record<string, any>} Mark what render/node.js draws: a rect, a path, a text, a group; colours are roles */
/** @typedef {(item: any, get: (property: string) => number, model: any) => [layer: number, marks: Mark[]][]} Draw */

/** @type {Record<string, Draw>} */
const KINDS = {
  angle: drawAngle,
  arrow: drawArrow,
  bands: drawBands,
  bar: drawBar,
  block: drawBlock,
  button: drawButton,
  card: drawCard,
  curve: drawCurve,
  chosen: (item, get, model) => drawChosen(item, get, model, draw),
  film: drawFilm,
  flight: drawFlight,
  frame: drawFrame,
  gauge: drawGauge,
  ground: drawGround,
  heat: drawHeat,
  plane: drawPlane,
  histogram: drawHistogram,
  losses: drawLosses,
  profile: drawProfile,
  raster: drawRaster,
  reading: drawReading,
  ribbons: drawRibbons,
  ring: drawRing,
  series: (item, get, model) => drawSeries(item, get, model, draw),
  shadow: drawShadow,
  share: drawShare,
  sheets: drawSheets,
  slider: drawSlider,
  stream: drawStream,
  sweep: drawSweep,
  text: drawText,
  threads: drawThreads,
  thumbnail: drawThumbnail,
  vector: drawVector,
};

/** @type {Draw} */
export const draw = (item, get, model) => KINDS[item.kind](item, get, model);
