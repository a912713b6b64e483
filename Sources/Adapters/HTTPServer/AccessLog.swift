internal import Glibc
internal import Synchronization
internal import System
internal import Text

/// Writes each completed request as one line to a file descriptor, in the combined log format.
///
/// Lines are collected and written together within a tenth of a second, by a thread.
public final class AccessLog: Sendable {
  struct Record {
    var peer: String
    /// `nil` for a method that is not served.
    var method: String?
    var target: [UInt8]
    var version: StaticString
    var status: Int
    var bytes: Int
    var referer: UnsafeBufferPointer<UInt8>?
    var agent: UnsafeBufferPointer<UInt8>?
  }

  private let writer: LineWriter
  private let prefix: [UInt8]
  private let clock = Mutex(LogClock())

  /// - Parameters:
  ///   - descriptor: stays the caller's; nil, the default, for standard error.
  ///   - prefix: goes before each line, such as a level for the journal.
  public init(descriptor: Int32? = nil, prefix: String = "") {
    writer = descriptor.map { LineWriter($0) } ?? .errors
    self.prefix = Array(prefix.utf8)
  }

  func append(_ record: Record) {
    writer.add { lines in
      lines += prefix
      clock.withLock { clock in
        clock.update()
        lines.append(record, time: clock.text)
      }
    }
  }

  func flush() { writer.flush() }
}

/// The time of day as log lines show it, formatted once a second.
struct LogClock {
  /// `20/Nov/2026:19:45:10 +0000`
  private(set) var text: [UInt8] = []
  private var second = 0

  mutating func update() {
    let now = time(nil)
    guard now != second || text.isEmpty else { return }
    second = now
    var local = tm()
    localtime_r(&second, &local)
    // The program keeps the locale "C", whose months are English.
    var bytes = [CChar](repeating: 0, count: 64)
    let count = strftime(&bytes, bytes.count, "%d/%b/%Y:%H:%M:%S %z", &local)
    text = bytes[..<count].map { UInt8(bitPattern: $0) }
  }
}

/// One request as one line. A client's text stays inside its field: all but plain ASCII is written as `\xHH`,
/// so that no line can be broken, faked, or steer a terminal. A field longer than ``longestField`` is cut and
/// ends in `...`.
extension [UInt8] {
  /// Most bytes of a client's text, so that no client fills a disk.
  private static var longestField: Int { 1_024 }

  /// `peer - - [time] "request line" status bytes "referer" "agent"`.
  fileprivate mutating func append(_ record: AccessLog.Record, time: [UInt8]) {
    appendField(record.peer)
    appendText(" - - [")
    append(contentsOf: time)
    appendText("] \"")
    append(contentsOf: (record.method ?? "-").utf8)
    append(0x20)
    record.target.withUnsafeBufferPointer { appendField($0) }
    append(0x20)
    appendText(record.version)
    appendText("\" ")
    appendNumber(record.status)
    append(0x20)
    appendNumber(record.bytes)
    appendQuoted(record.referer)
    appendQuoted(record.agent)
    append(0x0A)
  }

  private mutating func appendQuoted(_ value: UnsafeBufferPointer<UInt8>?) {
    appendText(" \"")
    if let value { appendField(value) } else { append(0x2D) }
    append(0x22)
  }

  private mutating func appendField(_ bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.count > Self.longestField {
      appendField(UnsafeBufferPointer(rebasing: bytes[..<Self.longestField]))
      return appendText("...")
    }
    // Nearly all fields need no escape, which one pass without branches tells.
    var odd = 0
    for byte in bytes { odd |= isPlain(byte) ? 0 : 1 }
    if odd == 0 { return append(contentsOf: bytes) }
    var start = 0
    for index in bytes.indices where !isPlain(bytes[index]) {
      append(contentsOf: bytes[start..<index])
      appendText("\\x")
      append(contentsOf: PercentCoding.encoded(bytes[index]).dropFirst())
      start = index + 1
    }
    append(contentsOf: bytes[start...])
  }

  private mutating func appendField(_ text: String) {
    var text = text
    text.withUTF8 { appendField($0) }
  }

  private mutating func appendText(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  private mutating func appendNumber(_ number: Int) {
    append(contentsOf: String(number).utf8)
  }
}

private func isPlain(_ byte: UInt8) -> Bool {
  byte >= 0x20 && byte < 0x7F && byte != 0x22 && byte != 0x5C
}
