internal import Glibc

/// A system call's `errno`.
public struct SystemError: Error, Hashable, Sendable {
  public let code: Int32

  public init(code: Int32) {
    self.code = code
  }

  /// The error of the system call that has just failed on this thread.
  public static func last() -> SystemError { SystemError(code: errno) }

  /// The system's own words.
  public var reason: String { String(cString: strerror(code)) }

  /// The file is not there.
  public var isMissing: Bool { code == ENOENT }

  /// The name is taken.
  public var isThere: Bool { code == EEXIST }
}
