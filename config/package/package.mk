# Installing the program, and making a Debian package of it; included by the Makefile.

PREFIX ?= /usr/local
DESTDIR ?=
SYSCONFDIR ?= $(if $(filter /usr,$(PREFIX)),/etc,$(PREFIX)/etc)
# What is installed: `make build` makes it.
PROGRAM ?= .build/release/dramatis

PACKAGE := config/package
SHARE := $(PREFIX)/share
SHOWS := $(filter-out %.schema.json,$(wildcard config/*.json))
# Folders beside the shows' files that the program reads, whichever there are.
SHIPPED := $(wildcard config/bundled config/locales)
# Each line: a file of the package, and where it belongs.
define PLACES
dramatis.1 $(SHARE)/man/man1/dramatis.1
dramatis.bash $(SHARE)/bash-completion/completions/dramatis
_dramatis $(SHARE)/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)/_dramatis
dramatis.service $(PREFIX)/lib/systemd/system/dramatis.service
dramatis@.service $(PREFIX)/lib/systemd/system/dramatis@.service
dramatis@.socket $(PREFIX)/lib/systemd/system/dramatis@.socket
dramatis.sysusers $(PREFIX)/lib/sysusers.d/dramatis.conf
dramatis.tmpfiles $(PREFIX)/lib/tmpfiles.d/dramatis.conf
endef
export PLACES

.PHONY: install uninstall deb release deb-test release-test

install: ## install what make build made: make install PREFIX=/usr DESTDIR=…
	@test -x $(PROGRAM) || { echo "$(PROGRAM) is not there: make build comes first" >&2; exit 1; }
	install -D -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/dramatis
	@echo "$$PLACES" | while read -r file place; do \
	  install -d "$(DESTDIR)$${place%/*}" && \
	  sed 's|/usr/bin/dramatis|$(PREFIX)/bin/dramatis|g; s|/usr/share/dramatis|$(SHARE)/dramatis|g; s|/etc/dramatis|$(SYSCONFDIR)/dramatis|g' \
	    "$(PACKAGE)/$$file" > "$(DESTDIR)$$place" && chmod 644 "$(DESTDIR)$$place" || exit 1; \
	done
	@rm -rf $(DESTDIR)$(SHARE)/dramatis && install -d $(DESTDIR)$(SHARE)/dramatis/config
	cp -R Templates Public $(DESTDIR)$(SHARE)/dramatis/
	cp -R config/show.schema.json $(SHIPPED) $(DESTDIR)$(SHARE)/dramatis/config/
	@chmod -R u=rwX,go=rX $(DESTDIR)$(SHARE)/dramatis
	@install -d $(DESTDIR)$(SYSCONFDIR)/dramatis
	@for show in $(SHOWS); do \
	  place=$(DESTDIR)$(SYSCONFDIR)/dramatis/$${show##*/}; \
	  if [ ! -e "$$place" ] || cmp -s $$show "$$place"; then install -m 644 $$show "$$place"; \
	  else echo "$$place was changed and stays as it is"; fi; \
	done
	@if [ -z "$(DESTDIR)" ] && [ -d /run/systemd/system ] && [ "$$(id -u)" = 0 ]; then \
	  systemd-sysusers $(PREFIX)/lib/sysusers.d/dramatis.conf; \
	  systemd-tmpfiles --create $(PREFIX)/lib/tmpfiles.d/dramatis.conf; \
	  systemctl daemon-reload; \
	fi

uninstall: ## take away what make install put there; shows that were changed stay
	rm -f $(DESTDIR)$(PREFIX)/bin/dramatis
	@echo "$$PLACES" | while read -r file place; do rm -f "$(DESTDIR)$$place"; done
	rm -rf $(DESTDIR)$(SHARE)/dramatis
	@for show in $(SHOWS); do \
	  place=$(DESTDIR)$(SYSCONFDIR)/dramatis/$${show##*/}; \
	  if [ ! -e "$$place" ] || cmp -s $$show "$$place"; then rm -f "$$place"; \
	  else echo "$$place was changed and stays as it is"; fi; \
	done
	@rmdir $(DESTDIR)$(SYSCONFDIR)/dramatis/tls $(DESTDIR)$(SYSCONFDIR)/dramatis 2>/dev/null || true

deb: build ## make a Debian package of what make build made: .build/deb/
	$(call install,dpkg-dev binutils)
	$(PACKAGE)/deb $(PROGRAM) .build/deb

release: build ## make what one can take: package, tarball, container archive, checksums: .build/dist/
	$(call install,dpkg-dev binutils mmdebstrap)
	$(PACKAGE)/release $(PROGRAM) .build/dist

# What make release made, made again and tried.
release-test: release
	$(PACKAGE)/release-test $(PROGRAM) .build/dist

deb-test: deb ## put the package into a fresh Debian, boot it and serve from there; takes a few minutes
	$(call install,debootstrap lintian curl systemd-container)
	$(PACKAGE)/deb-test .build/deb
