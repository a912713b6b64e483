/// Many texts in one buffer, instead of a string on the heap for each.
public struct PackedTexts: Sendable {
  public internal(set) var bytes: [UInt8] = []
  /// Where each text ends; it begins where the one before ends. The whole has less than 4 GB.
  @usableFromInline var ends: [UInt32] = []

  public init() {}

  init(bytes: [UInt8], ends: [UInt32]) {
    (self.bytes, self.ends) = (bytes, ends)
  }

  public var count: Int { ends.count }

  public mutating func reserve(_ count: Int, bytesEach: Int) {
    bytes.reserveCapacity(count * bytesEach)
    ends.reserveCapacity(count)
  }

  public mutating func append(_ text: String) {
    append { $0.append(contentsOf: text.utf8) }
  }

  /// Appends the text that a closure writes behind the others.
  public mutating func append(_ write: (inout [UInt8]) -> Void) {
    write(&bytes)
    ends.append(UInt32(bytes.count))
  }

  /// Where the text at a position lies among the bytes.
  @inlinable
  public func range(of position: Int) -> Range<Int> {
    (position == 0 ? 0 : Int(ends[position - 1]))..<Int(ends[position])
  }

  public subscript(position: Int) -> String {
    String(decoding: bytes[range(of: position)], as: UTF8.self)
  }
}
