# The one place for commands. `make demo` and `make test` set up what they need.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
PHOTOS ?=
PROTOS := $(sort $(notdir $(wildcard Protos/*.proto)))
PROGRAMS := photolibraryd photolibrary-media photos
PACKAGES := \
	git make pkg-config protobuf-c-compiler libprotobuf-c-dev libsqlite3-dev libssl-dev \
	libvips-dev libheif-dev libexif-dev libraw-dev libavformat-dev libavcodec-dev libavutil-dev libswscale-dev
SWIFT_SOURCES := Package.swift Sources Tests Examples Benchmarks
DOCUMENTED := Photos

.PHONY: setup build release test demo bench torture check lint format protocol check-protocol coverage check-coverage docs install clean

# Installs the Debian packages that are missing; does nothing, quickly, when none is.
setup:
	@missing=$$(for package in $(PACKAGES); do \
		dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || echo $$package; done); \
	if [ -n "$$missing" ]; then \
		echo "installing:" $$missing; \
		if [ "$$(id -u)" = 0 ]; then run=; else run=sudo; fi; \
		$$run apt-get update -qq && \
		$$run env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	fi
	@command -v $(SWIFT) >/dev/null || { echo "Swift 6.3 is needed: see README.md" >&2; exit 1; }

build: setup
	$(SWIFT) build

release: setup
	$(SWIFT) build -c release

test: setup
	$(SWIFT) test --parallel

# PHOTOS=DIR imports your own folder instead of sample photos.
demo: build
	BIN="$$($(SWIFT) build --show-bin-path)" Examples/demo.sh $(PHOTOS)

bench: release
	Benchmarks/run.sh

# The kill -9 and model tests, for longer: TORTURE=n rounds.
torture: build
	TORTURE=$${TORTURE:-2000} $(SWIFT) test --filter Torture

check: lint check-protocol docs

lint: setup
	$(SWIFT) format lint --strict --recursive --parallel $(wildcard $(SWIFT_SOURCES))

format:
	$(SWIFT) format --in-place --recursive --parallel $(wildcard $(SWIFT_SOURCES))

# Sources/CLibraryProtocol holds what protoc-c makes of Protos, and nothing by hand.
protocol: setup
	protoc-c --proto_path=Protos --c_out=Sources/CLibraryProtocol $(PROTOS)

check-protocol: setup
	@scratch=$$(mktemp -d) && trap 'rm -rf "$$scratch"' EXIT && \
	protoc-c --proto_path=Protos --c_out="$$scratch" $(PROTOS) && \
	diff -r "$$scratch" Sources/CLibraryProtocol && echo "Sources/CLibraryProtocol is what protoc-c makes of Protos"

# How much of PhotoKit the module Photos has: Tests/PhotosCoverage/coverage.md.
coverage: setup
	$(SWIFT) build --target Photos
	SWIFT="$(SWIFT)" Tests/PhotosCoverage/coverage.sh

check-coverage: setup
	$(SWIFT) build --target Photos
	SWIFT="$(SWIFT)" Tests/PhotosCoverage/coverage.sh --check

# The documentation of each library for apps; a broken link is an error.
docs: build
	@rm -rf .docs && mkdir -p .docs
	@triple=$$($(SWIFT) build --show-bin-path) && for target in $(DOCUMENTED); do \
		mkdir -p .docs/graphs/$$target && \
		$(SWIFT) symbolgraph-extract -module-name $$target -I "$$triple/Modules" \
			-target "$$($(SWIFT) -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -n 1)" \
			-minimum-access-level public -output-dir .docs/graphs/$$target \
			$$(for module in Sources/C*/include Sources/CLibraryProtocol; do echo -I $$module; done) && \
		docc convert Sources/$$target/$$target.docc --additional-symbol-graph-dir .docs/graphs/$$target \
			--fallback-display-name $$target --fallback-bundle-identifier openphotokit.$$target \
			--output-path .docs/$$target --warnings-as-errors --transform-for-static-hosting || exit 1; \
	done

install: release
	@bin=$$($(SWIFT) build -c release --show-bin-path) && \
	install -d "$(DESTDIR)$(PREFIX)/bin" && \
	for program in $(PROGRAMS); do install -m 755 "$$bin/$$program" "$(DESTDIR)$(PREFIX)/bin/$$program" || exit 1; done

clean:
	rm -rf .build .docs
