/// A reason why favorites were not read or changed; one sentence, for the log.
public enum FavoritesError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The disk did not accept a change.
  case unwritable(path: String, reason: Obstacle)
  case unreadable(path: String, reason: String)
  /// A document of a newer program or another show, which stays as it is.
  case refused(path: String, reason: String)
  /// Bytes that are not a list.
  case damaged(path: String, reason: String)
  case tooMany(limit: Int)
  /// The database does not answer; nothing was changed.
  case unavailable(String)
  /// The disk or the database has not confirmed a change, which may have been made.
  case unconfirmed(String)
  /// The lists of all visitors have reached their limit in bytes, or those of a network its share of a day.
  case noRoom(limit: Int)

  /// A reason why a disk does not accept a change.
  public enum Obstacle: Hashable, Sendable, CustomStringConvertible {
    /// The disk, the quota or the limit for one file is reached.
    case full
    /// The disk is read-only, or a permission is missing.
    case readOnly
    case tooManyOpenFiles
    case other(String)

    public var description: String {
      switch self {
      case .full: "no space is left"
      case .readOnly: "it is read-only, or a permission is missing"
      case .tooManyOpenFiles: "too many files are open"
      case .other(let reason): reason
      }
    }
  }

  public var description: String {
    switch self {
    case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
    case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
    case .refused(let path, let reason): "\(path) is not used: \(reason)"
    case .damaged(let path, let reason): "\(path) is damaged: \(reason)"
    case .unavailable(let reason): reason
    case .unconfirmed(let reason): "\(reason); the change may have been stored"
    case .tooMany(let limit): "a list holds at most \(limit) favorites"
    case .noRoom(let limit): "the limit of \(limit >> 20) MB for favorites is reached"
    }
  }
}
