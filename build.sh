#!/bin/sh
# Builds c/ into WebAssembly, and web/ into the files of the package.
#
#   ./build.sh            what everybody wants: wasm, relaxed, fallback, then js
#   ./build.sh wasm       web/build/attention.wasm (SIMD), attention-scalar.wasm and, of SIMD, the forward pass alone,
#                         attention-forward.wasm; and each as text, simd.js, scalar.js and forward.js
#   ./build.sh relaxed    web/build/attention-relaxed.wasm (fused multiply-add, other last bits), as text in relaxed.js;
#                         a page fetches it only when asked for
#   ./build.sh fallback   web/build/attention-fallback.js: the scalar module as JavaScript, for pages that forbid WebAssembly
#   ./build.sh js         web/build/attention-player.js (module) and attention-player.classic.js (plain script), each in one
#                         file; attention-player-core.js, which fetches the chunks beside it when they are needed; index.js
#                         and input.js, what the package exports besides; and embed.html, the page for frames, with what lies
#                         beside it: EMBED_BASE=https://…/ is where that will be on the web, for its oEmbed answer
#   ./build.sh types      web/build/*.d.ts, made of the JSDoc in web/, for the package
#   ./build.sh native     the programs of tests/native in web/build/native: hashes, gradcheck, plans, sanitize,
#                         unwritten, fuzz; each is a target of its own too
#   ./build.sh clean
#
# Needs emcc (Emscripten 3.1.6 or later) and the wasm2js that comes with it: $EMCC, or on the PATH, or in $EMSDK. On
# Debian and Ubuntu they are installed when missing. fallback, js and types need node; native needs gcc and clang.
set -eu
cd "$(dirname "$0")"
out=web/build

# -std=c11               no GNU extensions but the vector types of c/simd.h
# -ffp-contract=off      a * b + c rounds twice everywhere: the same bits in every build
# -fno-math-errno        sqrt is one instruction; nobody reads errno
warnings="-Wall -Wextra -Wshadow -Wvla -Wstrict-prototypes -Werror"
strict="-std=c11 -ffp-contract=off -fno-math-errno"

# Small: a page waits for every byte. Hot loops say themselves what is to be inlined and written out (c/simd.h), and
# with that run as fast as at -O3.
optimize() {
  case $1 in
    */fused_*.c | */matmul*.c | */numeric.c | */softmax.c | */mask.c) say -Os ;;
    *) say -Oz ;;
  esac
}

say() { printf '%s\n' "$*"; }

