import JSON

/// A value of a JSON document.
protocol JSONWritable {
  func write(to writer: inout JSONWriter)
}

extension String: JSONWritable {
  func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Int: JSONWritable {
  func write(to writer: inout JSONWriter) { writer.integer(self) }
}

extension Double: JSONWritable {
  func write(to writer: inout JSONWriter) { writer.number(self) }
}

extension Bool: JSONWritable {
  func write(to writer: inout JSONWriter) { writer.bool(self) }
}

extension Array: JSONWritable where Element: JSONWritable {
  func write(to writer: inout JSONWriter) {
    writer.array { writer in forEach { $0.write(to: &writer) } }
  }
}

/// `nil` is `null`.
extension Optional: JSONWritable where Wrapped: JSONWritable {
  func write(to writer: inout JSONWriter) {
    if let self { self.write(to: &writer) } else { writer.null() }
  }
}

/// An object whose members keep their order.
struct JSONObject: JSONWritable, ExpressibleByDictionaryLiteral {
  private var members: [(name: String, value: any JSONWritable)]

  init(dictionaryLiteral members: (String, any JSONWritable)...) {
    self.members = members.map { (name: $0, value: $1) }
  }

  var isEmpty: Bool { members.isEmpty }

  mutating func append(_ name: String, _ value: any JSONWritable) { members.append((name, value)) }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      for (name, value) in members {
        writer.key(name)
        value.write(to: &writer)
      }
    }
  }

  var bytes: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

  /// A fault in the format of RFC 9457.
  static func problem(_ status: Int, _ title: String, _ detail: String) -> JSONObject {
    ["type": "about:blank", "title": title, "status": status, "detail": detail]
  }
}
