public import JSON
import System
import Text

/// A path through a record to some of its values: a small part of JMESPath.
///
///     name.first      a member of a member; of a list, that of each of its elements
///     "odd.name"      a name with dots, brackets, bars or braces, or "\u0007" for a control character
///     phones[0]       an element; a value that is not a list is its own first
///     phones[*]       all elements
///     a || b          the second if the first leads to nothing
///
/// A member of the record whose name is the path itself comes first, such as a column with a dot in its name. A path
/// reads each value of a record at most once.
public struct RecordPath: Sendable, Hashable {
  enum Step: Sendable, Hashable {
    case name(String)
    case element(Int)
    case elements
  }

  struct Alternative: Sendable, Hashable {
    let text: String
    let steps: [Step]
  }

  public let text: String
  let alternatives: [Alternative]

  /// Bytes of a path; the longest that is needed names ten members.
  static let limit = 500

  /// - Returns: nil if the text is not a path.
  public init?(_ text: String) {
    self.text = text
    guard text.utf8.count <= Self.limit else { return nil }
    var alternatives: [Alternative] = []
    var scanner = Scanner(rest: text.unicodeScalars[...])
    repeat {
      let start = scanner.rest
      guard let steps = scanner.steps() else { return nil }
      let text = String(start[..<scanner.rest.startIndex]).trimmed
      alternatives.append(Alternative(text: text, steps: steps))
    } while scanner.skip("||")
    guard scanner.rest.isEmpty else { return nil }
    self.alternatives = alternatives
  }

  /// All values at the path that are not empty, with lists flattened.
  public func values(in record: JSONValue) -> [JSONValue] {
    for alternative in alternatives {
      var found: [JSONValue] = []
      if let whole = record[alternative.text] {
        Self.collect(whole, into: &found)
      } else {
        Self.walk(record, alternative.steps[...], into: &found)
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// The texts of its values.
  func texts(in record: JSONValue) -> [String] {
    // Most paths are the name of a column.
    if alternatives.count == 1, case .string(let text)? = record[alternatives[0].text] {
      let text = text.trimmed
      return text.isEmpty ? [] : [text]
    }
    return values(in: record).compactMap(\.recordText)
  }

  /// Whether a record has a field at the names that the path begins with, perhaps an empty one.
  public func hasField(in record: JSONValue) -> Bool {
    alternatives.contains { alternative in
      if record[alternative.text] != nil { return true }
      var value: JSONValue? = record
      for case .name(let name) in alternative.steps {
        if case .array(let elements)? = value { value = elements.first }
        value = value?[name]
      }
      return value != nil
    }
  }

  /// All names that it reads.
  public var names: Set<String> {
    var names: Set<String> = [XMLName.text]
    for alternative in alternatives {
      names.insert(alternative.text)
      for case .name(let name) in alternative.steps { names.insert(name) }
    }
    return names
  }

  /// The names of a path that consists of names only; else nil.
  public var plainNames: [String]? {
    guard alternatives.count == 1 else { return nil }
    let steps = alternatives[0].steps
    let names = steps.compactMap { if case .name(let name) = $0 { name } else { nil } }
    return names.count == steps.count ? names : nil
  }

  static func walk(_ value: JSONValue, _ steps: ArraySlice<Step>, into found: inout [JSONValue]) {
    guard let step = steps.first else { return collect(value, into: &found) }
    switch (step, value) {
    case (.name(let name), .object(let members)):
      if let member = members[name] { walk(member, steps.dropFirst(), into: &found) }
    case (.name, .array(let elements)):
      for element in elements { walk(element, steps, into: &found) }
    case (.element(let index), .array(let elements)):
      let place = index < 0 ? elements.count + index : index
      if elements.indices.contains(place) { walk(elements[place], steps.dropFirst(), into: &found) }
    case (.elements, .array(let elements)):
      for element in elements { walk(element, steps.dropFirst(), into: &found) }
    // An XML element that comes once is not a list, and one without attributes is its own text.
    case (.elements, .object), (.elements, .string), (.element(0), .object), (.element(0), .string),
      (.name(XMLName.text), .string):
      walk(value, steps.dropFirst(), into: &found)
    default: return
    }
  }

  static func collect(_ value: JSONValue, into found: inout [JSONValue]) {
    switch value {
    case .null: return
    case .string(let text): if text.contains(where: { !$0.isWhitespace }) { found.append(value) }
    case .array(let elements): for element in elements { collect(element, into: &found) }
    case .object(let members): if !members.isEmpty { found.append(value) }
    case .bool, .number, .numeral: found.append(value)
    }
  }

  // MARK: Text

  /// The path of some names.
  public static func written(_ names: [String]) -> String {
    names.map { name in
      let isPlain =
        !name.isEmpty && name.trimmed == name
        && !name.unicodeScalars.contains { special.contains($0) || $0.isControl }
      return isPlain ? name : "\"\(escaped(name))\""
    }
    .joined(separator: ".")
  }

  /// Whether names make a path within its limit.
  static func isWritable(_ names: [String]) -> Bool { RecordPath(written(names)) != nil }

  /// A name between quotation marks; control characters are escaped because a show's file refuses them.
  private static func escaped(_ name: String) -> String {
    name.unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isControl {
        text += (scalar.value < 0x10 ? "\\u000" : "\\u00") + String(scalar.value, radix: 16)
      } else {
        if scalar == "\"" || scalar == "\\" { text += "\\" }
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// Characters that need quotation marks.
  private static let special: Set<Unicode.Scalar> = [".", "[", "]", "|", "{", "}", "\"", "\\"]

  private struct Scanner {
    var rest: Substring.UnicodeScalarView

    mutating func steps() -> [Step]? {
      skipSpace()
      guard let first = name() else { return nil }
      var steps = [Step.name(first)]
      while let next = rest.first, next != "|" {
        let step: Step? = skip(".") ? name().map { .name($0) } : skip("[") ? bracket() : nil
        guard let step else { return nil }
        steps.append(step)
        skipSpace()
      }
      return steps
    }

    mutating func skip(_ text: String) -> Bool {
      guard rest.starts(with: text.unicodeScalars) else { return false }
      rest = rest.dropFirst(text.unicodeScalars.count)
      return true
    }

    private mutating func skipSpace() { rest = rest.drop { $0 == " " } }

    private mutating func name() -> String? {
      if skip("\"") { return quoted() }
      let name = rest.prefix { !RecordPath.special.contains($0) }
      rest = rest[name.endIndex...]
      let trimmed = String(name).trimmed
      return trimmed.isEmpty ? nil : trimmed
    }

    private mutating func quoted() -> String? {
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
          let code = digits.number(in: 0...UInt32.max, radix: 16)
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
      let inner = String(rest.prefix { $0 != "]" })
      rest = rest.dropFirst(inner.unicodeScalars.count)
      guard skip("]") else { return nil }
      if inner == "*" { return .elements }
      return inner.number(in: -999_999...999_999).map { .element($0) }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || value == 0x7F }
}

extension JSONValue {
  /// A value as text: numbers in full, and the text of an XML element with attributes; nil if it has no text.
  public var recordText: String? {
    switch self {
    case .string(let text):
      let text = text.trimmed.withFewMarks
      return text.isEmpty ? nil : text
    case .number(let number): return Self.text(number)
    case .numeral(let text): return text
    case .bool(let value): return String(value)
    case .object(let members): return members[XMLName.text]?.recordText
    case .null, .array: return nil
    }
  }
}
