/// A flag of the command line, as declared in ``Options``.
public struct Flag: Sendable {
  /// With its hyphens.
  public let name: String
  /// The placeholder of its value in a usage; nil for a switch.
  let placeholder: String?
  let completion: ArgumentCompletion
  /// Whether it may be given several times.
  let isRepeatable: Bool
  /// A few words without a full stop.
  let summary: String
  /// Further sentences.
  let note: String?
  /// Commands that accept it. Serving flags are also accepted, but not advertised, by other commands.
  let commands: Set<Command>

  func isAccepted(by command: Command) -> Bool {
    commands.contains(command) || command.acceptsServingFlags && commands.contains(.serve)
  }

  public var isSwitch: Bool { placeholder == nil }

  /// The environment variable for the flag: `DRAMATIS_BASE_PATH` for `--base-path`; only serving flags have one.
  public var variable: String? {
    guard commands.contains(.serve) else { return nil }
    return "DRAMATIS_" + name.dropFirst(2).uppercased().replacing("-", with: "_")
  }
}

/// The completion of a flag's value by a shell.
enum ArgumentCompletion: Sendable {
  case nothing, file, folder, show
  case words([String])
}

/// The form of a flag's value, and its parser.
struct FlagForm<Value> {
  let placeholder: String
  let completion: ArgumentCompletion
  /// The expected values, for messages about others.
  let words: String
  let read: (String) -> Value?

  init(
    _ placeholder: String, completes completion: ArgumentCompletion = .nothing, takes words: String,
    read: @escaping (String) -> Value?
  ) {
    self.placeholder = placeholder
    self.completion = completion
    self.words = words
    self.read = read
  }
}

extension FlagForm where Value == String {
  static func text(_ placeholder: String, completes completion: ArgumentCompletion = .nothing) -> Self {
    Self(placeholder, completes: completion, takes: "text") { $0 }
  }

  /// One of several words.
  static func word(_ placeholder: String, of words: [String]) -> Self {
    let list = "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
    return Self(placeholder, completes: .words(words), takes: list) { words.contains($0) ? $0 : nil }
  }
}

extension FlagForm where Value: FixedWidthInteger {
  static func number(_ range: ClosedRange<Value>, _ placeholder: String = "N") -> Self {
    Self(placeholder, takes: "\(range.lowerBound) to \(range.upperBound)") { text in
      Value(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

/// A command of the program.
public enum Command: String, Sendable, CaseIterable {
  /// Without the name of a command.
  case serve = ""
  case check, explain, export, favorites, new, open, sanitize
  case avahiService = "avahi-service"
  case healthcheck
  /// For developers of flags; left out of the usage.
  case flags

  /// Its name in completions.
  var name: String { self == .serve ? "serve" : rawValue }

  /// Whether it accepts serving flags beside its own.
  var acceptsServingFlags: Bool { [.serve, .open, .export, .avahiService, .healthcheck].contains(self) }
}

/// Wrong usage: one sentence, exit status 2.
public struct UsageError: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
