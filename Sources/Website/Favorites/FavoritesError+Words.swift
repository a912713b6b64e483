import Favorites

extension FavoritesError {
  var status: Int {
    switch self {
    case .unwritable(_, .full): 507
    case .unwritable, .unreadable, .refused: 500
    case .tooMany: 422
    case .notUnderstood: 400
    }
  }

  /// What the visitor is told; what exactly is wrong with a disk goes to the log only.
  var sentence: String {
    switch self {
    case .unwritable(_, let obstacle): "That was not saved: \(Self.reason(obstacle)). Nothing is lost."
    case .unreadable, .refused: "Your favorites cannot be read at the moment. Nothing is lost."
    case .tooMany(let limit): "That was not saved: there is room for \(Wording.grouped(limit)) favorites."
    case .notUnderstood: "The file was not understood, and nothing was changed."
    }
  }

  private static func reason(_ obstacle: Obstacle) -> String {
    switch obstacle {
    case .full: "the server's disk is full"
    case .readOnly: "the server's disk takes no changes"
    case .tooManyOpenFiles: "the server is busy"
    case .other: "the server's disk fails"
    }
  }
}
