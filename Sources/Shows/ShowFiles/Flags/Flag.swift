import Feeds
import System

/// A flag of the command line, as declared in ``Options``.
public struct Flag: Sendable {
  /// With its hyphens.
  public let name: String
  /// The placeholder of its value in a usage; nil for a switch.
  let placeholder: String?
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

/// The form of a flag's value, and its parser.
struct FlagForm<Value> {
  let placeholder: String
  /// The expected values, for messages about others.
  let words: String
  let read: (String) -> Value?

  init(_ placeholder: String, takes words: String, read: @escaping (String) -> Value?) {
    self.placeholder = placeholder
    self.words = words
    self.read = read
  }
}

extension FlagForm where Value == String {
  static func text(_ placeholder: String) -> Self { Self(placeholder, takes: "text") { $0 } }

  /// One of several words.
  /// - Parameter former: words of earlier versions, which are still read.
  static func word(_ placeholder: String, of words: [String], former: [String] = []) -> Self {
    let list = "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
    return Self(placeholder, takes: list) { (words + former).contains($0) ? $0 : nil }
  }
}

extension FlagForm where Value: FixedWidthInteger {
  static func number(_ range: ClosedRange<Value>, _ placeholder: String = "N") -> Self {
    Self(placeholder, takes: "\(range.lowerBound) to \(range.upperBound)") {
      $0.number(in: range)
    }
  }
}

extension FlagForm where Value == String {
  static var file: Self { .text("FILE") }
  static var folder: Self { .text("DIR") }

  /// A numeric address to listen on, shortened and without the brackets of web addresses, or `unix:` and a path.
  static var listener: Self {
    Self("ADDRESS", takes: "a numeric address of this machine such as 192.168.1.20 or ::1, or unix:PATH") {
      text in
      if text.hasPrefix("unix:/") { return text }
      let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
      let plain = isBracketed ? text.dropFirst().dropLast() : text[...]
      guard let address = IPAddress(plain), !isBracketed || plain.contains(":") else { return nil }
      return "\(address)\(plain.drop { $0 != "%" })"
    }
  }

  /// The location of a feed's answers; an address may have the placeholder `{query}`.
  static var location: Self {
    let words = "a file, a folder, or an http(s) address without a user name or password"
    return Self("LOCATION", takes: words) { text in
      let isAddress = text.contains(/^[A-Za-z][A-Za-z0-9+.-]*:\//)
      guard isAddress else { return text }
      guard case .address? = FeedLocation(text.replacing("{query}", with: "query")) else { return nil }
      return text
    }
  }
}

extension FlagForm where Value == AddressRange {
  static func network(_ placeholder: String) -> Self {
    Self(placeholder, takes: "addresses such as 192.168.1.2, 10.0.0.0/8 or fd00::/8") {
      AddressRange($0[...])
    }
  }
}

/// A command of the program.
public enum Command: String, Sendable, CaseIterable {
  /// Without the name of a command.
  case serve = ""
  case build, check, explain, export, favorites, healthcheck, new, open, sanitize

  /// Whether it accepts serving flags beside its own.
  var acceptsServingFlags: Bool {
    [.serve, .open, .build, .export, .healthcheck].contains(self)
  }
}

/// Wrong usage: one sentence, exit status 2.
public struct UsageError: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
