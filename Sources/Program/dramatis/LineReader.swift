import Glibc

/// The lines of a descriptor, whatever bytes they hold, each as soon as it has arrived.
struct LineReader {
  private let descriptor: Int32
  private var pending: [UInt8] = []
  /// The position of the next line in ``pending``.
  private var start = 0
  private var isAtEnd = false

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// The next line without its end; nil at the end. What follows the last line end is a line too.
  mutating func next() -> [UInt8]? {
    var searched = start
    while true {
      if let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return Array(pending[start..<end])
      }
      if isAtEnd {
        defer { start = pending.count }
        return start < pending.count ? Array(pending[start...]) : nil
      }
      pending.removeFirst(start)
      start = 0
      searched = pending.count
      readMore()
    }
  }

  private mutating func readMore() {
    var block = [UInt8](repeating: 0, count: 65_536)
    var count = read(descriptor, &block, block.count)
    while count < 0, errno == EINTR { count = read(descriptor, &block, block.count) }
    if count <= 0 { isAtEnd = true } else { pending += block[..<count] }
  }
}
