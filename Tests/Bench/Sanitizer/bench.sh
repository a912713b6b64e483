#!/bin/sh
# Compares the sanitizer with libxml2's own parser in one process: Tests/Bench/Sanitizer/bench.sh
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
out=$root/.build/bench-sanitizer
mkdir -p "$out"
flags="-O -wmo -swift-version 6 -enable-upcoming-feature InternalImportsByDefault -I $out \
  -I $root/Sources/C/CLibXML2 $(pkg-config --cflags libxml-2.0 | sed 's/-I/-Xcc -I/g')"
for module in Text Sanitizer; do
  # shellcheck disable=SC2046,SC2086
  swiftc $flags -parse-as-library -module-name "$module" -emit-module -emit-object \
    -emit-module-path "$out/$module.swiftmodule" -o "$out/$module.o" $(find "$root"/Sources/*/"$module" -name "*.swift")
done
# shellcheck disable=SC2086
swiftc $flags "$(dirname "$0")/main.swift" "$out/Text.o" "$out/Sanitizer.o" -lxml2 -o "$out/bench"
exec "$out/bench"
