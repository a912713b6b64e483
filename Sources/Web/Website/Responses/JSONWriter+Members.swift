import JSON

extension JSONWriter {
  /// One object as bytes.
  static func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object(members)
    return writer.bytes
  }

  mutating func object(_ name: String, _ members: (inout JSONWriter) -> Void) {
    key(name)
    object(members)
  }

  mutating func array(_ name: String, _ elements: (inout JSONWriter) -> Void) {
    key(name)
    array(elements)
  }

  mutating func member(_ name: String, _ value: String?) {
    key(name)
    if let value { string(value) } else { null() }
  }

  mutating func member(_ name: String, _ value: Int) {
    key(name)
    integer(value)
  }

  mutating func member(_ name: String, _ value: Double) {
    key(name)
    number(value)
  }
}
