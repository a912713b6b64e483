import Glibc
import System

extension SystemError {
  var obstacle: FavoritesError.Obstacle {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: .full
    case EROFS, EACCES, EPERM: .readOnly
    case EMFILE, ENFILE: .tooManyOpenFiles
    default: .other(reason)
    }
  }
}
