import Text

extension RecordPath {
  /// Bytes of a path; the longest that anyone needs names ten members.
  static let limit = 500

  /// Nil for what is not a path.
  public init?(_ text: String) {
    self.text = text
    var alternatives: [Alternative] = []
    var scanner = Scanner(rest: text.unicodeScalars[...])
    guard text.utf8.count <= Self.limit else { return nil }
    repeat {
      guard let steps = scanner.steps() else { return nil }
      alternatives.append(Alternative(text: scanner.taken.trimmed, steps: steps))
    } while scanner.skipBars()
    guard scanner.rest.isEmpty else { return nil }
    self.alternatives = alternatives
  }

  /// The path that these names make.
  public static func written(_ names: [String]) -> String {
    names.map { name in
      let isPlain =
        !name.isEmpty && name.trimmed == name
        && !name.unicodeScalars.contains { special.contains($0) || $0.isControl }
      return isPlain ? name : "\"\(escaped(name))\""
    }
    .joined(separator: ".")
  }

  /// Whether there is a path that these names make.
  static func isWritable(_ names: [String]) -> Bool { RecordPath(written(names)) != nil }

  /// A name as it stands in quotation marks: a show's file takes no control characters.
  private static func escaped(_ name: String) -> String {
    name.unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isControl {
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        if scalar == "\"" || scalar == "\\" { text += "\\" }
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// The names of a path that has nothing else; nil if it has.
  public var plainNames: [String]? {
    guard alternatives.count == 1 else { return nil }
    var names: [String] = []
    for step in alternatives[0].steps {
      guard case .name(let name) = step else { return nil }
      names.append(name)
    }
    return names
  }

  /// What a name may hold only in quotation marks.
  private static let special: Set<Unicode.Scalar> = [".", "[", "]", "|", "{", "}", "\"", "\\"]

  private struct Scanner {
    var rest: Substring.UnicodeScalarView
    /// The text of the last steps.
    var taken = ""

    mutating func steps() -> [Step]? {
      let start = rest
      var steps: [Step] = []
      skipSpace()
      guard let first = name() else { return nil }
      steps.append(.name(first))
      while let next = rest.first, next != "|" {
        if next == "." {
          rest.removeFirst()
          guard let name = name() else { return nil }
          steps.append(.name(name))
        } else if next == "[" {
          guard let step = bracket() else { return nil }
          steps.append(step)
        } else {
          return nil
        }
        skipSpace()
      }
      taken = String(start[..<rest.startIndex])
      return steps
    }

    mutating func skipBars() -> Bool {
      guard rest.starts(with: "||".unicodeScalars) else { return false }
      rest = rest.dropFirst(2)
      return true
    }

    private mutating func skipSpace() { rest = rest.drop { $0 == " " } }

    private mutating func name() -> String? {
      if rest.first == "\"" { return quoted() }
      let name = String(rest.prefix { !RecordPath.special.contains($0) })
      rest = rest.dropFirst(name.unicodeScalars.count)
      let trimmed = name.trimmed
      return trimmed.isEmpty ? nil : trimmed
    }

    private mutating func quoted() -> String? {
      rest.removeFirst()
      var name = String.UnicodeScalarView()
      while let scalar = rest.popFirst() {
        if scalar == "\"" {
          skipSpace()
          return name.isEmpty ? nil : String(name)
        }
        guard scalar == "\\" else {
          name.append(scalar)
          continue
        }
        guard let escaped = rest.popFirst() else { return nil }
        let digits = String(rest.prefix(4))
        guard escaped == "u", digits.count == 4, digits.allSatisfy(\.isHexDigit),
          let code = UInt32(digits, radix: 16)
        else {
          name.append(escaped)
          continue
        }
        guard let scalar = Unicode.Scalar(code) else { return nil }
        name.append(scalar)
        rest = rest.dropFirst(4)
      }
      return nil
    }

    private mutating func bracket() -> Step? {
      let inner = String(rest.dropFirst().prefix { $0 != "]" })
      rest = rest.dropFirst(inner.unicodeScalars.count + 1)
      guard rest.popFirst() == "]" else { return nil }
      if inner == "*" { return .elements }
      return Int(inner).flatMap { abs($0) < 1_000_000 ? .element($0) : nil }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || value == 0x7F }
}
