import ShowFiles

/// The texts of `--help` and `--version`.
enum Usage {
  static let version = "dramatis \(Version.number)"

  /// The `User-Agent` of its requests.
  static let agent = "dramatis/\(Version.number)"

  /// The lines of each command.
  private static let commands: [(Command, String)] = [
    (.serve, "dramatis --show NAME [options]      serve one show"),
    (
      .serve,
      "dramatis --shows [options]          serve all shows of the folder, each under /NAME/, with the shelf at /"
    ),
    (
      .open,
      """
      dramatis open LOCATION [options]    serve a file, a folder of pictures or an address at once, guessing the
                                          field mapping; writes only to the state folder
      """
    ),
    (
      .new,
      """
      dramatis new NAME --feed-address LOCATION [--kind KIND]
                                          write the same guess to config/NAME.json;
                                          also takes --feed, --offline and --config-dir
      """
    ),
    (
      .export,
      """
      dramatis export DIR --show NAME [options]
                                          write a show as plain files, for any web server or a memory stick,
                                          to a new or empty folder
      """
    ),
    (
      .build,
      """
      dramatis build --show NAME [options]
                                          write the show's catalogue file into the state folder without serving;
                                          --catalog FILE serves one that was copied from another machine
      """
    ),
    (
      .check,
      """
      dramatis check FILE...              check show files; exit status 0, or 1 with one line per fault
      dramatis check --accept --show NAME [--state-dir DIR]
                                          accept the next list as it is, though its fields have changed
      """
    ),
    (
      .explain,
      "dramatis explain [FIELD | --schema] explain the fields of a show's file, or print its JSON Schema"
    ),
    (
      .favorites,
      """
      dramatis favorites export | import --show NAME [--store STORE]
                                          write all favorites as JSON Lines, or read them from standard input
      """
    ),
    (.sanitize, "dramatis sanitize [--level NAME]    read JSON lines {\"html\":…}, write them sanitized"),
    (
      .healthcheck,
      """
      dramatis healthcheck [--show NAME] [--alive] [options] | --url URL
                                          check that a running show is ready, or with --alive that it answers;
                                          exit status 0 or 1
      """
    ),
  ]

  /// The usage of one command, or of all with ``Command/serve``.
  static func help(for command: Command) -> String {
    let flags = Options.help(for: command)
    if command != .serve {
      let lines = commands.filter { $0.0 == command }.map(\.1).joined(separator: "\n")
      return flags.isEmpty ? lines : "\(lines)\n\n\(flags)"
    }
    return """
      \(commands.map(\.1).joined(separator: "\n"))
      dramatis COMMAND --help             show one command with its flags
      dramatis --version | --help

      \(flags)

      Each flag can also be set in the environment, such as DRAMATIS_PORT=8081 for --port 8081. A flag
      overrides the environment, which overrides the show's file, which overrides the default.

      Sockets passed by a service manager (LISTEN_FDS) replace --listen and --port.

      SIGTERM and SIGINT stop the server once the answers in flight are sent; SIGHUP reloads show files,
      templates, public files and certificates, and asks feeds again. Lists in files and folders, and
      certificates, are reloaded when they change.
      """
  }
}
