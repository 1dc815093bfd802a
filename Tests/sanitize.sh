#!/usr/bin/env bash
# Builds the tests with AddressSanitizer and runs those of what runs in one process.
#
#     Tests/sanitize.sh
#
# The sandbox of the media worker refuses what AddressSanitizer needs: tests that start one are left out.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
build=(--sanitize=address --scratch-path "${SANITIZED_BUILD:-.build/sanitized}")

parts=(
    'LibraryMediaTests\.(Picture|PictureFormat|Raw|Movie|Exif|ScaledJPEG|IPTC|XMP|MetadataSources|CameraFacts|Removal)Tests/'
    '(Library(Model|Protocol|Store|Transport)|AssetColumns|Admission)Tests\.'
    '(Photos|PhotosUI|PhotoSearch|ItemProvider)Tests\.'
    'Cloud(Buckets|Encryption|Sync)Tests\.'
    '(HTTPTransfer|JSONText|Languages|LinuxSystem|PlaceNames|TerminalText|TextMatching)Tests\.'
)
"$swift" build --build-tests "${build[@]}"
# The sanitizer's own memory is beyond the bounds of RequestMemoryTests.
ASAN_OPTIONS=detect_leaks=0 "$swift" test --skip-build "${build[@]}" --no-parallel \
    --filter "^($(IFS='|'; echo "${parts[*]}"))" --skip RequestMemoryTests
