/// Receives events for the operator, one line each. Called on any thread.
public protocol Log: Sendable {
  func info(_ message: String)
  func warning(_ message: String)
  func error(_ message: String)
}

/// Discards every event.
public struct SilentLog: Log {
  public init() {}
  public func info(_ message: String) {}
  public func warning(_ message: String) {}
  public func error(_ message: String) {}
}
