import JSON
import Synchronization

extension FavoriteList {
  /// Bytes of the longest document that is imported: more than any list needs.
  public static let importLimit = FavoriteDocument.byteLimit

  /// Held while a document is imported, so that however many come, the memory and the time of one are taken.
  private static let importing = Mutex(())

  /// Reads an exported list of that show strictly, one at a time: others wait.
  /// - Parameter bytes: asked for when it is this document's turn.
  /// - Throws: ``FavoritesError/otherShow(_:)``, or ``FavoritesError/notUnderstood(_:)`` with the first 20 faults.
  public init(importing bytes: @autoclosure () -> [UInt8], show: String) throws(FavoritesError) {
    do {
      self = try Self.importing.withLock { _ throws(FavoriteDocument.Fault) in
        try FavoriteDocument(show: show).decode(bytes())
      }
    } catch {
      switch error {
      case .newer(let version):
        let known = FavoriteDocument.version
        throw .notUnderstood([Fault(at: "version", "expected at most \(known), found \(version)")])
      case .otherShow(let other):
        throw .otherShow(other)
      case .faults(let faults):
        throw .notUnderstood(faults)
      }
    }
  }

  /// The list as a JSON document that any server of this show imports.
  public func exported(show: String) -> [UInt8] {
    FavoriteDocument(show: show).encode(self)
  }
}
