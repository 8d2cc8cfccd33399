/**
 * The exercise of a task, below the picture: what may be changed, editable as in the picture, and the rows that are to change.
 */
import { exercise as drawExercise } from "../../scene/exercise.js";
import { nameParts } from "../../core/graph/tensors.js";
import { cellName } from "../../scene/model.js";
import { letterRuns } from "../../scene/kit/text.js";
import { rect } from "../../scene/kit/marks.js";
import { givenIn } from "../../edit/index.js";
import { fill } from "../../words/sentence.js";
import { make, reflect, say } from "../dom.js";
import { createField } from "../editing/field.js";
import { handleKey } from "../keys.js";
import { createStage } from "../stage.js";
import { playerSheet } from "../player-style.js";
import { adoptSheets, common } from "../style.js";
import { matches, viewOf } from "../window.js";
import { optionOf, spelled, withOption } from "./changes.js";

/** @typedef {import("../../scene/exercise.js").Exercise} Exercise */

const style = `
:host { display: block; margin: 4px 0 12px; padding: 12px 0 4px; border-top: 1px solid var(--ap-rule); color: var(--ap-text); font: 400 15px/1.45 var(--ap-font); }
header { display: flex; flex-wrap: wrap; gap: 0 12px; align-items: baseline; margin-bottom: 8px; }
header b { font-weight: 650; color: var(--ap-ink); }
header span { color: var(--ap-muted); }
.stage { min-height: 0; contain: none; justify-content: start; touch-action: pan-y pinch-zoom; }
.stage svg { margin: 6px; max-width: calc(100% - 12px); -webkit-user-select: none; user-select: none; }
label { display: inline-flex; align-items: center; gap: 10px; min-height: 44px; margin-right: 20px; }
input:not(.field) { all: unset; box-sizing: border-box; width: 8em; height: 36px; padding: 0 10px; font: inherit; font-size: 16px;
  border: 1.5px solid var(--ap-past); border-radius: 6px; background: var(--ap-raised); }
input:not(.field):focus-visible { outline: 2px solid var(--ap-focus); }
input[aria-invalid] { border-style: dashed; border-color: var(--ap-query); }
@media print { :host { display: none; } }`;

/**
 * @param {import("../controller.js").Controller} controller that has a picture
 * @param {import("./changes.js").Allowed} allowed
 */
export function createExercise(controller, allowed) {
  const view = /** @type {import("../view.js").View} */ (controller.view);
  const { actions, editor } = controller;
  const { ownerDocument: document } = view.root;
  /** @type {Exercise | null} */
  let drawn = null;
  const stage = createStage(document, {
    overlay(target) {
      const box = target.index && drawn?.rings.get(cellName(target.tensor, target.index));
      const look = { fill: "none", stroke: "ring-in", strokeWidth: 3 };
      return box ? [/** @type {any} */ (rect("ring", box, look))] : [];
    },
    pointed: (target, spoken) => spoken && target && view.announce(actions.explain(target)),
  });
  const field = createField(document, stage, { ...actions, editable: () => true });
  const [title, what, hint] = [make(document, "b"), make(document, "span"), make(document, "span")];
  const options = make(document, "div");
  const host = make(document, "div", { part: "exercise", role: "group" });
  const root = host.attachShadow({ mode: "open" });
  adoptSheets(root, [common, playerSheet, { name: "exercise", text: () => style }]);
  root.append(make(document, "header", {}, title, what, hint), stage.root, options);
  host.addEventListener("keydown", (event) => {
    const { settings } = view.controls;
    if ((!field.isOpen && editor.key(event)) || handleKey(event, actions, { stage, field, settings }))
      event.preventDefault();
  });
  view.stage.root.after(host);

  const names = [...allowed.keys()];
  const tensorOf = (/** @type {string} */ name) =>
    givenIn(editor.problem).find(({ tensor }) => tensor === name);
  const inputs = new Map(names.filter((name) => !tensorOf(name)).map((name) => [name, inputOf(name)]));

  /** @param {string} name of an option */
  function inputOf(name) {
    const plain = { autocomplete: "off", autocapitalize: "off", spellcheck: "false" };
    const input = make(document, "input", { type: "text", ...plain });
    input.addEventListener("change", () => {
      const value = input.value.trim() === "" ? undefined : optionOf(input.value);
      const error = editor.edit(withOption(editor.problem, name, value));
      reflect(input, "aria-invalid", error ? "true" : null);
    });
    options.append(make(document, "label", {}, make(document, "span", {}, name), input));
    return input;
  }

  /**
   * A text with a name in place of its NUL character; the index of a tensor's letter is a subscript.
   * @param {string} text @param {string} name @returns {(Node | string)[]}
   */
  function withLetter(text, name) {
    const [before, after = ""] = text.split("\0");
    const runs = inputs.has(name) ? [{ text: name }] : letterRuns(name, "", "", { matrix: true });
    return [before, ...runs.map((run) => (run.dy ? make(document, "sub", {}, run.text) : run.text)), after];
  }

  return {
    /**
     * Shows the present numbers.
     * @param {import("../../scene/model.js").Model} model @param {import("../../scene/exercise.js").Wanted[]} wanted
     * @param {import("./changes.js").Difference[]} differences @param {Record<string, any>} texts
     */
    update(model, wanted, differences, texts) {
      const { scene, lang } = controller;
      const changes = names.flatMap((name) => tensorOf(name) ?? []);
      const changed = differences.map(({ name, index }) => cellName(name, index));
      // beside the picture's corner
      const free = scene.width - (scene.corner ? scene.corner.width + 16 : 0);
      const width = Math.max(240, Math.min(free, 760) - 12);
      drawn = drawExercise(model, { changes, wanted, changed, width, texts });
      stage.root.hidden = drawn === null;
      if (drawn) stage.update(drawn);
      field.follow();
      host.lang = lang;
      host.setAttribute("aria-label", texts.name);
      stage.root.setAttribute("aria-label", controller.words.picture);
      say(title, texts.title);
      const said = names.map((name) => {
        const most = allowed.get(name) ?? 0;
        const text = texts[most === 1 ? "one" : most < Infinity ? "some" : "any"];
        return withLetter(fill(text, { most, name: "\0" }), name);
      });
      what.replaceChildren(...said.flatMap((part, k) => (k ? [" · ", ...part] : part)));
      const coarse = matches(viewOf(host), "(pointer: coarse)");
      say(hint, changes.length === 0 ? texts.option : coarse ? texts.tap : texts.drag);
      for (const [name, input] of inputs) {
        if (input.matches(":focus")) continue;
        input.value = valueOf(editor.problem, name);
        input.removeAttribute("aria-invalid");
      }
    },

    remove: () => host.remove(),
  };
}

/** An option as a reader writes it. @param {Record<string, any>} problem @param {string} name */
function valueOf(problem, name) {
  const [id, key] = nameParts(name);
  const stage = id ? problem.stages?.find((/** @type {any} */ candidate) => candidate.id === id) : problem;
  return [stage?.[key] ?? []].flat().map(spelled).join(" ");
}
