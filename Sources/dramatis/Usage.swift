import Flags

/// What `--help` and `--version` say.
enum Usage {
  static let version = "dramatis \(Version.number)"

  /// What the program calls itself when it asks others.
  static let agent = "dramatis/\(Version.number)"

  static let help = """
    dramatis --show NAME [options]      serve one show
    dramatis new NAME --feed-address URL [--kind KIND]
                                        write config/NAME.json for a show of your own, once its feed was
                                        looked at; takes --feed, --offline and --config-dir as well
    dramatis check FILE...              check configurations; exit 0, or 1 with one line per fault
    dramatis explain [FIELD | --schema] what fields of a configuration mean; their JSON Schema
    dramatis sanitize [--level NAME]    JSON lines {"html":…} in, sanitized {"html":…} out
    dramatis healthcheck [--show NAME] [options] | --url URL
                                        ask a running show whether it is well; exit 0 or 1
    dramatis avahi-service --show NAME [options]
                                        print a file for /etc/avahi/services
    dramatis --version | --help

    \(Options.help)

    Each flag may also stand in the environment: DRAMATIS_PORT=8081 for --port 8081. A flag beats the
    environment, which beats the show's file, which beats the default.

    Sockets of a service manager (LISTEN_FDS) take the place of --listen and --port.

    SIGTERM and SIGINT end it once the answers in flight are finished; SIGHUP reads configuration,
    templates, public files and certificates again.
    """
}
