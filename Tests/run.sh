#!/usr/bin/env bash
# Builds and runs all tests, several processes beside each other.
#
#     Tests/run.sh
#
# Many tests wait for other processes, and hold one of the threads of which Swift has one for each core. So the tests of
# one process run one at a time, and it is processes that run side by side. What a part prints is shown when it has
# ended: its last line, or all that is not a test's start or success when it failed. What failed is said again at the
# end.
set -euo pipefail
# Each part is a process group, so that none of its programs is left when this ends early.
set -m
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}

# Tests that take about as long as each other, as regular expressions of their names; all the others are the last part.
# Each waits for other programs a good part of the time, so that two cores are enough for the four.
parts=(
    'ProcessTests\.(RealPrograms/[A-H]|Media)'
    '(ProcessTests\.RealPrograms/[I-Z]|PhotosLibraryTests\.)'
    '(BrowserTests|PhotosAgentTests|LibraryStoreTests)\.'
)

logs=$(mktemp -d)
pids=()
trap 'for pid in "${pids[@]}"; do kill -- "-$pid" 2>/dev/null || true; done; rm -rf "$logs"' EXIT
trap 'exit 130' INT TERM

"$swift" build --build-tests

run() { # NAME OPTION PATTERN
    exec "$swift" test --ignore-lock --skip-build --no-parallel "$2" "$3" >"$logs/$1" 2>&1
}
for part in "${!parts[@]}"; do
    run "$part" --filter "^${parts[part]}" &
    pids+=($!)
done
run others --skip "^($(IFS='|'; echo "${parts[*]}"))" &
pids+=($!)

failed=()
names=("${!parts[@]}" others)
for index in "${!pids[@]}"; do
    log=$logs/${names[index]}
    if wait "${pids[index]}"; then
        tail -n 1 "$log"
    else
        failed+=("$log")
        grep -vE '^(◇|✔) ' "$log" || cat "$log"
    fi
done
pids=()
[[ ${#failed[@]} = 0 ]] || { grep -hE '^✘|[Ff]atal error|unexpected signal' "${failed[@]}"; exit 1; }
