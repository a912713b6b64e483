import Configuration
import Text

/// Reads the flags of a command line; each is declared where it is read.
///
///     log = flags.value("--log", .word("FORMAT", of: names), "the format of the access log", for: [.serve])
///
/// So the code that reads the flags also lists them, with an empty command line: ``flags``.
final class FlagReader {
  /// Values by flag.
  private let given: [String: [String]]
  let environment: [String: String]
  /// The flags that were declared so far.
  private(set) var flags: [Flag] = []
  /// The first error.
  private(set) var error: UsageError?

  init(given: [String: [String]] = [:], environment: [String: String] = [:]) {
    self.given = given
    self.environment = environment
  }

  /// Splits a command line into values by flag and other arguments.
  static func split(
    _ arguments: [String], of command: Command, among flags: [Flag]
  ) throws(UsageError) -> (given: [String: [String]], operands: [String]) {
    var given: [String: [String]] = [:]
    var operands: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--"), argument.count > 2 else {
        operands.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let flag = flags.first(where: { $0.name == name && $0.isAccepted(by: command) }) else {
        let meant = Spelling.nearest(
          to: name, among: flags.filter { $0.isAccepted(by: command) }.map(\.name))
        throw UsageError(
          (command == .serve ? "unknown flag \(name)" : "\(command.rawValue) takes no flag \(name)")
            + (meant.map { "; did you mean \($0)?" } ?? ""))
      }
      let value: String
      if flag.isSwitch {
        guard parts.count == 1 else { throw UsageError("\(name) takes no value") }
        value = "1"
      } else {
        guard let text = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !text.isEmpty else {
          throw UsageError("\(name) needs a value")
        }
        value = text
      }
      guard given[name] == nil || flag.isRepeatable else { throw UsageError("\(name) is given twice") }
      given[name, default: []].append(value)
    }
    return (given, operands)
  }

  // MARK: Values

  func value<Value>(
    _ name: String, _ form: FlagForm<Value>, _ summary: String, note: String? = nil,
    for commands: Set<Command> = [.serve]
  ) -> Value? {
    values(flag(name, form, isRepeatable: false, summary, note, commands), form).last
  }

  /// Comma-separated values of a flag that may be given several times.
  func list<Value>(
    _ name: String, _ form: FlagForm<Value>, _ summary: String, note: String? = nil,
    for commands: Set<Command> = [.serve]
  ) -> [Value] {
    values(flag(name, form, isRepeatable: true, summary, note, commands), form)
  }

  /// Whether a switch is given, or its variable is true.
  func isOn(
    _ name: String, _ summary: String, note: String? = nil, for commands: Set<Command> = [.serve]
  ) -> Bool {
    let form = FlagForm<Bool>("", takes: "true or false") {
      ["1": true, "true": true, "0": false, "false": false][$0]
    }
    return values(flag(name, form, isRepeatable: false, summary, note, commands), form).last ?? false
  }

  private func flag<Value>(
    _ name: String, _ form: FlagForm<Value>, isRepeatable: Bool, _ summary: String, _ note: String?,
    _ commands: Set<Command>
  ) -> Flag {
    let flag = Flag(
      name: name, placeholder: form.placeholder.isEmpty ? nil : form.placeholder,
      isRepeatable: isRepeatable, summary: summary, note: note, commands: commands)
    flags.append(flag)
    return flag
  }

  private func values<Value>(_ flag: Flag, _ form: FlagForm<Value>) -> [Value] {
    var place = ""
    var texts = given[flag.name] ?? []
    if texts.isEmpty, let variable = flag.variable, let text = environment[variable], !text.isEmpty {
      place = "\(variable): "
      texts = [text]
    }
    if flag.isRepeatable {
      texts = texts.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
        .map { String($0.trimmingPrefix { $0 == " " }) }
    }
    return texts.compactMap { text in
      if let value = form.read(text) { return value }
      error = error ?? UsageError("\(place)\(flag.name) takes \(form.words), not \"\(text.withoutSecrets)\"")
      return nil
    }
  }
}
