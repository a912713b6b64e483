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

    --show NAME|FILE     config/NAME.json, or a path
    --feed LOCATION      take the feed's answers from this file, folder or http(s) address
    --feed-key-file FILE the key to the feed's API, where it asks for one: else $TMDB_API_KEY
    --offline            contact nothing outside: start from --feed, else the snapshot, else the bundled data
    --state-dir DIR      snapshots, pictures, favorites. Default $STATE_DIRECTORY, else
                         $XDG_STATE_HOME/dramatis/<show>, else ~/.local/state/dramatis/<show>
    --listen ADDRESS     default: every address, IPv6 and IPv4
    --port N             default 8080; 0 takes a free one
    --base-path PATH     served under this path behind a reverse proxy
    --trusted-proxy CIDR who may say X-Forwarded-For, -Proto, -Host and Forwarded: 127.0.0.1, 10.0.0.0/8,
                         fd00::/8; may be given several times, or as a list with commas
    --tls-cert FILE      serve https with this certificate, in PEM form with its chain …
    --tls-key FILE       … and this private key
    --redirect-port N    lead plain http there to https
    --config-dir DIR     the folder of shows. Default: config beside the resources, or /etc/dramatis
    --resources DIR      the folder that holds Templates/ and Public/
    --refresh SECONDS    between two visits to the feed. Default 21600 (6 hours)
    --threads N          threads that answer, at least 2. Default: one a processor
    --connections N      at once. Default 1000
    --connections-per-address N   Default 200
    --log FORMAT         combined, common, json or none, on standard error. Default combined
    --metrics-from NETWORKS   who besides this machine may read /metrics: 192.168.0.0/16,fd00::/8
    --picture-space MB   room for pictures on disk. Default 256

    Each flag may also stand in the environment: DRAMATIS_PORT=8081 for --port 8081. A flag beats the
    environment, which beats the show's file, which beats the default.

    Sockets of a service manager (LISTEN_FDS) take the place of --listen and --port.

    SIGTERM and SIGINT end it once the answers in flight are finished; SIGHUP reads configuration,
    templates, public files and certificates again.
    """
}
