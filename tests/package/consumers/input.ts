// Text, files, links and code in a TypeScript program.
import type { Problem } from "attention-player";
import {
  code,
  decodeLink,
  encodeLink,
  openSafetensors,
  readMatrix,
  readNpy,
  readProblem,
} from "attention-player/input.js";

const { shape, data, notes } = readMatrix("1 2; 3 4", { lang: "en" });
const problem: Problem = { x: { shape, data } };
const { text, lines } = code(problem, "pytorch", { lang: "zh" });
const [first, last]: [number, number] = lines["scores"];
const link: string = await encodeLink({ problem, story: "matrices", step: 2, head: null });
const back: Problem | undefined = (await decodeLink(`#${link}`)).problem;
const pasted: Problem | undefined = readProblem("x = [[1]]")?.problem;
const part = await readNpy(new Blob([]), { rows: [0, 2], columns: [1, 3] });
const file = await openSafetensors(new Blob([]));
const matrix = await file.read(file.tensors[0].name, { transposed: true });

// @ts-expect-error no such language
code(problem, "rust");
// @ts-expect-error no such key
await encodeLink({ stories: "matrices" });
// @ts-expect-error a range has two ends
await readNpy(new Blob([]), { rows: [0] });

console.log(notes, text, first, last, back, pasted, part.data, matrix.shape);
