/// Writes JSON straight into bytes; the members of an object stand in the order they are written.
public struct JSONWriter {
  public private(set) var bytes: [UInt8] = []
  /// Whether the value to come is the first in its object or array, and so has no comma before it.
  private var isFirst = true

  public init() {}

  public mutating func object(_ members: (inout JSONWriter) -> Void) {
    nested(open: "{", close: "}", members)
  }

  public mutating func array(_ elements: (inout JSONWriter) -> Void) {
    nested(open: "[", close: "]", elements)
  }

  /// The name of the member whose value is written next.
  public mutating func key(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    isFirst = true
  }

  public mutating func string(_ value: String) {
    separate()
    quote(value)
  }

  /// A number; what JSON cannot write (NaN, infinities) becomes null.
  public mutating func number(_ value: Double) {
    separate()
    guard value.isFinite else { return bytes.append(contentsOf: "null".utf8) }
    let whole = Int64(exactly: value)
    bytes.append(contentsOf: (whole.map { String($0) } ?? String(value)).utf8)
  }

  public mutating func integer(_ value: Int) {
    separate()
    bytes.append(contentsOf: String(value).utf8)
  }

  public mutating func bool(_ value: Bool) {
    separate()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  public mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let values): array { writer in values.forEach { writer.value($0) } }
    case .object(let members):
      object { writer in
        for (name, member) in members.sorted(by: { $0.key < $1.key }) {
          writer.key(name)
          writer.value(member)
        }
      }
    }
  }

  private mutating func nested(
    open: Unicode.Scalar, close: Unicode.Scalar, _ body: (inout JSONWriter) -> Void
  ) {
    separate()
    bytes.append(UInt8(ascii: open))
    isFirst = true
    body(&self)
    bytes.append(UInt8(ascii: close))
    isFirst = false
  }

  private mutating func separate() {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0..<0x20, 0x7F:
        let digits = String(byte, radix: 16)
        bytes.append(contentsOf: (digits.count == 1 ? "\\u000\(digits)" : "\\u00\(digits)").utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
