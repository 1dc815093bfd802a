#!/bin/sh
# Writes coverage.md: how much of PhotoKit the modules Photos and PhotosUI have. With --check: fails when the checked-in report is not
# what the built module gives. `swift build --target PhotosUI` comes first.
set -eu

mode=${1:-}
swift=${SWIFT:-swift}
here=$(dirname "$0")
bin=$($swift build --show-bin-path)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The modules are read with the C modules that it is built on.
set --
for map in "$bin"/CLinux.build/module.modulemap "$here"/../../Sources/CLibraryProtocol/include/module.modulemap \
    "$here"/../../Sources/CProtobufC/module.modulemap "$here"/../../Sources/CZlib/module.modulemap
do
    set -- "$@" -Xcc "-fmodule-map-file=$map"
done
for module in Photos PhotosUI
do
    $swift symbolgraph-extract -module-name $module -I "$bin/Modules" -minimum-access-level public \
        -target "$($swift -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -n 1)" \
        -output-dir "$scratch" "$@"
done
{ cat "$here/photokit-symbols.tsv"; tail -n +2 "$here/photosui-symbols.tsv"; } >"$scratch/symbols.tsv"
$swift -swift-version 6 "$here/coverage.swift" "$scratch/symbols.tsv" "$here/reasons.tsv" \
    "$scratch/Photos.symbols.json" "$scratch/PhotosUI.symbols.json" >"$scratch/coverage.md"

if [ "$mode" = --check ]; then
    diff -u "$here/coverage.md" "$scratch/coverage.md" || {
        echo "Tests/PhotosCoverage/coverage.md is not current: make coverage" >&2
        exit 1
    }
    echo "Tests/PhotosCoverage/coverage.md is what the compiler says of Photos and PhotosUI"
else
    cp "$scratch/coverage.md" "$here/coverage.md"
fi
