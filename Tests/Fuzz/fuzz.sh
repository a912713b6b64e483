#!/bin/sh
# Fuzzes the sanitizer, feeds, lists and requests with libFuzzer and ASan: Tests/Fuzz/fuzz.sh [SECONDS [TARGET...]]
# Runs one target per processor. The corpora grow in .build/fuzz, and inputs that violate a property are stored there.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
out=$root/.build/fuzz
build=$out/build/release
seconds=${1:-60}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- sanitizer feed records head
tests=$root/Tests/Adapters/SanitizerTests
lists=$root/Tests/Adapters/RecordsTests
# End the fuzzer at once on a fault, so that it saves the input.
export SWIFT_BACKTRACE=enable=no

# The modules under test, instrumented at every branch. Not linked, since the fuzzer brings its own main.
if [ -z "${FUZZ_IS_BUILT:-}" ]; then
  for module in Sanitizer Feeds HTTPServer; do
    swift build --package-path "$root" --scratch-path "$out/build" -c release --sanitize=address \
      -Xswiftc -sanitize=fuzzer -Xswiftc -enable-testing --explicit-target-dependency-import-check error --target "$module"
  done

  # Remove objects of deleted source files, which would be linked too.
  for object in "$build"/*.build/*.swift.o; do
    module=$(basename "$(dirname "$object")" .build)
    # Made by SwiftPM of the module's tables.
    [ "$(basename "$object")" != embedded_resources.swift.o ] || continue
    [ -n "$(find "$root"/Sources/*/"$module" -name "$(basename "$object" .o)")" ] || rm "$object"
  done
fi

# The output of each target is shown when it ends.
if [ $# -gt 1 ]; then
  export FUZZ_IS_BUILT=1
  # shellcheck disable=SC2016
  printf '%s\n' "$@" | xargs -P "$(nproc)" -I TARGET sh -c '
    status=0
    "$0" "$1" "$2" > "$3/$2.log" 2>&1 || status=1
    cat "$3/$2.log"
    exit "$status"' "$0" "$seconds" TARGET "$out"
  exit
fi

# seeds TARGET FILE...: copies the target's initial corpus.
seeds() {
  folder=$out/$1-seeds
  shift
  mkdir -p "$folder"
  cp "$@" "$folder"
}

fuzz() {
  target=$1 length=$2 dictionary=$3
  shift 3
  mkdir -p "$out/$target-corpus" "$out/$target-seeds"
  # shellcheck disable=SC2046
  swiftc -O -parse-as-library -swift-version 6 -enable-upcoming-feature InternalImportsByDefault \
    -sanitize=fuzzer,address -module-name "Fuzzing" -I "$build/Modules" \
    $(for library in "$root"/Sources/C/*/module.modulemap; do printf ' -I %s' "$(dirname "$library")"; done) \
    $(pkg-config --cflags libxml-2.0 | sed 's/-I/-Xcc -I/g') \
    -Xcc "-fmodule-map-file=$build/CSandbox.build/module.modulemap" \
    "$@" "$build"/*.build/*.o $(pkg-config --libs icu-i18n) -o "$out/$target"
  echo "== $target: $seconds s"
  (cd "$out" && LSAN_OPTIONS=suppressions="$root/Tests/known-leaks.txt" "./$target" -max_total_time="$seconds" -max_len="$length" -timeout=5 \
    -rss_limit_mb=1024 -malloc_limit_mb=128 -artifact_prefix="$target-" -verbosity=0 -print_final_stats=1 \
    -dict="$root/Tests/Fuzz/$dictionary" "$target-corpus" "$target-seeds")
}

for name in "$@"; do
  source=$root/Tests/Fuzz
  case $name in
    sanitizer)
      mkdir -p "$out/sanitizer-seeds"
      python3 "$source/seeds.py" "$out/sanitizer-seeds" sanitizer
      fuzz sanitizer 4096 markup.dict "$source/SanitizerFuzz.swift" "$tests/Properties.swift" \
        "$tests/OutputGrammar.swift";;
    feed)
      seeds feed "$root"/config/bundled/*.json "$root"/config/bundled/movies/*.json
      fuzz feed 65536 document.dict "$source/FeedFuzz.swift";;
    records)
      mkdir -p "$out/records-seeds"
      python3 "$source/seeds.py" "$out/records-seeds" records
      fuzz records 65536 records.dict "$source/RecordsFuzz.swift" "$lists/Archive.swift" "$lists/SheetFiles.swift";;
    head)
      mkdir -p "$out/head-seeds"
      printf 'GET /?q=a HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n' >"$out/head-seeds/get"
      printf 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabcHEAD / HTTP/1.0\r\n\r\n' >"$out/head-seeds/post"
      printf 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n' >"$out/head-seeds/chunks"
      fuzz head 4096 head.dict "$source/HeadFuzz.swift";;
    *)
      echo "unknown target $name; known: sanitizer, feed, records and head" >&2
      exit 2;;
  esac
done
