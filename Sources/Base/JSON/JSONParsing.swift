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
    parsing bytes: some Collection<UInt8>, repeatedKeys: RepeatedKeys = .last,
    within limits: JSONLimits = .document
  ) throws(JSONError) {
    var reader = JSONReader(Array(bytes))
    self = try reader.value(repeatedKeys, within: limits)
    try reader.finish()
  }
}

extension JSONReader {
  /// The next value as a tree; a number out of range is null.
  /// - Parameter keys: members with other keys are passed over, at every level; nil keeps them all.
  public mutating func value(
    _ repeatedKeys: JSONValue.RepeatedKeys = .last, within limits: JSONLimits = .document,
    keeping keys: Set<String>? = nil
  ) throws(JSONError) -> JSONValue {
    var builder = JSONTreeBuilder(repeatedKeys, within: limits, keeping: keys)
    return try builder.value(&self)
  }

  /// The next value, but of an array or object only what it is: empty, whatever it holds.
  public mutating func valueWithoutContents() throws(JSONError) -> JSONValue {
    switch try first() {
    case UInt8(ascii: "{"):
      try skip()
      return .object([:])
    case UInt8(ascii: "["):
      try skip()
      return .array([])
    default: return try value()
    }
  }
}
