public import JSON

/// Why favorites were not read or not changed; one sentence each, for the log.
public enum FavoritesError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The disk did not accept a change.
  case unwritable(path: String, reason: Obstacle)
  case unreadable(path: String, reason: String)
  /// A file of another program or another show; it is not touched.
  case refused(path: String, reason: String)
  case tooMany(limit: Int)
  /// The database cannot be asked at the moment; nothing was changed.
  case unavailable(String)
  /// The database has not confirmed a change, which may be made all the same.
  case unconfirmed(String)
  /// The lists of all visitors take as many bytes as they may.
  case noRoom(limit: Int)
  /// The network that a visitor without a list comes from has brought too many in this hour.
  case tooManyNewVisitors
  /// A document to be imported that another show has exported.
  case otherShow(String)
  /// A document to be imported that has these faults.
  case notUnderstood([Fault])

  /// Why a disk does not accept a change.
  public enum Obstacle: Hashable, Sendable, CustomStringConvertible {
    /// No room: on the disk, in the quota, or under the limit for one file.
    case full
    /// The disk is read-only, or a permission is missing.
    case readOnly
    case tooManyOpenFiles
    case other(String)

    public var description: String {
      switch self {
      case .full: "no space is left"
      case .readOnly: "nothing may be written there"
      case .tooManyOpenFiles: "too many files are open"
      case .other(let reason): reason
      }
    }
  }

  public var description: String {
    switch self {
    case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
    case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
    case .refused(let path, let reason): "\(path) is left untouched: \(reason)"
    case .unavailable(let reason): reason
    case .unconfirmed(let reason): "\(reason); whether the change was stored is not known"
    case .tooMany(let limit): "a list holds at most \(limit) favorites"
    case .noRoom(let limit):
      "the room of \(limit >> 20) MB for favorites is full"
    case .tooManyNewVisitors: "too many new visitors have come from one network"
    case .otherShow(let show): "the favorites are from another show, \"\(show)\""
    case .notUnderstood(let faults):
      faults.map(\.description).joined(separator: "; ")
    }
  }
}
