#!/bin/sh
# Builds c/ into WebAssembly and web/ into the files of the package, in web/build. Rebuilds only what has changed.
#
#   ./build.sh [page]     builds the files that a page loads: wasm, relaxed, fallback and js
#   ./build.sh package    builds the files that npm packs: page, types, stylesheet and posters
#   ./build.sh copy DIR   builds what a page needs, with stylesheet and posters, and copies it into DIR
#   ./build.sh tests      builds the files that npm test needs: package, hashes, gradcheck and plans
#   ./build.sh clean      removes web/build
#
# Their parts, which are targets too:
#
#   wasm       attention.wasm (SIMD), attention-scalar.wasm, and two with the SIMD forward pass only: attention-forward.wasm,
#              of one attention, and attention-chain.wasm, of chains; each also as text: simd.js, scalar.js, forward.js, chain.js
#   relaxed    attention-relaxed.wasm (fused multiply-add, so the last bits differ), and as text relaxed.js
#   fallback   attention-fallback.js: the scalar module as JavaScript, for pages that forbid WebAssembly
#   js         attention-player.js (module) and attention-player.classic.js (plain script), one file each;
#              attention-player-core.js, index.js and input.js with their chunks; gif.js and film.js, which write films;
#              export.js and cli.js, exports in Node and the command line; embed.html, the page for frames.
#              EMBED_BASE=https://…/ is the address of that page's folder on the web, for its oEmbed response
#   data       presets/: the data of web/presets as modules, since not every engine imports JSON; words/ and stories/: lists
#              of all languages and stories
#   types      *.d.ts, from the JSDoc in web/
#   posters    posters/: the first picture of every preset, shown until the player has loaded
#   stylesheet attention-player.css, which reserves a player's space until its script has loaded
#   hashes gradcheck plans sanitize unwritten fuzz    the programs of tests/native, in web/build/native
#
# Requires node, and emcc (Emscripten 3.1.6 or later) with its wasm2js and wasm-dis: $EMCC, or on the PATH, or in $EMSDK. The
# programs of tests/native require gcc and clang.
set -eu
cd "$(dirname "$0")"
out=web/build

# -std=c11               no GNU extensions except the vector types of c/simd.h
# -ffp-contract=off      a * b + c rounds twice everywhere, for the same bits in every build
# -fno-math-errno        sqrt is a single instruction; errno is never read
warnings="-Wall -Wextra -Wshadow -Wvla -Wstrict-prototypes -Werror"
strict="-std=c11 -ffp-contract=off -fno-math-errno"

began=$(date +%s)
say() { printf 'build.sh: %3d s  %s\n' $(($(date +%s) - began)) "$*"; }
stop() {
  printf 'build.sh: %s\n' "$*" >&2
  exit 1
}

# changed <file> <source...> succeeds if the file is missing or was made from other sources or by another build.sh.
# made <file> then records the checksum of those sources.
changed() {
  file=$1
  shift
  now=$(cat "$@" build.sh | cksum)
  [ ! -f "$file" ] || [ "$now" != "$(cat "$file.from" 2>/dev/null)" ]
}
made() { printf '%s\n' "$now" >"$1.from"; }

# Runs targets in parallel; all must succeed. They share $$, so the name of a draft has that of its file too.
together() {
  running=
  for target in "$@"; do
    "$target" &
    running="$running $!"
  done
  for one in $running; do wait "$one"; done
}

# Finds emcc. If it is missing, installs it on Debian and Ubuntu; elsewhere explains how to install it.
find_emcc() {
  EMCC=${EMCC:-$(command -v emcc || command -v "${EMSDK:-}/upstream/emscripten/emcc" || true)}
  if [ -n "$EMCC" ]; then return; fi
  node tests/setup/emcc.js
  EMCC=emcc
}

# Prints where a tool of binaryen is, which comes with Emscripten.
binaryen() {
  command -v "$1" || command -v "${EMSDK:-}/upstream/bin/$1" ||
    stop "$1 is missing; it is in the package binaryen, and in the folder upstream/bin of emsdk."
}

# Prints the functions that attn.h declares, each at the start of a line, with the underscore that Emscripten puts before
# C names.
exports() { sed -n 's/^[a-z][^(]*\(attn_[a-z_]*\)(.*/_\1/p' c/attn.h | sort; }

