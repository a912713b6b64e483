import JSON

extension JSONValue {
  /// Reads what others sent: a character that was cut in two costs no more than itself.
  /// - Parameter keys: the members that are read; all others are passed over, at every level.
  init(
    answer bytes: [UInt8], within limits: JSONLimits, keeping keys: Set<String>
  ) throws(JSONError) {
    var reader = JSONReader(bytes, repairsText: true)
    self = try reader.value(within: limits, keeping: keys)
    try reader.finish()
  }
}
