#!/usr/bin/env bash
# Builds and runs all tests, several processes beside each other.
#
#     Tests/run.sh
#
# Many tests wait for other processes, and hold one of the threads of which Swift has one for each core. So the tests of
# one process run one at a time, and it is processes that run side by side: parts of the tests, the longest first. What
# a part prints is shown when all have ended: its last line, or all that is not a test's start or success when it
# failed. What failed is said again at the end.
set -euo pipefail
# Each part is a process group, so that none of its programs is left when this ends early.
set -m
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}

# Parts of the tests, as regular expressions of their names. What none of them names is a part, too.
parts=(
    'BrowserTests\.'
    'ProcessTests\.RealPrograms/[D-G]'
    'PhotosLibraryTests\.PhotosLibraryTests/[A-H]'
    'ProcessTests\.RealPrograms/[H-R]'
    'PhotosLibraryTests\.PhotosLibraryTests/[I-Z]'
    'ProcessTests\.RealPrograms/[S-Z]'
    'LibraryStoreTests\.'
    'LibraryServerTests\.'
    'PhotosAgentTests\.'
    'ProcessTests\.(RealPrograms/[A-C]|Media)'
    'Cloud[A-Za-z]*Tests\.'
)
# They wait for other programs a good part of the time.
parts_at_once=$((2 * $(nproc)))

logs=$(mktemp -d)
pids=()
trap 'for pid in "${pids[@]}"; do kill -- "-$pid" 2>/dev/null || true; done; rm -rf "$logs"' EXIT
trap 'exit 130' INT TERM

"$swift" build --build-tests

run() { # NAME OPTION PATTERN
    if "$swift" test --ignore-lock --skip-build --no-parallel "$2" "$3" >"$logs/$1" 2>&1; then
        mv "$logs/$1" "$logs/$1.passed"
    fi
}
start() { # as `run`, once fewer than `parts_at_once` run
    [[ $(jobs -rp | wc -l) -lt $parts_at_once ]] || wait -n
    run "$@" &
    pids+=($!)
}
start others --skip "^($(IFS='|'; echo "${parts[*]}"))"
for part in "${!parts[@]}"; do start "$part" --filter "^${parts[part]}"; done
wait
pids=()

failed=()
for log in "$logs"/*; do
    if [[ $log = *.passed ]]; then
        tail -n 1 "$log"
    else
        failed+=("$log")
        grep -vE '^(◇|✔) ' "$log" || cat "$log"
    fi
done
[[ ${#failed[@]} = 0 ]] || { grep -hE '^✘|[Ff]atal error|unexpected signal' "${failed[@]}"; exit 1; }
