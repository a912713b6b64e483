import Synchronization
public import System

/// Keeps every line of the log.
public final class CollectedLog: Log {
  private let kept = Mutex<[String]>([])

  public init() {}

  /// All lines so far, of any level.
  public var lines: [String] { kept.withLock { $0 } }

  public func info(_ message: String) { kept.withLock { $0.append(message) } }
  public func warning(_ message: String) { info(message) }
  public func error(_ message: String) { info(message) }
}
