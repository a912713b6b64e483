import Favorites
import JSON

extension FavoritesError {
  var status: Int {
    switch self {
    case .unwritable(_, .tooManyOpenFiles): 503
    case .unwritable, .noRoom: 507
    case .unreadable, .refused: 500
    case .tooMany: 422
    case .tooManyNewVisitors: 429
    case .unavailable, .unconfirmed: 503
    case .otherShow, .notUnderstood: 400
    }
  }

  /// What is wrong with a file that was sent, one line each; nil if it is not about a file.
  var faultsOfFile: [Fault]? {
    switch self {
    case .otherShow: []
    case .notUnderstood(let faults): faults
    default: nil
    }
  }

  /// Whether the store itself reports it, from time to time.
  var isReportedByStore: Bool {
    switch self {
    case .noRoom, .unavailable: true
    default: false
    }
  }

  /// What the visitor reads; details about a disk go to the log only.
  func sentence(in language: Language) -> String {
    switch self {
    case .unwritable(_, .full): language.text(.notSavedFull)
    case .unwritable(_, .readOnly): language.text(.notSavedReadOnly)
    case .unwritable(_, .tooManyOpenFiles): language.text(.notSavedBusy)
    case .unwritable(_, .other): language.text(.notSavedDisk)
    case .unreadable, .refused: language.text(.notReadable)
    case .tooMany(let limit): language.text(.tooManyFavorites, ["limit": language.number(limit)])
    case .tooManyNewVisitors: language.error(429).sentence
    case .unavailable: language.text(.notSavedNow)
    case .unconfirmed: language.text(.notKnownWhetherSaved)
    case .noRoom: language.text(.notSavedNoRoom)
    case .otherShow(let show): language.text(.fileOfOtherShow, ["show": show])
    case .notUnderstood: language.text(.fileNotUnderstood)
    }
  }
}
