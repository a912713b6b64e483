import Configuration
import Feeds
import Glibc
import NewShow
import Operations
import Pictures
import PostgreSQL
import Records
import ShowFiles
import System
import Text

/// The command line: runs one command and exits with its status.
@main
struct Dramatis {
  static func main() {
    let arguments = Array(Invocation.arguments.dropFirst())
    switch arguments.first {
    case PictureWorker.command?: PictureWorker.run()
    case SQLiteWorker.command?: SQLiteWorker.run()
    default: break
    }
    let status = run(arguments, environment: Launch.environment)
    LineWriter.waitNoLonger()
    exit(status)
  }

  /// Runs one command and returns 0 for success, 1 for a failure, 2 for wrong usage.
  static func run(_ arguments: [String], environment: [String: String]) -> Int32 {
    do {
      return try status(of: arguments, environment: environment)
    } catch let error as UsageError {
      reportMisuse("\(error); see dramatis --help", environment)
      return 2
    } catch let error as ConfigurationFaults {
      for line in error.lines { Console.error(line) }
    } catch {
      Console.error("\(error)")
    }
    return 1
  }

  private static func status(of arguments: [String], environment: [String: String]) throws -> Int32 {
    if arguments.contains(where: { ["--help", "-h"].contains($0) }) {
      Console.out(Usage.help(for: arguments.first.flatMap(Command.init) ?? .serve))
      return 0
    }
    if arguments.first == "--version" {
      Console.out(Usage.version)
      return 0
    }
    let command = arguments.first.flatMap(Command.init) ?? .serve
    if command == .serve, let first = arguments.first, !first.isEmpty, !first.hasPrefix("-") {
      if let remedy = Command.remedy(for: first) { throw UsageError(remedy) }
      let meant = Spelling.nearest(to: first, among: Command.allCases.map(\.rawValue).filter { !$0.isEmpty })
      throw UsageError(
        "unexpected argument \"\(first.withoutSecrets)\"" + (meant.map { "; did you mean \($0)?" } ?? ""))
    }
    let rest = command == .serve ? arguments : Array(arguments.dropFirst())
    let program = Invocation.program
    // The state of a show is its owner's alone.
    if [.serve, .open, .build, .check, .favorites].contains(command) { umask(0o077) }
    let display = Console.progress(EventLog(format: nil, environment: environment), environment: environment)
    switch command {
    case .new:
      _ = Signals()
      try ProgressDisplay.$current.withValue(display) {
        try NewShow(
          rest, environment: environment, program: program, userAgent: Usage.agent,
          log: ConsoleLog(infoToOutput: true)
        ).write()
      }
    case .open:
      let signals = Signals()
      // On a terminal the address comes first.
      let kept = isatty(STDERR_FILENO) == 1 ? KeptLog() : nil
      let opened = try ProgressDisplay.$current.withValue(display) {
        try OpenedList(
          rest, environment: environment, program: program, userAgent: Usage.agent,
          log: kept ?? ConsoleLog(infoToOutput: false))
      }
      let options = try opened.options.withCredentials(environment).checked()
      return Serve.run(
        options, environment: environment, program: program, signals: signals, isPatient: true,
        answer: opened.answer, guessed: Array((kept?.lines.suffix(1) ?? []) + (kept?.lines.dropLast() ?? [])))
    case .build:
      _ = Signals()
      let options = try Options(arguments: rest, of: command, environment: environment).checked()
      try ProgressDisplay.$current.withValue(display) {
        try Build.run(options, environment: environment, program: program)
      }
    case .export:
      return try Export.run(
        rest, environment: environment, program: program, display: display, signals: Signals())
    case .explain: return try Explain.run(rest)
    case .check:
      _ = Signals()
      let (options, files) = try Options.read(rest, of: .check, environment: environment)
      if options.isAccepted, options.shows.isEmpty { throw UsageError("--show NAME is missing") }
      if options.isAccepted {
        try Check.accept(options, environment: environment, program: program)
        return 0
      }
      guard !files.isEmpty else { throw UsageError("check takes the files to check") }
      return ProgressDisplay.$current.withValue(display) {
        Check.run(files: files, environment: environment, program: program)
      }
    case .healthcheck:
      try Healthcheck(userAgent: Usage.agent).run(rest, environment: environment, program: program)
    case .favorites: return try MovedFavorites.run(rest, environment: environment, program: program)
    case .sanitize: try Sanitize.run(arguments: rest)
    case .flags: return try FlagList.run(rest)
    case .serve:
      let options = try Options(arguments: rest, environment: environment).withCredentials(environment)
      return Serve.run(
        try options.checked(), environment: environment, program: program, signals: Signals())
    }
    return 0
  }

  /// Logs with a level in the journal: a service's environment may hold the wrong usage.
  private static func reportMisuse(_ line: String, _ environment: [String: String]) {
    let log = EventLog(format: nil, environment: environment)
    if log.form == .journal { log.error(line) } else { Console.error(line) }
  }
}
