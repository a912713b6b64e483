/// Why bytes are no JSON document, and where; one sentence for whoever wrote them.
public struct JSONError: Error, Hashable, CustomStringConvertible {
  /// Counted from 1.
  public let line: Int
  /// Bytes of the document before the fault.
  public let offset: Int
  public let reason: String

  init(_ reason: String, at offset: Int, in bytes: [UInt8]) {
    self.reason = reason
    self.offset = offset
    line = 1 + bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") }
  }

  public var description: String { "it is not valid JSON: \(reason) (line \(line), byte \(offset))" }
}
