/// Why bytes are no JSON document, and where; one sentence for whoever wrote them.
public struct JSONError: Error, Hashable, CustomStringConvertible {
  /// Counted from 1.
  public let line: Int
  /// Characters of that line up to the fault, counted from 1.
  public let column: Int
  /// Bytes of the document before the fault.
  public let offset: Int
  public let reason: String

  init(_ reason: String, at offset: Int, in bytes: [UInt8]) {
    self.reason = reason
    self.offset = offset
    let place = JSONPlaces.Place(of: offset, in: bytes)
    line = place.line
    column = place.column
  }

  public var description: String { "it is not valid JSON: \(reason) (line \(line), byte \(offset))" }
}
