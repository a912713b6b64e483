#!/bin/sh
# Feeds the sanitizer with what libFuzzer finds, under the address sanitizer: Tests/Fuzz/fuzz.sh [SECONDS]
# The corpus grows in .build/fuzz/corpus; an input without one of the properties is kept in .build/fuzz.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
out=$root/.build/fuzz
mkdir -p "$out/corpus" "$out/seeds"
flags="-O -wmo -parse-as-library -swift-version 6 -enable-upcoming-feature InternalImportsByDefault \
  -sanitize=fuzzer,address -I $out -I $root/Sources/CLibXML2 \
  $(pkg-config --cflags libxml-2.0 | sed 's/-I/-Xcc -I/g')"
tests=$root/Tests/SanitizerTests
for module in HTML Sanitizer; do
  # shellcheck disable=SC2086
  swiftc $flags -module-name "$module" -emit-module -emit-object \
    -emit-module-path "$out/$module.swiftmodule" -o "$out/$module.o" "$root/Sources/$module"/*.swift
done
# shellcheck disable=SC2086
swiftc $flags -module-name SanitizerFuzz "$root/Tests/Fuzz/SanitizerFuzz.swift" "$tests/Properties.swift" \
  "$tests/OutputGrammar.swift" "$out/HTML.o" "$out/Sanitizer.o" -lxml2 -o "$out/sanitizer"
# The inputs of the named attacks, one a file, are what it starts from.
sed -n 's/^.*Attack("[^"]*", "\(.*\)", ".*"),$/\1/p' "$tests"/Attacks/*.swift \
  | awk -v dir="$out/seeds" '{ file = dir "/" NR; printf "%s", $0 > file; close(file) }'
cd "$out"
ASAN_OPTIONS=detect_leaks=1 exec ./sanitizer -max_total_time="${1:-60}" -max_len=4096 -timeout=5 \
  -rss_limit_mb=1024 -dict="$root/Tests/Fuzz/markup.dict" -print_final_stats=1 corpus seeds
