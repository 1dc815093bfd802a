# The one place for commands. `make demo` and `make test` set up what they need.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
PHOTOS ?=
PROTOS := $(sort $(notdir $(wildcard Protos/*.proto)))
PROGRAMS := photolibraryd photolibrary-media photolibrary-sync photolibrary-upload photos photos-agent
PACKAGES := \
	git make pkg-config protobuf-c-compiler libprotobuf-c-dev libsqlite3-dev libssl-dev zlib1g-dev \
	libvips-dev libjpeg-dev libpng-dev libwebp-dev libraw-dev libexempi-dev libavformat-dev libavcodec-dev libavutil-dev \
	libswscale-dev libmicrohttpd-dev libchafa-dev libsodium-dev libcurl4-openssl-dev libexpat1-dev
# A browser for the tests of the agent's page, with a font for all of its languages, what Flatpak makes sandboxes with,
# and a reader of metadata to compare with.
TEST_PACKAGES := chromium fonts-noto-cjk bubblewrap libimage-exiftool-perl python3-venv
# From PyPI: a store of S3's kind that others wrote. A machine that has moto_server uses its own.
MOTO := moto[s3,server]==5.2.1
# From PyPI: carries axe-core 4.12.1, which looks for what people who cannot see or point would stumble over. Only that
# file of it is used, and so nothing that it depends on is installed.
AXE := axe-playwright-python==0.1.8
TEST_TOOLS := .build/test-tools
SWIFT_SOURCES := Package.swift Sources Tests Examples Benchmarks
DOCUMENTED := Photos PhotosUI

.PHONY: setup build release test test-tools demo bench torture sanitize check lint format protocol check-protocol coverage check-coverage docs install uninstall clean

# Installs the Debian packages that are missing; does nothing, quickly, when none is.
setup:
	@command -v dpkg-query >/dev/null || { \
		echo "not a Debian system: see to it that these are there: $(PACKAGES)"; exit 0; }; \
	there=" $$(dpkg-query -W -f='$${db:Status-Status}:$${Package} ' $(PACKAGES) 2>/dev/null) "; missing=; \
	for package in $(PACKAGES); do \
		case "$$there" in *" installed:$$package "*) ;; *) missing="$$missing $$package" ;; esac; \
	done; \
	if [ -n "$$missing" ]; then \
		echo "installing:$$missing"; \
		if [ "$$(id -u)" = 0 ]; then as_root=; else as_root=sudo; fi; \
		$$as_root apt-get update -qq && \
		$$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	fi
	@command -v $(SWIFT) >/dev/null || { echo "Swift 6.3 is needed: see README.md" >&2; exit 1; }

build: setup
	$(SWIFT) build

release: setup
	$(SWIFT) build -c release

test: test-tools
	SWIFT="$(SWIFT)" Tests/run.sh

# What the tests use and the product does not, in .build. Does nothing, quickly, when it is there.
test-tools: PACKAGES += $(TEST_PACKAGES)
test-tools: setup
	@[ -x $(TEST_TOOLS)/bin/pip ] || python3 -m venv $(TEST_TOOLS)
	@command -v moto_server >/dev/null || [ -x $(TEST_TOOLS)/bin/moto_server ] || { \
		echo "installing: $(MOTO)"; $(TEST_TOOLS)/bin/pip install --quiet "$(MOTO)"; }
	@[ -f $(TEST_TOOLS)/axe.min.js ] || { \
		echo "installing: $(AXE)"; $(TEST_TOOLS)/bin/pip install --quiet --no-deps "$(AXE)" && \
		cp $(TEST_TOOLS)/lib/python3*/site-packages/axe_playwright_python/axe.min.js $(TEST_TOOLS); }

# PHOTOS=DIR imports your own folder instead of sample photos.
demo: build
	BIN="$$($(SWIFT) build --show-bin-path)" Examples/demo.sh $(PHOTOS)

bench: PACKAGES += $(TEST_PACKAGES)
bench: release
	Benchmarks/run.sh

# Longer runs of what make test does: TORTURE=n kills of a server under load, STEPS=n steps of each of the four seeds
# of the model test, FUZZ=n requests with something in them changed, FILES=n damaged files, SEEDS=n simulations of
# machines that share a library. SEED=n replays one.
torture: build
	TORTURE=$${TORTURE:-2000} STEPS=$${STEPS:-25000} FUZZ=$${FUZZ:-100000} FILES=$${FILES:-20000} \
		SEEDS=$${SEEDS:-10000} REQUESTS=$${REQUESTS:-1000000} TAKEOUT=$${TAKEOUT:-20000} \
		$(SWIFT) test --filter "Torture|ModelTests|TwoWaysTests|MutatedRequestTests|HostileFileTests|RemovalTests|SyncSimulationTests|TakeoutScaleTests"

# Tests with AddressSanitizer.
sanitize: test-tools
	SWIFT="$(SWIFT)" Tests/sanitize.sh

check: lint check-protocol check-coverage docs

lint: setup
	$(SWIFT) format lint --strict --recursive --parallel $(wildcard $(SWIFT_SOURCES))
	@long=$$(LC_ALL=C.UTF-8 grep -rnE '^.{121,}$$' $(foreach ending,swift c h proto js md,--include='*.$(ending)') \
		--exclude-dir=CLibraryProtocol --exclude-dir='.*' *.md Protos $(wildcard $(SWIFT_SOURCES)) | \
		grep -E '^[^:]*\.md:[0-9]+:[^|]|^[^:]*:[0-9]+: *(//|\*)' || true); \
	if [ -n "$$long" ]; then printf 'comments and prose have at most 120 columns:\n%s\n' "$$long" >&2; exit 1; fi

format:
	$(SWIFT) format --in-place --recursive --parallel $(wildcard $(SWIFT_SOURCES))

# Sources/CLibraryProtocol holds what protoc-c makes of Protos, and nothing by hand.
protocol: setup
	protoc-c --proto_path=Protos --c_out=Sources/CLibraryProtocol $(PROTOS)

check-protocol: setup
	@scratch=$$(mktemp -d) && trap 'rm -rf "$$scratch"' EXIT && \
	protoc-c --proto_path=Protos --c_out="$$scratch" $(PROTOS) && \
	diff -r --exclude=include "$$scratch" Sources/CLibraryProtocol && echo "Sources/CLibraryProtocol is what protoc-c makes of Protos"

# How much of PhotoKit the modules Photos and PhotosUI have: Tests/PhotosCoverage/coverage.md.
coverage: setup
	$(SWIFT) build --target PhotosUI
	SWIFT="$(SWIFT)" Tests/PhotosCoverage/coverage.sh

check-coverage: setup
	$(SWIFT) build --target PhotosUI
	SWIFT="$(SWIFT)" Tests/PhotosCoverage/coverage.sh --check

# The documentation of each library for apps, in .docs; a broken link is an error.
docs: setup
	@rm -rf .docs && for module in $(DOCUMENTED); do \
		$(SWIFT) build --target $$module && bin=$$($(SWIFT) build --show-bin-path) && mkdir -p .docs/graphs/$$module && \
		$(SWIFT) symbolgraph-extract -module-name $$module -I "$$bin/Modules" \
			-target "$$($(SWIFT) -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -n 1)" \
			$$(for map in Sources/C*/module.modulemap "$$bin"/C*.build/module.modulemap; do \
				echo -Xcc "-fmodule-map-file=$$map"; done) \
			-minimum-access-level public -skip-synthesized-members -skip-inherited-docs \
			-output-dir .docs/graphs/$$module && \
		docc convert Sources/$$module/$$module.docc --additional-symbol-graph-dir .docs/graphs/$$module \
			--fallback-display-name $$module --fallback-bundle-identifier openphotokit.$$module \
			--output-path .docs/$$module --warnings-as-errors --transform-for-static-hosting || exit 1; \
	done
	@echo "documentation without warnings: .docs"

# The programs, which need no Swift toolchain where they run, and what belongs to them: units for systemd, entries of the
# app menu, the manual page, completions. Everything is below PREFIX. BUILT=DIR installs programs that are built already.
INSTALL_BUILD := $(SWIFT) build -c release --static-swift-stdlib --scratch-path .build/install
BUILT ?=
# What a desktop without systemd starts with a session: such desktops look in /etc/xdg/autostart, and nothing is installed
# there unless it is asked for with AUTOSTART=/etc/xdg/autostart (or ~/.config/autostart).
AUTOSTART ?= $(PREFIX)/etc/xdg/autostart
UNITS := Sources/photolibraryd/systemd
LAUNCHERS := Sources/photos-agent/desktop
MANUALS := man1/photos.1 man1/photos-agent.1 \
	$(addprefix man8/,$(addsuffix .8,photolibraryd photolibrary-media photolibrary-sync photolibrary-upload))
# Every file that install puts below PREFIX, and AUTOSTART's.
INSTALLED := $(addprefix bin/,$(PROGRAMS)) \
	$(addprefix share/systemd/user/,$(notdir $(wildcard $(UNITS)/user/*))) \
	$(addprefix lib/systemd/system/,$(notdir $(wildcard $(UNITS)/system/*))) \
	$(addprefix share/applications/,$(notdir $(wildcard $(LAUNCHERS)/applications/*))) \
	$(addprefix share/man/,$(MANUALS)) share/bash-completion/completions/photos share/zsh/site-functions/_photos \
	share/fish/vendor_completions.d/photos.fish
STARTED := $(notdir $(wildcard $(LAUNCHERS)/autostart/*))

install: setup
	@if [ -z "$(BUILT)" ]; then for program in $(PROGRAMS); do \
		$(INSTALL_BUILD) --product $$program || exit 1; done; fi
	@bin="$(BUILT)"; bin=$${bin:-$$($(INSTALL_BUILD) --show-bin-path)} && root="$(DESTDIR)$(PREFIX)" && \
	for file in $(INSTALLED); do install -d "$$root/$${file%/*}" || exit 1; done && \
	for program in $(PROGRAMS); do install -s -m 755 "$$bin/$$program" "$$root/bin/$$program" || exit 1; done && \
	install -d "$(DESTDIR)$(AUTOSTART)" && \
	fill_in() { for file in $$1/*; do \
		sed 's|@PREFIX@|$(PREFIX)|' "$$file" >"$$2/$${file##*/}" && chmod 644 "$$2/$${file##*/}" || return 1; done; } && \
	fill_in $(UNITS)/user "$$root/share/systemd/user" && \
	fill_in $(UNITS)/system "$$root/lib/systemd/system" && \
	fill_in $(LAUNCHERS)/applications "$$root/share/applications" && \
	fill_in $(LAUNCHERS)/autostart "$(DESTDIR)$(AUTOSTART)" && \
	"$$bin/photos" manual >"$$root/share/man/man1/photos.1" && \
	for page in $(filter-out man1/photos.1,$(MANUALS)); do name=$${page#*/} && name=$${name%.?} && \
		LC_ALL=C "$$bin/$$name" --help | "$$bin/photos" manual "$$name" >"$$root/share/man/$$page" || exit 1; done && \
	"$$bin/photos" completions bash >"$$root/share/bash-completion/completions/photos" && \
	"$$bin/photos" completions zsh >"$$root/share/zsh/site-functions/_photos" && \
	"$$bin/photos" completions fish >"$$root/share/fish/vendor_completions.d/photos.fish"

# Removes what install put there, with the same PREFIX, DESTDIR and AUTOSTART, and the folders that are empty then.
# Libraries and what was decided about apps stay.
uninstall:
	@cd "$(DESTDIR)$(PREFIX)" && rm -f $(INSTALLED) && \
	for file in $(INSTALLED); do [ ! -d "$${file%/*}" ] || rmdir -p --ignore-fail-on-non-empty "$${file%/*}"; done
	@if [ -d "$(DESTDIR)$(AUTOSTART)" ]; then cd "$(DESTDIR)$(AUTOSTART)" && rm -f $(STARTED); fi
	@case "$(AUTOSTART)" in "$(PREFIX)"/*) cd "$(DESTDIR)$(PREFIX)" && folder="$(AUTOSTART:$(PREFIX)/%=%)" && \
		{ [ ! -d "$$folder" ] || rmdir -p --ignore-fail-on-non-empty "$$folder"; } ;; esac

clean:
	rm -rf .build .docs
