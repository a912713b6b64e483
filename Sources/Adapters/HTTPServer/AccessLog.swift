internal import Glibc
internal import Synchronization
internal import System

/// Writes each completed request as one line to a file descriptor.
///
/// Lines are collected and written together within a tenth of a second, by a thread.
public final class AccessLog: Sendable {
  public enum Format: String, Sendable, CaseIterable {
    /// The combined log format: peer, time, request line, status, bytes, referer, agent.
    case combined
    /// The common log format: the same without referer and agent.
    case common
    /// One JSON object a line with the same fields, and the milliseconds from the last byte of the request to the
    /// last byte of the answer.
    case json
    case none
  }

  struct Record {
    var peer: String
    /// `nil` for a method that is not served.
    var method: String?
    var target: [UInt8]
    var version: StaticString
    var status: Int
    var bytes: Int
    var nanoseconds: UInt64
    var referer: UnsafeBufferPointer<UInt8>?
    var agent: UnsafeBufferPointer<UInt8>?
  }

  private let writer: LineWriter
  private let format: Format
  private let prefix: [UInt8]
  private let clock = Mutex(LogClock())

  /// - Parameters:
  ///   - descriptor: stays the caller's; nil, the default, for standard error.
  ///   - prefix: goes before each line, such as a level for the journal.
  public init(descriptor: Int32? = nil, format: Format = .combined, prefix: String = "") {
    writer = descriptor.map { LineWriter($0) } ?? .errors
    self.format = format
    self.prefix = Array(prefix.utf8)
  }

  var isWritten: Bool { format != .none }

  func append(_ record: Record) {
    writer.add { lines in
      lines += prefix
      clock.withLock { clock in
        clock.update()
        switch format {
        case .combined, .common:
          lines.appendCommon(record, time: clock.common, isCombined: format == .combined)
        case .json: lines.appendJSON(record, time: clock.iso)
        case .none: break
        }
      }
    }
  }

  func flush() { writer.flush() }
}

/// The time of day as log lines show it, formatted once a second.
struct LogClock {
  /// `20/Nov/2026:19:45:10 +0000`
  private(set) var common: [UInt8] = []
  /// `2026-11-20T19:45:10+00:00`
  private(set) var iso: [UInt8] = []
  private var second = 0

  mutating func update() {
    let now = time(nil)
    guard now != second || common.isEmpty else { return }
    second = now
    var local = tm()
    localtime_r(&second, &local)
    // The program keeps the locale "C", whose months are English.
    var bytes = [CChar](repeating: 0, count: 64)
    let count = strftime(&bytes, bytes.count, "%d/%b/%Y:%H:%M:%S %z", &local)
    common = bytes[..<count].map { UInt8(bitPattern: $0) }
    iso = Array(CivilTime(second).text.utf8)
  }
}
