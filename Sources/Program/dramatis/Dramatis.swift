import Configuration
import Feeds
import FoundationEssentials
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
    case ListWorker.command?: ListWorker.run()
    default: break
    }
    ListWorker.register()
    Heaps.explainAborts()
    let status = run(arguments, environment: ProcessInfo.processInfo.environment)
    LineWriter.waitNoLonger()
    exit(status)
  }

  /// Runs one command and returns 0 for success, 1 for a failure, 2 for wrong usage.
  private static func run(_ arguments: [String], environment: [String: String]) -> Int32 {
    do {
      return try status(of: arguments, environment: environment)
    } catch let error as UsageError {
      // A service's environment may hold the wrong usage: the journal takes a level.
      let log = EventLog(format: nil, environment: environment)
      let line = "\(error); see dramatis --help"
      if log.form == .journal { log.error(line) } else { Console.error(line) }
      return 2
    } catch {
      for line in (error as? ConfigurationFaults)?.lines ?? ["\(error)"] { Console.error(line) }
      return 1
    }
  }

  private static func status(of arguments: [String], environment: [String: String]) throws -> Int32 {
    let named = arguments.first.flatMap(Command.init)
    let command = named ?? .serve
    if arguments.contains(where: { ["--help", "-h"].contains($0) }) {
      Console.out(Usage.help(for: command))
      return 0
    }
    if arguments.first == "--version" {
      Console.out(Usage.version)
      return 0
    }
    if named == nil, let first = arguments.first, !first.isEmpty, !first.hasPrefix("-") {
      throw UsageError(Usage.fault(ofCommand: first, environment))
    }
    let arguments = named == nil ? arguments : Array(arguments.dropFirst())
    // The state of a show is its owner's alone.
    if [.serve, .open, .build, .check, .favorites].contains(command) { umask(0o077) }
    // Before any thread is started; the other commands end like any program.
    let isServing = [.serve, .open, .new, .build, .export, .check].contains(command)
    let signals = isServing ? Signals() : nil
    let display = Console.progress(EventLog(format: nil, environment: environment), environment: environment)
    return try ProgressDisplay.$current.withValue(display) {
      try run(command, arguments, environment, signals)
    }
  }

  private static func run(
    _ command: Command, _ arguments: [String], _ environment: [String: String], _ signals: Signals?
  ) throws -> Int32 {
    switch command {
    case .open: return try Open.run(arguments, environment: environment, signals: signals)
    case .new:
      try NewShow(
        arguments, environment: environment, userAgent: Usage.agent, log: ConsoleLog(infoToOutput: true)
      ).write()
      return 0
    case .healthcheck:
      try Healthcheck(userAgent: Usage.agent).run(arguments, environment: environment)
      return 0
    default: break
    }
    // These serve nothing, so a server's variables don't concern them.
    let isOfServer = ![.explain, .sanitize].contains(command)
    let (options, operands) = try Options.read(
      arguments, of: command, environment: isOfServer ? environment : [:])
    let operand = operands.first
    func alone() throws(UsageError) -> Options {
      if let operand { throw UsageError("unexpected argument \"\(operand.withoutSecrets)\"") }
      return options
    }
    func ofShow(_ options: Options) throws(UsageError) -> Options {
      if options.shows.isEmpty, !options.areAllShows { throw UsageError("--show NAME is missing") }
      return try options.checked()
    }
    switch command {
    case .build: try Build.run(try ofShow(try alone()))
    case .check:
      if options.isAccepted {
        try Check.accept(try ofShow(try alone()))
      } else {
        return try Check.run(operands, options)
      }
    case .explain: return try Explain.run(operands, options)
    case .export: return try Export.run(operands, try ofShow(options), signals)
    case .favorites: return try MovedFavorites.run(operands, try ofShow(options))
    case .sanitize: Sanitize.run(try alone())
    default: return Serve.run(try ofShow(try alone().withCredentials()), signals: signals)
    }
    return 0
  }
}

/// `dramatis open LOCATION`: guesses the show of a list, and serves it.
enum Open {
  static func run(
    _ arguments: [String], environment: [String: String], signals: Signals?
  ) throws -> Int32 {
    // On a terminal the address comes first.
    let kept = isatty(STDERR_FILENO) == 1 ? KeptLog() : nil
    let opened = try OpenedList(
      arguments, environment: environment, userAgent: Usage.agent,
      log: kept ?? ConsoleLog(infoToOutput: false))
    return Serve.run(
      try opened.options.withCredentials().checked(), signals: signals,
      opened: OpenedAnswer(answer: opened.answer),
      guessed: Array((kept?.lines.suffix(1) ?? []) + (kept?.lines.dropLast() ?? [])))
  }
}
