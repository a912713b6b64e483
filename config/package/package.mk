# Installation and packaging; included by the Makefile.

PREFIX ?= /usr/local
DESTDIR ?=
SYSCONFDIR ?= $(if $(filter /usr,$(PREFIX)),/etc,$(PREFIX)/etc)
# The program to install, from `make build`.
PROGRAM ?= .build/release/dramatis

PACKAGE := config/package
SHARE := $(PREFIX)/share
SHOWS := $(filter-out %.schema.json,$(wildcard config/*.json))
# Folders beside the shows' files that the program reads, if present.
SHIPPED := $(wildcard config/bundled config/locales)
# One file per line, with its destination.
define PLACES
dramatis.1 $(SHARE)/man/man1/dramatis.1
dramatis.service $(PREFIX)/lib/systemd/system/dramatis.service
dramatis@.service $(PREFIX)/lib/systemd/system/dramatis@.service
dramatis@.socket $(PREFIX)/lib/systemd/system/dramatis@.socket
dramatis.sysusers $(PREFIX)/lib/sysusers.d/dramatis.conf
dramatis.tmpfiles $(PREFIX)/lib/tmpfiles.d/dramatis.conf
endef
export PLACES

.PHONY: install uninstall deb release deb-test release-test

install: ## install the release build: make install PREFIX=/usr DESTDIR=…
	@test -x "$(PROGRAM)" || { echo "$(PROGRAM) not found: run make build first" >&2; exit 1; }
	install -D -m 755 "$(PROGRAM)" "$(DESTDIR)$(PREFIX)/bin/dramatis"
	@echo "$$PLACES" | while read -r file place; do \
	  install -d "$(DESTDIR)$${place%/*}" && \
	  sed 's|/usr/bin/dramatis|$(PREFIX)/bin/dramatis|g; s|/usr/share/dramatis|$(SHARE)/dramatis|g; s|/etc/dramatis|$(SYSCONFDIR)/dramatis|g' \
	    "$(PACKAGE)/$$file" > "$(DESTDIR)$$place" && chmod 644 "$(DESTDIR)$$place" || exit 1; \
	done
	@rm -rf "$(DESTDIR)$(SHARE)/dramatis" && install -d "$(DESTDIR)$(SHARE)/dramatis/config"
	cp -R Templates Public "$(DESTDIR)$(SHARE)/dramatis/"
	cp -R config/show.schema.json $(SHIPPED) "$(DESTDIR)$(SHARE)/dramatis/config/"
	@chmod -R u=rwX,go=rX "$(DESTDIR)$(SHARE)/dramatis"
	@install -d "$(DESTDIR)$(SYSCONFDIR)/dramatis"
	@for show in $(SHOWS); do \
	  place="$(DESTDIR)$(SYSCONFDIR)/dramatis/$${show##*/}"; \
	  if [ ! -e "$$place" ] || cmp -s $$show "$$place"; then install -m 644 $$show "$$place"; \
	  else echo "$$place has local changes: kept"; fi; \
	done
	@if [ -z "$(DESTDIR)" ] && [ -d /run/systemd/system ] && [ "$$(id -u)" = 0 ]; then \
	  systemd-sysusers "$(PREFIX)/lib/sysusers.d/dramatis.conf"; \
	  systemd-tmpfiles --create "$(PREFIX)/lib/tmpfiles.d/dramatis.conf"; \
	  systemctl daemon-reload; \
	fi

uninstall: ## undo make install; keeps shows with local changes
	rm -f "$(DESTDIR)$(PREFIX)/bin/dramatis"
	@echo "$$PLACES" | while read -r file place; do rm -f "$(DESTDIR)$$place"; done
	rm -rf "$(DESTDIR)$(SHARE)/dramatis"
	@for show in $(SHOWS); do \
	  place="$(DESTDIR)$(SYSCONFDIR)/dramatis/$${show##*/}"; \
	  if [ ! -e "$$place" ] || cmp -s $$show "$$place"; then rm -f "$$place"; \
	  else echo "$$place has local changes: kept"; fi; \
	done
	@rmdir "$(DESTDIR)$(SYSCONFDIR)/dramatis/tls" "$(DESTDIR)$(SYSCONFDIR)/dramatis" 2>/dev/null || true

deb: build ## build a Debian package: .build/deb/
	$(call install,dpkg-dev binutils)
	$(PACKAGE)/deb $(PROGRAM) .build/deb

release: build ## build package, tarball, container archive and checksums: .build/dist/
	$(call install,dpkg-dev binutils mmdebstrap)
	$(PACKAGE)/release $(PROGRAM) .build/dist

# Checks that the release is reproducible and runs.
release-test: release
	$(PACKAGE)/release-test $(PROGRAM) .build/dist

deb-test: deb ## test the package in a freshly booted Debian: make deb-test PREVIOUS=dramatis_0.7.0_amd64.deb
	$(call install,debootstrap lintian curl systemd-container)
	$(PACKAGE)/deb-test .build/deb $(PREVIOUS)
