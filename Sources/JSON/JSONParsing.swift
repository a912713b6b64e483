extension JSONValue {
  /// What becomes of a key that stands twice in an object.
  public enum RepeatedKeys: Sendable {
    /// The last value counts, as in JavaScript: for what others sent.
    case last
    /// An error, for one of the two is not what its writer believes to be in force.
    case refused
  }

  /// Reads one JSON document as ``JSONReader`` does; a number out of range is null.
  public init(
    parsing bytes: some Collection<UInt8>, repeatedKeys: RepeatedKeys = .last
  ) throws(JSONError) {
    var reader = JSONReader(Array(bytes))
    self = try reader.value(repeatedKeys)
    try reader.finish()
  }
}

extension JSONReader {
  /// The next value, whatever it is; a number out of range is null.
  public mutating func value(_ repeatedKeys: JSONValue.RepeatedKeys = .last) throws(JSONError) -> JSONValue {
    switch try first() {
    case UInt8(ascii: "{"): return .object(try members(repeatedKeys))
    case UInt8(ascii: "["):
      var values: [JSONValue] = []
      _ = try enterArray()
      while try nextElement() { values.append(try value(repeatedKeys)) }
      return .array(values)
    case UInt8(ascii: "\""): return try string().map { .string($0) } ?? .null
    case UInt8(ascii: "0"): return try number().map { .number($0) } ?? .null
    default: return try bool().map { .bool($0) } ?? .null
    }
  }

  private mutating func members(_ repeatedKeys: JSONValue.RepeatedKeys) throws(JSONError) -> [String:
    JSONValue]
  {
    var members: [String: JSONValue] = [:]
    _ = try enterObject()
    while let key = try nextKey() {
      let start = offset
      if members.updateValue(try value(repeatedKeys), forKey: key) != nil, repeatedKeys == .refused {
        throw JSONError("the key \"\(key)\" stands twice in an object", at: start, in: bytes)
      }
    }
    return members
  }
}
