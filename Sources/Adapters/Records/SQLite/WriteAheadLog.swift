public import System

/// The write-ahead log beside an SQLite file (`-wal`), whose changes are not in the file yet.
///
/// Its frames are a page each; those up to the last commit count. The format is SQLite's own, version 3007000.
public struct WriteAheadLog {
  private let log: Numbers<UInt8>
  private let isBigEndian: Bool
  private let pageSize: Int

  /// Bytes of a file and of its log.
  public static let limit = 1 << 30
  private static let (headLength, frameHeadLength) = (32, 24)

  /// Copies a file's log into it.
  /// - Returns: the file as its last commit left it, and the reason why changes are missing.
  public static func merged(
    _ file: Numbers<UInt8>, _ log: Numbers<UInt8>
  ) -> (file: Numbers<UInt8>, fault: String?) {
    guard file.starts(with: RecordForm.sqliteSignature) else { return (file, nil) }
    guard max(file.count, log.count) <= limit else {
      return (file, "its write-ahead log is not read: they are larger than \(limit >> 30) GB")
    }
    guard let head = WriteAheadLog(log) else { return (file, "its write-ahead log is damaged, and left out") }
    guard head.pageSize == head.size(ofPagesIn: file) else {
      return (file, "its write-ahead log belongs to another file, and is left out")
    }
    return head.applied(to: file)
  }

  /// Nil for a damaged head.
  private init?(_ log: Numbers<UInt8>) {
    self.log = log
    isBigEndian = log.bigEndian(0) == 0x377F_0683
    pageSize = log.bigEndian(8)
    guard log.count >= Self.headLength, log.bigEndian(0) & ~1 == 0x377F_0682, log.bigEndian(4) == 3_007_000,
      sum(0..<24, (0, 0)) == (UInt32(log.bigEndian(24)), UInt32(log.bigEndian(28)))
    else { return nil }
  }

  private func size(ofPagesIn file: Numbers<UInt8>) -> Int {
    let size = file.bigEndian(16) >> 16
    return size == 1 ? 65_536 : size
  }

  private func applied(to file: Numbers<UInt8>) -> (file: Numbers<UInt8>, fault: String?) {
    var (sums, offset) = ((UInt32(log.bigEndian(24)), UInt32(log.bigEndian(28))), Self.headLength)
    var (pages, pending): ([Int: Int], [Int: Int]) = ([:], [:])
    var (count, isDamaged) = (0, false)
    // Frames of before the log began anew have another salt.
    while offset + Self.frameHeadLength + pageSize <= log.count,
      log.part(offset + 8..<offset + 16).elementsEqual(log.part(16..<24))
    {
      let page = offset + Self.frameHeadLength
      sums = sum(page..<page + pageSize, sum(offset..<offset + 8, sums))
      guard sums == (UInt32(log.bigEndian(offset + 16)), UInt32(log.bigEndian(offset + 20))) else {
        isDamaged = true
        break
      }
      pending[log.bigEndian(offset)] = page
      // The last frame of a commit has the number of the file's pages then.
      if log.bigEndian(offset + 4) > 0 {
        count = log.bigEndian(offset + 4)
        pages.merge(pending) { $1 }
        pending = [:]
      }
      offset = page + pageSize
    }
    let damage = isDamaged ? "its write-ahead log is damaged: later changes are missing" : nil
    guard count > 0, count * pageSize <= Self.limit else { return (file, damage) }
    if let first = pages[1], !isOf(file, log.part(first..<first + pageSize)) {
      return (file, "its write-ahead log belongs to another file, and is left out")
    }
    let merged = Numbers<UInt8>(count: count * pageSize) { buffer in
      buffer.initialize(repeating: 0)
      for number in 1...count {
        let (source, start) = pages[number].map { (log, $0) } ?? (file, (number - 1) * pageSize)
        let page = source.part(start..<start + pageSize)
        _ = UnsafeMutableBufferPointer(rebasing: buffer[((number - 1) * pageSize)...])
          .update(fromContentsOf: page)
      }
      return buffer.count
    }
    return (merged, damage)
  }

  /// Whether the first page of a log may be of a file: a table that the file had is still there, if it names any.
  private func isOf(_ file: Numbers<UInt8>, _ page: Numbers<UInt8>) -> Bool {
    let (before, after) = (tables(in: file.part(0..<pageSize)), tables(in: page))
    return before.isEmpty || after.isEmpty || !before.isDisjoint(with: after)
  }

  private func tables(in page: Numbers<UInt8>) -> Set<String> {
    let text = String(decoding: page, as: Unicode.ASCII.self).uppercased()
    return Set(text.matches(of: /CREATE (?:VIRTUAL )?TABLE ([^\s(]+)/).map { String($0.1) })
  }

  /// SQLite's checksum, which continues from that of the bytes before.
  private func sum(_ range: Range<Int>, _ before: (UInt32, UInt32)) -> (UInt32, UInt32) {
    var (first, second) = before
    log.part(range).withUnsafeBytes { bytes in
      for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
        func word(_ offset: Int) -> UInt32 {
          let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
          return isBigEndian ? word.byteSwapped : word
        }
        first &+= word(offset) &+ second
        second &+= word(offset + 4) &+ first
      }
    }
    return (first, second)
  }
}

extension Numbers<UInt8> {
  /// The number of four bytes; zeros follow the end.
  fileprivate func bigEndian(_ offset: Int) -> Int {
    Int(
      part(Swift.min(offset, count)..<Swift.min(offset + 4, count)).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    )
  }
}
