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
    do throws(UsageError) {
      switch arguments.first {
      case "--version": Console.out(Usage.version)
      case "new":
        return try NewShow.run(
          Array(arguments.dropFirst()), environment: environment, program: Environment.program)
      case "explain": return try Explain.run(Array(arguments.dropFirst()))
      case "check":
        return Check.run(
          files: try files(arguments.dropFirst()), environment: environment, program: Environment.program)
      case "healthcheck":
        return try Healthcheck.run(
          arguments: Array(arguments.dropFirst()), environment: environment, program: Environment.program)
      case "sanitize": return try Sanitize.run(arguments: Array(arguments.dropFirst()))
      case "avahi-service":
        return AvahiService.run(
          try Options(arguments: Array(arguments.dropFirst()), environment: environment).checked(),
          environment: environment, program: Environment.program)
      default:
        return Serve.run(
          try Options(arguments: arguments, environment: environment).withCredentials(environment).checked(),
          environment: environment, program: Environment.program)
      }
      return 0
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

  private static func files(_ arguments: ArraySlice<String>) throws(UsageError) -> [String] {
    guard !arguments.isEmpty else { throw UsageError("check needs the files to look at") }
    if let flag = arguments.first(where: { $0.hasPrefix("--") }) {
      throw UsageError("check takes no flags, found \(flag)")
    }
    return Array(arguments)
  }
}
