import Glibc

extension SystemError {
  static func last() -> SystemError { SystemError(code: errno) }

  var reason: String { String(cString: strerror(code)) }

  /// Of a file that is not there.
  var isMissing: Bool { code == ENOENT }

  /// Of a name that is taken.
  var isThere: Bool { code == EEXIST }

  var obstacle: FavoritesError.Obstacle {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: .full
    case EROFS: .readOnly
    case EMFILE, ENFILE: .tooManyOpenFiles
    default: .other(reason)
    }
  }
}
