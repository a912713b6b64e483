/// Writes JSON as bytes; members of an object keep the order in which they are written.
public struct JSONWriter {
  public private(set) var bytes: [UInt8] = []
  /// Whether the next value is the first of its object or array, and so needs no comma.
  private var isFirst = true

  public init() {}

  public mutating func object(_ members: (inout JSONWriter) -> Void) { nested("{", members, "}") }
  public mutating func array(_ elements: (inout JSONWriter) -> Void) { nested("[", elements, "]") }

  /// The name of the next member.
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

  /// A number; NaN and infinities become null.
  public mutating func number(_ value: Double) {
    guard value.isFinite else { return null() }
    literal(Int64(exactly: value).map { String($0) } ?? String(value))
  }

  public mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }
  public mutating func null() { literal("null") }

  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .number(let value): number(value)
    case .numeral(let text): literal(text)
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

  private mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func nested(
    _ open: Unicode.Scalar, _ body: (inout JSONWriter) -> Void, _ close: Unicode.Scalar
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
    // Most texts need no escapes.
    let isCopied = text.utf8.withContiguousStorageIfAvailable { text in
      guard text.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F }) else { return false }
      bytes.append(contentsOf: text)
      return true
    }
    for byte in isCopied == true ? "".utf8 : text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0..<0x20, 0x7F:
        bytes.append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u00").utf8)
        bytes.append(contentsOf: String(byte, radix: 16).utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
