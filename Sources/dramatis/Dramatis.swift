import Operations
import Flags
import Glibc

/// The command line: reads what is asked for, and leaves with the status that says how it went.
@main
struct Dramatis {
  static func main() {
    exit(run(Array(CommandLine.arguments.dropFirst()), environment: Environment.current))
  }

  /// Runs one command. Status 0: done; 1: it could not be; 2: wrong usage.
  static func run(_ arguments: [String], environment: [String: String]) -> Int32 {
    if arguments.contains(where: { ["--help", "-h"].contains($0) }) {
      Console.out(Usage.help)
      return 0
    }
    if arguments.first == "--version" {
      Console.out(Usage.version)
      return 0
    }
    let command = arguments.first.flatMap(Command.init) ?? .serve
    let rest = command == .serve ? arguments : Array(arguments.dropFirst())
    let program = Environment.program
    do throws(UsageError) {
      switch command {
      case .new: return try NewShow.run(rest, environment: environment, program: program)
      case .explain: return try Explain.run(rest)
      case .check: return Check.run(files: try files(rest), environment: environment, program: program)
      case .healthcheck:
        return try Healthcheck.run(arguments: rest, environment: environment, program: program)
      case .sanitize: return try Sanitize.run(arguments: rest)
      case .flags: return try FlagList.run(rest)
      case .avahiService:
        return AvahiService.run(
          try Options(arguments: rest, of: command, environment: environment).checked(),
          environment: environment, program: program)
      case .serve:
        return Serve.run(
          try Options(arguments: rest, environment: environment).withCredentials(environment).checked(),
          environment: environment, program: program)
      }
    } catch {
      tellMisuse("\(error); see dramatis --help", environment)
      return 2
    }
  }

  /// With its level where the journal reads it; a service's environment can be wrong usage too.
  private static func tellMisuse(_ line: String, _ environment: [String: String]) {
    let log = EventLog(format: nil, environment: environment)
    if log.form == .journal { log.error(line) } else { Console.error(line) }
  }

  private static func files(_ arguments: [String]) throws(UsageError) -> [String] {
    guard !arguments.isEmpty else { throw UsageError("check needs the files to look at") }
    if let flag = arguments.first(where: { $0.hasPrefix("--") }) {
      throw UsageError("check takes no flags, found \(flag)")
    }
    return arguments
  }
}
