/** How lines look in the languages that listings are written in. */

const MODIFIERS = String.raw`(?:(?:export|const|constexpr|let|var|val|auto|static|final|public|private|mut)[ \t]+)*`;
const TYPE = String.raw`(?:[A-Za-z_]\w*(?:(?:\.|::)\w+)*(?:<[\w ,.:<>*]{0,60}>)?(?: {0,9}\[[\d, ]{0,9}\]| {0,9}[*&])*[ \t]+)?`;
const SIZES = String.raw`((?:\[ {0,9}\d{0,9} {0,9}\])*)`;
const ANNOTATION = String.raw`(?:[ \t]*:[ \t]*[\w.| ]{0,40}(?:\[[\w.[\],\s;"'|]{0,80}\])?)?`;
/** What precedes a value: `float[][] w_q =`, `x: list =`, `float x[3][4] =`, `x <-`, `x :=`, `X <<`, `vector<…> x{{`. */
export const HEAD = new RegExp(
  String.raw`(${MODIFIERS}${TYPE})([A-Za-z_][\w.]*)${SIZES}${ANNOTATION}\s*(?:/\*[^*\n]{0,99}\*/\s*)?(?::=|<-|<<(?=\s*[-+.\d])|=(?!=)|(?=\{\s{0,9}\{))`,
  "y",
);
/** Further names, as in `q = k = …`. */
export const CHAINED = /(?:[A-Za-z_]\w*[ \t]*=(?!=)[ \t]*){1,9}/y;
/** `Input 1: [1, 0, 1, 0]`. */
export const ROW = /([A-Za-z_]+|[\u4e00-\u9fff]{1,9})[ \t_#]*(\d{1,4})[ \t]*[:=]\s*(?=[[(])/y;
/** `Weights for key: [[0, 1]]`, and `X:` with its rows below. */
export const TITLE = /((?:weights?|matrix)[ \t]+(?:for|of)[ \t]+)?([A-Za-z_]\w*)[ \t]*:\s*(?=[[(])/iy;
/** `layer.setWq(new double[][]{{1, 0}})` */
export const SETTER = /[A-Za-z_]\w*\.set_?([A-Za-z_]\w*)\((?=\s*(?:new\b|[[({]))/y;
/** `weights["q"] = [[1, 0]]` */
export const ENTRY = /([A-Za-z_]\w*)\[["']([A-Za-z_][\w.]*)["']\][ \t]*=(?!=)/y;
/** `batch, heads = 2, 4`, `Q, K = [[1, 2]], [[3, 4]]` */
export const SEVERAL = /\(?([A-Za-z_]\w*(?:,[ \t]*[A-Za-z_]\w*)+)\)?[ \t]*=(?!=)[ \t]*/y;
/** What changes the numbers of a name: `x *= 2`, `x[0, 1] = 7`, `x.mul_(2)`, `x.append([1, 0])`. */
export const CHANGE =
  /([A-Za-z_][\w.]*?)(?:(?:[ \t]{0,9}\[(?:[^\n[\]]|\[[^\n[\]]{0,99}\]){1,99}\]){0,4}[ \t]{0,9}(?:\*\*|\/\/|[-+*/@%&|^])?=(?!=)|\.(?:(?!requires_grad_)\w+_|append|extend|insert|pop|push|sort|reverse|fill)\()/y;
/** A line with brackets after an equals sign, such as `x * = [[1]]`. */
export const GIVES = /^[^\n(=]{0,99}=\s*(?:[\w.]{1,40}\(\s*)?\[\s*[[\d.+-]/;
/** Lines that print or check. */
export const PRINTS = /^(?:print|console|System\.|assert|fmt\.|disp\b|std::cout|cout)/;
/** An argument by name whose value is a matrix, or the name of one: `attend(x=[[1, 0]], attn_mask=m)`. */
export const ARGUMENT =
  /\b([A-Za-z_]\w*) ?= ?(?:(?=(?:[\w.]{1,40}\(\s{0,9})?\[\s{0,9}\[)|([A-Za-z_]\w*)(?=\s?[,)]))/g;
/** Rows by their names: `np.stack([x_1, x_2])`. */
export const ROWS = /^(?:([A-Za-z_][\w.]*)\(\s*)?[[(]([\w\s,]+)[\])]([\w\s.,=]*)\)?;?$/;
/** Inputs that the core computes from no other input. */
export const OWN = /^(?:x|w_|b_|bias|mask|key_mask)/;
/** The head of a function with its parameters: in Python, in JavaScript, in Java and C. */
export const FUNCTIONS = [
  /^(?:async )?(?:def|function|fn|func) \w+ ?\(([^()]*)\)/,
  /^(?:const|let) \w+ = \(([^()]*)\) =>/,
  /^[\w<>[\],*& ]*\b\w+ ?\(([^()]*)\)[^;{}()]*\{/,
];
/** A line with a parenthesis. */
export const CALLS = /[^\n;(]{0,200}\(/y;
/** A parameter with its type, in Java and C. */
export const TYPED = /^\s*[A-Za-z_][\w.]*[^,=!<>|]*(?:<[^,]*>)?[\s*&\]]\w+(?:\[\d*\])*\s*$/;
/** Maximum characters of the head of a function. */
export const MOST_HEAD = 400;
/** Layers whose weights are drawn at random when they are made. */
export const LAYER = /\b(?:Linear|MultiheadAttention|Dense)\(/;
/** Number of unreadable values after which a listing is rejected, or no value but an input's is read: each costs a search for its line. */
export const MOST_FAILED = 100;
/** What precedes the brackets of an array in Java, C#, Go, Julia and Ruby. */
export const BEFORE_ARRAY =
  /new {1,9}\w{1,40}(?: {0,9}\[[\d, ]{0,9}\]){1,9}\s{0,99}(?=\{)|(?:\[\d{0,9}\]){1,9}\w{1,40}\s{0,9}(?=\{)|(?:Float\d\d|Matrix)(?=\[)/y;
/** Method calls after a value that change none of its numbers. */
export const HARMLESS =
  /(?:\s*\.(?:(?:float|double|half|clone|detach|contiguous|requires_grad_|to|astype|type|copy|numpy|cpu|cuda)\([\w.,\s="']{0,60}\)|unsqueeze\(0\)))+/y;
/** A type of whole numbers among such calls. */
export const WHOLE = /u?(?:int|long|short|byte|bool)/i;
/** What transposes a matrix. */
export const TRANSPOSED = /\s*\.(?:T\b|t\(\)|transpose\(\))/y;
/** The value of another name, perhaps in a call and with methods that keep its numbers, or transposed. */
export const COPY = new RegExp(
  String.raw`^(?:([A-Za-z_][\w.]*)\(\s*)?([A-Za-z_]\w*)\s*(?:,[\w\s.,="']*)?\)?((?:${HARMLESS.source})?)((?:${TRANSPOSED.source})?);?$`,
);
/** Lists that lines after it fill. */
export const EMPTY = /^(?:\[\]|list\(\)|[,\s])+$/;
/** A row of another name's matrix, in a loop. */
export const EACH = /^[A-Za-z_]\w*\[[A-Za-z_]\w*\];?$/;
/** What distinguishes a line of code from a sentence. */
export const CODE =
  /^#|[()[\]{}=;<>*@]|:\s*$|^[\w.+-]+\s*$|^(?:import|from|using|package|require|library|del|assert|else|try|return|pass|break|end|finally)\b/;
/** @type {Record<string, string>} */
export const CLOSE = { "(": ")", "[": "]", "{": "}" };
/** What encloses comments and strings over several lines. @type {Record<string, string>} */
export const ASIDES = { "/*": "*/", '"""': '"""', "'''": "'''", "`": "`", "%{": "%}" };
export const COMMENT = /^(?:#(?!include|define)|%|\/\/)/;
/** Strings and comments within a line of code. */
export const ASIDE = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?:#|\/\/|%[^\d\w]).*$/gm;
/** Calls that generate numbers, or allocate space for them. */
export const MADE =
  /\b(?:rand|normal|uniform|zeros|ones|eye|full|empty|arange|linspace|tril|triu|Embedding|Linear|new |malloc|calloc)/;
/** Properties of a tensor other than its numbers. */
export const SIZE_OF = /\b[A-Za-z_]\w*\.(?:shape|size|ndim|length)\b|\blen\([^()]*\)/g;
export const KEY = /\b[A-Za-z_]\w*\s*:(?![:=])/g;
export const TYPES = /^(?:\w+\.)?(?:float|double|half|bfloat|int|long|uint|bool)\d*(?:_t)?$/;
/** Keywords of a language, and letters after digits. */
export const NAMELESS = /^(?:none|null|undefined|new|f|e\d*)$/i;
/** What may follow a value: no further value, as in `x = [1, 0], [0, 1]`. */
export const AFTER = /[ \t]*(?:[;})\r\n#%]|,(?!\s*[[({\d.+-])|\/\/|\/\*|--|$)/y;
export const COMMA = /\s*,\s*/y;
export const STRING = /"(?:\\[^\n]|[^"\\\n])*"|'(?:\\[^\n]|[^'\\\n])*'/y;

/** What is no part of the code, or written otherwise in one language, and what stands for it. @type {[RegExp, (word: string, part: string) => string][]} */
const PLAIN = [
  // what IPython and Python print before a line, fences of Markdown, signs of PHP, what continues a line in Python and MATLAB
  [
    /^[ \t]*(?:>>> ?|\.{3} (?![.\d])|In \[\d+\]:|Out\[\d+\]:|`{3}.*|\$(?=[a-z_]))|\\(?=\r?$)|\.{3}(?=[ \t]*$)(?<=;[ \t]*\.{3})/gim,
    () => "",
  ],
  [/(?<![\w.])((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)[fFL](?![\w.])/gi, (_, number) => number],
  [/\b(?:vec|array)!(?=\s*\[)/g, () => ""],
  [
    /\b(?:Float|Double)\.(?:(NEGATIVE|POSITIVE)_INFINITY|NaN)\b/g,
    (_, sign) => (sign ? (sign === "NEGATIVE" ? "-inf" : "inf") : "nan"),
  ],
];

/** What only Python has, and what it never has. */
const [PYTHON, OTHER] = [
  /\b(?:np|torch)\.|^[ \t]*(?:def|class|for|if)\b.*:[ \t]*$/m,
  /(?:^|[;{])[ \t]*\/\//m,
];
/** A division of whole numbers in Python; elsewhere, a comment. */
const FLOOR = /(?<=[\w)\]] ?)\/\/(?= ?[\w(])/g;

/** Rewrites the signs of one language in plain characters, without changing the length. @param {string} code */
export const plainCode = (code) =>
  PLAIN.reduce(
    (text, [form, plain]) => text.replace(form, (word, part) => plain(word, part).padEnd(word.length)),
    PYTHON.test(code) && !OTHER.test(code) ? code.replace(FLOOR, "/ ") : code,
  );
