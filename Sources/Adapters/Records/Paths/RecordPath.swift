public import JSON
import Text

/// A way through a record to some of its values: a small part of JMESPath.
///
///     name.first      a member of a member; of a list, that of each of its elements
///     "odd.name"      a name in which dots, brackets, bars or braces stand, or "\u0007" for a control character
///     phones[0]       an element; what is not a list is its own first
///     phones[*]       all elements
///     a || b          the second where the first leads to nothing
///
/// A name of the record itself that is written just as the path is goes before, as that of a column with a
/// dot in it. Nothing loops and nothing runs: a path reads each value of a record at most once.
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

  /// All values to which it leads that are not empty, lists taken apart.
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

  /// Every name that it asks for.
  public var names: Set<String> {
    var names: Set<String> = [XMLName.text]
    for alternative in alternatives {
      names.insert(alternative.text)
      for case .name(let name) in alternative.steps { names.insert(name) }
    }
    return names
  }

  private static func walk(_ value: JSONValue, _ steps: ArraySlice<Step>, into found: inout [JSONValue]) {
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
    // An element of XML that comes once is not a list.
    case (.elements, .object), (.elements, .string), (.element(0), .object), (.element(0), .string):
      walk(value, steps.dropFirst(), into: &found)
    // An element of XML without attributes is its own text.
    case (.name(XMLName.text), .string): walk(value, steps.dropFirst(), into: &found)
    default: return
    }
  }

  private static func collect(_ value: JSONValue, into found: inout [JSONValue]) {
    switch value {
    case .null: return
    case .string(let text): if text.contains(where: { !$0.isWhitespace }) { found.append(value) }
    case .array(let elements): for element in elements { collect(element, into: &found) }
    case .object(let members): if !members.isEmpty { found.append(value) }
    case .bool, .number: found.append(value)
    }
  }
}

extension JSONValue {
  /// A value as text: numbers in full, and the text of an element of XML that has attributes; nil for what
  /// has none.
  public var recordText: String? {
    switch self {
    case .string(let text):
      let text = text.trimmed
      return text.isEmpty ? nil : text
    case .number(let number): return Int(exactly: number).map { String($0) } ?? String(number)
    case .bool(let value): return String(value)
    case .object(let members): return members[XMLName.text]?.recordText
    case .null, .array: return nil
    }
  }
}
