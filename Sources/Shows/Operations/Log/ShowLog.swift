import Synchronization
public import System

/// The log of a show, which remembers the files that could not be written, and tries again until they are.
public final class ShowLog: Log {
  private struct Failure: Sendable {
    let sentence: String
    let write: @Sendable () throws -> Void
    /// Looks until the next try, doubled after each.
    var pause = 1
    var left = 1
  }

  private let log: any Log
  private let failures = Mutex<[String: Failure]>([:])
  private let watched = Mutex<[@Sendable () -> String?]>([])
  /// Held during a write, so that none overwrites a later one.
  private let writing = Mutex(())

  private static let longestPause = 64

  public init(_ log: any Log) { self.log = log }

  public func info(_ message: String) { log.info(message) }
  public func warning(_ message: String) { log.warning(message) }
  public func error(_ message: String) { log.error(message) }

  /// Adds a source of faults that end by themselves.
  public func watch(_ fault: @escaping @Sendable () -> String?) { watched.withLock { $0.append(fault) } }

  /// What may be lost at present; nil if everything is written.
  public var fault: String? {
    let sentences =
      failures.withLock { $0.values.map(\.sentence).sorted() }
      + watched.withLock { $0 }.compactMap { $0() }
    return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
  }

  @discardableResult
  public func keep(_ path: String, harm: String, _ write: @escaping @Sendable () throws -> Void) -> Bool {
    writing.withLock { _ in
      do {
        try write()
        if failures.withLock({ $0.removeValue(forKey: path) }) != nil { info("\(path) is written again") }
        return true
      } catch {
        let sentence = "\(harm): \((error as? SystemError)?.reason ?? "\(error)")"
        let known = failures.withLock { failures in
          failures.updateValue(Failure(sentence: sentence, write: write), forKey: path)
        }
        if known?.sentence != sentence { warning(sentence) }
        return false
      }
    }
  }

  /// Tries to write again what could not be written, after pauses that grow with each failure.
  func writeAgain() {
    writing.withLock { _ in
      let failed: [String: Failure] = failures.withLock { $0 }
      for (path, failure) in failed {
        guard failure.left <= 1 else {
          failures.withLock { $0[path]?.left -= 1 }
          continue
        }
        let isWritten = (try? failure.write()) != nil
        failures.withLock { failures in
          failures[path]?.pause = min(2 * failure.pause, Self.longestPause)
          failures[path]?.left = failure.pause
          if isWritten { failures[path] = nil }
        }
        if isWritten { info("\(path) is written again") }
      }
    }
  }
}
