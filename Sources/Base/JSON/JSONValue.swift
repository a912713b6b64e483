/// Any JSON document, for readers that must look before they trust.
public enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  /// A number as a double holds it: whole numbers are exact up to 2^53.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The member of an object; nil if there is none or this is not an object.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  public var string: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  public var number: Double? {
    guard case .number(let value) = self else { return nil }
    return value
  }

  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  public var array: [JSONValue]? {
    guard case .array(let values) = self else { return nil }
    return values
  }

  public var object: [String: JSONValue]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  /// What kind of value this is, in the words of the JSON specification.
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
}
