/// The headers of a connection's last request as the library left them, and what was noted of them: browsers send the
/// same ones again and again, which one comparison of their bytes tells.
struct KnownHead {
  private var bytes: [UInt8] = []
  private var noted = NotedHeaders()
  /// Where the bytes lay.
  private var start: UInt = 0
  /// Headers that the library made of them.
  private var count = 0

  /// Bytes of headers that are kept: those of browsers take some 700.
  static let limit = 1_024

  /// What was noted of the same headers, as they lie now; nil for others.
  ///
  /// The count tells those that only look the same after the library has put zero bytes over their separators.
  func noted(in block: UnsafeBufferPointer<UInt8>, count: Int) -> NotedHeaders? {
    guard block.count == bytes.count, count == self.count, let now = block.baseAddress,
      bytes.withUnsafeBufferPointer({ HeadBytes.areSame(now, $0.baseAddress, block.count) })
    else { return nil }
    return noted.moved(by: Int(bitPattern: now) - Int(bitPattern: start))
  }

  /// Whether other headers say the same of who asks.
  func isOfSameAsker(_ others: NotedHeaders) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      guard !bytes.isEmpty else { return false }
      return noted.moved(by: Int(bitPattern: bytes.baseAddress) - Int(bitPattern: start)).isOfSameAsker(
        others)
    }
  }

  mutating func forget() { bytes.removeAll(keepingCapacity: true) }

  mutating func keep(_ block: UnsafeBufferPointer<UInt8>, count: Int, _ noted: NotedHeaders) {
    forget()
    guard block.count <= Self.limit else { return }
    bytes.append(contentsOf: block)
    (start, self.count, self.noted) = (UInt(bitPattern: block.baseAddress), count, noted)
  }
}
