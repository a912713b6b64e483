import Feeds
import Text

/// Reads the flags of a command line; a flag is declared where it is read.
///
///     log = flags.value("--log", .word("FORMAT", of: names), "the format of the access log", for: [.serve])
///
/// So the code that reads the flags also lists them: ``flags(of:)`` runs it without a command line.
public final class FlagReader {
  /// Values by flag, as the command line has them.
  private let given: [String: [String]]
  private let environment: [String: String]
  private var flags: [Flag] = []
  /// The first.
  private var error: UsageError?

  private init(given: [String: [String]] = [:], environment: [String: String] = [:]) {
    self.given = given
    self.environment = environment
  }

  /// What a reading declares, in its order.
  public static func flags(of reading: (FlagReader) -> Void) -> [Flag] {
    let reader = FlagReader()
    reading(reader)
    return reader.flags
  }

  /// The result of reading an empty command line.
  static func nothing<Value>(_ reading: (FlagReader) -> Value) -> Value { reading(FlagReader()) }

  /// Reads flags, and for each that is missing its variable.
  /// - Returns: what was read, and the arguments that are neither flags nor their values.
  static func read<Value>(
    _ arguments: [String], of command: Command, environment: [String: String],
    _ reading: (FlagReader) -> Value
  ) throws(UsageError) -> (value: Value, operands: [String]) {
    let known = flags { _ = reading($0) }.filter { $0.isTaken(by: command) }
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
      guard let flag = known.first(where: { $0.name == name }) else {
        throw UsageError(
          command == .serve ? "unknown flag \(name)" : "\(command.rawValue) takes no flag \(name)")
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
    let reader = FlagReader(given: given, environment: environment)
    let value = reading(reader)
    if let error = reader.error { throw error }
    return (value, operands)
  }

  // MARK: Values

  /// - Parameter commands: those that take it; of a flag that serving takes, those that complete it as well.
  public func value<Value>(
    _ name: String, _ form: FlagForm<Value>, _ summary: String, note: String? = nil,
    for commands: Set<Command> = [.serve]
  ) -> Value? {
    values(flag(name, form, isRepeatable: false, summary, note, commands), form).last
  }

  /// Values with commas between them, of a flag that may be given several times.
  public func list<Value>(
    _ name: String, _ form: FlagForm<Value>, _ summary: String, note: String? = nil,
    for commands: Set<Command> = [.serve]
  ) -> [Value] {
    values(flag(name, form, isRepeatable: true, summary, note, commands), form)
  }

  /// Whether a switch is on the line, or its variable says so.
  public func isOn(
    _ name: String, _ summary: String, note: String? = nil, for commands: Set<Command> = [.serve]
  ) -> Bool {
    let form = FlagForm<Bool>("", takes: "true or false") {
      ["1": true, "true": true, "0": false, "false": false][$0]
    }
    let flag = declare(
      Flag(
        name: name, placeholder: nil, completion: .nothing, isRepeatable: false, summary: summary, note: note,
        commands: commands))
    return values(flag, form).last ?? false
  }

  private func flag<Value>(
    _ name: String, _ form: FlagForm<Value>, isRepeatable: Bool, _ summary: String, _ note: String?,
    _ commands: Set<Command>
  ) -> Flag {
    declare(
      Flag(
        name: name, placeholder: form.placeholder, completion: form.completion, isRepeatable: isRepeatable,
        summary: summary, note: note, commands: commands))
  }

  private func declare(_ flag: Flag) -> Flag {
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
