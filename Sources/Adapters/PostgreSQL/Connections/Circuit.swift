/// Whether a database is asked at all: after some failures in a row it is not, until a probe has succeeded.
struct Circuit: Sendable {
  /// Failures in a row after which nobody waits for the database any more.
  static let failureLimit = 3

  private var failures = 0
  var isOpen: Bool { failures >= Self.failureLimit }

  /// - Returns: whether this has closed it.
  mutating func succeed() -> Bool {
    defer { failures = 0 }
    return isOpen
  }

  /// - Returns: whether this has opened it.
  mutating func fail() -> Bool {
    failures += 1
    return failures == Self.failureLimit
  }
}
