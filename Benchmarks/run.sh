#!/usr/bin/env bash
# Measures the release build beside floors written in C; see LibraryBenchmark. Exits with 1 when a target was missed.
#
#     Benchmarks/run.sh
#
# BENCH_ROUNDS (5) and BENCH_ASSETS (1000000) change the size; BENCH_PHOTOS=DIR imports JPEG files of that folder instead
# of made-up ones. The library that is measured and the results stay in
# .build/bench.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$PWD/.build/bench
mkdir -p "$work"
cc -O2 -Wall -Wextra -o "$work/pingpong" Benchmarks/Floors/pingpong.c -lpthread
# shellcheck disable=SC2046
cc -O2 -Wall -Wextra -o "$work/sqlite_floor" Benchmarks/Floors/sqlite_floor.c $(pkg-config --cflags --libs sqlite3) -lpthread
# shellcheck disable=SC2046
cc -O2 -Wall -Wextra -o "$work/pictures" Benchmarks/Floors/pictures.c $(pkg-config --cflags --libs libjpeg)
# shellcheck disable=SC2046
cc -O2 -Wall -Wextra -o "$work/import" Benchmarks/Floors/import.c $(pkg-config --cflags --libs vips libcrypto sqlite3) -lpthread
exec "$(${SWIFT:-swift} build -c release --show-bin-path)/LibraryBenchmark" \
    run "$work" "${BENCH_ROUNDS:-5}" "${BENCH_ASSETS:-1000000}"