# What a target was made from, as one line: the sources and this script.
made_from() { cat c/*.c c/*.h c/tools/module-text.mjs build.sh | cksum; }

find_emcc() {
  if [ -n "${EMCC:-}" ]; then return; fi
  if command -v emcc >/dev/null 2>&1; then
    EMCC=emcc
  elif [ -n "${EMSDK:-}" ] && [ -x "$EMSDK/upstream/emscripten/emcc" ]; then
    EMCC="$EMSDK/upstream/emscripten/emcc"
  elif command -v apt-get >/dev/null 2>&1; then
    install_emcc
    EMCC=emcc
  else
    say "build.sh: emcc, the C compiler for WebAssembly, is missing." >&2
    say "  macOS:            brew install emscripten" >&2
    say "  Windows, others:  git clone https://github.com/emscripten-core/emsdk && cd emsdk && ./emsdk install latest && ./emsdk activate latest" >&2
    exit 1
  fi
}

# dpkg wants the sbin folders on its PATH; another apt-get may be at work.
apt() {
  sudo=
  if [ "$(id -u)" != 0 ]; then sudo=sudo; fi
  $sudo env "PATH=$PATH:/usr/sbin:/sbin" DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@"
}

install_emcc() {
  say "build.sh: emcc is missing; installing the package emscripten (about 250 MB to download, a few minutes)."
  apt update
  # what it recommends is for writing JavaScript, which emcc does not do here
  apt install -y --no-install-recommends emscripten >/dev/null
}

# The functions of attn.h, each with the underscore that Emscripten puts before C's names.
exports() {
  sed '/^#/,/[^\\]$/d' c/attn.h | grep -o '\battn_[a-z_]*(' | sort -u | sed 's/^/_/; s/($//'
}

# What a first picture asks of the core: a run, its notes, the products behind a cell.
forward="_attn_heap_base _attn_struct_size _attn_name _attn_tensor_name _attn_decoder_tensor_name _attn_limit_name _attn_limit
  _attn_error_text _attn_status_code _attn_check_call _attn_checksum _attn_plan_stepwise _attn_forward _attn_fully_masked_rows
  _attn_all_finite _attn_first_non_finite _attn_terms _attn_add"

# The objects of a module: compile <file> <flags...>. Each .c is compiled only when it, a header or this script has
# changed: the object's name says what it was made from. Everything is written beside and moved: a reader never sees
# half a file.
compile() {
  file=$1
  shift
  common=$(cat c/*.h build.sh | cksum | cut -d ' ' -f 1)
  objects=
  for source in c/*.c; do
    name=${file%.wasm}-$(basename "$source" .c)
    object=$out/objects/$name-$common-$(cksum <"$source" | tr ' ' '-').o
    objects="$objects $object"
    if [ -f "$object" ]; then continue; fi
    rm -f "$out/objects/$name"-*-*-*.o
    # a frame over 4 KiB is refused: the stack is small, and a trap at its end is all the warning there is
    # and so is a number of 64 bits that is cut to the machine's 32 without a word
    "$EMCC" -c "$source" $(optimize "$source") $strict $warnings -Wshorten-64-to-32 -Wframe-larger-than=4096 "$@" \
      -o "$out/objects/$$.o"
    mv "$out/objects/$$.o" "$object"
  done
}

# A module of the objects compiled last: link <file> <flags...>
link() {
  file=$1
  shift
  # --no-entry, .wasm output      a plain module, no JavaScript from Emscripten, no imports
  # --stack-first                 a stack that overflows traps instead of overwriting the constants
  # TOTAL_STACK                   said here because the default differs by version; STACK_SIZE is unknown to 3.1.6
  # ALLOW_MEMORY_GROWTH           JavaScript grows the memory; nothing in C allocates
  "$EMCC" $objects "$@" --no-entry -Wl,--stack-first -sTOTAL_STACK=131072 \
    -sINITIAL_MEMORY=1048576 -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4294967296 \
    -sEXPORTED_FUNCTIONS="$(printf '%s\n' ${exported:-$(exports)} | paste -s -d , -)" -o "$out/$$.wasm"
  mv "$out/$$.wasm" "$out/$file"
}

# One module: module <file> <flags...>
# -O2 when linking: -Os puts the sums of a block in an order that needs more registers than there are (c/block.h)
module() {
  compile "$@"
  link "$@" -O2
}

# A module as text: module_js <module> <file>
module_js() {
  node c/tools/module-text.mjs "$out/$1" "$out/$$.js"
  mv "$out/$$.js" "$out/$2"
}

wasm() {
  mkdir -p "$out/objects"
  now=$(made_from)
  if [ -f "$out/simd.js" ] && [ "$now" = "$(cat "$out/.made_from" 2>/dev/null)" ]; then return; fi
  find_emcc
  say "build.sh: compiling c/ with $("$EMCC" --version | sed -n 1p)"
  module attention.wasm -msimd128
  # of the same objects
  (
    exported=$forward
    link attention-forward.wasm -msimd128 -O2
  )
  module attention-scalar.wasm
  module_js attention.wasm simd.js
  module_js attention-forward.wasm forward.js
  module_js attention-scalar.wasm scalar.js
  say "$now" >"$out/.made_from"
}

# The same C with fused multiply-adds: an engine without relaxed SIMD refuses the whole module, so it is one of its own.
relaxed() {
  mkdir -p "$out/objects"
  now="$(made_from) $(cksum <c/tools/relaxed.mjs)"
  if [ -f "$out/relaxed.js" ] && [ "$now" = "$(cat "$out/.relaxed_made_from" 2>/dev/null)" ]; then return; fi
  find_emcc
  say "build.sh: compiling c/ for relaxed SIMD"
  module relaxed-draft.wasm -msimd128 -mrelaxed-simd
  # an old Emscripten writes the opcode of a draft
  node c/tools/relaxed.mjs "$out/relaxed-draft.wasm" "$out/$$.wasm"
  rm "$out/relaxed-draft.wasm"
  mv "$out/$$.wasm" "$out/attention-relaxed.wasm"
  module_js attention-relaxed.wasm relaxed.js
  say "$now" >"$out/.relaxed_made_from"
}

# wasm2js comes with Emscripten.
find_wasm2js() {
  if command -v wasm2js >/dev/null 2>&1; then
    wasm2js=wasm2js
  elif [ -n "${EMSDK:-}" ] && [ -x "$EMSDK/upstream/bin/wasm2js" ]; then
    wasm2js="$EMSDK/upstream/bin/wasm2js"
  else
    say "build.sh: wasm2js is missing; it is in the package binaryen, and in the folder upstream/bin of emsdk." >&2
    exit 1
  fi
}

# The scalar module as plain JavaScript: the same functions, the same bits.
fallback() {
  mkdir -p "$out/objects"
  now="$(made_from) $(cksum <c/tools/fallback.mjs)"
  if [ -f "$out/attention-fallback.js" ] && [ "$now" = "$(cat "$out/.fallback_made_from" 2>/dev/null)" ]; then return; fi
  find_emcc
  find_wasm2js
  node tests/setup/packages.js
  say "build.sh: compiling c/ for pages that forbid WebAssembly"
  draft=$out/$$-fallback
  # every function of C stays one function of its own name: that is how the tool knows where work may stop
  compile attention-scalar.wasm
  link "${draft##*/}.wasm" -O1 --profiling-funcs
  "$wasm2js" -O3 --one-caller-inline-max-function-size 0 "$draft.wasm" -o "$draft-whole.js"
  node c/tools/fallback.mjs "$draft-whole.js" "$draft-sliced.js"
  node_modules/.bin/esbuild "$draft-sliced.js" --minify --format=iife --target=es2022 --log-level=warning \
    --banner:js='// @ts-nocheck: made by build.sh' --outfile="$draft.js"
  mv "$draft.js" "$out/attention-fallback.js"
  rm "$draft"*
  say "$now" >"$out/.fallback_made_from"
}

