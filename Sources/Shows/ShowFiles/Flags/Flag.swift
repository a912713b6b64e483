/// One flag of the command line.
///
/// Made by ``FlagReader`` from what a flag's declaration says.
public struct Flag: Sendable {
  /// With its hyphens.
  public let name: String
  /// What stands for its value in a usage; nil for a switch, which has none.
  let placeholder: String?
  let completion: ArgumentCompletion
  /// Whether it may be given several times.
  public let isRepeatable: Bool
  /// What it is, in a few words without a full stop.
  let summary: String
  /// What else is to be known; whole sentences.
  let note: String?
  /// Those that it is for. One for serving is taken by some others too, and is offered by these only.
  let commands: Set<Command>

  func isTaken(by command: Command) -> Bool {
    commands.contains(command) || command.takesThoseOfServing && commands.contains(.serve)
  }

  public var isSwitch: Bool { placeholder == nil }

  /// The environment variable that stands in for the flag: `DRAMATIS_BASE_PATH` for `--base-path`. Flags of
  /// a single command have none.
  public var variable: String? {
    guard commands.contains(.serve) else { return nil }
    return "DRAMATIS_" + name.dropFirst(2).uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
  }
}

/// What a shell offers for a flag's value.
public enum ArgumentCompletion: Sendable {
  case nothing, file, folder, show
  case words([String])
}

/// What the value of a flag is, and what it is read as.
public struct FlagForm<Value: Sendable>: Sendable {
  let placeholder: String
  let completion: ArgumentCompletion
  /// A description of what it takes, for messages about other values.
  let words: String
  let read: @Sendable (String) -> Value?

  public init(
    _ placeholder: String, completes completion: ArgumentCompletion = .nothing, takes words: String,
    read: @escaping @Sendable (String) -> Value?
  ) {
    self.placeholder = placeholder
    self.completion = completion
    self.words = words
    self.read = read
  }
}

extension FlagForm where Value == String {
  public static func text(_ placeholder: String, completes completion: ArgumentCompletion = .nothing) -> Self
  {
    Self(placeholder, completes: completion, takes: "text") { $0 }
  }

  /// One of several words.
  public static func word(_ placeholder: String, of words: [String]) -> Self {
    let list = "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
    return Self(placeholder, completes: .words(words), takes: list) { words.contains($0) ? $0 : nil }
  }
}

extension FlagForm where Value: FixedWidthInteger {
  public static func number(_ range: ClosedRange<Value>, _ placeholder: String = "N") -> Self {
    Self(placeholder, takes: "\(range.lowerBound) to \(range.upperBound)") { text in
      Value(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

/// What the program is asked to do.
public enum Command: String, Sendable, CaseIterable {
  /// Without the name of a command.
  case serve = ""
  case check, explain, export, favorites, new, open, sanitize
  case avahiService = "avahi-service"
  case healthcheck
  /// For those who change flags; no usage mentions it.
  case flags

  /// Its name, of serving too.
  var name: String { self == .serve ? "serve" : rawValue }

  /// Whether it takes the flags with which a show is served, besides its own.
  var takesThoseOfServing: Bool { [.serve, .open, .export, .avahiService, .healthcheck].contains(self) }
}

/// Wrong usage: one sentence, exit status 2.
public struct UsageError: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}
