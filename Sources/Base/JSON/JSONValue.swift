/// Any JSON document.
public enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  /// A number as a double holds it: whole numbers are exact up to 2^53.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The member of an object; nil if it is missing or this is not an object.
  public subscript(key: String) -> JSONValue? { object?[key] }

  public var string: String? { if case .string(let value) = self { value } else { nil } }
  public var number: Double? { if case .number(let value) = self { value } else { nil } }
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
  public var object: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }

  /// The kind of value, in the words of the JSON specification.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The value itself if it is short, else its kind.
  public var shortDescription: String {
    switch self {
    case .string(let text) where text.count <= 40: "\"\(text)\""
    case .number(let number): Int(exactly: number).map { String($0) } ?? String(number)
    case .bool(let value): String(value)
    default: kind
    }
  }
}