# The functions that a first picture needs: a run, its checks, the products behind a cell.
forward="_attn_heap_base _attn_struct_size _attn_name _attn_tensor_name _attn_decoder_tensor_name _attn_limit_name _attn_limit
  _attn_error_text _attn_status_code _attn_check_call _attn_checksum _attn_plan_stepwise _attn_forward _attn_fully_masked_rows
  _attn_all_finite _attn_first_non_finite _attn_terms _attn_add"

# Those that the forward pass of a chain needs besides.
chain="_attn_layer_norm _attn_batch_norm _attn_feed_forward_scratch _attn_feed_forward _attn_geometry
  _attn_plan_recurrent_encoder _attn_recurrent_encoder _attn_plan_decoder _attn_decoder_forward"

# Compiles one C file, for size, since a page waits for every byte. Hot loops mark what to inline and unroll (c/simd.h) and
# so run as fast as at -O3. A stack frame over 4 KiB is an error: the stack is small, and the only warning would be a trap at
# its end. An implicit conversion from 64 to 32 bits is an error too.
compile_file='
  case $1 in
    */fused_*.c | */matmul*.c | */numeric.c | */softmax.c | */mask.c) optimize=-Os ;;
    *) optimize=-Oz ;;
  esac
  "$EMCC" -c "$1" $optimize $flags -Wshorten-64-to-32 -Wframe-larger-than=4096 -o "$2.$$.o" && mv "$2.$$.o" "$2"'

# compile <kind> <flags...> makes $objects for a kind of module, with one job per processor. The name of an object has a
# checksum of its sources, so only changed files are compiled, and objects are moved into place once complete.
compile() {
  kind=$1
  shift
  mkdir -p "$out/objects"
  common=$(cat c/*.h build.sh | cksum | cut -d ' ' -f 1)
  objects=
  missing=
  for source in c/*.c; do
    name=$out/objects/$kind-$(basename "$source" .c)
    object=$name-$common-$(cksum <"$source" | tr ' ' '-').o
    objects="$objects $object"
    if [ -f "$object" ]; then continue; fi
    rm -f "$name"-*-*-*.o
    missing="$missing $source $object"
  done
  if [ -z "$missing" ]; then return; fi
  export EMCC
  printf '%s\n' $missing |
    flags="$strict $warnings $*" xargs -n 2 -P "$(getconf _NPROCESSORS_ONLN || echo 2)" sh -c "$compile_file" compile
}

# link <file> <flags...> links $objects into a module that exports $exported, by default every function of attn.h. Fast
# modules need -O2: -Os orders the sums of a block so that they need more registers than there are (c/block.h).
link() {
  file=$1
  shift
  # --no-entry, .wasm output      a plain module, no JavaScript from Emscripten, no imports
  # --stack-first                 a stack overflow traps instead of overwriting constants
  # TOTAL_STACK                   set because the default depends on the version; 3.1.6 does not know STACK_SIZE
  # ALLOW_MEMORY_GROWTH           JavaScript grows the memory; nothing in C allocates
  "$EMCC" $objects "$@" --no-entry -Wl,--stack-first -sTOTAL_STACK=131072 \
    -sINITIAL_MEMORY=1048576 -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4294967296 \
    -sEXPORTED_FUNCTIONS="$(printf '%s\n' ${exported:-$(exports)} | paste -s -d , -)" -o "$out/$$-$file"
  mv "$out/$$-$file" "$out/$file"
}

# as_text <module> <file> writes a module as text.
as_text() {
  node c/tools/module-text.mjs "$out/$1" "$out/$$-$2"
  mv "$out/$$-$2" "$out/$2"
}

wasm() {
  changed "$out/simd.js" c/*.[ch] c/tools/module-text.mjs || return 0
  find_emcc
  say "compiling c/ with $("$EMCC" --version | sed -n 1p)"
  compile simd -msimd128
  link attention.wasm -msimd128 -O2
  exported=$forward
  link attention-forward.wasm -msimd128 -O2
  exported="$forward $chain"
  link attention-chain.wasm -msimd128 -O2
  exported=
  compile scalar
  link attention-scalar.wasm -O2
  as_text attention.wasm simd.js
  as_text attention-forward.wasm forward.js
  as_text attention-chain.wasm chain.js
  as_text attention-scalar.wasm scalar.js
  made "$out/simd.js"
}

# The same C with fused multiply-adds. It is a separate module, since an engine without relaxed SIMD refuses all of it.
relaxed() {
  changed "$out/relaxed.js" c/*.[ch] c/tools/module-text.mjs c/tools/relaxed.mjs || return 0
  find_emcc
  disassembler=$(binaryen wasm-dis)
  say "compiling c/ for relaxed SIMD"
  compile relaxed -msimd128 -mrelaxed-simd
  link relaxed-draft.wasm -msimd128 -mrelaxed-simd -O2
  # replaces the draft opcodes that old versions of Emscripten write
  node c/tools/relaxed.mjs "$out/relaxed-draft.wasm" "$out/attention-relaxed.wasm" "$disassembler"
  rm "$out/relaxed-draft.wasm"
  as_text attention-relaxed.wasm relaxed.js
  made "$out/relaxed.js"
}

# The scalar module as plain JavaScript, with the same functions and the same bits.
fallback() {
  changed "$out/attention-fallback.js" c/*.[ch] c/tools/fallback.mjs || return 0
  find_emcc
  wasm2js=$(binaryen wasm2js)
  say "turning the scalar module into JavaScript"
  draft=$out/fallback-draft
  # every C function stays a function with its own name, by which c/tools/fallback.mjs knows where work may pause
  compile scalar
  link "${draft##*/}.wasm" -O1 --profiling-funcs
  "$wasm2js" -O3 --one-caller-inline-max-function-size 0 "$draft.wasm" -o "$draft-whole.js"
  node c/tools/fallback.mjs "$draft-whole.js" "$draft-sliced.js"
  node_modules/.bin/esbuild "$draft-sliced.js" --minify --format=iife --target=es2022 --log-level=warning \
    --banner:js='// @ts-nocheck: made by build.sh' --outfile="$draft.js"
  mv "$draft.js" "$out/attention-fallback.js"
  rm "$draft"*
  made "$out/attention-fallback.js"
}

