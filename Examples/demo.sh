#!/usr/bin/env bash
# Shows an app that never misses a change: a hiking app makes collages of a photo library, goes away, other programs
# change the library, the server starts anew, and the app comes back and redraws exactly what it has to.
#
#     Examples/demo.sh [PHOTOS_DIR]
#
# Imports (copies) the photos of the folder, or sample photos, into a library in a temporary folder, and takes the three
# days with the most photos as hikes. Exits with 1 when the app did not do exactly what it had to. BIN names the
# folder of the built programs. Nothing outside of temporary folders is touched.
set -euo pipefail

photos_folder=${1:-}
BIN=$(realpath "${BIN:-$(swift build --show-bin-path)}")
scratch=$(mktemp -d "${TMPDIR:-/tmp}/photos-demo.XXXXXX")
collages=$(mktemp -d "${TMPDIR:-/tmp}/collages.XXXXXX")
export PHOTOLIBRARY_SOCKET="$scratch/run/library.sock"
# Days are days of the sample hikes wherever the demonstration runs.
[ -n "$photos_folder" ] || export TZ=UTC
server_pid=
agent_pid=
app_pid=

clean_up() {
    local status=$?
    trap - EXIT
    for pid in $app_pid $agent_pid $server_pid; do
        kill -TERM "$pid" 2>/dev/null && wait "$pid" 2>/dev/null || true
    done
    if [ "$status" != 0 ]; then
        echo "the demonstration failed (exit status $status); the server's log:" >&2
        tail -n 20 "$scratch/server.log" >&2 || true
    fi
    rm -rf "$scratch"
    # Only when nothing was drawn.
    rmdir "$collages" 2>/dev/null || true
    exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

# Microseconds.
now() { echo "${EPOCHREALTIME/[.,]/}"; }
began=$(now)
step_began=$began
step_title=
# Ends the step before, with the time that it took, and begins another.
step() {
    local time
    time=$(now)
    if [ -n "$step_title" ]; then printf '   (%d.%02d s)\n' $(((time - step_began) / 1000000)) $(((time - step_began) % 1000000 / 10000)); fi
    step_began=$time
    step_title=$1
    [ -z "$step_title" ] || printf '\n== %s\n' "$step_title"
}

# Runs a command until it succeeds, at most 30 seconds.
wait_for() {
    local what=$1 tries=0
    shift
    until "$@"; do
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || fail "waited for 30 s: $what"
        sleep 0.05
    done
}

start_server() {
    "$BIN/photolibraryd" --library "$scratch/Demo.photolibrary" --socket "$PHOTOLIBRARY_SOCKET" 2>>"$scratch/server.log" &
    server_pid=$!
    wait_for "the server to be ready" server_is_ready
}
server_is_ready() {
    kill -0 "$server_pid" 2>/dev/null || fail "the server ended"
    "$BIN/photos" stats >"$scratch/stats" 2>&1
}
stop_server() {
    [ -n "$server_pid" ] || return 0
    local pid=$server_pid
    server_pid=
    kill -TERM "$pid"
    wait "$pid" || fail "the server ended with status $?"
}

# Runs a program that has no access yet: it asks, waits, is answered and goes on. The person is a script here: their
# answers, a line each, are typed into an agent that asks in lines of text.
run_and_let_in() {
    local app=$1 answers=$2 output=$3 agent=$scratch/agent
    shift 3
    # There before grep looks into it.
    : >"$agent"
    printf '%s\n' "$answers" | "$BIN/photos" agent --interface text >"$agent" &
    agent_pid=$!
    wait_for "the agent to be ready" grep -q "^Ready" "$agent"
    "$BIN/$app" "$@" >"$output" || fail "$app ended with status $?"
    # Once every answer is used, it leaves.
    wait "$agent_pid" || fail "the agent ended with status $?"
    agent_pid=
    grep "^Question [0-9]*:" "$agent" | sed 's/^/   /'
    echo "   the person answers: ${answers//$'\n'/, }"
}

hiking_collage=("$BIN/HikingCollage" --hikes "$scratch/hikes.json" --state "$scratch/hikes.state" --output "$collages")
# The hike's property, of the hike with this number. The file was written by HikingCollage: a property a line.
hike() { sed -n 's/^ *"'"$2"'" : "\(.*\)",\{0,1\}$/\1/p' "$scratch/hikes.json" | sed -n "$1p"; }
photo_of() { "$BIN/HikingCollage" --list "$(hike "$1" name)" --state "$scratch/hikes.state" | sed -n "$2p"; }
expect_line() {
    grep -qE "$1" "$2" || fail "expected a line like \"$1\""
    echo "   as expected: $(grep -E "$1" "$2" | head -n 1)"
}
# For grep -E, anything in a hike's name taken literally.
quoted() { printf '%s' "$1" | sed 's/[][\.*^$(){}?+|/]/\\&/g'; }

step "A library server on an empty library"
start_server
cat "$scratch/stats"

if [ -z "$photos_folder" ]; then
    step "Sample photos of three hikes, and others"
    photos_folder="$scratch/samples"
    "$BIN/sample-photos" "$photos_folder" 48
fi

step "Importing $photos_folder"
"$BIN/photos" import "$photos_folder" || echo "   (not everything in the folder could be imported)"

step "The hiking app starts for the first time, and asks"
run_and_let_in HikingCollage all "$scratch/hikes.json" --suggest-hikes 3
hikes=$(grep -c '"name"' "$scratch/hikes.json") || fail "no photo has a date"
for number in $(seq "$hikes"); do
    echo "   $(hike "$number" name): $(hike "$number" start) to $(hike "$number" end)"
done

step "It draws its first collages"
"${hiking_collage[@]}" | tee "$scratch/first"
[ "$(grep -c '^redrawn ' "$scratch/first")" = "$hikes" ] || fail "not every collage was drawn"

step "While it is away: a camera, which may only add, takes a photo during \"$(hike 1 name)\""
deleted=$(photo_of 1 1)
run_and_let_in Camera all "$scratch/added" --date "$(hike 1 start)"
sed 's/^/   added /' "$scratch/added"

step "While it is away: the person deletes a photo of \"$(hike 1 name)\""
"$BIN/photos" delete "$deleted"

if [ "$hikes" -ge 2 ]; then
    step "While it is away: a darkroom develops a photo of \"$(hike 2 name)\""
    run_and_let_in Darkroom $'all\nyes' /dev/null "$(photo_of 2 1)" --monochrome
fi

if [ "$hikes" -ge 3 ]; then
    step "While it is away: and marks one of \"$(hike 3 name)\" as a favourite, which nobody needs to draw"
    "$BIN/Darkroom" "$(photo_of 3 1)" --favorite
fi

step "While it is away: another app sorts everything into albums"
run_and_let_in AlbumByMonth all "$scratch/albums" --state "$scratch/months.state"
sed 's/^/   /' "$scratch/albums"

step "While it is away: the server stops and starts"
stop_server
start_server
echo "   ready"

step "The hiking app comes back, and asks what changed since its token"
"${hiking_collage[@]}" | tee "$scratch/second"
expect_line "^redrawn $(quoted "$(hike 1 name)"): 1 inserted, 1 deleted, 0 edited " "$scratch/second"
[ "$hikes" -lt 2 ] || expect_line "^redrawn $(quoted "$(hike 2 name)"): 0 inserted, 0 deleted, 1 edited " "$scratch/second"
[ "$hikes" -lt 3 ] || expect_line "^unchanged $(quoted "$(hike 3 name)")$" "$scratch/second"

step "It stays and watches, while the camera takes a photo during \"$(hike "$hikes" name)\""
: >"$scratch/watched"
"${hiking_collage[@]}" --watch >"$scratch/watched" &
app_pid=$!
wait_for "the first catch-up" grep -q "collages redrawn" "$scratch/watched"
expect_line "^0 of $hikes collages redrawn" "$scratch/watched"
"$BIN/Camera" --date "$(hike "$hikes" end)" >/dev/null
live="^redrawn $(quoted "$(hike "$hikes" name)"): 1 inserted, 0 deleted, 0 edited "
wait_for "the collage to follow" grep -qE "$live" "$scratch/watched"
expect_line "$live" "$scratch/watched"
kill -TERM "$app_pid"
wait "$app_pid" || fail "HikingCollage ended with status $?"
app_pid=

step "The library is as it says"
"$BIN/photos" verify || fail "the library has problems"

step ""
total=$(($(now) - began))
printf '\nAll as it had to be, in %d.%02d s. The collages are in %s:\n' $((total / 1000000)) $((total % 1000000 / 10000)) "$collages"
ls -l "$collages"
