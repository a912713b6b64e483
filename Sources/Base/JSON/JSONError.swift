/// Why a document is not read, and where; one sentence for whoever wrote it.
public struct JSONError: Error, Hashable, CustomStringConvertible {
  /// Counted from 1.
  public let line: Int
  /// Characters of that line up to the fault, counted from 1.
  public let column: Int
  /// Bytes of the document before the fault.
  public let offset: Int
  public let reason: String
  /// Whether the document asks for more than is allowed, and is JSON as far as it was read.
  public let isExcess: Bool

  init(_ reason: String, at offset: Int, in bytes: [UInt8], isExcess: Bool = false) {
    self.reason = reason
    self.offset = offset
    self.isExcess = isExcess
    let place = JSONPlaces.Place(of: offset, in: bytes)
    line = place.line
    column = place.column
  }

  public var description: String {
    "\(isExcess ? reason : "it is not valid JSON: \(reason)") (line \(line), byte \(offset))"
  }
}