# Prints the files of web/ that go into the JavaScript.
sources() { find web -name build -prune -o -name '*.js' -print -o -name '*.d.ts' -print -o -name '*.mjs' -print -o -path 'web/presets/*.json' -print | sort; }

# Writes web/presets/NAME.json as web/build/presets/NAME.js, and the lists of languages and stories. Leaves unchanged files
# alone, since they may be in use.
data() {
  for json in $(find web/presets -name '*.json'); do
    file=$out/${json#web/}
    file=${file%.json}.js
    mkdir -p "${file%/*}"
    { echo "// @ts-nocheck: made by build.sh" && printf 'export default ' && cat "$json"; } >"$file.$$"
    if cmp -s "$file.$$" "$file"; then rm "$file.$$"; else mv "$file.$$" "$file"; fi
  done
  node web/tools/lists.mjs
}

js() {
  data
  [ -f "$out/simd.js" ] || wasm
  touch "$out/bundling"
  if changed "$out/attention-player.js" package.json "$out/simd.js" "$out/scalar.js" $(sources); then
    say "bundling web/"
    node web/tools/bundle.mjs
  fi
  made "$out/attention-player.js"
  # the time at which bundling began, so that sources changed since are newer
  touch -r "$out/bundling" "$out/attention-player.js.from"
  rm "$out/bundling"
  blocked=$(node web/tools/blocked.mjs)
  for file in embed.html embed.oembed.json; do
    sed "s|{base}|${EMBED_BASE:+${EMBED_BASE%/}/}|g; s|{blocked}|$blocked|" "web/embed/$file" >"$out/$file"
  done
}

# The type declarations of the package, one file per entry.
types() {
  changed "$out/index.d.ts" package.json tests/tsconfig.json tests/package/declarations.js tests/package/package.json \
    $(sources) || return 0
  node tests/setup/packages.js tests/package
  say "writing declarations from the JSDoc in web/"
  node tests/package/declarations.js
  made "$out/index.d.ts"
}

# from_scenes <file> <tool> <what it does> runs a tool that reads the scenes of all presets.
from_scenes() {
  changed "$out/$1" $(sources) || return 0
  say "$3"
  node "web/tools/$2.mjs"
  : >>"$out/$1"
  made "$out/$1"
}

# The pictures that the shell shows until the player has loaded; an empty file stands for all of them.
posters() { from_scenes posters.note posters "drawing the posters of all presets"; }

# The style sheet that reserves the players' space, from the heights of their scenes.
stylesheet() { from_scenes attention-player.css heights "measuring the players of all presets"; }

# program <file> <source> <compiler> <flags...> compiles a program of tests/native with $code, by default all of c/.
program() {
  file=$out/native/$1
  source=tests/native/$2.c
  shift 2
  changed "$file" c/*.[ch] tests/native/*.[ch] || return 0
  mkdir -p "$out/native"
  say "compiling $file"
  draft=$out/native/draft-${file##*/}
  "$@" ${code:-c/*.c} "$source" -Ic $warnings -lm -o "$draft"
  mv "$draft" "$file"
  made "$file"
}

# The same cases in every strict build, linked with the same objects as the modules. Their printed hashes must be equal.
hash_gcc() { program hash-gcc hash gcc -O2 $strict; }
hash_clang() { program hash-clang hash clang -O2 $strict; }
hash_wasm() {
  find_emcc
  module="$EMCC -O2 $strict --no-entry -Wl,--stack-first -sTOTAL_STACK=131072 -sALLOW_MEMORY_GROWTH -sEXPORTED_FUNCTIONS=_attn_hash"
  compile simd -msimd128
  code=$objects
  program hash-simd.wasm hash $module -msimd128
  compile scalar
  code=$objects
  program hash-scalar.wasm hash $module
}
hashes() { together hash_gcc hash_clang hash_wasm; }

# The same source with double as attn_real, checked against central differences.
gradcheck() { program gradcheck gradcheck clang -std=c11 -O2 -ffp-contract=off -DATTN_DOUBLE; }

# for -fsanitize: undefined behaviour, and numbers that wrap or are truncated although C defines the result
wraps="undefined,unsigned-integer-overflow,implicit-conversion,float-cast-overflow"
findings="-g -O1 -fno-omit-frame-pointer -fno-sanitize-recover=all"
# only plans, with shapes far beyond any memory; quick to build
plans() { program plans plans clang -std=c11 -ffp-contract=off -fno-sanitize-recover=all -fsanitize=$wraps; }
sanitize() { program sanitize sanitize clang -std=c11 -ffp-contract=off $findings -fsanitize=address,$wraps; }
# the same calls, stopped where a result depends on uninitialized memory
unwritten() { program unwritten sanitize clang -std=c11 -ffp-contract=off $findings -fsanitize=memory; }
fuzz() { program fuzz fuzz clang -std=c11 -ffp-contract=off $findings -fsanitize=fuzzer,address,$wraps; }

page() {
  node tests/setup/packages.js
  wasm
  together relaxed fallback js
}
package() {
  page
  together types stylesheet posters
}
tests() {
  package
  together hashes gradcheck plans
}
clean() { rm -rf "$out"; }

# copy <folder> copies the player alone, without the site, the objects and the declarations beside it in web/build.
copy() {
  page
  together stylesheet posters
  mkdir -p "$1"
  cp -R "$out"/*.js "$out"/*.wasm "$out"/*.css "$out"/*.html "$out"/*.json "$out/chunks" "$out/posters" "$1"
  say "the player is in $1, $(du -sh "$1" | cut -f1)"
}

if [ "${1:-}" = copy ]; then
  [ $# = 2 ] || stop "copy takes one folder, as in ./build.sh copy ../my-post/attention-player"
  copy "$2"
  exit
fi
targets="page package tests wasm relaxed fallback data js types stylesheet posters hashes gradcheck plans sanitize unwritten fuzz clean"
[ $# -gt 0 ] || set -- page
for target in "$@"; do
  case " $targets " in
    *" $target "*) "$target" ;;
    *) stop "no target \"$target\"; there are $targets." ;;
  esac
done
