import JSON

extension JSONOutline {
  /// Nil is null.
  static func text(_ text: String?) -> JSONOutline { .value(text.map { .string($0) } ?? .null) }
  static func number(_ number: Double) -> JSONOutline { .value(.number(number)) }
  static func number(_ number: Int) -> JSONOutline { .number(Double(number)) }

  /// A fault in the format of RFC 9457.
  static func problem(_ status: Int, _ title: String, _ detail: String) -> JSONOutline {
    ["type": "about:blank", "title": .text(title), "status": .number(status), "detail": .text(detail)]
  }

  /// The document without white space.
  var bytes: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .value(let value): writer.value(value)
    case .list(let elements):
      writer.array { writer in for element in elements { element.write(to: &writer) } }
    case .members(let members):
      writer.object { writer in
        for (key, value) in members {
          writer.key(key)
          value.write(to: &writer)
        }
      }
    }
  }
}