js() {
  if [ ! -f "$out/simd.js" ]; then wasm; fi
  node tests/setup/packages.js
  node web/tools/bundle.mjs
  for file in embed.html embed.oembed.json; do
    sed "s|{base}|${EMBED_BASE:-}|g" "web/embed/$file" >"$out/$file"
  done
}

# The declarations of the package, one file an entry.
types() {
  now=$(cat package.json tests/tsconfig.json tests/package/declarations.js tests/package/package.json \
    $(find web -name build -prune -o -name '*.js' -print -o -name '*.d.ts' -print | sort) | cksum)
  if [ -f "$out/index.d.ts" ] && [ "$now" = "$(cat "$out/.types_made_from" 2>/dev/null)" ]; then return; fi
  node tests/setup/packages.js
  node tests/setup/packages.js tests/package
  node tests/package/declarations.js
  say "$now" >"$out/.types_made_from"
}

# One program of tests/native: program <file> <source> <compiler> <flags...>; built only when a source has changed.
program() {
  file=$out/native/$1 source=tests/native/$2.c
  shift 2
  now=$(cat c/*.c c/*.h tests/native/*.[ch] build.sh | cksum)
  if [ -f "$file" ] && [ "$now" = "$(cat "$file.made_from" 2>/dev/null)" ]; then return; fi
  mkdir -p "$out/native"
  say "build.sh: $file"
  made=$out/native/$$-${file##*/}
  "$@" c/*.c "$source" -Ic $warnings -lm -o "$made"
  mv "$made" "$file"
  say "$now" >"$file.made_from"
}

# The same cases in every strict build; their printed hashes must be equal.
hashes() {
  program hash-gcc hash gcc -O2 $strict
  program hash-clang hash clang -O2 $strict
  find_emcc
  wasm="$EMCC -O2 $strict --no-entry -Wl,--stack-first -sTOTAL_STACK=131072 -sALLOW_MEMORY_GROWTH -sEXPORTED_FUNCTIONS=_attn_hash"
  program hash-simd.wasm hash $wasm -msimd128
  program hash-scalar.wasm hash $wasm
}

# The same source with double as its real type, against central differences.
gradcheck() { program gradcheck gradcheck clang -std=c11 -O2 -ffp-contract=off -DATTN_DOUBLE; }

# -fsanitize: what C leaves undefined, and numbers that wrap or are cut short though C defines it
wraps="undefined,unsigned-integer-overflow,implicit-conversion,float-cast-overflow"
# plans alone, of shapes far beyond any memory; quick to build
plans() { program plans plans clang -std=c11 -ffp-contract=off -fno-sanitize-recover=all -fsanitize=$wraps; }
findings="-g -O1 -fno-omit-frame-pointer -fno-sanitize-recover=all"
sanitize() { program sanitize sanitize clang -std=c11 -ffp-contract=off $findings -fsanitize=address,$wraps; }
# the same calls, stopped where a result depends on memory that nobody has written
unwritten() { program unwritten sanitize clang -std=c11 -ffp-contract=off $findings -fsanitize=memory; }
fuzz() { program fuzz fuzz clang -std=c11 -ffp-contract=off $findings -fsanitize=fuzzer,address,$wraps; }

native() {
  hashes
  gradcheck
  plans
  sanitize
  unwritten
  fuzz
}

clean() { rm -rf "$out"; }

if [ $# = 0 ]; then set -- wasm relaxed fallback js; fi
for target in "$@"; do
  case $target in
    wasm | relaxed | fallback | js | types | native | hashes | gradcheck | plans | sanitize | unwritten | fuzz | clean) "$target" ;;
    *)
      say "build.sh: no target \"$target\"; there are wasm, relaxed, fallback, js, types, native, hashes, gradcheck, plans, sanitize, unwritten, fuzz, clean." >&2
      exit 1
      ;;
  esac
done
