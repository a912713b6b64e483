import Configuration
import ShowFiles
import Text

/// The texts of `--help` and `--version`.
enum Usage {
  static let version = "dramatis \(Version.number)"

  /// The `User-Agent` of its requests.
  static let agent = "dramatis/\(Version.number)"

  private static let commands = """
    dramatis --show NAME [options]      serve one show
    dramatis --shows [options]          serve all shows of the folder, each under /NAME/, with the shelf at /
    dramatis open LOCATION [options]    serve a file, a folder of pictures or an address at once, guessing the
                                        field mapping; writes only to the state folder
    dramatis new NAME --feed-address LOCATION [--kind KIND]
                                        write the same guess to config/NAME.json;
                                        also takes --feed, --offline and --config-dir
    dramatis export DIR --show NAME [options]
                                        write a show as plain files, for any web server or a memory stick,
                                        to a new or empty folder
    dramatis build --show NAME [options]
                                        write the show's catalogue file into the state folder without serving;
                                        --catalog FILE serves one that was copied from another machine
    dramatis check FILE...              check show files; exit status 0, or 1 with one line per fault
    dramatis check --accept --show NAME [--state-dir DIR]
                                        accept the next list as it is, though its fields have changed
    dramatis explain [FIELD | --schema] explain the fields of a show's file, or print its JSON Schema
    dramatis favorites export | import --show NAME [--store STORE]
                                        write all favorites as JSON Lines, or read them from standard input
    dramatis sanitize [--level NAME]    read JSON lines {"html":…}, write them sanitized
    dramatis healthcheck [--show NAME] [--alive] [options] | --url URL
                                        check that a running show is ready, or with --alive that it answers;
                                        exit status 0 or 1
    """

  /// The sentence about a first argument that is no command.
  static func fault(ofCommand word: String, _ environment: [String: String]) -> String {
    if let remedy = Command.remedy(for: word) { return remedy }
    let shows = (try? Options.read([], environment: environment))
      .flatMap { try? ShowFile.names(in: $0.options.folders.configuration) }
    var meant = Spelling.nearest(to: word, among: Command.allCases.map(\.rawValue).filter { !$0.isEmpty })
    switch word {
    case "help": meant = "--help"
    case "version": meant = "--version"
    case "run", "serve", "start": meant = "--show NAME"
    default:
      if shows?.contains(word) == true { meant = "--show \(word)" }
    }
    return "unexpected argument \"\(word.withoutSecrets)\"" + (meant.map { "; did you mean \($0)?" } ?? "")
  }

  /// The usage of one command, or of all with ``Command/serve``.
  static func help(for command: Command) -> String {
    let flags = Options.help(for: command)
    if command != .serve {
      var (lines, isShown) = ([Substring](), false)
      for line in commands.split(separator: "\n") {
        if !line.hasPrefix(" ") { isShown = line.hasPrefix("dramatis \(command.rawValue) ") }
        if isShown { lines.append(line) }
      }
      return lines.joined(separator: "\n") + (flags.isEmpty ? "" : "\n\n\(flags)")
    }
    return """
      \(commands)
      dramatis COMMAND --help             show one command with its flags
      dramatis --version | --help

      \(flags)

      Each flag can also be set in the environment, such as DRAMATIS_PORT=8081 for --port 8081. A flag
      overrides the environment, which overrides the show's file, which overrides the default.

      Sockets passed by a service manager (LISTEN_FDS) replace --listen and --port.

      SIGTERM and SIGINT stop the server once the answers in flight are sent; SIGHUP reloads show files,
      templates, public files and certificates, and asks feeds again. Lists in files and folders are
      reloaded when they change.
      """
  }
}
