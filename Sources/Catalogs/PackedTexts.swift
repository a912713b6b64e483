/// Many texts in one buffer, instead of a string on the heap for each.
package struct PackedTexts: Sendable {
  private(set) var bytes: [UInt8] = []
  /// Where each text ends; it begins where the one before ends. The whole has less than 4 GB.
  private var ends: [UInt32] = []

  var count: Int { ends.count }

  mutating func reserve(_ count: Int, bytesEach: Int) {
    bytes.reserveCapacity(count * bytesEach)
    ends.reserveCapacity(count)
  }

  package init() {}

  package mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    end()
  }

  /// Appends the text that a closure writes behind the others.
  mutating func append(_ write: (inout [UInt8]) -> Void) {
    write(&bytes)
    end()
  }

  private mutating func end() {
    ends.append(UInt32(bytes.count))
  }

  func range(of position: Int) -> Range<Int> {
    (position == 0 ? 0 : Int(ends[position - 1]))..<Int(ends[position])
  }

  package subscript(position: Int) -> String {
    String(decoding: bytes[range(of: position)], as: UTF8.self)
  }
}
