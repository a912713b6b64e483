import ShowFiles

/// The texts of `--help` and `--version`.
enum Usage {
  static let version = "dramatis \(Version.number)"

  /// The `User-Agent` of its requests.
  static let agent = "dramatis/\(Version.number)"

  static let help = """
    dramatis --show NAME [options]      serve one show
    dramatis --shows [options]          serve all shows of the folder, each under /NAME/, and a page of them at /
    dramatis new NAME --feed-address LOCATION [--kind KIND]
                                        look at a feed and write config/NAME.json for a show of it;
                                        also takes --feed, --offline and --config-dir
    dramatis open LOCATION [options]    serve a file, a folder of pictures or an address at once, with a guess at
                                        what its fields are; writes nothing but the state folder
    dramatis export DIR --show NAME [options]
                                        write a show as plain files, which any web server or a memory stick
                                        serves, into a new or empty folder
    dramatis check FILE...              check configurations; exit status 0, or 1 with one line per fault
    dramatis explain [FIELD | --schema] explain the fields of a configuration, or print their JSON Schema
    dramatis favorites export | import --show NAME [--store STORE]
                                        write all favorites as JSON lines, or read such from standard input
    dramatis sanitize [--level NAME]    JSON lines {"html":…} in, sanitized {"html":…} out
    dramatis healthcheck [--show NAME] [--alive] [options] | --url URL
                                        ask a running show whether it is ready for visitors, or only
                                        whether it answers at all; exit status 0 or 1
    dramatis avahi-service --show NAME [options]
                                        print a file for /etc/avahi/services that announces the show
    dramatis --version | --help

    \(Options.help)

    Each flag can also be set in the environment, such as DRAMATIS_PORT=8081 for --port 8081. A flag
    overrides the environment, which overrides the show's file, which overrides the default.

    Sockets passed by a service manager (LISTEN_FDS) replace --listen and --port.

    SIGTERM and SIGINT stop the server after it has finished the answers in flight; SIGHUP reloads
    configuration, templates, public files and certificates.
    """
}
